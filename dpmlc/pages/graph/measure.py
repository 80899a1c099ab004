"""Text -> how wide it can get in a font without serifs that nobody knows yet, and what of it fits a width.

Which font draws a label is the reader's business, so each character counts as wide as the widest of the usual ones
(DejaVu Sans, Verdana, Arial, Segoe UI, Noto Sans and those for CJK) has it. Widths are thousandths of the font's size.
"""

from collections.abc import Iterable
from unicodedata import category, east_asian_width, normalize

_USUAL = 640
_OTHER = 1100
_EMOJI = 1400
_SMALL = 720
_WIDTHS = {
    **dict.fromkeys(" !'(),-./:;I[\\]fijlrt|", 430),
    **dict.fromkeys("ABCKRVXZ", 700),
    **dict.fromkeys("#&+<=>^~DGHNOQUw", 840),
    **dict.fromkeys("%@MWm", 1020),
    **dict.fromkeys("мфшщыюжћњљѩ", 960),
}
# What makes an emoji of the sign before it.
_AS_EMOJI = "\ufe0f"


def width(text: str, size: int) -> int:
    """How many units `text` takes at most where the font has the given size, rounded up."""
    return -(-sum(map(_width, normalize("NFC", text))) * size // 1000)


def fitting(text: str, room: int, size: int) -> str:
    """`text` in at most `room` units, its end replaced by `…` where it is longer."""
    return _cut(text, room, size)


def fitting_end(path: str, room: int, size: int) -> str:
    """The end of `path` in at most `room` units, from a folder on where one fits: it tells more than the start."""
    cut = _cut(path[::-1], room, size)[::-1]
    if cut == path:
        return path
    folder = cut.find("/")
    return f"…{cut[folder:]}" if 0 < folder < len(cut) - 1 else cut


def _cut(text: Iterable[str], room: int, size: int) -> str:
    """No more of `text` is looked at than fits."""
    left = room * 1000
    kept, at = [], 0
    for character in text:
        left -= _width(character) * size
        kept.append(character)
        at += left >= _OTHER * size
        if left < 0:
            return "".join(kept[:at]) + "…"
    return "".join(kept)


def _width(character: str) -> int:
    found = _WIDTHS.get(character)
    if found is not None:
        return found
    return _USUAL if character.isascii() else _strange(character)


def _strange(character: str) -> int:
    """The width of a character that is not ASCII; a mark has none, a letter with one that of the letter."""
    if character == _AS_EMOJI:
        return _EMOJI - _OTHER
    kind = category(character)
    if kind in {"Mn", "Me", "Cf"}:
        return 0
    if east_asian_width(character) in "WF":
        return 1000 if "\u2e80" <= character < "\U0001f000" else _EMOJI
    plain = normalize("NFD", character)[0]
    if plain.isascii():
        return _width(plain)
    return _SMALL if kind == "Ll" and "\u0370" <= character < "\u0530" else _OTHER
