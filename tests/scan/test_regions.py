"""Opaque regions: text in, the regions and the tags that remain out (SPEC 1.3, 1.4)."""

import pytest
from scanning import said, scanned, shape

from dpmlc.report.diagnostic import Severity


def check(text: str, *expected: str) -> None:
    """Each expected region is its kind, a space, and its text."""
    found = scanned(text)
    assert [f"{each.kind} {text[each.start : each.end]}" for each in found.opaque] == list(expected)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        pytest.param("```\na\n```\nb", ["fence ```\na\n```"], id="fence"),
        pytest.param("~~~ x\n```\n~~~~~  \n", ["fence ~~~ x\n```\n~~~~~"], id="tildes, longer end"),
        pytest.param("      ```\na\n  ```\n", ["fence ```\na\n  ```"], id="any indentation"),
        pytest.param("- ```\n  a\n  ```\n", ["fence ```\n  a\n  ```"], id="list item"),
        pytest.param("1. - ```\n  a\n  ```\n", ["fence ```\n  a\n  ```"], id="list in list"),
        pytest.param("> ```\n> a\n> ```\n", ["fence ```\n> a\n> ```"], id="quote"),
        pytest.param("> ```\n> a\n\n<x/>", ["fence ```\n> a"], id="a quote's fence ends with the quote"),
        pytest.param("> > ```\n> > a\n> b\n", ["fence ```\n> > a"], id="inner quote ends"),
        pytest.param("> ```\n> a", ["fence ```\n> a"], id="quote ends with the text"),
        pytest.param("```\n> ```\n```\n", ["fence ```\n> ```\n```"], id="quote mark in code"),
        pytest.param("````\n```\n````\n", ["fence ````\n```\n````"], id="four around three"),
        pytest.param("```\n~~~\n```\n~~~\n", ["fence ```\n~~~\n```"], id="other character inside"),
        pytest.param("`a\n<!-- c -->\nb`", ["code `a\n<!-- c -->\nb`"], id="a line of a comment is not blank"),
        pytest.param("```a`b\nc``` d", ["code ```a`b\nc```"], id="backtick in info: inline"),
        pytest.param("a ```\n<x/>\n", [], id="not at a line's start"),
        pytest.param("<!-- n --> ```\na\n```\n", ["comment <!-- n -->", "fence ```\na\n```"], id="behind a comment"),
        pytest.param("x <!-- n --> ```\na\n", ["comment <!-- n -->"], id="text before the comment"),
        pytest.param("```xml\n```json\n1\n```\n2\n```\n3", ["fence ```xml\n```json\n1\n```\n2\n```"], id="nested"),
        pytest.param("```a\n````b\n```\n````\n```\n3", ["fence ```a\n````b\n```\n````\n```"], id="nested, longer"),
        pytest.param("```a\n  ```\n  ```\n```\n3", ["fence ```a\n  ```\n  ```\n```"], id="bare and deeper opens"),
        pytest.param("````a\n```b\n````\n3", ["fence ````a\n```b\n````"], id="four do not nest"),
        pytest.param("```\n```a`b\n```\n1\n```", ["fence ```\n```a`b\n```"], id="backtick in info does not nest"),
        pytest.param("```a\n```b\n```\n3", ["fence ```a\n```b\n```"], id="CommonMark closes it"),
        pytest.param("> ```a\n> ```b\n> ```\n> 3", ["fence ```a\n> ```b\n> ```"], id="CommonMark closes it, quote"),
    ],
)
def test_fences(text: str, regions: list[str]) -> None:
    check(text, *regions)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        pytest.param("a `b` c", ["code `b`"], id="code"),
        pytest.param("`` a`b `` c", ["code `` a`b ``"], id="two"),
        pytest.param("`a``b`", ["code `a``b`"], id="a longer run does not close"),
        pytest.param("`a\nb`", ["code `a\nb`"], id="over lines"),
        pytest.param("`a\n\nb`", [], id="blank line"),
        pytest.param("`a\n \t\nb`", [], id="line of white space"),
        pytest.param("`a\n- b`", [], id="list"),
        pytest.param("`a\n-b`", ["code `a\n-b`"], id="no list"),
        pytest.param("`a\n  12) b`", [], id="numbered list"),
        pytest.param("`a\n> b`", [], id="quote"),
        pytest.param("`a\n## b`", [], id="heading"),
        pytest.param("`a\n#b`", ["code `a\n#b`"], id="no heading"),
        pytest.param("`a\n<!-- n --> ## b`", ["comment <!-- n -->"], id="heading behind a comment"),
        pytest.param("# `a\nb`", [], id="a heading is one line"),
        pytest.param("`a\n```\nb`\n```", ["fence ```\nb`\n```"], id="fence"),
        pytest.param("`a\n</rule>\nb`", [], id="strong tag"),
        pytest.param('`a\n  <rule id="1"> <x/>\nb`', [], id="strong tags"),
        pytest.param("`a\n<rule> c\nb`", ["code `a\n<rule> c\nb`"], id="edge tag"),
        pytest.param("`a\n<br>\nb`", ["code `a\n<br>\nb`"], id="HTML"),
        pytest.param("| `a | b` |\n|---|---|\n", [], id="cell of the header"),
        pytest.param("|x|y|\n|-|-|\n| `a | b` |\n", [], id="cell"),
        pytest.param("|x|y|\n|-|-|\n| `a | b` |", [], id="cell of the last line"),
        pytest.param("|x|y|\n|-|-|\n|-|-|\n| `a | b` |\n", [], id="cell below two delimiter rows"),
        pytest.param("`a | b`\n---\n", ["code `a | b`"], id="a line of hyphens is no table"),
        pytest.param("|x|y|\n|-|-|\n| `a \\| b` |\n", ["code `a \\| b`"], id="escaped bar"),
        pytest.param("|x|y|\n|-|-|\n\n `a | b`", ["code `a | b`"], id="behind a table"),
        pytest.param("a `b | c` d", ["code `b | c`"], id="no table"),
        pytest.param("\\`a` b`", ["code ` b`"], id="escaped"),
        pytest.param("`a\\` b`", ["code `a\\`"], id="no escape inside"),
        pytest.param("\\``a`", ["code `a`"], id="one of two escaped"),
        pytest.param("`<!-- `-->", ["code `<!-- `"], id="code first"),
        pytest.param("<!-- ` --> `", ["comment <!-- ` -->"], id="comment first"),
        pytest.param('<x a="`"/>`', [], id="tag first"),
        pytest.param("请用`<规则>`写", ["code `<规则>`"], id="CJK"),
    ],
)
def test_inline_code(text: str, regions: list[str]) -> None:
    check(text, *regions)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        pytest.param("a<!-- b -->c", ["comment <!-- b -->"], id="comment"),
        pytest.param("<!--\n</x>\n-->", ["comment <!--\n</x>\n-->"], id="over lines"),
        pytest.param("<!-->a-->", ["comment <!-->"], id="shortest"),
        pytest.param("<!--a--><!--b-->", ["comment <!--a-->", "comment <!--b-->"], id="two"),
        pytest.param("<!--\n```\nA --> B\n```\n--> c", ["comment <!--\n```\nA --> B\n```\n-->"], id="fence inside"),
        pytest.param("<!--\n```\na --> b", ["comment <!--\n```\na -->"], id="fence that nothing closes"),
        pytest.param("<!--\n```\n-->\n```\nb", ["comment <!--\n```\n-->"], id="fence that closes behind the last end"),
        pytest.param("<!-- ```\na --> b\n```\n", ["comment <!-- ```\na -->"], id="no fence on the first line"),
        pytest.param("\\<!-- a -->", [], id="escaped"),
    ],
)
def test_comments(text: str, regions: list[str]) -> None:
    check(text, *regions)


@pytest.mark.parametrize(
    ("text", "diagnostics"),
    [
        pytest.param("a\n ```x\nb", ["unclosed-code-fence 2:2"], id="fence"),
        pytest.param("~~~\n~~~\n~~~\n", ["unclosed-code-fence 3:1"], id="third"),
        pytest.param("```a\n```b\n```c", [f"unclosed-code-fence {line}:1" for line in (1, 2, 3)], id="each"),
        pytest.param("x <!-- a\n<!-- b", ["unclosed-comment 1:3"], id="comment, once"),
        pytest.param("```a\n```b\n```\n", ["ambiguous-code-fence 1:1"], id="ambiguous"),
        pytest.param("```a\n```b\n```\n```\n", [], id="nested"),
        pytest.param("> ```\n> a\n", [], id="quote"),
    ],
)
def test_faults(text: str, diagnostics: list[str]) -> None:
    assert said(scanned(text), Severity.ERROR, Severity.WARNING) == diagnostics


def test_the_line_of_an_unclosed_fence_is_text() -> None:
    assert shape(scanned("<rule>\n```b <c/>\n<d/>\n</rule>\n").nodes) == "rule(d)"


def test_info_string() -> None:
    assert scanned("```  python x=1 \n```").opaque[0].info == "python x=1"


@pytest.mark.parametrize(
    ("text", "message", "label"),
    [
        ("```py\nx\n", "a code fence of 3 backticks is never closed", []),
        ("~~~~\nx\n~~~\n", "a code fence of 4 tildes is never closed", []),
        ("<x>\n```py\n1\n```</x>\n", "a code fence of 3 backticks is never closed", ["</x>"]),
        ("```py\n1\n``` 完\n", "a code fence of 3 backticks is never closed", ["完"]),
        ("```py\n1\n```js\n", "a code fence of 3 backticks is never closed", []),
        ("````py\n1\n``` 完\n", "a code fence of 4 backticks is never closed", []),
        ("~~~\n1\n``` 完\n", "a code fence of 3 tildes is never closed", []),
    ],
)
def test_an_unclosed_fence_says_which_line_was_meant_to_close_it(text: str, message: str, label: list[str]) -> None:
    first = next(each for each in scanned(text).diagnostics if each.code == "unclosed-code-fence")
    assert first.message == message
    assert [text[each.span.start : each.span.end] for each in first.labels] == label
