"""Ordered columns -> where each node stands. All lengths are whole units of an SVG, y grows downwards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from dpmlc.grammar.railroad.fit import shortened
from dpmlc.pages.graph.height import heights
from dpmlc.pages.graph.node import Edge, Node
from dpmlc.pages.graph.order import Group
from dpmlc.pages.graph.size import GAP, HEADING, HEIGHT, ROW
from dpmlc.report.width import columns, visible

BETWEEN = 96
"""From one column to the next, where the edges run."""

MARGIN = 12

_COLUMN = 7
_HEADING_COLUMN = 6
_PADDING = 12
_MOST_COLUMNS = 26
_LEAST_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Place:
    """A node with its left upper corner; `shown` is what of its label fits."""

    node: Node
    column: int
    x: int
    y: int
    width: int
    shown: str

    @property
    def middle(self) -> int:
        """The height at which edges arrive."""
        return self.y + HEIGHT // 2


@dataclass(frozen=True, slots=True)
class Frame:
    """The box around a group; `shown` is what of its name fits above it."""

    name: str
    shown: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Everything in its place."""

    places: tuple[Place, ...]
    frames: tuple[Frame, ...]
    width: int
    height: int


def placed(order: Sequence[Sequence[Group]], nodes: Mapping[str, Node], edges: Iterable[Edge]) -> Placed:
    """The columns from left to right, each group as near to what it is tied to as its column lets it."""
    tops = heights(order, edges)
    hidden = _common([group.name for groups in order for group in groups if group.name])
    places: list[Place] = []
    frames: list[Frame] = []
    x = MARGIN
    for at, groups in enumerate(order):
        width = _wide(nodes[each] for group in groups for each in group.nodes)
        for number, group in enumerate(groups):
            y = MARGIN + tops[at][number]
            frames.append(_frame(group, hidden, x, y, width))
            for row, each in enumerate(group.nodes):
                places.append(_place(nodes[each], at, x, y + group.heading + row * ROW, width))
        x += width + BETWEEN
    bottom = max((frame.y + frame.height for frame in frames), default=MARGIN)
    width = max(x - BETWEEN, MARGIN) + MARGIN + (BETWEEN // 2 if order else 0)
    return Placed(tuple(places), tuple(frames), width, bottom + MARGIN)


def _frame(group: Group, hidden: int, x: int, y: int, width: int) -> Frame:
    """The box of `group`; its heading leaves out the first `hidden` characters, which all groups share."""
    shown = ending(visible(group.name[hidden:]), (width - 4) // _HEADING_COLUMN)
    return Frame(group.name, shown, x - GAP, y, width + 2 * GAP, group.height)


def _common(names: Sequence[str]) -> int:
    """How many characters the folders take that all of `names` lie in; a name itself is never taken whole."""
    if len(set(names)) < 2:
        return 0
    pairs = zip(min(names), max(names), strict=False)
    shared = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return shared.rfind("/") + 1


def ending(path: str, most: int) -> str:
    """The end of `path` in at most `most` columns, from a folder on where one fits: it tells more than the start."""
    cut = shortened(path[::-1], most)[::-1]
    if cut == path:
        return path
    folder = cut.find("/")
    return f"…{cut[folder:]}" if 0 < folder < len(cut) - 1 else cut


def in_grid(nodes: Sequence[Node], name: str, top: int, room: int) -> Placed:
    """`nodes` under a heading at the height `top`, as many beside each other as fit `room`; at least one."""
    width = _wide(nodes)
    across = max(1, (room - 2 * MARGIN) // (width + GAP))
    places = tuple(
        _place(node, 0, MARGIN + at % across * (width + GAP), top + HEADING + at // across * ROW, width)
        for at, node in enumerate(nodes)
    )
    rows = -(-len(nodes) // across)
    wide = min(across, len(nodes)) * (width + GAP) + GAP
    high = HEADING + rows * ROW
    frame = Frame(name, name, MARGIN - GAP, top, wide, high)
    return Placed(places, (frame,), wide + 2 * MARGIN, top + high + MARGIN)


def _place(node: Node, column: int, x: int, y: int, width: int) -> Place:
    shown = shortened(visible(node.label), _MOST_COLUMNS)
    return Place(node, column, x, y, width, shown)


def _wide(nodes: Iterable[Node]) -> int:
    widest = max((columns(shortened(visible(node.label), _MOST_COLUMNS)) for node in nodes), default=0)
    return max(_LEAST_WIDTH, widest * _COLUMN + 2 * _PADDING)
