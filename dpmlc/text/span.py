"""Where a piece of text stands: a half-open range of code points in one file."""

from dataclasses import dataclass

from dpmlc.text.quick import quick


@quick
@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points `start` up to, not including, `end` of the file `path`.

    `path` is a package path (see `dpmlc.text.paths`). An empty span is a place between two characters.
    """

    path: str
    start: int
    end: int
