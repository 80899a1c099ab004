"""Two places -> the path of the edge between them, and of its arrow head."""

from dpmlc.pages.graph.place import Place
from dpmlc.pages.graph.size import HEIGHT

_HEAD = 6
_LOOP = 18
_LIFT = 36


def curve(source: Place, target: Place) -> tuple[str, str]:
    """SVG path data of the line and of its head. Edges leave and arrive level, so heads point left or right."""
    if source == target:
        return _loop(source)
    if source.column == target.column:
        return _beside(source, target)
    # A long edge that ran level would look as if it began at the node it passes behind.
    level = abs(source.middle - target.middle) < HEIGHT
    lift = _LIFT if level and abs(source.column - target.column) > 1 else 0
    if source.column < target.column:
        return _line(source.x + source.width, source.middle, target.x, target.middle, 1, lift)
    return _line(source.x, source.middle, target.x + target.width, target.middle, -1, lift)


def _line(x: int, y: int, to_x: int, to_y: int, way: int, lift: int) -> tuple[str, str]:
    bend = way * max(32, abs(to_x - x) // 2)
    end = to_x - way * _HEAD
    return f"M{x} {y}C{x + bend} {y - lift} {end - bend} {to_y - lift} {end} {to_y}", _head(to_x, to_y, way)


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
