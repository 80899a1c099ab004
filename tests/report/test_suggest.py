"""An unknown name -> the known ones it was probably meant to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.report.suggest import nearest


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("thougt", ["execution", "though", "thought"], ("thought", "though")),
        ("Role", ["role", "tool"], ("role",)),
        ("要求", ["需求", "流程"], ("需求",)),
        ("creativ", ["creative", "创意"], ("creative",)),
        ("docs/guide.md", ["docs/guides.md", "src/main.py"], ("docs/guides.md",)),
        ("color", ["priority", "type"], ()),
        ("type", ["type"], ()),
        ("", ["a"], ()),
        ("x" * 100_000, ["x"], ()),
    ],
)
def test_nearest(name: str, known: list[str], expected: tuple[str, ...]) -> None:
    assert nearest(name, known) == expected


@given(st.text(max_size=12), st.lists(st.text(max_size=12)))
def test_the_order_of_the_known_names_does_not_matter(name: str, known: list[str]) -> None:
    found = nearest(name, known)
    assert found == nearest(name, reversed(known))
    assert len(found) <= 3
    assert set(found) <= set(known) - {name}


WORD = st.text(st.sampled_from("ABabcd茶ßİ"), max_size=6)


@given(WORD, st.lists(WORD, max_size=6))
def test_few_names_are_told_the_same_as_many(name: str, known: list[str]) -> None:
    # Among many, all are compared; these are like nothing.
    many = [f"{number}" * 50 for number in range(60)]
    assert nearest(name, known) == nearest(name, [*known, *many])
