"""Rows of numbers -> how the index writes them: all at once, each in a lane of one large integer.

A few operations take the place of many for each number. A row begins with an even number below 4; in the odd ones
behind it, which rise, the last bit tells that a lane holds one. `x << BITS` has in each lane what the one before it has
in `x`.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import iadd

from dpmlc.pages.search.numbers import DIGIT, FIRST

BITS = 32
BEGIN = 2
"""With which a row of pages begins."""

_BLOCK = 1 << 14
_ALL = (1 << BITS) - 1
_SPACE = ord(" ")
_DIGIT_BITS = DIGIT.bit_length() - 1
_BIG_ENDIAN = array("H", [1]).tobytes() != b"\1\0"


def place(page: int, rank: int) -> int:
    """The number of a term's page in a row of `codes_of`."""
    return page + 1 << 3 | rank << 1 | 1


def codes_of(rows: Iterable[Sequence[int]]) -> Iterator[bytes]:
    """For each row of `BEGIN` and pages the number of pages left out before each, times 3, plus the rank.

    Where a page stands more than once, its best rank counts. Rows are taken together until they fill a fast memory.
    """
    block: list[int] = []
    for row in rows:
        block += row
        if len(block) > _BLOCK:
            yield from _codes(block)
            block = []
    if block:
        yield from _codes(block)


def _codes(numbers: Sequence[int]) -> list[bytes]:
    ones, lanes = _lanes(numbers)
    places = lanes & ones
    pages = lanes >> 3 & ones * (_ALL >> 3)
    steps = pages - (pages << BITS & places * _ALL)
    firsts = _nonzero(steps, places)
    ranks = lanes >> 1 & firsts * 3
    return _characters(3 * steps + ranks - 3 * firsts, firsts, ones ^ places).split(b" ")


def ascending(rows: Iterable[list[int]]) -> bytes:
    """For each row, the rising positions of one term in one page; a space between rows.

    A row, of which there is one at least, is a 0 and then `2 * position + 1` for each position. Each is written as the
    distance to the one before, doubled, plus 1 if more follow.
    """
    ones, lanes = _lanes(reduce(iadd, rows, []))
    places = lanes & ones
    again = places & places << BITS
    before = lanes << BITS & again * _ALL
    return _characters(lanes - before - places + again + (again >> BITS), places, ones ^ places)


def _lanes(numbers: Sequence[int]) -> tuple[int, int]:
    """A 1 in each of so many lanes, and the numbers in them, the first one lowest."""
    ones = int.from_bytes(b"\1".ljust(BITS // 8, b"\0") * len(numbers), "little")
    held = array("I", numbers)
    if _BIG_ENDIAN:
        held.byteswap()
    return ones, int.from_bytes(held.tobytes(), "little")


def _nonzero(values: int, ones: int) -> int:
    """A 1 in each lane where `ones` has one and `values`, which are below half of what a lane holds, are not 0."""
    return values + ones * (_ALL >> 1) >> BITS - 1 & ones


def _characters(values: int, kept: int, begins: int) -> bytes:
    """The numbers in lanes that are `kept`, as they are written, with a space where a row `begins`, but the first one.

    A number of two digits is two characters of UTF-16 in one lane. Lanes that are neither are left out.
    """
    codes, units = values + kept * FIRST + begins * _SPACE, "utf-32-le"
    if values & kept * (_ALL ^ DIGIT - 1):
        high = values >> _DIGIT_BITS & kept * (DIGIT - 1)
        two = _nonzero(high, kept)
        rest = values & two * (DIGIT - 1)
        codes += rest * 0xFFFF + two * (DIGIT + (FIRST << 16)) - high * (DIGIT - 1)
        units = "utf-16-le"
    size = (kept | begins).bit_length() + BITS - 1 >> 3
    return codes.to_bytes(size, "little").decode(units).encode().translate(None, b"\0")[1:]
