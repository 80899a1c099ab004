"""Markdown between tags at the margin, and every character of it known by its place in the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.pages.body.margin import at_margin
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source


def run(text: str) -> str:
    return at_margin(text, 0, len(text), scan(Source("a.md", text), frozenset(), Limits()).opaque).text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("    # 一\n\n    文\n", "# 一\n\n文\n"),
        ("    - a\n      - b\n", "- a\n  - b\n"),
        ("\ta\n\tb\n", "a\nb\n"),
        ("\ta\n    b\n", "a\nb\n"),
        ("no margin\n    code\n", "no margin\n    code\n"),
        ("", ""),
        ("   \n", "   \n"),
        # The lines of a fence do not say where the margin is: code stands where its author put it.
        ("    ```python\n    a\nb\n    ```\n    text\n", "```python\na\nb\n```\ntext\n"),
        # A formatter left the first heading further left than the rest.
        ("# Title\n    ## Section\n    text\n", "# Title\n## Section\ntext\n"),
        ("first\n    code\n", "first\n    code\n"),
    ],
)
def test_at_margin(text: str, made: str) -> None:
    assert run(text) == made


def test_a_tab_that_is_cut_in_two_moves_no_place() -> None:
    text = "\t   一\n\t\t二\n"
    made = at_margin(text, 0, len(text), ())
    assert made.text == "一\n 二\n"
    assert [made.source(made.text.index(each)) for each in "一二"] == [text.index(each) for each in "一二"]
    assert [made.offset(text.index(each)) for each in "一二"] == [0, 3]


def test_what_follows_a_tag_on_its_line_has_no_margin() -> None:
    text = "<a>  one\n    two\n    three\n</a>"
    assert at_margin(text, 3, text.index("</a>"), ()).text == "one\ntwo\nthree\n"


@given(st.text(alphabet=" \t\n`#-a中", max_size=80))
def test_every_character_is_known_by_its_place(text: str) -> None:
    opaque = scan(Source("a.md", text), frozenset(), Limits()).opaque
    made = at_margin(text, 0, len(text), opaque)
    assert "".join(made.text.split()) == "".join(text.split())
    for offset, character in enumerate(made.text):
        if not character.isspace():
            assert text[made.source(offset)] == character
            assert made.offset(made.source(offset)) == offset
