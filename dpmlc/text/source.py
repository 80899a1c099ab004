"""One file's text with LF line ends, and the arithmetic from offsets to lines and columns."""

import re
from bisect import bisect_right

from dpmlc.text.frozen import frozen

_LINE_END = re.compile(r"\n")


@frozen
class Source:
    """The text of one file: no BOM, every line end is LF (SPEC 1.1)."""

    path: str
    text: str


@frozen
class Position:
    """A place as people count it: line and column from 1, in code points."""

    line: int
    column: int


@frozen
class Lines:
    """Offsets of the line starts of one text; made only where a position is shown."""

    starts: tuple[int, ...]

    def position(self, offset: int) -> Position:
        """Line and column of the code point at `offset`."""
        line = bisect_right(self.starts, offset) - 1
        return Position(line + 1, offset - self.starts[line] + 1)


def lines(text: str) -> Lines:
    """Line starts of `text`, the first always 0. Only LF ends a line."""
    return Lines((0, *map(re.Match.end, _LINE_END.finditer(text))))
