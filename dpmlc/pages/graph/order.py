"""Columns -> the order in each: groups stay together, everything near what it is tied to (barycentres)."""

from collections.abc import Iterable, Mapping, Sequence

from dpmlc.pages.graph.adjacency import Adjacent
from dpmlc.pages.graph.size import GAP, HEADING, ROW
from dpmlc.text.frozen import frozen

_ROUNDS = 3


@frozen
class Group:
    """Nodes of one column with the same group name, by id."""

    name: str
    nodes: tuple[str, ...]

    @property
    def heading(self) -> int:
        """Units above the first node."""
        return HEADING if self.name else GAP

    @property
    def height(self) -> int:
        """Units from top to bottom."""
        return self.heading + len(self.nodes) * ROW


def ordered(adjacent: Mapping[str, Adjacent], column: Mapping[str, int]) -> tuple[tuple[Group, ...], ...]:
    """The groups of each column from top to bottom. A few sweeps, each linear apart from sorting."""
    count = max(column.values(), default=-1) + 1
    columns: list[list[str]] = [[] for _ in range(count)]
    for node, at in column.items():
        columns[at].append(node)
    height: dict[str, float] = {}
    for nodes in columns:
        nodes.sort(key=lambda node: (adjacent[node].node.group, adjacent[node].node.label, node))
        height |= _heights(nodes)
    for turn in range(_ROUNDS * 2):
        walk = range(count) if turn % 2 == 0 else range(count - 1, -1, -1)
        for at in walk:
            columns[at] = _sorted(columns[at], adjacent, height)
            height |= _heights(columns[at])
    return tuple(_groups(nodes, adjacent) for nodes in columns)


def _sorted(nodes: Sequence[str], adjacent: Mapping[str, Adjacent], height: Mapping[str, float]) -> list[str]:
    wanted = {node: _middle(_ties(adjacent[node]), height, height[node]) for node in nodes}
    groups: dict[str, list[str]] = {}
    for node in nodes:
        groups.setdefault(adjacent[node].node.group, []).append(node)
    middles = {name: sum(wanted[node] for node in inner) / len(inner) for name, inner in groups.items()}
    names = sorted(groups, key=lambda name: (middles[name], name))
    return [node for name in names for node in sorted(groups[name], key=wanted.__getitem__)]


def _ties(made: Adjacent) -> Iterable[str]:
    return (tie.node.id for ties in (made.loads, made.loaded_by) for tie in ties if tie.node.id != made.node.id)


def _middle(ids: Iterable[str], height: Mapping[str, float], otherwise: float) -> float:
    heights = [height[each] for each in ids]
    return sum(heights) / len(heights) if heights else otherwise


def _heights(nodes: Sequence[str]) -> dict[str, float]:
    """Places from 0 to 1, so that long and short columns compare."""
    return {node: (at + 0.5) / len(nodes) for at, node in enumerate(nodes)}


def _groups(nodes: Sequence[str], adjacent: Mapping[str, Adjacent]) -> tuple[Group, ...]:
    groups: dict[str, list[str]] = {}
    for node in nodes:
        groups.setdefault(adjacent[node].node.group, []).append(node)
    return tuple(Group(name, tuple(inner)) for name, inner in groups.items())
