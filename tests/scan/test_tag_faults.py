"""What is wrong with tags: text in, codes, places and the mended text out (SPEC 1.8)."""

import pytest
from scanning import said, scanned, shape

from dpmlc.report.diagnostic import Severity


def check(text: str, *errors: str, tree: str | None = None) -> None:
    found = scanned(text)
    assert said(found) == list(errors)
    if tree is not None:
        assert shape(found.nodes) == tree


@pytest.mark.parametrize(
    ("text", "errors", "tree"),
    [
        pytest.param("<pp>\n <t>\n <e>\n </e>\n</pp>", ["unclosed-tag 2:2"], "pp(t e)", id="ends before a sibling"),
        pytest.param("<pp>\n <t>\n  <e>\n  </e>\n</pp>", ["unclosed-tag 2:2"], "pp(t(e))", id="holds what is deeper"),
        pytest.param("<t>\nx", ["unclosed-tag 1:1"], "t", id="ends with the text"),
        pytest.param("<t><uu>\n</t>", ["unclosed-tag 1:4"], "t(uu)", id="ends with its parent"),
        pytest.param(
            "<t>\n<pl>\n</t>\n</pl>", ["unclosed-tag 2:1", "closing-tag-without-opening 4:1"], "t(pl)", id="crossed"
        ),
        pytest.param("</plan>", ["closing-tag-without-opening 1:1"], "", id="closing alone"),
        pytest.param("<plan>\n</plam>", ["mismatched-closing-tag 2:1"], "plan", id="misspelt"),
        pytest.param("<plan>\n</pla>", ["mismatched-closing-tag 2:1"], "plan", id="too short"),
        pytest.param("<thought>\n</Thuoght>", ["mismatched-closing-tag 2:1"], "thought", id="two edits"),
        pytest.param("<plan>\nx</plna>", ["mismatched-closing-tag 2:2"], "plan", id="swapped, at the line's end"),
        pytest.param(
            "<zh>\n</en>", ["unclosed-tag 1:1", "closing-tag-without-opening 2:1"], "zh", id="nothing in common"
        ),
        pytest.param(
            "<rule>\n<plan>\n</rulee>\n",
            ["unclosed-tag 1:1", "unclosed-tag 2:1", "closing-tag-without-opening 3:1"],
            "rule plan",
            id="misspelt, but not the innermost",
        ),
    ],
)
def test_pairs(text: str, errors: list[str], tree: str) -> None:
    check(text, *errors, tree=tree)


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        pytest.param("<x t=a>\n</x>", ["attribute-without-quotes 1:4"], id="no quotes"),
        pytest.param("<x t='a b'/>", ["attribute-without-quotes 1:4"], id="single quotes"),
        pytest.param("<x t=“a”/>", ["attribute-without-quotes 1:4"], id="typographic quotes"),
        pytest.param("<x t=a/>", ["attribute-without-quotes 1:4"], id="slash ends the value"),
        pytest.param('<x t="a" t="b"/>', ["duplicate-attribute 1:10"], id="twice"),
        pytest.param('<x t="a" T="b"/>', [], id="case tells names apart"),
        pytest.param("<x strict/>", ["malformed-tag 1:4"], id="no value"),
        pytest.param("<x t=/>", ["malformed-tag 1:4"], id="no value behind ="),
        pytest.param('<x t = "a"/>', ["malformed-tag 1:4"], id="white space around ="),
        pytest.param('<x t="a"u="b"/>', ["malformed-tag 1:9"], id="no white space between"),
        pytest.param(
            "<x a b=1 c='2' c=\"3\"/>",
            [
                "malformed-tag 1:4",
                "attribute-without-quotes 1:6",
                "attribute-without-quotes 1:10",
                "duplicate-attribute 1:16",
            ],
            id="all of one tag",
        ),
        pytest.param("the <x a b> and <y c=d> tags", [], id="weak tags are text"),
        pytest.param("<xx\ntext\n</xx>", ["malformed-tag 1:1"], id="never reaches its end"),
        pytest.param('<xx a="1"\n  b="2"\ntext\n</xx>', ["malformed-tag 1:1"], id="never reaches its end, attributes"),
        pytest.param('<xx a="1>\ntext\n</xx>', ["malformed-tag 1:1"], id="open quote"),
        pytest.param('<xx a="1>\n<yy b="2">\n文\n</yy>\n</xx>', ["malformed-tag 1:1"], id="open quote, quotes below"),
        pytest.param('<xx a="1" b="2>\n"문"\n</xx>', ["malformed-tag 1:1"], id="open quote, quoted words below"),
        pytest.param("<xx a='1>\nit's\n</xx>", ["malformed-tag 1:1"], id="open single quote, one more below"),
        pytest.param('<xx\n  a="1>\n<yy b="2">\n</yy>\n</xx>', ["malformed-tag 1:1"], id="open quote below the name"),
        pytest.param("<xx>\ntext\n</xx\n", ["malformed-tag 3:1"], id="closing tag never reaches its end"),
        pytest.param("<xx\ntext", ["malformed-tag 1:1"], id="never reaches its end, no partner"),
        pytest.param("a <xx\ntext", [], id="not alone on its line"),
        pytest.param('<xx>\n</xx a="1">', ["malformed-tag 2:1"], id="closing tag with attributes"),
        pytest.param('<xx a="1", b="2">\ntext\n</xx>', ["malformed-tag 1:10"], id="comma between attributes"),
        pytest.param('<xx a="1"，b="2"；c="3">\n</xx>', ["malformed-tag 1:10", "malformed-tag 1:16"], id="wide commas"),
        pytest.param('<xx a="1",>\n</xx>', ["malformed-tag 1:10"], id="comma at the end"),
        pytest.param('<xx 1a="1" b="2">\n</xx>', ["malformed-tag 1:5"], id="a name that begins with a digit"),
        pytest.param('<xx\n  a="1",\n  b="2"\n>\n</xx>', ["malformed-tag 2:8"], id="comma at a line's end"),
        pytest.param('<xx @a = "1">\n</xx>', ["malformed-tag 1:5"], id="a name with a mark"),
        pytest.param('<xx a="1"">\n</xx>', ["malformed-tag 1:10"], id="a quote too many"),
        pytest.param('<xx a="1"" b="2"/>', ["malformed-tag 1:10"], id="a quote too many, more behind"),
        pytest.param('<xx a="1>\n<yy b="">\n문\n</yy>\n</xx>', ["malformed-tag 1:1"], id="open quote, two below"),
        pytest.param('<xx a＝"1" b="2">\n</xx>', ["malformed-tag 1:5"], id="full-width ="),
        pytest.param("<xx a＝“1”>\n</xx>", ["attribute-without-quotes 1:5"], id="full-width = and curly quotes"),
        pytest.param("<xx＞\n문\n</xx>", ["malformed-tag 1:1"], id="full-width >"),
        pytest.param("<xx>\n문\n</xx＞", ["malformed-tag 3:1"], id="full-width > behind a closing tag"),
        pytest.param('<xx a="1"＞\n문\n</xx>', ["malformed-tag 1:1"], id="full-width > behind attributes"),
        pytest.param("见 <xx＞ 문", [], id="full-width > in a sentence"),
        pytest.param("<xx, a>\ntext", [], id="a comma and no value"),
        pytest.param("<xx a, b>\ntext", [], id="a comma in words"),
        pytest.param("<xx 50 words>\ntext", [], id="words"),
    ],
)
def test_attributes(text: str, errors: list[str]) -> None:
    check(text, *errors)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        pytest.param("<pp>\n  <t>\n  x\n</pp>\n", "<pp>\n  <t>\n  x\n  </t>\n</pp>\n", id="unclosed"),
        pytest.param("<t>\nx", "<t>\nx\n</t>\n", id="unclosed at the end"),
        pytest.param("<t><uu>\n</t>", "<t><uu>\n</uu>\n</t>", id="unclosed before its parent's end"),
        pytest.param("<plan>\nx</plam>", "<plan>\nx</plan>", id="misspelt"),
        pytest.param("<plan>\n`</plan>`", "<plan>\n</plan>", id="backticks"),
        pytest.param("</plan>", "", id="closing alone"),
        pytest.param("<x t=a/>", '<x t="a"/>', id="no quotes"),
        pytest.param("<x t='a b'/>", '<x t="a b"/>', id="single quotes"),
        pytest.param("<x t=“a”/>", '<x t="a"/>', id="typographic quotes"),
        pytest.param('<x t = "a"/>', '<x t="a"/>', id="white space around ="),
        pytest.param('<x t="a"u="b"/>', '<x t="a" u="b"/>', id="no white space between"),
        pytest.param('<x t="a",u="b"/>', '<x t="a" u="b"/>', id="a comma between"),
        pytest.param('<x t="a""/>', '<x t="a"/>', id="a quote too many"),
        pytest.param('<x t＝"a"/>', '<x t="a"/>', id="full-width ="),
        pytest.param("<xx＞\n</xx>", "<xx>\n</xx>", id="full-width >"),
    ],
)
def test_fixes(text: str, mended: str) -> None:
    [diagnostic] = scanned(text).diagnostics
    fix = diagnostic.fix
    assert fix
    result = text[: fix.span.start] + fix.text + text[fix.span.end :]
    assert result == mended
    assert said(scanned(result), Severity.ERROR, Severity.WARNING) == []


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("<xx\n문\n</xx>", "end it with `>` or, where it is text, write `\\<xx`"),
        ('<xx a="1" b\n문\n</xx>', "end it with `>` or, where it is text, write `\\<xx`"),
        (
            '<xx a="1" 뜻="2>\n문\n</xx>',
            "close the quote behind `뜻=` and end the tag with `>` or, where it is text, write `\\<xx`",
        ),
    ],
)
def test_a_tag_without_end_says_what_is_missing(text: str, help_: str) -> None:
    [diagnostic] = scanned(text).diagnostics
    assert diagnostic.help == (help_,)


def test_a_mismatch_shows_both_places() -> None:
    text = "<thought>\nx\n</thougt>\n"
    [diagnostic] = scanned(text).diagnostics
    assert diagnostic.span
    assert text[diagnostic.span.start : diagnostic.span.end] == "</thougt>"
    assert [text[each.span.start : each.span.end] for each in diagnostic.labels] == ["<thought>"]
    assert diagnostic.message == "expected `</thought>`, found `</thougt>`"
