"""Ordered columns -> where each node stands. All lengths are whole units of an SVG, y grows downwards."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, takewhile
from unicodedata import normalize

from dpmlc.pages.graph.height import heights
from dpmlc.pages.graph.measure import fitting, fitting_end, width
from dpmlc.pages.graph.node import Edge, Node
from dpmlc.pages.graph.order import Group
from dpmlc.pages.graph.size import GAP, HEADING, HEIGHT, ROW
from dpmlc.report.width import visible
from dpmlc.text.frozen import frozen

BETWEEN = 96
"""From one column to the next, where few edges run; many get more room, at most three times as much."""

_FEW = 24

MARGIN = 12

LEFT = 10
"""From the left edge of a node to its text."""

HEADING_LEFT = 8
"""From the left edge of a frame to its text."""

SIZE = 12
"""Of the font in a node."""

HEADING_SIZE = 11
"""Of the font of headings."""

_RIGHT = 8
_MOST = 232
_LEAST_WIDTH = 64


@frozen
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


@frozen
class Frame:
    """The box around a group; `shown` is what of its name fits above it."""

    name: str
    shown: str
    x: int
    y: int
    width: int
    height: int


@frozen
class Placed:
    """Everything in its place."""

    places: tuple[Place, ...]
    frames: tuple[Frame, ...]
    width: int
    height: int


def placed(order: Sequence[Sequence[Group]], nodes: Mapping[str, Node], edges: Sequence[Edge]) -> Placed:
    """The columns from left to right, each group as near to what it is tied to as its column lets it."""
    tops = heights(order, edges)
    wide_between = _between(order, edges)
    hidden = common([group.name for groups in order for group in groups if group.name])
    places: list[Place] = []
    frames: list[Frame] = []
    x = MARGIN
    for at, groups in enumerate(order):
        wide = _column(groups, nodes, hidden)
        for number, group in enumerate(groups):
            y = MARGIN + tops[at][number]
            frames.append(_frame(group, hidden, x, y, wide))
            for row, each in enumerate(group.nodes):
                places.append(_place(nodes[each], at, x, y + group.heading + row * ROW, wide))
        x += wide + wide_between[at]
    bottom = max((frame.y + frame.height for frame in frames), default=MARGIN)
    across = x - BETWEEN // 2 + MARGIN if order else 2 * MARGIN
    return Placed(tuple(places), tuple(frames), across, bottom + MARGIN)


def _between(order: Sequence[Sequence[Group]], edges: Iterable[Edge]) -> list[int]:
    """The room behind each column, by the edges that cross it."""
    column = {node: at for at, groups in enumerate(order) for group in groups for node in group.nodes}
    steps = [0] * (len(order) + 1)
    for edge in edges:
        ends = sorted((column.get(edge.source, 0), column.get(edge.target, 0)))
        steps[ends[0]] += 1
        steps[ends[1]] -= 1
    return [BETWEEN + min(2 * BETWEEN, max(0, crossing - _FEW)) for crossing in accumulate(steps)]


def _column(groups: Sequence[Group], nodes: Mapping[str, Node], hidden: int) -> int:
    """How wide the nodes of a column are: their labels fit, and so do headings that are no longer than a label."""
    widest = max((width(_heading(group, hidden, _MOST), HEADING_SIZE) for group in groups), default=0)
    return max(_wide(nodes[each] for group in groups for each in group.nodes), widest + 2 * (HEADING_LEFT - GAP))


def _heading(group: Group, hidden: int, room: int) -> str:
    """What of the name of `group` fits, without the first `hidden` characters, which all groups share."""
    return fitting_end(_line(group.name[hidden:]), room, HEADING_SIZE)


def _frame(group: Group, hidden: int, x: int, y: int, wide: int) -> Frame:
    """The box of `group`, whose nodes are `wide`."""
    shown = _heading(group, hidden, wide - 2 * (HEADING_LEFT - GAP))
    return Frame(group.name, shown, x - GAP, y, wide + 2 * GAP, group.height)


def common(names: Sequence[str]) -> int:
    """How many characters the folders take that all of `names` lie in; a name itself is never taken whole."""
    if len(set(names)) < 2:
        return 0
    pairs = zip(min(names), max(names), strict=False)
    shared = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return shared.rfind("/") + 1


def in_grid(nodes: Sequence[Node], name: str, top: int, room: int) -> Placed:
    """`nodes` under a heading at the height `top`, as many beside each other as fit `room`; at least one."""
    size = _wide(nodes)
    across = max(1, (room - 2 * MARGIN) // (size + GAP))
    places = tuple(
        _place(node, 0, MARGIN + at % across * (size + GAP), top + HEADING + at // across * ROW, size)
        for at, node in enumerate(nodes)
    )
    rows = -(-len(nodes) // across)
    wide = max(min(across, len(nodes)) * (size + GAP) + GAP, width(name, HEADING_SIZE) + 2 * HEADING_LEFT)
    high = HEADING + rows * ROW
    frame = Frame(name, name, MARGIN - GAP, top, wide, high)
    return Placed(places, (frame,), wide + 2 * MARGIN, top + high + MARGIN)


def _place(node: Node, column: int, x: int, y: int, wide: int) -> Place:
    return Place(node, column, x, y, wide, _shown(node))


def _wide(nodes: Iterable[Node]) -> int:
    widest = max((width(_shown(node), SIZE) for node in nodes), default=0)
    return max(_LEAST_WIDTH, LEFT + widest + _RIGHT)


def _shown(node: Node) -> str:
    return fitting(_line(node.label), _MOST, SIZE)


def _line(text: str) -> str:
    """`text` as one safe line. Letters and their marks are one character where there is such a one: so they are cut."""
    return visible(normalize("NFC", text))
