"""Tags: text in, elements and stray tags out (SPEC 1.5 to 1.7)."""

import pytest
from scanning import said, scanned, shape

from dpmlc.report.diagnostic import Severity
from dpmlc.scan.tree import Element


def check(text: str, tree: str, strays: str = "", claimed: tuple[str, ...] = ()) -> None:
    """`strays` are the names of the tags that are text, closing ones with a slash. There are no errors."""
    found = scanned(text, claimed)
    assert said(found) == []
    assert shape(found.nodes) == tree
    assert " ".join("/" * each.closing + each.name for each in found.strays) == strays


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        pytest.param("<a1>x</a1>", "a1", id="pair"),
        pytest.param("<a-b_c>\n</a-b_c>", "a-b_c", id="name"),
        pytest.param("<store:execution>\n</store:execution>", "store:execution", id="binding"),
        pytest.param("<x/><y /><z\n/>", "x y z", id="self-closing"),
        pytest.param('<x a="1"\n  b="2"\n>\n</x>', "x", id="attributes on lines"),
        pytest.param('<x a="<y>" b="/>"/>', "x", id="tags in values"),
        pytest.param("<x>\n</x >", "x", id="white space in the closing tag"),
        pytest.param("a < b, <3, <=, x<-y, <>, </>, < x>, <1>", "", id="no tags"),
        pytest.param("<https://a.b/c> <a@b.c> <a.b> <x,y> <角色>", "", id="no tags either"),
        pytest.param("<!DOCTYPE x>\n<?xml version='1.0'?>\n<![CDATA[x]]>", "", id="XML"),
        pytest.param("\\<x>\n\\</x>\n", "", id="escaped"),
        pytest.param("</x/>\n</x />\n", "", id="closing and self-closing at once"),
    ],
)
def test_syntax(text: str, tree: str) -> None:
    check(text, tree)


@pytest.mark.parametrize(
    ("text", "tree", "strays"),
    [
        pytest.param("use <x> here", "", "x", id="weak"),
        pytest.param("<x> begins", "", "x", id="edge, opening"),
        pytest.param("ends </x>", "", "/x", id="edge, closing"),
        pytest.param("a <x>b</x> c", "x", "", id="weak pair"),
        pytest.param("a <x>b <y>c</x> d</y>", "x", "y /y", id="never across a pair"),
        pytest.param("a <x> b <x>c</x>", "x", "x", id="innermost"),
        pytest.param("a <x>b\nc</x> d", "", "x /x", id="weak over lines"),
        pytest.param("<x> b\nc</x>", "x", "", id="edge over lines"),
        pytest.param("<x>\nb</x>", "x", "", id="strong and edge"),
        pytest.param("<x>b\n</x>", "x", "", id="edge and strong"),
        pytest.param("<x>\n<x> y\nb</x>", "x", "x", id="an edge closing tag takes a strong opening first"),
        pytest.param("<x>\nthe <x> in <y>\n</x>", "x", "x y", id="own name in prose"),
        pytest.param("<x>\n<x>a</x>\n</x>", "x(x)", "", id="own name inside"),
        pytest.param("<x> <y> <!-- n -->\n</y></x>", "x(y)", "", id="tags and comments aside"),
        pytest.param("<!-- a\nb --> <x>\n</x>", "x", "", id="comment over lines"),
        pytest.param("a <x>\n</x>", "", "x", id="strong closing tag needs more"),
        pytest.param("see `</x>` <x> y\nz</x>", "", "x /x", id="code is not aside"),
        pytest.param("List<String> and Map<K, V>", "", "String", id="generics"),
    ],
)
def test_places(text: str, tree: str, strays: str) -> None:
    if text == "a <x>\n</x>":
        assert said(scanned(text)) == ["closing-tag-without-opening 2:1"]
    else:
        check(text, tree, strays)


@pytest.mark.parametrize(
    ("text", "tree", "claimed"),
    [
        pytest.param("<section>\n</section>", "", (), id="HTML"),
        pytest.param("<section>\n</section>", "section", ("section",), id="claimed"),
        pytest.param("<Section>\n</SECTION>", "", ("section",), id="compared without case, claimed as written"),
        pytest.param("<details open><summary>x\n<img src=a.png>", "", (), id="HTML has its own rules"),
        pytest.param("<a:b>\n</a:b>", "a:b", (), id="a name with a namespace is no HTML"),
        pytest.param("<br><x>\n", "", (), id="HTML is text beside a tag"),
    ],
)
def test_html(text: str, tree: str, claimed: tuple[str, ...]) -> None:
    found = scanned(text, claimed)
    assert said(found) == []
    assert shape(found.nodes) == tree


def test_html_names_are_told() -> None:
    found = scanned("<BR>\n<section>\nx <b>y</b>\n</section>\n")
    assert found.html == {"br", "section", "b"}
    assert said(found, Severity.HINT) == ["html-element 2:1"]


def element(text: str) -> Element:
    [found] = [each for each in scanned(text).nodes if isinstance(each, Element)]
    return found


def test_element() -> None:
    text = '<store:execution id="a b"\n  note="<>&amp;">x</store:execution>'
    found = element(text)
    assert (found.name, found.feature, found.implementation) == ("store:execution", "store", "execution")
    assert [(each.name, each.value) for each in found.attributes] == [("id", "a b"), ("note", "<>&amp;")]
    assert [text[each.value_span.start : each.value_span.end] for each in found.attributes] == ["a b", "<>&amp;"]
    assert [text[each.name_span.start : each.name_span.end] for each in found.attributes] == ["id", "note"]
    assert found.closing
    assert text[found.closing.start : found.closing.end] == "</store:execution>"
    assert text[found.opening.end : found.closing.start] == "x"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<plan>\n</plan>", True),
        ("<plan>\n`</plan>`", False),
        ("<plan>\n</plam>", False),
        ("<plan>\n</plan\n>", False),
        ("<plan/>", True),
    ],
)
def test_plain_closing(text: str, plain: bool) -> None:
    assert element(text).plain_closing is plain


def test_a_backticked_closing_tag_is_not_opaque() -> None:
    found = scanned("<plan>\n `a` \n`</plan>`\n`</plan>`\n")
    assert [found.text[each.start : each.end] for each in found.opaque] == ["`a`", "`</plan>`"]
    assert said(found, Severity.WARNING, Severity.ERROR) == ["closing-tag-in-backticks 3:1"]
