"""How wide text can get, and what of it fits: never less than the widest usual font takes, never more than fits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.pages.graph.measure import fitting, fitting_end, width

# Advances in DejaVu Sans (Latin, Greek, Cyrillic) and in the usual CJK and emoji fonts, in thousandths of an em.
ADVANCES = {
    "without edges": 318 + 818 + 278 + 392 + 634 + 612 + 634 + 392 + 615 + 635 + 635 + 615 + 521,
    "Ww@%Mm": 989 + 818 + 1000 + 950 + 863 + 974,
    "제주 한라봉": 5 * 1000 + 318,
    "龙井茶": 3000,
    "é": 615,
    "e\u0301": 615,
    "ñÅ": 634 + 684,
    "Жук": 1077 + 592 + 605,
    "щука": 943 + 592 + 605 + 613,
    "…": 1000,
    "💧": 1370,
    "❤\ufe0f": 1370,
}


@pytest.mark.parametrize(("text", "advance"), ADVANCES.items())
def test_no_usual_font_takes_more(text: str, advance: int) -> None:
    assert advance * 12 / 1000 <= width(text, 12) <= advance * 1.35 * 12 / 1000 + 1


def test_letters_in_parts_are_as_wide_as_whole_ones() -> None:
    assert width("\u1112\u1161\u11ab", 12) == width("한", 12) == 12
    assert width("", 12) == 0


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("龙井茶", 36, "龙井茶"),
        ("龙井茶", 35, "龙…"),
        ("iiiiii", 31, "iiiiii"),
        ("WWWWWW", 31, "W…"),
        ("W", 3, "…"),
        ("", 0, ""),
    ],
)
def test_what_is_too_long_ends_with_an_ellipsis(text: str, room: int, expected: str) -> None:
    assert fitting(text, room, 12) == expected


@pytest.mark.parametrize(
    ("path", "room", "expected"),
    [
        ("a/b", 60, "a/b"),
        ("역할/요리사/생각", 60, "…/생각"),
        ("resources/roles/x", 75, "…/roles/x"),
        ("abcdefghijklmn", 75, "…fghijklmn"),
    ],
)
def test_of_a_path_the_end_is_shown(path: str, room: int, expected: str) -> None:
    assert fitting_end(path, room, 11) == expected


@settings(max_examples=200)
@given(st.text("aWi/茶차é💧щ", max_size=50), st.integers(20, 300))
def test_what_fits_fits(text: str, room: int) -> None:
    for cut in (fitting(text, room, 12), fitting_end(text, room, 12)):
        assert width(cut, 12) <= room
        assert cut == text or width(text, 12) > room
