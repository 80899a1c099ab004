"""Ordered columns -> where each node stands. All lengths are whole units of an SVG, y grows downwards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dpmlc.grammar.railroad.fit import shortened
from dpmlc.pages.graph.node import Node
from dpmlc.pages.graph.order import Group
from dpmlc.report.width import columns, visible

HEIGHT = 24
"""Of a node."""

BETWEEN = 96
"""From one column to the next, where the edges run."""

MARGIN = 12

_COLUMN = 7
_PADDING = 12
_MOST_COLUMNS = 26
_LEAST_WIDTH = 64
_GAP = 6
_HEADING = 20


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
    """The box around a group, with its heading."""

    name: str
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


def placed(order: Sequence[Sequence[Group]], nodes: Mapping[str, Node]) -> Placed:
    """The columns from left to right, each in the middle of the height."""
    tallest = max((_tall(groups) for groups in order), default=0)
    places: list[Place] = []
    frames: list[Frame] = []
    x = MARGIN
    for at, groups in enumerate(order):
        width = _wide(nodes[each] for group in groups for each in group.nodes)
        y = MARGIN + (tallest - _tall(groups)) // 2
        for group in groups:
            frames.append(Frame(group.name, x - _GAP, y, width + 2 * _GAP, _high(group)))
            top = y + (_HEADING if group.name else _GAP)
            for row, each in enumerate(group.nodes):
                places.append(_place(nodes[each], at, x, top + row * (HEIGHT + _GAP), width))
            y += _high(group) + 2 * _GAP
        x += width + BETWEEN
    width = max(x - BETWEEN, MARGIN) + MARGIN + (BETWEEN // 2 if order else 0)
    return Placed(tuple(places), tuple(frames), width, tallest + 2 * MARGIN)


def in_grid(nodes: Sequence[Node], name: str, top: int, room: int) -> Placed:
    """`nodes` under a heading at the height `top`, as many beside each other as fit `room`; at least one."""
    width = _wide(nodes)
    across = max(1, (room - 2 * MARGIN) // (width + _GAP))
    places = tuple(
        _place(node, 0, MARGIN + at % across * (width + _GAP), top + _HEADING + at // across * (HEIGHT + _GAP), width)
        for at, node in enumerate(nodes)
    )
    rows = -(-len(nodes) // across)
    wide = min(across, len(nodes)) * (width + _GAP) + _GAP
    high = _HEADING + rows * (HEIGHT + _GAP)
    frame = Frame(name, MARGIN - _GAP, top, wide, high)
    return Placed(places, (frame,), wide + 2 * MARGIN, top + high + MARGIN)


def _place(node: Node, column: int, x: int, y: int, width: int) -> Place:
    shown = shortened(visible(node.label), _MOST_COLUMNS)
    return Place(node, column, x, y, width, shown)


def _wide(nodes: Iterable[Node]) -> int:
    widest = max((columns(shortened(visible(node.label), _MOST_COLUMNS)) for node in nodes), default=0)
    return max(_LEAST_WIDTH, widest * _COLUMN + 2 * _PADDING)


def _high(group: Group) -> int:
    return (_HEADING if group.name else _GAP) + len(group.nodes) * (HEIGHT + _GAP)


def _tall(groups: Sequence[Group]) -> int:
    return sum(_high(group) for group in groups) + 2 * _GAP * max(0, len(groups) - 1)
