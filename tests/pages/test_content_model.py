"""The table of a structural protocol: text in, one line per element out."""

import pytest

from dpmlc.index.structure import Structure
from dpmlc.index.structures import structures
from dpmlc.pages.kinds.content_model import ElementRow, content_model_rows
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

CARD = """
card_element ::= '<card' attributes? '>' title_element leaf_element+ {note_element} '</card>'
title_element ::= '<title>' text '</title>'
leaf_element ::= '<leaf:tea>' (text | note_element)* '</leaf:tea>'
note_element ::= '<note>' text? '</note>'
text ::= (* 任意文字 *)
attributes ::= ' heat="' ('文' | '武') '"'
"""


def structure(text: str) -> Structure:
    found, faults = structures([scan(Source("차.protocol.md", text), frozenset(), Limits())], Limits())
    assert not faults
    return next(iter(found.values()))


def line(row: ElementRow) -> str:
    children = ", ".join(f"{child.tag} {child.times.words}" for child in row.children)
    free = "; Markdown" if row.markdown else ""
    return f"{row.tag}: {children}{free}{'; any order' if row.unordered else ''}"


def test_elements_with_what_stands_in_them() -> None:
    assert [line(row) for row in content_model_rows(structure(CARD))] == [
        "card: title exactly one, leaf:tea one or more, note zero or more",
        "title: ; Markdown; any order",
        "leaf:tea: note zero or more; Markdown; any order",
        "note: ; Markdown; any order",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a_element ::= '<a>' c '</a>'\nb_element ::= '<b>' c '</b>'\nc ::= x_element*\nx_element ::= '<x/>'\n",
            ["a", "x"],
        ),
        ("a_element ::= '<a>' a_element? '</a>'\n", ["a"]),
    ],
)
def test_which_elements_have_a_row(text: str, expected: list[str]) -> None:
    assert [row.tag for row in content_model_rows(structure(text))] == expected
