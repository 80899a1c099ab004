"""References in tags: text in, the references and their places out (SPEC 3.11)."""

import pytest
from scanning import said, scanned

from dpmlc.scan.reference import Loading, Reference


def check(text: str, *expected: tuple[str, str, str]) -> tuple[Reference, ...]:
    """Each expected reference is its form, its levels and path, and the text it spans."""
    found = scanned(text)
    assert said(found) == []
    assert [(each.form, written(each), text[each.span.start : each.span.end]) for each in found.references] == list(
        expected
    )
    assert all(each.text == text[each.span.start : each.span.end] for each in found.references)
    return found.references


def written(reference: Reference) -> str:
    return ":".join(level.loading + level.protocol for level in reference.levels) + "://" + reference.path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('<resource src="docs/a.md"/>', [("src", "@file://docs/a.md", "docs/a.md")], id="path"),
        pytest.param(
            '<resource src="资料/说明.md">\nx\n</resource>', [("src", "@file://资料/说明.md", "资料/说明.md")], id="CJK"
        ),
        pytest.param('<resource src="@!thought://a"/>', [("src", "@!thought://a", "@!thought://a")], id="reference"),
        pytest.param('<recall:resource src="a.md"/>', [("src", "@file://a.md", "a.md")], id="binding"),
        pytest.param('<other src="a.md"/>', [], id="another element"),
        pytest.param(
            '<reference protocol="thought" resource="a"/>',
            [("element", "@!thought://a", '<reference protocol="thought" resource="a"/>')],
            id="element",
        ),
        pytest.param(
            '<reference protocol="thought" resource="a"> </reference>',
            [("element", "@!thought://a", '<reference protocol="thought" resource="a"> </reference>')],
            id="element with white space",
        ),
        pytest.param('<reference protocol="thought" resource="a">x</reference>', [], id="element with content"),
        pytest.param(
            '<reference protocol="thought" resource="a">\n<x/>\n</reference>', [], id="element with an element"
        ),
        pytest.param('<reference protocol="thought"/>', [], id="no resource"),
        pytest.param('the `<reference protocol="thought" resource="a"/>`', [], id="code"),
    ],
)
def test_references_in_tags(text: str, expected: list[tuple[str, str, str]]) -> None:
    check(text, *expected)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param('<resource src="@!thought:/a"/>', "1:26", id="reference: where it breaks off"),
        pytest.param('<resource src="a b.md"/>', "1:16", id="path"),
        pytest.param('<reference protocol="1" resource="a"/>', "1:35", id="protocol"),
        pytest.param('<reference protocol="thought" resource="..."/>', "1:41", id="empty path"),
    ],
)
def test_a_value_that_is_no_reference_is_an_error_at_the_value(text: str, place: str) -> None:
    found = scanned(text)
    assert found.references == ()
    assert said(found) == [f"reference-syntax {place}"]


def test_text_order() -> None:
    text = (
        'a @file://b.md c\n<resource src="d.md">\n@!thought://e\n</resource>\n<reference protocol="f" resource="g"/>\n'
    )
    assert [written(each) for each in scanned(text).references] == [
        "@file://b.md", "@file://d.md", "@!thought://e", "@!f://g",
    ]  # fmt: skip


def test_places_of_the_parts() -> None:
    text = '<reference protocol="thought" resource="a/b"/>'
    [reference] = check(text, ("element", "@!thought://a/b", text))
    level = reference.levels[0]
    assert (level.loading, text[level.span.start : level.span.end]) == (Loading.HOT, "thought")
    assert text[reference.path_span.start : reference.path_span.end] == "a/b"


def test_a_reference_in_a_tag_is_not_read_twice() -> None:
    assert len(scanned('<resource src="@file://a.md"/>').references) == 1


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ('<resource src="我的 笔记.md"/>', ("write it as `%20`: in an attribute nothing can be quoted",)),
        ('<resource src="@file://一，二.md"/>', ("write it as `%EF%BC%8C`: in an attribute nothing can be quoted",)),
        ('<reference protocol="file" resource="a b"/>', ("write it as `%20`: in an attribute nothing can be quoted",)),
        ('<resource src=""/>', ("name something behind `://`: `@file://docs/a.md`",)),
        ('<resource src="a\\b.md"/>', ("folders are divided by `/`, not by a backslash: `./folder/file.md`",)),
    ],
)
def test_what_helps_in_an_attribute(text: str, help_: tuple[str, ...]) -> None:
    (fault,) = scanned(text).diagnostics
    assert fault.help == help_
