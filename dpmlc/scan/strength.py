"""Tags and comments of a text -> how much each tag is structure by its place in the line (SPEC 1.7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from dpmlc.scan.tags import Tag


class Strength(IntEnum):
    """`STRONG` begins and ends its line; `EDGE` opens at a line's beginning or closes at its end; else `WEAK`."""

    WEAK = 0
    EDGE = 1
    STRONG = 2


Mark = tuple[int, int, Tag | None]
"""A tag or (None) a comment: from where to where."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where tags stand, by index. `lines` are offsets of line starts; `breaks`: not on the line of the tag before."""

    tags: tuple[Tag, ...]
    comments: tuple[tuple[int, int], ...]
    strengths: tuple[Strength, ...]
    lines: tuple[int, ...]
    breaks: tuple[bool, ...]


def places(text: str, start: int, tags: Sequence[Tag], comments: Sequence[tuple[int, int]]) -> Places:
    """White space, comments and other tags aside: what stands beside each tag on its line."""
    marks = list(in_order(tags, comments))
    begins, lines = _begins(text, start, marks)
    ends = _ends(text, marks)
    strengths: list[Strength] = []
    breaks: list[bool] = []
    at = -1
    for mark, begin, end, line in zip(marks, begins, ends, lines, strict=True):
        if mark[2] is not None:
            strengths.append(_strength(mark[2], begin, end))
            breaks.append(line != at)
            at = line
    tag_lines = tuple(line for mark, line in zip(marks, lines, strict=True) if mark[2] is not None)
    return Places(tuple(tags), tuple(comments), tuple(strengths), tag_lines, tuple(breaks))


def in_order(tags: Sequence[Tag], comments: Sequence[tuple[int, int]]) -> Iterator[Mark]:
    """Tags and comments in text order."""
    index = 0
    for tag in tags:
        while index < len(comments) and comments[index][0] < tag.start:
            yield (*comments[index], None)
            index += 1
        yield (tag.start, tag.end, tag)
    for comment in comments[index:]:
        yield (*comment, None)


def _begins(text: str, start: int, marks: Sequence[Mark]) -> tuple[list[bool], list[int]]:
    """Whether each mark begins its line, and where that line starts. Each gap between marks is looked at once."""
    found: list[bool] = []
    lines: list[int] = []
    before, line, blank = start, start, True
    for mark in marks:
        newline = text.rfind("\n", before, mark[0])
        if newline >= 0:
            before, line, blank = newline + 1, newline + 1, True
        blank = blank and _is_blank(text, before, mark[0])
        found.append(blank)
        lines.append(line)
        newline = text.rfind("\n", mark[0], mark[1])
        if newline >= 0:
            line, blank = newline + 1, True
        blank = blank and not _is_code(mark)
        before = mark[1]
    return found, lines


def _ends(text: str, marks: Sequence[Mark]) -> list[bool]:
    """Whether each mark ends its line."""
    found: list[bool] = []
    behind, blank = len(text), True
    for mark in reversed(marks):
        newline = text.find("\n", mark[1], behind)
        if newline >= 0:
            behind, blank = newline, True
        blank = blank and _is_blank(text, mark[1], behind)
        found.append(blank)
        if text.find("\n", mark[0], mark[1]) >= 0:
            blank = True
        blank = blank and not _is_code(mark)
        behind = mark[0]
    found.reverse()
    return found


def _is_code(mark: Mark) -> bool:
    """A closing tag in backticks is not aside: what stands beside it stands beside text."""
    return mark[2] is not None and mark[2].kind == "quoted"


def _is_blank(text: str, start: int, end: int) -> bool:
    return start == end or text[start:end].isspace()


def _strength(tag: Tag, begins: bool, ends: bool) -> Strength:
    if begins and ends:
        return Strength.STRONG
    if begins if tag.kind == "open" else ends and tag.kind == "close":
        return Strength.EDGE
    return Strength.WEAK
