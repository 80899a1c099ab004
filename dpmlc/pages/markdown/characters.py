"""Characters of Chinese, Japanese and Korean, punctuation, and characters that HTML takes for markup."""

import re
from unicodedata import category, normalize

from dpmlc.text.wrapping import is_in

_EAST_ASIAN = (
    "\u1100\u11ff", "\u2e80\u303e", "\u3041\ua4cf", "\ua960\ua97f", "\uac00\ud7ff", "\uf900\ufaff", "\ufe30\ufe4f",
    "\uff01\uffee", "\U0001aff0\U0001b16f", "\U0001f200\U0001f2ff", "\U00020000\U0003fffd",
)  # fmt: skip
_CHARREF = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def is_east_asian(character: str) -> bool:
    """Whether it is a letter or a full-width mark of Chinese, Japanese or Korean."""
    return character > "\u10ff" and is_in(_EAST_ASIAN, character)


def is_punctuation(character: str) -> bool:
    """Whether CommonMark (0.31) takes it for punctuation: a mark or a symbol."""
    return category(character)[0] in "PS"


def nfc(text: str) -> str:
    """Composed form, in which the same word is always the same string."""
    return text if text.isascii() else normalize("NFC", text)


def unescaped(text: str) -> str:
    """Character references as the characters; one that stands for none stays as it is written."""
    if "&" not in text:
        return text
    from mistune.util import unescape  # noqa: PLC0415  Few texts hold any.

    return _CHARREF.sub(lambda found: unescape(found[0]) or found[0], text)


def escaped(text: str) -> str:
    """Fit for HTML, in text and between double quotes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")
