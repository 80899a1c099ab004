"""Every kind of secret is told by the quick look that nearly all text ends with."""

import pytest

from dpmlc.text.secrets import _SHAPES, _UNDERSCORED, _may_hold, masked, masked_bytes

MARKS = [each.mark for each in (*_SHAPES, *_UNDERSCORED)]
TOKENS = (
    "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5",
    "sk-ant-" + "qW3rT5yU7iO9pA1sD3fG5hJ7",
    "https://u:geheim@host.test/차",
)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_never_overlooked(mark: str) -> None:
    assert _may_hold(f"차 茶 {mark}…".encode())


@pytest.mark.parametrize("token", TOKENS)
def test_text_and_its_bytes_lose_the_same(token: str) -> None:
    text = f"차 茶\n{token} \ud800"
    assert token not in masked(text)
    shown = text.encode("utf-8", "replace")
    assert masked_bytes(shown) == masked(shown.decode()).encode()


def test_text_without_a_secret_is_the_same_object() -> None:
    text = "차를 마신다, K T J G x - _ h"
    assert masked(text) is text
