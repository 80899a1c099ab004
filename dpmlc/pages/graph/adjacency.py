"""Nodes and edges -> for each node what it loads and who loads it: the graph as a list."""

from collections.abc import Iterable

from dpmlc.pages.graph.node import Edge, Node
from dpmlc.text.frozen import frozen

STRENGTH = ("hot", "default", "lazy")
"""Kinds of edges; of two between the same nodes the first here is drawn, words of the caller's come last."""


@frozen
class Tie:
    """The other end of an edge, its kind, and how many edges it stands for."""

    node: Node
    kind: str
    count: int = 1


@frozen
class Adjacent:
    """A node with its edges, each pair of nodes once, in the order of the edges given.

    `more_loads` and `more_loaded_by` are how many it has besides.
    """

    node: Node
    loads: tuple[Tie, ...]
    loaded_by: tuple[Tie, ...]
    more_loads: int = 0
    more_loaded_by: int = 0


def adjacency(nodes: Iterable[Node], edges: Iterable[Edge]) -> dict[str, Adjacent]:
    """Every node by id, in the order given. Of nodes with one id the first counts; edges to no node are left out."""
    known: dict[str, Node] = {}
    for node in nodes:
        known.setdefault(node.id, node)
    loads: dict[str, list[Tie]] = {each: [] for each in known}
    loaded_by: dict[str, list[Tie]] = {each: [] for each in known}
    for edge in strongest(edge for edge in edges if edge.source in known and edge.target in known):
        loads[edge.source].append(Tie(known[edge.target], edge.kind, edge.count))
        loaded_by[edge.target].append(Tie(known[edge.source], edge.kind, edge.count))
    return {each: Adjacent(node, tuple(loads[each]), tuple(loaded_by[each])) for each, node in known.items()}


def strongest(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """One edge for each pair of nodes, the one that loads most."""
    found: dict[tuple[str, str], Edge] = {}
    for edge in edges:
        pair = edge.source, edge.target
        if pair not in found or rank(edge.kind) < rank(found[pair].kind):
            found[pair] = edge
    return tuple(found.values())


def rank(kind: str) -> int:
    """The place of `kind` in `STRENGTH`."""
    return STRENGTH.index(kind) if kind in STRENGTH else len(STRENGTH)
