"""Where content that goes in place meets the text around it: neither may change how the other is read (SPEC 4.2)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from dpmlc.link.edits import Edit, elements, escape
from dpmlc.link.flat import Close, Kept, Open, Piece, Row
from dpmlc.link.quoting import quoted, reads_whole
from dpmlc.scan.document import Scan

_RUN = re.compile(r"`+")
_BLANK = re.compile(r"\n[^\S\n]*(?=\n)")
_PIPE = re.compile(r"(?<!\\)\|")
_TAGLIKE = re.compile(r"<(?=[A-Za-z/!]|\Z)")
_BLANK_ROW = Piece(" ", None, 0)


class Joints:
    """The loose marks of one document, and its references by place."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def spaced(self, start: int, end: int, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """The rows with a blank where their first or last character would join the text beside `start` or `end`."""
        first, last = _first(rows), _last(rows)
        before = [_BLANK_ROW] if first and self._joins_before(start, first) else []
        after = [_BLANK_ROW] if last and self._joins_behind(end, rows, last) else []
        return (*before, *rows, *after)

    def escapes(self, start: int, rows: tuple[Row, ...]) -> Iterator[Edit]:
        """Backslashes before loose marks that what takes the place at `start` would make a pair or a tag with."""
        if any(isinstance(row, Piece) and "`" in row.text for row in rows) and self.loose_ticks:
            paragraph = self._paragraph(start)
            for tick in reversed(self.loose_ticks[: bisect_left(self.loose_ticks, start)]):
                if self._paragraph(tick) != paragraph:
                    break
                yield escape(tick)
        text = self._scan.text
        opening = text.rfind("<", max(text.rfind("\n", 0, start), text.rfind(">", 0, start)) + 1, start)
        if opening >= 0 and _TAGLIKE.match(text, opening, start) and not self._covered(opening):
            yield escape(opening)

    def exposed(self, lines: Iterable[int], fresh: Iterable[int]) -> Iterator[Edit]:
        """Backslashes before what looks like a tag on the lines of these places, which text left, and for fences.

        It was text among other text; alone on a line it would not be. `fresh` are places where a line begins now.
        """
        text = self._scan.text
        for line in {text.rfind("\n", 0, each) + 1 for each in lines}:
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

    def _joins_behind(self, end: int, rows: tuple[Row, ...], last: str) -> bool:
        text = self._scan.text
        behind = text[end : end + 1]
        if not behind or behind.isspace():
            return False
        if behind == "`" or end in self._references[0]:
            return True
        kept = _kept_at_end(rows)
        if kept is not None:
            following = text[end : end + 100].partition("\n")[0]
            return behind != "<" and not reads_whole(kept.text, following, kept.text)
        return last == "\\"


def restated(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Content for a sentence: a kept reference that stood alone in its line is written so that it reads as a whole."""
    made = list(rows)
    for at, row in enumerate(rows):
        if not isinstance(row, Kept):
            continue
        piece = made[at + 1]
        path = row.bound.reference.path
        if isinstance(piece, Piece) and not path.isascii() and not reads_whole(piece.text, "", piece.text):
            made[at + 1] = Piece(_requoted(piece.text, row.bound.reference.query), None, 0)
    return tuple(made)


def in_cell(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Content for a table's cell: its own pipes do not divide it."""
    made: list[Row] = []
    for row in rows:
        if not isinstance(row, Piece) or "|" not in row.text:
            made.append(row)
            continue
        place = 0
        for pipe in _PIPE.finditer(row.text):
            made += (Piece(row.text[place : pipe.start()], row.path, row.start + place), Piece("\\", None, 0))
            place = pipe.start()
        made.append(Piece(row.text[place:], row.path, row.start + place))
    return tuple(each for each in made if not isinstance(each, Piece) or each.text)


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


def _first(rows: tuple[Row, ...]) -> str:
    return next((row.text[0] for row in rows if isinstance(row, Piece) and row.text), "")


def _last(rows: tuple[Row, ...]) -> str:
    return next((row.text[-1] for row in reversed(rows) if isinstance(row, Piece) and row.text), "")


def _kept_at_end(rows: tuple[Row, ...]) -> Piece | None:
    held = [row for row in rows if not isinstance(row, Open | Close)]
    if len(held) > 1 and isinstance(held[-2], Kept) and isinstance(held[-1], Piece):
        return held[-1]
    return None
