"""What a lexicon says of a text is what dividing the whole text says, however it is cut into stretches."""

import re

import pytest
from dividing import runs
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpmlc.pages.search.fold import composed, fold
from dpmlc.pages.search.lexicon import ALSO, GAP, Lexicon
from dpmlc.pages.search.tokens import closed_up

LETTERS = "abAB09é -_/,。()标签引用가나กิ々ー゚ﾊﾟ𠮷\u3000\u00a0\u200b\u00ad¨Σß"

PLACES = [
    ("标签", ["标签", "签", ""]),
    ("标签，引用", ["标签", "签", "", "引用", "用", ""]),
    ("core-ideas", ["core -core-ideas", "ideas", ""]),
    ("core ideas", ["core", "", "ideas", ""]),
    ("dpml 标签", ["dpml -dpml-标", "标签", "签", ""]),
    ("dpml，标签", ["dpml", "", "标签", "签", ""]),
    ("标签dpml", ["标签", "签 -签-dpml", "dpml", ""]),
    ("promptX", ["promptx x", ""]),
    ("(주전자)", ["주전 주전=^", "전자", "자", ""]),
    ("재사용 차", ["재사 재사=^", "사용", "용", "", "차", ""]),
    ("dpml사용", ["dpml -dpml-사", "사용 사용=^", "용", ""]),
    ("中사용", ["中사", "사용", "용", ""]),
    ("ที่นี่", ["ที", "ี่", "่น", "นี", "ี่", "่", ""]),
    ("…——", []),
]


def places_of(text: str) -> list[str]:
    """The places of a text, the terms of one with spaces between."""
    spaced = " ".join(composed(text).split())
    return [place.replace(ALSO, " ") for place in Lexicon().places(closed_up(spaced))]


@pytest.mark.parametrize(("text", "expected"), PLACES)
def test_places(text: str, expected: list[str]) -> None:
    assert places_of(text) == expected


def by_runs(text: str) -> list[set[str]]:
    """The terms at each place but for parts of words, found in the whole text."""
    places: list[set[str]] = []
    last = ""
    for _, run, cjk, gap in runs(fold(text)):
        if last and gap:
            places.append(set())
        elif last:
            places[-1].add(f"-{last}-{run[0] if cjk else run[:48]}")
        begin = {run[:2], f"{run[:2]}=^"} if re.match("[가-힣]{2}", run) else {run[:2]} if cjk else {run[:48]}
        places += [begin, *({run[at : at + 2]} for at in range(1, len(run) if cjk else 1))]
        last = run[-1] if cjk else run[:48]
    return [*places, set()] if places else []


@settings(max_examples=300)
@given(st.text(LETTERS, max_size=30))
@example("a ¨ﾟb")
@example("标 \u200b a")
def test_stretches_together_are_the_whole_text(text: str) -> None:
    assert [set(place.split(" ")) - {GAP} for place in places_of(text.lower())] == by_runs(text.lower())


@given(st.lists(st.text(LETTERS.replace(" ", ""), min_size=1, max_size=6), max_size=8))
def test_what_a_lexicon_knows_already_changes_nothing(texts: list[str]) -> None:
    lexicon = Lexicon()
    once = [lexicon.places(text) for text in texts]
    assert once == [lexicon.places(text) for text in texts] == [Lexicon().places(text) for text in texts]


def test_a_lexicon_does_not_grow_without_end() -> None:
    lexicon = Lexicon()
    for number in range(20_000):
        lexicon.places(f"w{number} {'long' * number}"[:200])
    assert len(lexicon) <= 16_384
    assert max(map(len, lexicon)) <= 24
