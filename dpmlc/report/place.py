"""Spans -> lines and columns of the texts they point into; each text's lines are counted once."""

from collections.abc import Mapping

from dpmlc.text.frozen import frozen
from dpmlc.text.source import Lines, Position, lines
from dpmlc.text.span import Span


@frozen
class Place:
    """A span as people count it. `end` is the position behind the last code point."""

    path: str
    start: Position
    end: Position

    def __str__(self) -> str:
        return f"{self.path}:{self.start.line}:{self.start.column}"


def stands_apart(path: str) -> bool:
    """Whether a path is no file of the package: a dependency's `package://…` and a built-in's `dpmlc:…` are URIs."""
    return path.startswith(("package://", "dpmlc:"))


class Places:
    """Texts by package path, asked for places. A span into a text that is not there stands at its first character."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._lines: dict[str, Lines] = {}

    def of(self, span: Span) -> Place:
        """Line and column of both ends of `span`."""
        text = self.text(span.path)
        counted = self.lines(span.path)
        start, end = min(span.start, len(text)), min(max(span.start, span.end), len(text))
        return Place(span.path, counted.position(start), counted.position(end))

    def text(self, path: str) -> str:
        """The text at `path`, "" where there is none."""
        return self._texts.get(path, "")

    def lines(self, path: str) -> Lines:
        """The line starts of the text at `path`."""
        if path not in self._lines:
            self._lines[path] = lines(self.text(path))
        return self._lines[path]
