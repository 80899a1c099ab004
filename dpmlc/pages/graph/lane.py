"""Placed nodes -> where an edge passes the columns between its ends: between their nodes, never across one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from dpmlc.pages.graph.place import Frame, Place, Placed
from dpmlc.pages.graph.size import GAP, HEADING, HEIGHT
from dpmlc.text.frozen import frozen

_ROOM = GAP // 2
"""From a node to an edge that passes it: the middle of two nodes."""


@frozen
class Column:
    """A column from its left to its right, and the heights that are taken, from top to bottom, apart."""

    left: int
    right: int
    tops: Sequence[int]
    bottoms: Sequence[int]

    def free(self, wanted: int) -> int:
        """The height nearest to `wanted` that no node and no heading takes."""
        at = bisect_right(self.tops, wanted) - 1
        if at < 0 or wanted >= self.bottoms[at]:
            return wanted
        top, bottom = self.tops[at], self.bottoms[at]
        return top if wanted - top <= bottom - wanted else bottom


@frozen
class Pass:
    """A level piece of an edge, in the edge's direction."""

    x: int
    to_x: int
    y: int


def columns(scene: Placed) -> tuple[Column, ...]:
    """The columns of a scene, from left to right. Linear but for sorting."""
    taken: dict[int, list[tuple[int, int]]] = {}
    ends: dict[int, Place] = {}
    at_left = {place.x - GAP: place.column for place in scene.places}
    for place in scene.places:
        ends.setdefault(place.column, place)
        taken.setdefault(place.column, []).append((place.y - _ROOM, place.y + HEIGHT + _ROOM))
    for frame in filter(_has_heading, scene.frames):
        taken[at_left[frame.x]].append((frame.y - _ROOM, frame.y + HEADING + _ROOM))
    return tuple(_column(ends[at], taken[at]) for at in sorted(taken))


def passes(source: Place, target: Place, between: Iterable[Column]) -> Iterator[Pass]:
    """Where an edge passes the columns `between` its ends, each as near to the straight way as it lets it."""
    way = 1 if source.x < target.x else -1
    x, y = (source.x + source.width if way > 0 else source.x), source.middle
    to_x = target.x if way > 0 else target.x + target.width
    for column in between:
        begin, end = (column.left, column.right) if way > 0 else (column.right, column.left)
        straight = y + (target.middle - y) * (begin + end - 2 * x) // (2 * (to_x - x))
        y, x = column.free(straight), end
        yield Pass(begin, end, y)


def _has_heading(frame: Frame) -> bool:
    return bool(frame.name)


def _column(first: Place, taken: Iterable[tuple[int, int]]) -> Column:
    tops: list[int] = []
    bottoms: list[int] = []
    for top, bottom in sorted(taken):
        if bottoms and top < bottoms[-1]:
            bottoms[-1] = max(bottoms[-1], bottom)
        else:
            tops.append(top)
            bottoms.append(bottom)
    return Column(first.x - GAP, first.x + first.width + GAP, tops, bottoms)
