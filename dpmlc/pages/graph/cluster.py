"""A graph too large to read -> one of its groups, with counts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dpmlc.pages.graph.fan import Fan
from dpmlc.pages.graph.node import Edge, Node, Wording
from dpmlc.text.frozen import frozen

OTHERS = "\0others"
"""The id of the node for all groups that got none of their own; no path holds its first character."""


@frozen
class Clustered:
    """The nodes and edges to draw; `home` leads from each node that was to the id of its cluster."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    home: Mapping[str, str]


def clusters(
    nodes: Sequence[Node],
    edges: Iterable[Edge],
    most: int,
    wording: Wording,
    fans: Iterable[Fan] = (),
) -> Clustered:
    """At most `most` nodes, one for each group or the folder it lies in, and the edges between them, in order.

    An edge between clusters has the kind of most of those it counts. The deepest folders are told apart that `most`
    allows; past that the largest stay and one node stands for the others. Edges inside a cluster are not kept. Linear
    but for sorting; of two fans with a pair in common each counts it.
    """
    depth = _depth(Counter(node.group for node in nodes), most)
    cut = {node.id: _cut(node.group, depth) for node in nodes}
    sizes = Counter(cut.values())
    kept = [name for name, _ in sorted(sizes.items(), key=lambda item: (-item[1], item[0]))]
    if len(kept) > most:
        kept = kept[: most - 1]
    names = frozenset(kept)
    home = {each: name if name in names else OTHERS for each, name in cut.items()}
    made = [Node(name, _label(name, sizes[name], wording), "cluster", "") for name in sorted(kept)]
    rest = sum(size for name, size in sizes.items() if name not in names)
    if rest:
        made.append(Node(OTHERS, wording.others.format(rest), "cluster", ""))
    return Clustered(tuple(made), _between(edges, fans, home), home)


def _label(name: str, size: int, wording: Wording) -> str:
    return wording.cluster.format(name or "/", size)


def mean_columns(columns: Mapping[str, int], home: Mapping[str, str]) -> dict[str, int]:
    """The column of each cluster: the mean of its nodes, rounded, and no column left empty."""
    sums: dict[str, tuple[int, int]] = {}
    for node, column in columns.items():
        total, count = sums.get(home[node], (0, 0))
        sums[home[node]] = total + column, count + 1
    means = {each: (2 * total + count) // (2 * count) for each, (total, count) in sums.items()}
    places = {column: at for at, column in enumerate(sorted(set(means.values())))}
    return {each: places[mean] for each, mean in means.items()}


def _usual(kinds: Counter[str]) -> str:
    return min(kinds, key=lambda kind: (-kinds[kind], kind))


def _between(edges: Iterable[Edge], fans: Iterable[Fan], home: Mapping[str, str]) -> tuple[Edge, ...]:
    found: dict[tuple[str, str], Counter[str]] = {}
    for edge in edges:
        source, target = home[edge.source], home[edge.target]
        if source != target:
            found.setdefault((source, target), Counter())[edge.kind] += edge.count
    for fan in fans:
        sources = Counter((home[source], kind) for source, kind in fan.sources.items())
        targets = Counter(home[target] for target in fan.targets)
        for (source, kind), count in sources.items():
            for target, times in targets.items():
                if source != target:
                    found.setdefault((source, target), Counter())[kind] += count * times
    return tuple(Edge(source, target, _usual(kinds), kinds.total()) for (source, target), kinds in found.items())


def _depth(groups: Iterable[str], most: int) -> int:
    """How many folders of a path are told apart: the most that give at most `most` names, at least one."""
    parts = [group.split("/") for group in groups]
    deepest = min(8, max((len(each) for each in parts), default=1))
    for depth in range(deepest, 1, -1):
        if len({tuple(each[:depth]) for each in parts}) <= most:
            return depth
    return 1


def _cut(group: str, depth: int) -> str:
    return "/".join(group.split("/", depth)[:depth])
