"""Where a piece of text stands: a half-open range of code points in one file."""

from dpmlc.text.frozen import frozen


@frozen
class Span:
    """Code points `start` up to, not including, `end` of the file `path`.

    `path` is a package path (see `dpmlc.text.paths`). An empty span is a place between two characters. Spans are sorted
    by path, then by place.
    """

    path: str
    start: int
    end: int

    def __lt__(self, other: "Span") -> bool:
        return (self.path, self.start, self.end) < (other.path, other.start, other.end)
