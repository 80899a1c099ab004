"""Emphasis in a text alone, which has a short way, beside the way that all tokens go."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.pages.markdown.emphasis import emphasized, with_emphasis

PIECES = st.sampled_from(
    ["**", "**", "*", "***", "_", "__", "a", "茶", "차 물", "7", "②", " ", "。", "(", "!", "\u3000"]
)


def check(text: str) -> None:
    assert emphasized(text, 20) == with_emphasis([{"type": "text", "raw": text}], 20)


@pytest.mark.parametrize(
    "text",
    [
        "", "茶", "**茶**", "a **b** c", "**a** **b**", "a**b**c**d**e", "**a", "a**", "** a**", "**a **", "**(a)**",
        "****", "**a****b**", "***a***", "**a*b**", "**a** b_c", "**a** *b*", "__a__", "**茶：**水",
    ],
)  # fmt: skip
def test_the_short_way_leads_to_the_same_tokens(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_short_way_leads_to_the_same_tokens_for_marks_of_all_sorts(text: str) -> None:
    check(text)
