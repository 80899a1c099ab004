"""Many edges that share their ends -> one fan each; what a node is tied to, without taking the fans apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from dpmlc.pages.graph.adjacency import Adjacent, Tie, rank, strongest
from dpmlc.pages.graph.node import Edge, Node
from dpmlc.text.frozen import frozen


@frozen
class Fan:
    """An edge from each of `sources` (with its kind) to each of `targets`, but none from a node to itself."""

    sources: Mapping[str, str]
    targets: Mapping[str, None]

    def edges(self) -> Iterator[Edge]:
        """All of them: as many as sources times targets."""
        return (
            Edge(source, target, kind)
            for source, kind in self.sources.items()
            for target in self.targets
            if source != target
        )


@dataclass(slots=True)
class Web:
    """Nodes with edges and fans. What is asked is answered in time linear in the answer and the fans of the node."""

    nodes: Mapping[str, Node]
    loads: Mapping[str, Mapping[str, str]]
    loaded_by: Mapping[str, Mapping[str, str]]
    fans: Sequence[Fan]
    fans_from: Mapping[str, tuple[int, ...]]
    fans_to: Mapping[str, tuple[int, ...]]
    _sources: dict[tuple[int, ...], frozenset[str]] = field(default_factory=dict)
    _targets: dict[tuple[int, ...], frozenset[str]] = field(default_factory=dict)

    def near(self, node: str, most: int) -> Adjacent:
        """At most `most` ties on each side of a node, that to itself aside, edges before fans; the rest counted."""
        targets = (self.fans[fan].targets for fan in self.fans_from.get(node, ()))
        sources = (self.fans[fan].sources for fan in self.fans_to.get(node, ()))
        loaded = _some(self.loads.get(node, {}), targets, node, most)
        loading = _some(self.loaded_by.get(node, {}), sources, node, most)
        return Adjacent(
            self.nodes[node],
            tuple(Tie(self.nodes[each], self._kind(node, each)) for each in loaded),
            tuple(Tie(self.nodes[each], self._kind(each, node)) for each in loading),
            self.count_loads(node) - len(loaded.keys() - {node}),
            self.count_loaded_by(node) - len(loading.keys() - {node}),
        )

    def is_tied(self, node: str) -> bool:
        """Whether it may load another, or another it."""
        return any(node in ends for ends in (self.loads, self.loaded_by, self.fans_from, self.fans_to))

    def count_loads(self, node: str) -> int:
        """How many other nodes it loads."""
        fans = self.fans_from.get(node, ())
        if fans not in self._targets:
            self._targets[fans] = frozenset(each for fan in fans for each in self.fans[fan].targets)
        return _count(node, self.loads.get(node, {}), self._targets[fans])

    def count_loaded_by(self, node: str) -> int:
        """How many other nodes load it."""
        fans = self.fans_to.get(node, ())
        if fans not in self._sources:
            self._sources[fans] = frozenset(each for fan in fans for each in self.fans[fan].sources)
        return _count(node, self.loaded_by.get(node, {}), self._sources[fans])

    def _kind(self, source: str, target: str) -> str:
        named = self.loads.get(source, {}).get(target)
        fans = () if source == target else (self.fans[each] for each in self.fans_from.get(source, ()))
        kinds = [fan.sources[source] for fan in fans if target in fan.targets]
        return min([named, *kinds] if named is not None else kinds, key=rank)


def web(nodes: Iterable[Node], edges: Iterable[Edge], fans: Sequence[Fan]) -> Web:
    """The same by node; all ends are among `nodes`. Of edges between two nodes the one that loads most counts."""
    loads: defaultdict[str, dict[str, str]] = defaultdict(dict)
    loaded_by: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for edge in strongest(edges):
        loads[edge.source][edge.target] = edge.kind
        loaded_by[edge.target][edge.source] = edge.kind
    fans_from: defaultdict[str, list[int]] = defaultdict(list)
    fans_to: defaultdict[str, list[int]] = defaultdict(list)
    for number, fan in enumerate(fans):
        for source in fan.sources:
            fans_from[source].append(number)
        for target in fan.targets:
            fans_to[target].append(number)
    return Web(
        {each.id: each for each in nodes}, loads, loaded_by, tuple(fans),
        {each: tuple(numbers) for each, numbers in fans_from.items()},
        {each: tuple(numbers) for each, numbers in fans_to.items()},
    )  # fmt: skip


def _some(named: Mapping[str, str], fans: Iterable[Iterable[str]], node: str, most: int) -> dict[str, None]:
    """The first `most` other nodes, each once, and `node` where it is tied to itself."""
    found: dict[str, None] = dict.fromkeys([node] if node in named else [])
    most += len(found)
    for each in chain(named, *fans):
        if len(found) == most:
            break
        if each != node:
            found[each] = None
    return found


def _count(node: str, named: Mapping[str, str], fanned: frozenset[str]) -> int:
    if not fanned:
        return len(named) - (node in named)
    return sum(each not in fanned for each in named if each != node) + len(fanned) - (node in fanned)
