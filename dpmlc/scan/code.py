"""A run of backticks -> the end of the inline code that it opens (SPEC 1.3), a paragraph at a time.

A paragraph ends at a blank line, a fence, a list, quote or heading marker at a line's start, a line of tags, and
behind a heading. `Paragraphs` serves one text from its beginning to its end.
"""

import re
from bisect import bisect_left, bisect_right

from dpmlc.scan.html import is_html
from dpmlc.scan.tags import NAME, STRICT

_COMMENTS = r"(?>(?:<!--(?>(?:(?!-->)[^\n])*)-->[^\S\n]*+)*)"
_MARKERS = rf"""
    `{{3,}}+[^`\n]*+(?=\n|\Z)
  | ~{{3}}
  | (?:[-+*]|\d{{1,9}}+[.)])(?=[ \t\n]|\Z)
  | >
  | \#{{1,6}}+(?=[ \t\n]|\Z)
  | (?=</?+(?P<name>{NAME}(?>(?::{NAME})?)))(?>(?:{STRICT}[^\S\n]*+{_COMMENTS})+)(?=\n|\Z)
"""
_BOUNDARY = re.compile(rf"\n[^\S\n]*+(?:(?=\n|\Z)|{_COMMENTS}(?:{_MARKERS}))", re.VERBOSE)
_HEADING = re.compile(rf"[^\S\n]*+{_COMMENTS}(?>(?:(?:>|[-+*][ \t]|\d{{1,9}}+[.)][ \t])[ \t]*+)*)#{{1,6}}+[ \t]")
_RUN = re.compile(r"`++")
_DELIMITERS = re.compile(r"\n[ \t>]*+\|?+[ \t]*+:?+-++:?+[ \t]*+(?>(?:\|[ \t]*+:?+-++:?+[ \t]*+)*)\|?+[ \t]*+(?=\n|\Z)")
_CELL_END = re.compile(r"[|\n](?<!\\\|)")


class Paragraphs:
    """Closing runs of the paragraph that was asked for last, by length; the tables of the text, once one matters."""

    __slots__ = ("_claimed", "_end", "_runs", "_tables", "_text")

    def __init__(self, text: str, claimed: frozenset[str]) -> None:
        self._text = text
        self._claimed = claimed
        self._end = -1
        self._runs: dict[int, list[int]] = {}
        self._tables: tuple[list[int], list[int]] | None = None

    def code_end(self, start: int, end: int) -> int:
        """End of the inline code that the run from `start` to `end` opens, or -1. Runs are asked for in text order."""
        if start >= self._end:
            self._enter(start)
        length = end - start
        runs = self._runs.get(length, [])
        index = bisect_left(runs, end)
        if index == len(runs):
            return -1
        closing = runs[index]
        if _CELL_END.search(self._text, end, closing) and self._leaves_cell(end, closing):
            return -1
        return closing + length

    def _enter(self, start: int) -> None:
        """Make the paragraph that holds `start` the current one."""
        newline = self._text.rfind("\n", max(self._end, 0), start)
        first = newline + 1 if newline >= 0 else max(self._end, 0)
        self._end = self._end_of_paragraph(first, start)
        self._runs = {}
        for run in _RUN.finditer(self._text, start, self._end):
            self._runs.setdefault(run.end() - run.start(), []).append(run.start())

    def _end_of_paragraph(self, line: int, start: int) -> int:
        if _HEADING.match(self._text, line, start):
            newline = self._text.find("\n", start)
            return len(self._text) if newline < 0 else newline
        boundary = _BOUNDARY.search(self._text, start)
        while boundary and boundary["name"] and is_html(boundary["name"], self._claimed):
            boundary = _BOUNDARY.search(self._text, boundary.start() + 1)
        return boundary.start() if boundary else len(self._text)

    def _leaves_cell(self, start: int, end: int) -> bool:
        """Whether code from `start` to `end` would leave its table cell."""
        if self._tables is None:
            self._tables = _tables(self._text)
        starts, ends = self._tables
        index = bisect_right(starts, start) - 1
        return index >= 0 and start < ends[index]


def _tables(text: str) -> tuple[list[int], list[int]]:
    """Where pipe tables start and end, header rows included (GFM 0.29, section 4.10); rows without `|` end a table."""
    starts: list[int] = []
    ends: list[int] = []
    for row in _DELIMITERS.finditer(text):
        if "|" not in row[0] or (ends and row.start() < ends[-1]):
            continue
        starts.append(text.rfind("\n", ends[-1] if ends else 0, row.start()) + 1 if row.start() else 0)
        ends.append(_end_of_table(text, row.end()))
    return starts, ends


def _end_of_table(text: str, end: int) -> int:
    """`end` is a line end; the table goes on while the next line holds a `|`."""
    while end < len(text):
        newline = text.find("\n", end + 1)
        following = len(text) if newline < 0 else newline
        if text.find("|", end + 1, following) < 0:
            return end
        end = following
    return end
