"""Text -> what a terminal may be shown of it, and how many columns that takes."""

import re
from unicodedata import category, east_asian_width

from dpmlc.text.regular import regular

_TAB = "    "
# Control characters, bidirectional controls, invisible format characters, line separators, tags and lone surrogates:
# whatever could move the cursor, reorder or hide text. ZWJ, ZWNJ and variation selectors stay, scripts need them.
_UNSAFE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f"
)
_UNSAFE_IN_LINE = regular(f"[\t\n{_UNSAFE}]")
_UNSAFE_IN_TEXT = regular(f"[{_UNSAFE}]")


def visible(text: str) -> str:
    """`text` as one safe line: tabs become four spaces, line ends and unsafe characters escapes like `\\u202e`."""
    return _UNSAFE_IN_LINE.sub(_escape, text)


def visible_lines(text: str) -> str:
    """`text` with its line ends and tabs, other unsafe characters as escapes."""
    return _UNSAFE_IN_TEXT.sub(_escape, text)


def json_safe(text: str) -> str:
    """Serialised JSON whose unsafe characters, which only strings can hold, are written as `\\uXXXX`."""
    return _UNSAFE_IN_TEXT.sub(_utf16_escape, text)


def columns(text: str) -> int:
    """Columns of `text` (already visible) on a terminal: wide East Asian characters take two, marks none."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if character.isascii():
        return 1
    # Hangul vowels and finals join the consonant before them.
    if category(character) in {"Mn", "Me", "Cf"} or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if character == "\t":
        return _TAB
    if character == "\n":
        return "\\n"
    if 0xDC80 <= code <= 0xDCFF:  # A byte of a file name that is not UTF-8.
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _utf16_escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
