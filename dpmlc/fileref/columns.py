"""Rows of equal length -> for each character and position, which rows hold it there, as one large integer.

Bit i stands for row i, so that one machine instruction asks 64 files at once; that is what makes a keystroke over
100,000 files take milliseconds. Characters that few rows hold are looked up in the rows themselves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PAD = "\0"
# Codes of characters in a row of bytes: an ASCII string, so 127 of them beside the padding.
_MOST_COMMON = 127
_RARE = 128

Column = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """`rows` as columns. `common[c]` is (position, bits) of each position where a row holds c, ascending.

    `rare[c]` are the rows that hold c, ascending. `starts[p]` are the rows in which a word begins at p.
    """

    rows: tuple[str, ...]
    words: tuple[int, ...]
    width: int
    common: Mapping[str, Column]
    rare: Mapping[str, tuple[int, ...]]
    starts: tuple[int, ...]

    def column(self, alternatives: str) -> Column:
        """Where rows hold one of `alternatives`."""
        found = [self._of(each) for each in alternatives if each != PAD]
        if len(found) == 1:
            return found[0]
        merged: dict[int, int] = {}
        for column in found:
            for position, bits in column:
                merged[position] = merged.get(position, 0) | bits
        return tuple(sorted(merged.items()))

    def _of(self, character: str) -> Column:
        known = self.common.get(character)
        if known is not None:
            return known
        return _looked_up(self.rows, self.rare.get(character, ()), character)


def columns(rows: Sequence[str], words: Sequence[int], width: int) -> Columns:
    """The columns of `rows`, each of `width` characters; bit p of `words[i]`: a word begins at p of row i."""
    counts = Counter("".join(rows))
    del counts[PAD]
    enough = max(_RARE, len(rows) // _RARE)
    common = [each for each, count in counts.most_common(_MOST_COMMON) if count > enough]
    return Columns(
        tuple(rows), tuple(words), width, _common(rows, width, common), _rare(rows, common), _starts(words, width)
    )


def few_columns(rows: Sequence[str], words: Sequence[int], width: int, characters: set[str]) -> Columns:
    """The same for a few rows of which only `characters` will be asked, at most 127."""
    wanted = sorted(characters - {PAD})[:_MOST_COMMON]
    common = _common(rows, width, wanted)
    found = {each: common.get(each, ()) for each in wanted}
    return Columns(tuple(rows), tuple(words), width, found, {}, _starts(words, width))


def bits_of(rows: Sequence[int], number: int) -> int:
    """The integer with a bit for each of `rows`, all below `number`."""
    buffer = bytearray(number // 8 + 1)
    for row in rows:
        buffer[row >> 3] |= 1 << (row & 7)
    return int.from_bytes(buffer, "little")


def rows_of(bits: int) -> list[int]:
    """The rows whose bit is set, ascending."""
    found = bin(bits)[:1:-1]
    rows, at = [], found.find("1")
    while at >= 0:
        rows.append(at)
        at = found.find("1", at + 1)
    return rows


class _Codes(dict[int, str]):
    """A translation in which everything unnamed is padding."""

    def __missing__(self, code: int) -> str:
        return PAD


def _common(rows: Sequence[str], width: int, characters: Sequence[str]) -> dict[str, Column]:
    codes = {each: number for number, each in enumerate(characters, 1)}
    table = _Codes({ord(each): chr(number) for each, number in codes.items()})
    encoded = "".join(rows).translate(table).encode("ascii")
    picks = [bytes(49 if code == number else 48 for code in range(256)) for number in range(len(codes) + 1)]
    found: dict[str, list[tuple[int, int]]] = {each: [] for each in characters}
    for position in range(width):
        column = encoded[position::width][::-1]
        for code in sorted(set(column) - {0}):
            found[characters[code - 1]].append((position, int(column.translate(picks[code]), 2)))
    return {each: tuple(column) for each, column in found.items()}


def _rare(rows: Sequence[str], common: Sequence[str]) -> dict[str, tuple[int, ...]]:
    known = {PAD, *common}
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        for character in set(row) - known:
            found.setdefault(character, []).append(number)
    return {each: tuple(numbers) for each, numbers in found.items()}


def _starts(words: Sequence[int], width: int) -> tuple[int, ...]:
    if not words:
        return (0,) * width
    joined = "".join(format(each, f"0{width}b") for each in words).encode("ascii")
    # Each row was written with its last position first.
    return tuple(int(joined[width - 1 - position :: width][::-1], 2) for position in range(width))


def _looked_up(rows: Sequence[str], numbers: Sequence[int], character: str) -> Column:
    found: dict[int, list[int]] = {}
    for number in numbers:
        at = rows[number].find(character)
        while at >= 0:
            found.setdefault(at, []).append(number)
            at = rows[number].find(character, at + 1)
    return tuple((position, bits_of(held, len(rows))) for position, held in sorted(found.items()))
