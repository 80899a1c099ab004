"""A line that may open a fenced code block -> where the block ends (SPEC 1.3), in time linear in the text.

Fences of exactly three backticks nest. One run with a stack settles where each of the inner ones closes; what it
learned is kept in `Fences`, one of which serves one text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from dpmlc.text.regular import regular

_LINE = re.compile(r"\n([ \t]*+)(`{3,}+|~{3,}+)[ \t]*+([^\n]*+)")
_QUOTED_LINE = regular(r"([ \t]*+)(?:(`{3,}+|~{3,}+)[ \t]*+([^\n]*+))?")
_QUOTE_MARK = regular(r"[ \t]*+>[ \t]?+")
_INFO = regular(r"[A-Za-z0-9_+#.{}=-]+")
_PATIENCE = 8
"""So many readings with nesting may fail; behind them a text is read as CommonMark reads it. Keeps the cost linear."""


class Opening(NamedTuple):
    """A line that may open a fence: its mark from `start` to `end`, its column, how many `>` stand before it."""

    start: int
    end: int
    indent: int
    quotes: int


class Closed(NamedTuple):
    """Where a fence ends: behind its closing mark. `ambiguous`: only CommonMark's reading closes it."""

    end: int
    ambiguous: bool = False


class _Mark(NamedTuple):
    """A line of a fence that itself looks like a fence mark. `bare`: nothing stands behind the mark."""

    start: int
    end: int
    indent: int
    character: str
    bare: bool
    opens: bool


class Fences:
    """What is known of the fences of one text."""

    __slots__ = ("_failures", "_hopeless", "_nested", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._nested: dict[int, int] = {}
        self._hopeless = {"`": len(text) + 1, "~": len(text) + 1}
        self._failures = 0

    def close(self, opening: Opening) -> Closed | None:
        """Where the fence that `opening` opens is closed, or None. A quote's fence ends with the quote."""
        character = self._text[opening.start]
        length = opening.end - opening.start
        if character == "`" and length == 3:
            end = self._close_nested(opening)
            if end >= 0:
                return Closed(end)
        if opening.quotes == 0 and length >= self._hopeless[character]:
            return None
        return self._close_plainly(opening, character, length)

    def spoilt(self, opening: Opening) -> tuple[int, int] | None:
        """What stands behind the marks of the next fence line, where it is no info string and they would close."""
        line = _LINE.search(self._text, opening.end)
        mark = self._text[opening.start : opening.end]
        if line is None or not line[2].startswith(mark) or not line[3] or _INFO.fullmatch(line[3].rstrip()):
            return None
        return line.start(3), line.start(3) + len(line[3].rstrip())

    def _close_nested(self, opening: Opening) -> int:
        """End of the fence when inner fences nest, or -1. Each run over the text also settles its inner fences."""
        known = self._nested.get(opening.start)
        if known is None and self._failures < _PATIENCE:
            known = self._close_at_once(opening) or self._run(opening)
            self._failures += known < 0
        return -1 if known is None else known

    def _close_at_once(self, opening: Opening) -> int:
        """End of the fence where the first mark inside is its closing one, as nearly always; else 0."""
        line = None if opening.quotes else _LINE.search(self._text, opening.end)
        if line is None or line[3] or line[2][0] != "`" or len(line[1].expandtabs(4)) > opening.indent:
            return 0
        self._nested[opening.start] = line.end(2)
        return line.end(2)

    def _run(self, opening: Opening) -> int:
        stack = [(opening.start, 3, opening.indent)]
        for mark in self._marks(opening):
            _, length, indent = stack[-1]
            if mark.character != "`" or mark.end - mark.start < length:
                continue
            if not mark.bare or mark.indent > indent:
                if mark.opens:
                    stack.append((mark.start, mark.end - mark.start, mark.indent))
                continue
            self._nested[stack.pop()[0]] = mark.end
            if not stack:
                return mark.end
        self._nested.update((start, -1) for start, _, _ in stack)
        return -1

    def _close_plainly(self, opening: Opening, character: str, length: int) -> Closed | None:
        """End of the fence as CommonMark reads it."""
        ambiguous = character == "`" and length == 3
        for mark in self._marks(opening):
            if mark.bare and mark.character == character and mark.end - mark.start >= length:
                return Closed(mark.end, ambiguous)
        if opening.quotes:
            return Closed(_end_of_quote(self._text, opening))
        self._hopeless[character] = length
        return None

    def _marks(self, opening: Opening) -> Iterator[_Mark]:
        return _quoted_marks(self._text, opening) if opening.quotes else _marks(self._text, opening.end)


def _marks(text: str, start: int) -> Iterator[_Mark]:
    """Lines behind `start` that look like fence marks."""
    line = _LINE.search(text, start)
    while line:
        yield _mark(line)
        line = _LINE.search(text, line.end())


def _quoted_marks(text: str, opening: Opening) -> Iterator[_Mark]:
    """The same for a fence in a quote: its lines end where the quote's marks end."""
    for start in _quoted_lines(text, opening):
        line = _QUOTED_LINE.match(text, start)
        if line and line[2]:
            yield _mark(line)


def _end_of_quote(text: str, opening: Opening) -> int:
    last = opening.end
    for start in _quoted_lines(text, opening):
        last = start
    end = text.find("\n", last)
    return len(text) if end < 0 else end


def _quoted_lines(text: str, opening: Opening) -> Iterator[int]:
    """Where the content of each line begins, quote marks left out, as long as the lines have all of the quote marks."""
    newline = text.find("\n", opening.end)
    while newline >= 0:
        at = newline + 1
        for _ in range(opening.quotes):
            mark = _QUOTE_MARK.match(text, at)
            if not mark:
                return
            at = mark.end()
        yield at
        newline = text.find("\n", at)


def _mark(line: re.Match[str]) -> _Mark:
    start, end = line.span(2)
    character = line[2][0]
    opens = character == "~" or "`" not in line[3]
    return _Mark(start, end, len(line[1].expandtabs(4)), character, not line[3], opens)
