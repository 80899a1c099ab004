"""The boxes of a diagram: each knows its size, and draws itself at a place as `Mark`s.

Lengths are whole units of an SVG. A box is entered at its left, at height 0, and left at its right, `drop` units lower;
it reaches `up` units above its entry and `down` below, `drop` included.
"""

from collections.abc import Iterator
from typing import Protocol, TypeAlias

from dpmlc.grammar.railroad.shape import Label
from dpmlc.text.frozen import frozen

RADIUS = 8
"""Of every curve."""

GAP = 10
"""Between neighbours in a row."""

SKIP = 8
"""Between boxes above each other."""

HALF = 13
"""Half of a label's height."""


@frozen
class Line:
    """A stretch of track, as SVG path data; `arrow` where it is one that shows the direction."""

    path: str
    arrow: bool = False


@frozen
class Sign:
    """A label drawn with its left edge at `x` and its middle at `y`; `shown` is the text that fits `width`."""

    x: int
    y: int
    width: int
    label: Label
    shown: str


Mark: TypeAlias = Line | Sign


class Box(Protocol):
    """Anything that stands on the track."""

    @property
    def width(self) -> int:
        """From entry to exit."""

    @property
    def up(self) -> int:
        """Above the entry."""

    @property
    def down(self) -> int:
        """Below the entry."""

    @property
    def drop(self) -> int:
        """How much lower than the entry the exit is."""

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """What is to be drawn with the entry at `x`, `y`."""


def across(x: int, y: int, to: int) -> Iterator[Line]:
    """A straight line at `y`, none where it would have no length."""
    if x != to:
        yield Line(f"M{x} {y}H{to}")


def leftwards(x: int, y: int) -> Line:
    """A small arrow against the reading direction."""
    return Line(f"M{x + 4} {y - 4}l-4 4l4 4", True)


@frozen
class Bare:
    """A line without anything on it."""

    width: int = 0
    up: int = 0
    down: int = 0
    drop: int = 0

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The line."""
        yield from across(x, y, x + self.width)


@frozen
class Plate:
    """One label in its frame."""

    width: int
    label: Label
    shown: str
    up: int = HALF
    down: int = HALF
    drop: int = 0

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The frame with its text."""
        yield Sign(x, y, self.width, self.label, self.shown)
