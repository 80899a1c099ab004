"""Bytes -> `Source`, or where they stop being UTF-8 text (SPEC 1.1). An encoding is guessed only to name it."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Literal

from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source

_SAMPLE = 1 << 16


@frozen
class Undecodable:
    """A file that is not UTF-8 text.

    `offset` is the first byte that shows it, from 0. `encoding` is the likely one, as `iconv` spells it, or "".
    """

    path: str
    offset: int
    encoding: str
    reason: Literal["utf-8", "utf-16", "nul"]


def decode(path: str, content: bytes) -> Source | Undecodable:
    """The text of the file: byte order mark dropped, CRLF and CR turned into LF."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Undecodable(path, 0, "UTF-16", "utf-16")
    nul = content.find(b"\0")
    body = content.removeprefix(BOM_UTF8)
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        offset = error.start + len(content) - len(body)
        if 0 <= nul < offset:
            return Undecodable(path, nul, _wide(content), "nul")
        return Undecodable(path, offset, _wide(content) or _likely(content), "utf-8")
    if nul >= 0:
        return Undecodable(path, nul, _wide(content), "nul")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(path, text)


def _wide(content: bytes) -> str:
    """UTF-16 without a mark, told by the zero byte of every ASCII character; else ""."""
    sample = content[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) < max(4, len(sample) // 8) or 8 * min(even, odd) > max(even, odd):
        return ""
    return "UTF-16BE" if even > odd else "UTF-16LE"


def _likely(content: bytes) -> str:
    """GB18030 or CP949, whichever reads the bytes, or "".

    Both read most text of the other. Korean read as CP949 is Hangul nearly throughout; Chinese read so is about half.
    """
    korean = _read(content, "cp949")
    letters = [letter for letter in korean if letter > "\x7f"]
    hangul = sum("가" <= letter <= "힣" for letter in letters)
    if letters and 10 * hangul > 9 * len(letters):
        return "CP949"
    return "GB18030" if _read(content, "gb18030") else ""


def _read(content: bytes, encoding: str) -> str:
    """The beginning of `content` in `encoding`, or "" where it is not that. The sample's end may cut a character."""
    sample = content[:_SAMPLE]
    try:
        return sample.decode(encoding)
    except UnicodeDecodeError as error:
        whole = len(content) == len(sample) or error.start < len(sample) - 4
        return "" if whole else sample[: error.start].decode(encoding)
