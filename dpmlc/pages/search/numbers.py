"""Numbers as characters: one code point each, so that UTF-8 is the variable-length code and JavaScript reads it alone.

A number below `DIGIT` is the character `FIRST + number`; a higher one is `FIRST + DIGIT + number // DIGIT` before the
character of its rest. Characters below `FIRST` are free to separate, surrogates and what lies above never appear.
"""

import re

FIRST = 35
DIGIT = 32768
HIGHEST = (0xD7FF - FIRST - DIGIT) * DIGIT
"""Below it numbers can be written: more tokens than a page of 700 MB has."""

_HIGH = re.compile(f"[{chr(FIRST + DIGIT)}-\ud7ff]")
_NUMBER = re.compile(f"{_HIGH.pattern}?.", re.DOTALL)
_FEW = 64
_ODD = bytes(code & 1 for code in range(256))


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
    """Where row `at` begins and ends of rows that `lanes.ascending` wrote, which stand one behind the other.

    Both are the length of `text` for the row behind the last one.
    """
    if _HIGH.search(text):
        ends = bytes(ord(each) & 1 and not _HIGH.match(each) for each in text)
    else:
        ends = text.encode("utf-16-le")[::2].translate(_ODD)
    start = _behind(ends, at)
    return start, ends.find(b"\1", start) + 1 or start


def _behind(ends: bytes, rows: int) -> int:
    """Where the first `rows` rows end. Halves are counted: a row has up to ten thousand others before it."""
    start, stop = 0, len(ends)
    while stop - start > _FEW:
        middle = (start + stop) // 2
        if (more := ends.count(1, start, middle)) < rows:
            start, rows = middle, rows - more
        else:
            stop = middle
    return len(ends) - len(ends[start:].split(b"\1", rows)[-1])
