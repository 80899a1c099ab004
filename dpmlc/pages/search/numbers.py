"""Numbers as characters: one code point each, so that UTF-8 is the variable-length code and JavaScript reads it alone.

A number below `DIGIT` is the character `FIRST + number`; a higher one is `FIRST + DIGIT + number // DIGIT` before the
character of its rest. Characters below `FIRST` are free to separate, surrogates and what lies above never appear.
"""

import re
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain

FIRST = 35
DIGIT = 32768
HIGHEST = (0xD7FF - FIRST - DIGIT) * DIGIT
"""Below it numbers can be written: more tokens than a page of 700 MB has."""

_SPACE = ord(" ")
_HIGH = re.compile(f"[{chr(FIRST + DIGIT)}-\ud7ff]")
_NUMBER = re.compile(f"{_HIGH.pattern}?.", re.DOTALL)
_TOO_HIGH = re.compile(f"[{chr(FIRST + DIGIT)}-\U0010ffff]")
_LARGE = 1 << 20
_ODD = bytes(code & 1 for code in range(256))
_BIG_ENDIAN = array("H", [1]).tobytes() != b"\1\0"


def written(number: int) -> str:
    """`number` from 0 to `HIGHEST - 1` as one or two characters."""
    if number < DIGIT:
        return chr(FIRST + number)
    return chr(FIRST + DIGIT + number // DIGIT) + chr(FIRST + number % DIGIT)


def split(text: str) -> list[str]:
    """The numbers in `text`, each as it is written."""
    return _NUMBER.findall(text) if _HIGH.search(text) else list(text)


def read(text: str) -> list[int]:
    """The numbers in `text`."""
    if not _HIGH.search(text):
        return [code - FIRST for code in map(ord, text)]
    codes = [[ord(each) - FIRST for each in number] for number in _NUMBER.findall(text)]
    return [each[0] if len(each) == 1 else (each[0] - DIGIT) * DIGIT + each[1] for each in codes]


def stretch(text: str, at: int) -> tuple[int, int]:
    """Where row `at` begins and ends of rows that `ascending` wrote, which stand one behind the other.

    Both are the length of `text` for the row behind the last one.
    """
    if _HIGH.search(text):
        ends = bytes(ord(each) & 1 and not _HIGH.match(each) for each in text)
    else:
        ends = text.encode("utf-16-le")[::2].translate(_ODD)
    start = len(ends) - len(ends.split(b"\1", at)[-1])
    return start, ends.find(b"\1", start) + 1 or start


def ascending(rows: Iterable[Sequence[int]], below: int) -> str:
    """For each row, the rising positions of one term in one page; a space between rows.

    A row is a 0 and then `2 * position + 1` for each position, of which there is one at least; `below` is more than
    all of these numbers. Each position is written as the distance to the one before, doubled, plus 1 if more follow.
    """
    numbers = list(chain(chain.from_iterable(rows), (0,)))
    if below < DIGIT:
        return _side_by_side(array("H", numbers), 16).decode("utf-16-le")[1:-1]
    if below < _LARGE:
        told = _side_by_side(array("I", numbers), 32).decode("utf-32-le", "surrogatepass")[1:-1]
        return _TOO_HIGH.sub(lambda found: written(ord(found[0]) - FIRST), told)
    return _one_by_one(numbers)


def _side_by_side(numbers: "array[int]", bits: int) -> bytes:
    """All numbers at once, as lanes of so many bits in one large integer: ten operations, whatever their count.

    Odd lanes are positions, the others, which are 0, become spaces. `NUMBER - before` has the distance in its lanes,
    twice, and 1 more for the first of a row; the highest bit of each lane is set before, so that none
    borrows from the next.
    """
    if _BIG_ENDIAN:
        numbers.byteswap()
    size = len(numbers) * numbers.itemsize
    ones = int.from_bytes(b"\1".ljust(numbers.itemsize, b"\0") * len(numbers), "little")
    lanes = int.from_bytes(numbers.tobytes(), "little")
    places = lanes & ones
    before, after = places & (places << bits), places & (places >> bits)
    distances = (lanes | ones << bits - 1) - (lanes << bits) & places * ((1 << bits - 1) - 1)
    codes = distances + places * (FIRST - _SPACE - 1) + ones * _SPACE + before + after
    return codes.to_bytes(size, "little")


def _one_by_one(numbers: Sequence[int]) -> str:
    """The same for numbers of any size."""
    parts: list[str] = []
    for before, number, after in zip(numbers, numbers[1:], numbers[2:], strict=False):
        parts.append(written(number - before - (not before) + (after > 0)) if number else " ")
    return "".join(parts)
