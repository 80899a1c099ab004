"""Two places -> the path of the edge between them, and of its arrow head."""

from collections.abc import Iterable, Sequence

from dpmlc.pages.graph.lane import Column, Pass, passes
from dpmlc.pages.graph.place import Place
from dpmlc.pages.graph.size import HEIGHT

_HEAD = 6
_LOOP = 18


def curve(source: Place, target: Place, columns: Sequence[Column] = ()) -> tuple[str, str]:
    """SVG path data of the line and of its head. Edges leave and arrive level, so heads point left or right.

    A long edge runs between the nodes of the `columns` that it passes.
    """
    if source == target:
        return _loop(source)
    if source.column == target.column:
        return _beside(source, target)
    if source.column < target.column:
        between = passes(source, target, columns[source.column + 1 : target.column])
        return _line(source.x + source.width, source.middle, target.x, target.middle, 1, between)
    between = passes(source, target, columns[source.column - 1 : target.column : -1])
    return _line(source.x, source.middle, target.x + target.width, target.middle, -1, between)


def _line(x: int, y: int, to_x: int, to_y: int, way: int, between: Iterable[Pass]) -> tuple[str, str]:
    line = [f"M{x} {y}"]
    for each in between:
        line.append(f"{_bow(x, y, each.x, each.y)}H{each.to_x}")
        x, y = each.to_x, each.y
    line.append(_bow(x, y, to_x - way * _HEAD, to_y))
    return "".join(line), _head(to_x, to_y, way)


def _bow(x: int, y: int, to_x: int, to_y: int) -> str:
    """From one height to another, level at both ends."""
    middle = (x + to_x) // 2
    return f"C{middle} {y} {middle} {to_y} {to_x} {to_y}"


def _beside(source: Place, target: Place) -> tuple[str, str]:
    """Within a column: out at the right and in again at the right, wider where the way is longer."""
    x, to_x = source.x + source.width, target.x + target.width
    out = max(x, to_x) + 18 + min(54, abs(target.y - source.y) // 6)
    end = to_x + _HEAD
    return f"M{x} {source.middle}C{out} {source.middle} {out} {target.middle} {end} {target.middle}", _head(
        to_x, target.middle, -1
    )


def _loop(place: Place) -> tuple[str, str]:
    x, quarter = place.x + place.width, HEIGHT // 4
    up, down, out = place.middle - quarter, place.middle + quarter, x + _LOOP
    return f"M{x} {up}C{out} {up - quarter} {out} {down + quarter} {x + _HEAD} {down}", _head(x, down, -1)


def _head(x: int, y: int, way: int) -> str:
    back = x - way * _HEAD
    return f"M{x} {y}L{back} {y - 3}V{y + 3}Z"
