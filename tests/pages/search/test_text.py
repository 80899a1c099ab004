"""Python and JavaScript fold and divide alike: a query is read by one, the pages by the other."""

import sys
import unicodedata

import pytest
from dividing import runs
from hypothesis import given
from hypothesis import strategies as st
from searching import in_node

from dpmlc.pages.search.fold import fold

FOLDED = [
    ("DPML", "dpml"),
    ("ＡＢＣ１２", "abc12"),
    ("㎏", "kg"),
    ("ß ẞ Straße", "ss ss strasse"),
    ("İstanbul", "istanbul"),
    ("ΣΑΣ ς", "σασ σ"),
    ("ﾊﾟｶﾅ", "パカナ"),
    ("\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"),
    ("한글", "한글"),
    ("e\u0301", "é"),
    ("注册，表：（一）", "注册,表:(一)"),
    ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
    ("⼈", "人"),
    ("ﬁ…", "fi..."),
]
DIVIDED = [
    ("嵌套引用", [("嵌", 0), ("套", 1), ("引", 2), ("用", 3)]),
    ("嵌套，引用", [("嵌", 0), ("套", 1), ("引", 3), ("用", 4)]),
    ("core-abilities", [("core", 0), ("abilities", 1)]),
    ("core abilities", [("core", 0), ("abilities", 2)]),
    ("thought://creative", [("thought", 0), ("creative", 1)]),
    ("dpml标签 dpml 标签", [("dpml", 0), ("标", 1), ("签", 2), ("dpml", 3), ("标", 4), ("签", 5)]),
    ("자원 관리", [("자", 0), ("원", 1), ("관", 3), ("리", 4)]),
    ("标签(dpml)", [("标", 0), ("签", 1), ("dpml", 3)]),
    ("snake_case", [("snake", 0), ("case", 1)]),
    ("𠮷野", [("𠮷", 0), ("野", 1)]),
    ("://", []),
    ("x" * 60, [("x" * 48, 0)]),
]


def divided(text: str) -> list[tuple[str, int]]:
    """Tokens and positions, as the postings count them."""
    tokens: list[tuple[str, int]] = []
    for _, run, cjk, gap in runs(text):
        at = tokens[-1][1] + 1 + gap if tokens else 0
        tokens += [(one, at + index) for index, one in enumerate(run)] if cjk else [(run[:48], at)]
    return tokens


@pytest.mark.parametrize(("text", "expected"), FOLDED)
def test_fold(text: str, expected: str) -> None:
    assert fold(text) == expected


@pytest.mark.parametrize(("text", "expected"), DIVIDED)
def test_tokens(text: str, expected: list[tuple[str, int]]) -> None:
    assert divided(text) == expected


def test_javascript_says_the_same() -> None:
    said = in_node({"texts": [text for text, _ in FOLDED]})
    assert said["folded"] == [expected for _, expected in FOLDED]
    said = in_node({"texts": [text for text, _ in DIVIDED]})
    assert [[(text, at) for text, at in one] for one in said["divided"]] == [expected for _, expected in DIVIDED]


@pytest.mark.slow
def test_javascript_says_the_same_of_every_character() -> None:
    """Characters that this Python does not know yet, or that a later Unicode may treat otherwise, are left out."""
    known = [
        chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in {"Cn", "Cs", "Co"}
    ]
    texts = [f"a{character}b" for character in known]
    said = in_node({"texts": texts})
    differing = [
        (f"{ord(character):x}", fold(text), there, divided(fold(text)), [tuple(token) for token in tokens])
        for character, text, there, tokens in zip(known, texts, said["folded"], said["divided"], strict=True)
        if fold(text) != there or divided(there) != [tuple(token) for token in tokens]
    ]
    assert differing == []


@given(st.text())
def test_a_folded_text_is_folded_already(text: str) -> None:
    assert fold(fold(text)) == fold(text)
