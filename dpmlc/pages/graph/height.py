"""Ordered columns -> how high each group stands: near what it is tied to, in order, without overlap."""

from collections.abc import Iterable, Mapping, Sequence

from dpmlc.pages.graph.node import Edge
from dpmlc.pages.graph.order import Group
from dpmlc.pages.graph.size import GAP, HEIGHT, ROW

_APART = 2 * GAP


def heights(order: Sequence[Sequence[Group]], edges: Iterable[Edge]) -> list[list[int]]:
    """The top of each group of each column, from 0. The tallest column is packed, its neighbours follow it outwards.

    No column ends below the tallest. Linear in nodes and edges but for sorting.
    """
    tops: list[list[int]] = [[] for _ in order]
    if not order:
        return tops
    tall = [_tall(groups) for groups in order]
    first = tall.index(max(tall))
    near = _near(edges)
    middles: dict[str, int] = {}
    for at in (*range(first, len(order)), *range(first - 1, -1, -1)):
        wanted = [_wanted(group, near, middles) for group in order[at]]
        tops[at] = _settled(wanted, [group.height for group in order[at]], tall[first])
        for top, group in zip(tops[at], order[at], strict=True):
            begin = top + group.heading + HEIGHT // 2
            middles |= {node: begin + row * ROW for row, node in enumerate(group.nodes)}
    return tops


def _near(edges: Iterable[Edge]) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {}
    for edge in edges:
        near.setdefault(edge.source, []).append(edge.target)
        near.setdefault(edge.target, []).append(edge.source)
    return near


def _wanted(group: Group, near: Mapping[str, Sequence[str]], middles: Mapping[str, int]) -> int:
    """The top that puts the group's nodes in the middle of what is placed already, 0 where nothing is.

    The middle is that of most ties: one that leads far away moves it no further than one that leads away.
    """
    found = sorted(middles[other] for node in group.nodes for other in near.get(node, ()) if other in middles)
    half = group.heading + (len(group.nodes) * ROW - GAP) // 2
    return (found[(len(found) - 1) // 2] + found[len(found) // 2]) // 2 - half if found else 0


def _settled(wanted: Sequence[int], sizes: Sequence[int], bottom: int) -> list[int]:
    tops: list[int] = []
    free = 0
    for top, size in zip(wanted, sizes, strict=True):
        tops.append(max(top, free))
        free = tops[-1] + size + _APART
    limit = bottom
    for at in range(len(tops) - 1, -1, -1):
        tops[at] = min(tops[at], limit - sizes[at])
        limit = tops[at] - _APART
    return tops


def _tall(groups: Sequence[Group]) -> int:
    return sum(group.height for group in groups) + _APART * max(0, len(groups) - 1)
