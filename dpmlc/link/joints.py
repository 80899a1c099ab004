"""Where content that goes in place meets the text around it: neither may change how the other is read (SPEC 4.2)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from dpmlc.link.body import Inline, Strand, strand, unstranded
from dpmlc.link.edits import Edit, escape
from dpmlc.link.flat import Kept, Piece, Row
from dpmlc.link.quoting import quoted, reads_whole
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import elements
from dpmlc.text.regular import regular

_RUN = regular(r"`+")
_BLANK = regular(r"\n[^\S\n]*(?=\n)")
_PIPE = regular(r"(?<!\\)\|")
_TAGLIKE = re.compile(r"<(?=[A-Za-z/!]|\Z)")
_ANGLE = re.compile(r"<[^<>\n]*")
_BLANK_ROW = Piece(" ", None, 0)


class Joints:
    """The loose marks of one document, and its references by place."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def spaced(self, start: int, end: int, made: Strand) -> tuple[Inline, ...]:
        """The rows with a blank where their first or last character would join the text beside `start` or `end`."""
        before = (_BLANK_ROW,) if made.first and self._joins_before(start, made.first) else ()
        after = (_BLANK_ROW,) if made.last and self._joins_behind(end, made) else ()
        return (*before, made, *after)

    def escapes(self, start: int, made: Strand) -> Iterator[Edit]:
        """Backslashes before loose marks that what takes the place at `start` would make a tag or a pair with.

        The backticks come last, the nearest first.
        """
        at = bisect_left(self._angles, start, key=lambda each: each[0]) - 1
        if at >= 0:
            opening, until = self._angles[at]
            if until >= start and _TAGLIKE.match(self._scan.text, opening, start):
                yield escape(opening)
        if "`" in made.holds and self.loose_ticks:
            paragraph = self._paragraph(start)
            at = bisect_left(self.loose_ticks, start) - 1
            while at >= 0 and self._paragraph(self.loose_ticks[at]) == paragraph:
                yield escape(self.loose_ticks[at])
                at -= 1

    @cached_property
    def _angles(self) -> tuple[tuple[int, int], ...]:
        """Each `<` that is text, with the place of the next `>` or line end."""
        text = self._scan.text
        found = (each.span() for each in _ANGLE.finditer(text))
        return tuple(each for each in found if not self._covered(each[0]) and not _escaped(text, each[0]))

    def exposed(self, lines: Iterable[int], fresh: Iterable[int]) -> Iterator[Edit]:
        """Backslashes before what looks like a tag on the lines that begin at `lines`, from which text went.

        It was text among other text; alone on a line it would not be. `fresh` are places where a line begins now: there
        fences are escaped, too.
        """
        text = self._scan.text
        for line in dict.fromkeys(lines):
            stop = text.find("\n", line)
            for found in _TAGLIKE.finditer(text, line, len(text) if stop < 0 else stop):
                if not self._covered(found.start()) and not _escaped(text, found.start()):
                    yield escape(found.start())
        for place in fresh:
            if text.startswith(("```", "~~~"), place) and not self._covered(place):
                yield from (escape(each) for each in range(place, place + 3))

    @cached_property
    def loose_ticks(self) -> tuple[int, ...]:
        """Backticks that belong to no code, in text order."""
        if "`" not in self._scan.text:
            return ()
        found: list[int] = []
        for run in _RUN.finditer(self._scan.text):
            if not self._covered(run.start()):
                escaped = _escaped(self._scan.text, run.start())
                found += range(run.start() + escaped, run.end())
        return tuple(found)

    @cached_property
    def _blanks(self) -> tuple[int, ...]:
        return tuple(found.start() for found in _BLANK.finditer(self._scan.text))

    def _paragraph(self, place: int) -> int:
        return bisect_right(self._blanks, place)

    @cached_property
    def _regions(self) -> tuple[tuple[int, int], ...]:
        """Code, comments, front matter and tags, sorted."""
        found = [(each.start, each.end) for each in self._scan.opaque]
        for element in elements(self._scan.nodes):
            found.append((element.opening.start, element.opening.end))
            if element.closing is not None:
                found.append((element.closing.start, element.closing.end))
        return tuple(sorted(found))

    def _covered(self, place: int) -> bool:
        at = bisect_right(self._regions, place, key=lambda each: each[0]) - 1
        return at >= 0 and place < self._regions[at][1]

    @cached_property
    def _references(self) -> tuple[frozenset[int], frozenset[int]]:
        spans = [each.span for each in self._scan.references]
        return frozenset(each.start for each in spans), frozenset(each.end for each in spans)

    def _joins_before(self, start: int, first: str) -> bool:
        if start in self._references[1]:
            return True
        return self._scan.text.endswith(("`",) if first == "`" else ("@", "@!", "@?", "<"), 0, start)

    def _joins_behind(self, end: int, made: Strand) -> bool:
        text = self._scan.text
        behind = text[end : end + 1]
        if not behind or behind.isspace():
            return False
        if behind == "`" or end in self._references[0]:
            return True
        if made.kept is not None:
            following = text[end : end + 100].partition("\n")[0]
            return behind != "<" and not reads_whole(made.kept.text, following, made.kept.text)
        return made.last == "\\"


def restated(made: Strand) -> Strand:
    """Content for a sentence: a kept reference that stood alone in its line is written so that it reads as a whole."""
    rows = list(unstranded(made.rows))
    changed = False
    for at, row in enumerate(rows):
        piece = rows[at + 1] if isinstance(row, Kept) else None
        if not isinstance(row, Kept) or not isinstance(piece, Piece) or row.bound.reference.path.isascii():
            continue
        if not reads_whole(piece.text, "", piece.text):
            rows[at + 1] = Piece(_requoted(piece.text, row.bound.reference.query), None, 0)
            changed = True
    return strand(tuple(rows)) if changed else made


def in_cell(made: Strand) -> Strand:
    """Content for a table's cell: its own pipes do not divide it."""
    rows: list[Row] = []
    for row in unstranded(made.rows):
        if not isinstance(row, Piece) or "|" not in row.text:
            rows.append(row)
            continue
        place = 0
        for pipe in _PIPE.finditer(row.text):
            rows += (Piece(row.text[place : pipe.start()], row.path, row.start + place), Piece("\\", None, 0))
            place = pipe.start()
        rows.append(Piece(row.text[place:], row.path, row.start + place))
    return strand(tuple(each for each in rows if not isinstance(each, Piece) or each.text))


def _requoted(text: str, query: str) -> str:
    head, mark, rest = text.partition("://")
    path = rest[: len(rest) - len(query)]
    return f"{head}{mark}{quoted('file', path, chr(34), query) if not path.startswith(chr(34)) else path}{query}"


def _escaped(text: str, place: int) -> bool:
    """Whether an odd number of backslashes stands before `place`."""
    first = place
    while first > 0 and text[first - 1] == "\\":
        first -= 1
    return (place - first) % 2 == 1
