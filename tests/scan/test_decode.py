"""Bytes in, text or the reason against it out (SPEC 1.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.source import Source

KOREAN = "첫째 줄입니다. 역할을 정의합니다.\n"
CHINESE = "这是一个角色的定义，请先阅读。\n"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(b"", "", id="empty"),
        pytest.param(b"a\r\nb\rc\nd", "a\nb\nc\nd", id="line ends"),
        pytest.param(b"\r\r\n\n", "\n\n\n", id="line ends side by side"),
        pytest.param(b"\xef\xbb\xbf<role>", "<role>", id="byte order mark"),
        pytest.param(b"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa", id="one mark is dropped, not two"),
        pytest.param("角色 🤖\n".encode(), "角色 🤖\n", id="CJK"),
    ],
)
def test_text(content: bytes, text: str) -> None:
    assert decode("a.md", content) == Source("a.md", text)


@pytest.mark.parametrize(
    ("content", "offset", "encoding", "reason"),
    [
        pytest.param(b"ab\xff", 2, "", "utf-8", id="not UTF-8"),
        pytest.param(b"\xef\xbb\xbfab\xff", 5, "", "utf-8", id="offset counts the mark"),
        pytest.param(b"abc\0", 3, "", "nul", id="NUL"),
        pytest.param(b"\0\xff", 0, "", "nul", id="NUL first"),
        pytest.param(CHINESE.encode("gb18030"), 0, "GB18030", "utf-8", id="GB18030"),
        pytest.param(b"# " + KOREAN.encode("cp949"), 7, "CP949", "utf-8", id="CP949, which begins like UTF-8"),
        pytest.param("role".encode("utf-16"), 0, "UTF-16", "utf-16", id="UTF-16"),
        pytest.param("<role>".encode("utf-16-le"), 1, "UTF-16LE", "nul", id="UTF-16 without mark"),
        pytest.param("<role>".encode("utf-16-be"), 0, "UTF-16BE", "nul", id="UTF-16BE without mark"),
        pytest.param((CHINESE * 5000).encode("gb18030"), 0, "GB18030", "utf-8", id="longer than a sample"),
    ],
)
def test_no_text(content: bytes, offset: int, encoding: str, reason: str) -> None:
    assert decode("a.md", content) == Undecodable("a.md", offset, encoding, reason)  # type: ignore[arg-type]


@given(st.binary())
def test_any_bytes(content: bytes) -> None:
    match decode("a.md", content):
        case Source(_, text):
            assert "\r" not in text
            assert "\0" not in text
        case Undecodable(_, offset):
            assert 0 <= offset < len(content)
