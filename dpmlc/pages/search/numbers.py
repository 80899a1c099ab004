"""Numbers as characters: one code point each, so that UTF-8 is the variable-length code and JavaScript reads it alone.

A number below `DIGIT` is the character `FIRST + number`; a higher one is `FIRST + DIGIT + number // DIGIT` before the
character of its rest. Characters below `FIRST` are free to separate, surrogates and what lies above never appear.
"""

from collections.abc import Sequence

FIRST = 35
DIGIT = 32768
HIGHEST = (0xD7FF - FIRST - DIGIT) * DIGIT
"""Below it numbers can be written: more tokens than a page of 700 MB has."""

SMALL = tuple(chr(FIRST + number) for number in range(4096))


def written(number: int) -> str:
    """`number` from 0 to `HIGHEST - 1` as one or two characters."""
    if number < len(SMALL):
        return SMALL[number]
    if number < DIGIT:
        return chr(FIRST + number)
    return chr(FIRST + DIGIT + number // DIGIT) + chr(FIRST + number % DIGIT)


def doubled(numbers: Sequence[int]) -> list[str]:
    """What `ascending` gives for each of `numbers` alone."""
    if max(numbers, default=0) < len(SMALL) // 2:
        return [SMALL[number * 2] for number in numbers]
    return [written(number * 2) for number in numbers]


def ascending(numbers: Sequence[int]) -> str:
    """Rising positions of one term in one page: each the distance to the one before, doubled, plus 1 if more follow."""
    *steps, last = [number - before for before, number in zip((0, *numbers), numbers, strict=False)]
    return "".join([written(step * 2 + 1) for step in steps]) + written(last * 2)
