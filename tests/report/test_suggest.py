"""An unknown name -> the known ones it was probably meant to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import distance
from rapidfuzz.distance import OSA_py

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


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("letters", range(5, 60, 5))
def test_how_the_library_rounds_decides_nothing(letters: int, pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just three fifths alike is not enough, whether rapidfuzz was built with its native part or without."""
    if pure:
        monkeypatch.setattr(distance, "OSA", OSA_py)
    same = "a" * (letters * 3 // 5)
    assert nearest(f"{same}{'b' * (letters * 2 // 5)}", [f"{same}{'c' * (letters * 2 // 5)}"]) == ()
    assert nearest("要求", ["需求"]) == ("需求",)


WORD = st.text(st.sampled_from("ABabcd茶ßİ"), max_size=6)


@given(WORD, st.lists(WORD, max_size=6))
def test_few_names_are_told_the_same_as_many(name: str, known: list[str]) -> None:
    # Among many, all are compared; these are like nothing.
    many = [f"{number}" * 50 for number in range(60)]
    assert nearest(name, known) == nearest(name, [*known, *many])
