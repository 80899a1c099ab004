"""Diagrams as SVG: well-formed, within their width, linked, bounded, the same for the same rule."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.grammar.ebnf import Grammar, read
from dpmlc.grammar.expression import Choice, Expression, Name, Option, Prose, Repeat, Sequence, Terminal, char_class
from dpmlc.grammar.railroad.again import alike
from dpmlc.grammar.railroad.diagram import railroad, railroads
from dpmlc.grammar.railroad.shape import MOST_LABELS, MOST_OPTIONS
from dpmlc.text.span import Span

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str, width: int = 358, **links: str) -> ElementTree.Element:
    made = read(text, "차.protocol.md", 0)
    assert isinstance(made, Grammar), made
    return ElementTree.fromstring(railroad(made.rules[0].name, made.rules[0].body, "p1", links, width=width))


def labels(svg: ElementTree.Element) -> list[str]:
    return [f"{group.get('class')} {group.findtext(SVG + 'text')}" for group in svg.iter(SVG + "g")]


def size(svg: ElementTree.Element) -> tuple[int, int]:
    return int(svg.get("width", "")), int(svg.get("height", ""))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("'<茶' x", ["rr-terminal '<茶'", "rr-nonterminal x"]),
        ("[^/]+ (* 空 *)", ["rr-class [^/]"]),
        ("(* 任意文字 *)", ["rr-prose 任意文字"]),
        ("x://{id}", ["rr-terminal 'x://'", "rr-placeholder id"]),
        ("ε", []),
        ("a (',' a)*", ["rr-nonterminal a", "rr-terminal ','"]),
    ],
)
def test_labels(body: str, expected: list[str]) -> None:
    assert labels(drawn(f"r ::= {body}")) == expected


def test_names_link_where_the_caller_says() -> None:
    svg = drawn("r ::= a b", a="#rule-a?x=1&y='2'\"")
    assert [link.get("href") for link in svg.iter(SVG + "a")] == ["#rule-a?x=1&y='2'\""]
    assert svg.get("role") == "group"
    assert drawn("r ::= a b").get("role") == "img"


def test_it_says_in_words_what_it_shows() -> None:
    svg = drawn("茶 ::= '<' x")
    assert svg.findtext(SVG + "title") == "Syntax of 茶"
    assert svg.findtext(SVG + "desc") == "茶 is the text '<', then x."
    assert svg.get("aria-labelledby") == "p1-title"
    assert [each.get("id") for each in svg.iter() if each.get("id")] == ["p1-title", "p1-desc"]


def test_a_long_text_is_cut_and_told_whole() -> None:
    svg = drawn(f"r ::= '{'차' * 50}'")
    assert labels(svg) == ["rr-terminal '" + "차" * 17 + "…"]
    assert next(svg.iter(SVG + "g")).findtext(SVG + "title") == "'" + "차" * 50 + "'"


def test_wide_characters_take_two_columns() -> None:
    assert size(drawn("r ::= '茶茶'")) == size(drawn("r ::= 'abcd'"))


def test_a_long_row_goes_on_below() -> None:
    row = "r ::= " + " ".join(["가나다라"] * 12)
    narrow, wide = size(drawn(row)), size(drawn(row, width=2000))
    assert narrow[0] <= 358 < wide[0] <= 2000
    assert narrow[1] > 3 * wide[1]
    assert len(labels(drawn(row))) == 12


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a b", ["rr"]),
        ("(a | b)*", ["rr"]),
        (" ".join(["가나다라"] * 5), ["rr rr-narrow", "rr rr-wide"]),
        (f"'{'x' * 99}'", ["rr rr-narrow", "rr rr-wide"]),
    ],
)
def test_two_widths_where_they_differ(body: str, expected: list[str]) -> None:
    made = read(f"r ::= {body}", "차.protocol.md", 0)
    assert isinstance(made, Grammar)
    text = railroads("r", made.rules[0].body, "p", {})
    both = ElementTree.fromstring(f"<div>{text}</div>")
    assert [svg.get("class") for svg in both] == expected
    found = [each.get("id") for each in both.iter() if each.get("id")]
    assert len(found) == len(set(found)) == 2 * len(expected)


@pytest.mark.parametrize(
    ("body", "most"),
    [
        (" ".join(f"'{at}'" for at in range(500)), MOST_LABELS + 1),
        (" | ".join(f"'{at}'" for at in range(400)), MOST_OPTIONS + 1),
        ("(a " * 50 + ")" * 50, 9),
        ("[a | " * 50 + "b" + "]" * 50, 60),
        ("a" + "*" * 4000, 1),
        ("a" + "+?" * 2000, 1),
    ],
)
def test_large_grammars_are_cut(body: str, most: int) -> None:
    found = labels(drawn(f"r ::= {body}"))
    assert 0 < len(found) <= most
    assert most < 9 or "EBNF" in found[-1] or len(found) < most


def test_the_number_of_hidden_options_is_told() -> None:
    assert labels(drawn("r ::= " + " | ".join(f"'{at}'" for at in range(40))))[-1] == "rr-cut … 8 more, see EBNF"


def test_one_option_too_many_is_shown_rather_than_counted() -> None:
    assert labels(drawn("r ::= " + " | ".join(f"'{at}'" for at in range(33))))[-1] == "rr-terminal '32'"


NAMES = st.builds(lambda name: Name(name, Span("", 0, 0)), st.text("ab茶\u202e<&\"'", min_size=1, max_size=5))
LEAVES = NAMES | st.builds(Terminal, st.text(min_size=1, max_size=60)) | st.builds(Prose, st.text(max_size=9))
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    LEAVES | st.just(char_class("^/]")),
    lambda inner: (
        st.builds(Option, inner)
        | st.builds(Repeat, inner, st.integers(0, 1))
        | st.builds(lambda items: Sequence(tuple(items)), st.lists(inner, min_size=2, max_size=6))
        | st.builds(lambda items: Choice(tuple(items)), st.lists(inner, min_size=2, max_size=6))
    ),
    max_leaves=40,
)


@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, st.integers(40, 900))
def test_any_expression_gives_well_formed_bounded_svg(body: Expression, width: int) -> None:
    text = railroad("r<", body, "p", {"a": "#a"}, width=width)
    assert text == railroad("r<", body, "p", {"a": "#a"}, width=width)
    assert "style" not in text
    svg = ElementTree.fromstring(text)
    assert size(svg)[0] <= max(width, 160) + 600
    assert not re.search(r'="-?\d+\.\d\d', text)
    inside(svg)


def inside(svg: ElementTree.Element) -> None:
    """Each frame stands in the picture, and no two overlap."""
    wide, high = size(svg)
    frames = [
        tuple(float(each.get(key, "")) for key in ("x", "y", "width", "height")) for each in svg.iter(SVG + "rect")
    ]
    for at, (x, y, width, height) in enumerate(frames):
        assert x >= 0
        assert y >= 0
        assert x + width <= wide
        assert y + height <= high
        for left, top, other, tall in frames[:at]:
            assert x >= left + other or left >= x + width or y >= top + tall or top >= y + height


@settings(max_examples=100, deadline=None)
@given(EXPRESSIONS, EXPRESSIONS)
def test_alike_is_equality(one: Expression, other: Expression) -> None:
    assert alike(one, one)
    assert alike(one, other) == (one == other)
