"""Limits: a text past one in, one error out (SPEC 6.5)."""

from dataclasses import replace

import pytest
from scanning import joined, said, scanned, shape

from dpmlc.report.diagnostic import Severity
from dpmlc.scan.tree import Element, Node
from dpmlc.text.limits import Limits

SMALL = Limits(depth=3, nodes=10, references=2, attribute=8, tag_name=6)


def check(text: str, place: str, limits: Limits = SMALL) -> None:
    found = scanned(text, limits=limits)
    assert said(found) == [f"limit {place}"]
    assert joined(found) == text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("<a1>\n" * 4 + "</a1>\n" * 4, "4:1", id="depth"),
        pytest.param("<a1/>" * 11, "1:51", id="nodes"),
        pytest.param("<!-- -->" * 11, "1:81", id="comments are nodes"),
        pytest.param("@!file://a\n" * 3, "3:1", id="references"),
        pytest.param('<a1 b="123456789"/>', "1:5", id="attribute"),
        pytest.param('<a1 b="角色角"/>', "1:5", id="attribute, in bytes"),
        pytest.param("<abcdefg>\n<abcdefgh>\n</abcdefg>\n", "1:1", id="tag name, once"),
    ],
)
def test_one_past(text: str, place: str) -> None:
    check(text, place)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<a1>\n" * 3 + "</a1>\n" * 3, id="depth"),
        pytest.param("<a1/>" * 10, id="nodes"),
        pytest.param("@!file://a\n" * 2, id="references"),
        pytest.param('<a1 b="12345678"/>', id="attribute"),
        pytest.param("<abcdef>\n</abcdef>\n", id="tag name"),
    ],
)
def test_just_within(text: str) -> None:
    assert said(scanned(text, limits=SMALL)) == []


def test_tags_past_the_depth_are_text() -> None:
    assert shape(scanned("<a1>\n" * 9 + "</a1>\n" * 9, limits=SMALL).nodes) == "a1(a1(a1))"


def test_a_value_past_the_limit_is_left_out() -> None:
    [element] = scanned('<a1 b="123456789" c="1"/>', limits=SMALL).nodes
    assert isinstance(element, Element)
    assert [each.name for each in element.attributes] == ["c"]


@pytest.mark.parametrize("depth", [100, 5000])
def test_a_flood_of_unclosed_tags_is_told_once_with_their_number(depth: int) -> None:
    found = scanned("<a1>\n" * 1001, limits=replace(Limits(), depth=depth))
    assert said(found) == ["unclosed-tag 1:1"]
    assert found.diagnostics[0].notes[-1] == "1000 more tags of this document are not closed"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "errors"),
    [
        pytest.param("<a1>" * 100_000, ["unclosed-tag"], id="100,000 tags"),
        pytest.param("<a1>\n" * 100_000, ["unclosed-tag"], id="100,000 tags on lines"),
        pytest.param("<a1>" * 100_000 + "</a1>" * 100_000, ["limit"], id="100,000 nested tags"),
        pytest.param("<a1/>" * 1_000_000, ["limit"], id="a million siblings"),
        pytest.param("<a1>x</a1>\n" * 400_000, ["limit"], id="400,000 siblings on lines"),
        pytest.param('<a1 b="' + "x" * 10_000_000 + '"/>', ["limit"], id="10 MB attribute"),
        pytest.param('<a1 b="' + "x" * 10_000_000, ["malformed-tag"], id="10 MB attribute that never ends"),
        pytest.param("<" + "x" * 1_000_000 + ">", ["limit"], id="1 MB name"),
        pytest.param("<!--" * 100_000, ["unclosed-comment"], id="100,000 comments"),
    ],
)
def test_huge(text: str, errors: list[str]) -> None:
    found = scanned(text)
    assert [each.code for each in found.diagnostics if each.severity is Severity.ERROR] == errors
    assert joined(found) == text
    assert depth(found.nodes) <= Limits().depth


def depth(nodes: tuple[Node, ...]) -> int:
    return max((1 + depth(each.children) for each in nodes if isinstance(each, Element)), default=0)
