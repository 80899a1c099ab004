"""Tags and comments of a text -> how much each tag is structure by its place in the line (SPEC 1.7)."""

from collections.abc import Sequence
from enum import IntEnum
from operator import itemgetter

from dpmlc.scan.tags import Tag
from dpmlc.text.frozen import frozen


class Strength(IntEnum):
    """`STRONG` begins and ends its line; `EDGE` opens at a line's beginning or closes at its end; else `WEAK`."""

    WEAK = 0
    EDGE = 1
    STRONG = 2


Mark = Tag | tuple[int, int]
"""A tag or a comment; both begin with where they start and end."""


@frozen
class Places:
    """Where tags stand, by index. `lines` are offsets of the starts of the lines that they stand on."""

    tags: tuple[Tag, ...]
    comments: tuple[tuple[int, int], ...]
    strengths: tuple[Strength, ...]
    lines: tuple[int, ...]


def places(text: str, start: int, tags: Sequence[Tag], comments: Sequence[tuple[int, int]]) -> Places:
    """White space, comments and other tags aside: what stands beside each tag on its line."""
    marks = in_order(tags, comments)
    begins, lines = _begins(text, start, marks)
    ends = _ends(text, marks)
    if comments:
        kept = [index for index, mark in enumerate(marks) if isinstance(mark, Tag)]
        begins, ends = [begins[index] for index in kept], [ends[index] for index in kept]
        lines = [lines[index] for index in kept]
    strengths = tuple(map(_strength, tags, begins, ends))
    return Places(tuple(tags), tuple(comments), strengths, tuple(lines))


def in_order(tags: Sequence[Tag], comments: Sequence[tuple[int, int]]) -> Sequence[Mark]:
    """Tags and comments in text order."""
    return sorted([*tags, *comments], key=itemgetter(0)) if comments else tags


def _begins(text: str, start: int, marks: Sequence[Mark]) -> tuple[list[bool], list[int]]:
    """Whether each mark begins its line, and where that line starts. Each gap between marks is looked at once."""
    found: list[bool] = []
    lines: list[int] = []
    before, line, blank = start, start, True
    for mark in marks:
        first, last = mark[0], mark[1]
        newline = text.rfind("\n", before, first)
        if newline >= 0:
            before = line = newline + 1
            blank = True
        blank = blank and (before == first or text[before:first].isspace())
        found.append(blank)
        lines.append(line)
        newline = text.rfind("\n", first, last)
        if newline >= 0:
            line, blank = newline + 1, True
        blank = blank and not _is_code(mark)
        before = last
    return found, lines


def _ends(text: str, marks: Sequence[Mark]) -> list[bool]:
    """Whether each mark ends its line."""
    found: list[bool] = []
    behind, blank = len(text), True
    for mark in reversed(marks):
        first, last = mark[0], mark[1]
        newline = text.find("\n", last, behind)
        if newline >= 0:
            behind, blank = newline, True
        blank = blank and (last == behind or text[last:behind].isspace())
        found.append(blank)
        blank = (blank or text.find("\n", first, last) >= 0) and not _is_code(mark)
        behind = first
    found.reverse()
    return found


def _is_code(mark: Mark) -> bool:
    """A closing tag in backticks is not aside: what stands beside it stands beside text."""
    return len(mark) > 2 and mark[3] == "quoted"


def _strength(tag: Tag, begins: bool, ends: bool) -> Strength:
    if begins and ends:
        return Strength.STRONG
    if begins if tag.kind == "open" else ends and tag.kind == "close":
        return Strength.EDGE
    return Strength.WEAK
