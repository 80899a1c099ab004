"""Numbers as characters: one code point each, so that UTF-8 is the variable-length code and JavaScript reads it alone.

A number below `DIGIT` is the character `FIRST + number`; a higher one is `FIRST + DIGIT + number // DIGIT` before the
character of its rest. Characters below `FIRST` are free to separate, surrogates and what lies above never appear.
"""

from array import array
from collections.abc import Iterable, Sequence

FIRST = 35
DIGIT = 32768
HIGHEST = (0xD7FF - FIRST - DIGIT) * DIGIT
"""Below it numbers can be written: more tokens than a page of 700 MB has."""

_SPACE = ord(" ")

SMALL = tuple(chr(FIRST + number) for number in range(4096))


def written(number: int) -> str:
    """`number` from 0 to `HIGHEST - 1` as one or two characters."""
    if number < len(SMALL):
        return SMALL[number]
    if number < DIGIT:
        return chr(FIRST + number)
    return chr(FIRST + DIGIT + number // DIGIT) + chr(FIRST + number % DIGIT)


def ascending(rows: Iterable[Sequence[int]]) -> str:
    """For each row, the rising positions of one term in one page; a space between rows, none of which is empty.

    Each position is written as the distance to the one before, doubled, plus 1 if more follow.
    """
    codes: list[int] = []
    for row in rows:
        if len(row) == 1:
            codes.append(row[0] * 2 + FIRST)
        else:
            before = 0
            for number in row:
                codes.append((number - before) * 2 + FIRST + 1)
                before = number
            codes[-1] -= 1
        codes.append(_SPACE)
    if max(codes, default=0) < FIRST + DIGIT:
        return array("H", codes[:-1]).tobytes().decode("utf-16")
    return "".join([" " if code == _SPACE else written(code - FIRST) for code in codes[:-1]])
