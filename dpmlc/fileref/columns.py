"""Rows of equal length -> for each character and position, which rows hold it there, as one large integer.

Bit i stands for row i, so that one machine instruction asks 64 files at once; that is what makes a keystroke over
100,000 files take milliseconds. Characters that few rows hold are looked up in the rows themselves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from dpmlc.text.frozen import frozen

PAD = "\0"
# Codes of characters in a row of bytes: an ASCII string, so 127 of them beside the padding.
_MOST_COMMON = 127
_RARE = 128

Column = tuple[tuple[int, int], ...]


@frozen
class Columns:
    """`rows` as columns. `common[c]` is (position, bits) of each position where a row holds c, ascending.

    `rare[c]` are the rows that hold c, ascending. `starts[p]` are the rows in which a word begins at p. `encoded` are
    the rows one after the other, a byte for each character: its number in `codes`, or 0. `marks` are `words` as bytes,
    `1` and `0`, the last position of each row first.
    """

    rows: tuple[str, ...]
    words: tuple[int, ...]
    width: int
    common: Mapping[str, Column]
    rare: Mapping[str, tuple[int, ...]]
    starts: tuple[int, ...]
    codes: Mapping[str, int]
    encoded: bytes
    marks: bytes

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
    codes = {each: number for number, each in enumerate(common, 1)}
    table = {ord(each): chr(codes.get(each, 0)) for each in (*counts, PAD)}
    encoded = "".join(rows).translate(table).encode("ascii")
    found, rare = _common(encoded, width, codes), _rare(rows, common)
    marks = "".join([format(each, f"0{width}b") for each in words]).encode("ascii")
    return Columns(tuple(rows), tuple(words), width, found, rare, _starts(marks, width), codes, encoded, marks)


def few_columns(of: Columns, numbers: Sequence[int], characters: set[str]) -> Columns:
    """The columns of a few rows, row i there is `numbers[i]` here, in which only `characters` are looked for."""
    width = of.width
    spans = [slice(at * width, at * width + width) for at in numbers]
    encoded, marks = b"".join([of.encoded[each] for each in spans]), b"".join([of.marks[each] for each in spans])
    rows, words = [of.rows[at] for at in numbers], [of.words[at] for at in numbers]
    codes = {each: of.codes[each] for each in characters if each in of.codes}
    rare = _rare_among(of, numbers, characters)
    found = _common(encoded, width, codes)
    return Columns(tuple(rows), tuple(words), width, found, rare, _starts(marks, width), codes, encoded, marks)


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


def _common(encoded: bytes, width: int, codes: Mapping[str, int]) -> dict[str, Column]:
    picks = {code: b"0" * code + b"1" + b"0" * (255 - code) for code in codes.values()}
    found: dict[int, list[tuple[int, int]]] = {code: [] for code in picks}
    for position in range(width):
        column = encoded[position::width][::-1]
        for code, pick in picks.items():
            if code in column:
                found[code].append((position, int(column.translate(pick), 2)))
    return {each: tuple(found[code]) for each, code in codes.items()}


def _rare_among(of: Columns, numbers: Sequence[int], characters: set[str]) -> dict[str, tuple[int, ...]]:
    asked = {each: of.rare[each] for each in characters if each in of.rare}
    places = {number: at for at, number in enumerate(numbers)} if asked else {}
    return {each: tuple(sorted(places[at] for at in held if at in places)) for each, held in asked.items()}


def _rare(rows: Sequence[str], common: Sequence[str]) -> dict[str, tuple[int, ...]]:
    known = {PAD, *common}
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        for character in set(row) - known:
            found.setdefault(character, []).append(number)
    return {each: tuple(numbers) for each, numbers in found.items()}


def _starts(marks: bytes, width: int) -> tuple[int, ...]:
    if not marks:
        return (0,) * width
    return tuple(int(marks[width - 1 - position :: width][::-1], 2) for position in range(width))


def _looked_up(rows: Sequence[str], numbers: Sequence[int], character: str) -> Column:
    found: dict[int, list[int]] = {}
    for number in numbers:
        at = rows[number].find(character)
        while at >= 0:
            found.setdefault(at, []).append(number)
            at = rows[number].find(character, at + 1)
    return tuple((position, bits_of(held, len(rows))) for position, held in sorted(found.items()))
