"""Bound references -> who refers to whom, as Mermaid, Graphviz or plain objects. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dpmlc.link.bound import Bound, Outcome
from dpmlc.report.width import visible
from dpmlc.text.paths import package_of
from dpmlc.text.secrets import masked

Manner = Literal["inlined", "kept", "broken"]
_MANNERS: Mapping[Outcome, Manner] = {Outcome.INLINE: "inlined", Outcome.KEEP: "kept", Outcome.BROKEN: "broken"}


@dataclass(frozen=True, slots=True)
class Edge:
    """A reference from a document to one target; `start` is its offset in the document."""

    source: str
    target: str
    kind: str
    manner: Manner
    loading: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes are the package's documents and whatever they lead to, in byte order; edges stand in text order."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]


def graph(bounds: Mapping[str, tuple[Bound, ...]]) -> Graph:
    """The graph of a package: references of dependencies count only where the package reaches them."""
    own = [path for path in bounds if not package_of(path)]
    edges: list[Edge] = []
    seen = set(own)
    for path in own:
        found = tuple(_edges(path, bounds.get(path, ())))
        edges += found
        new = dict.fromkeys(each.target for each in found if each.target in bounds and each.target not in seen)
        seen |= new.keys()
        own += new
    nodes = {*seen, *(each.target for each in edges)}
    return Graph(
        tuple(sorted(nodes, key=_bytes)), tuple(sorted(edges, key=lambda edge: (_bytes(edge.source), edge.start)))
    )


def mermaid(found: Graph) -> str:
    """A flow chart: solid arrows are inlined, dotted ones kept, crossed ones broken."""
    numbers = {node: number for number, node in enumerate(found.nodes)}
    arrows = {"inlined": "-->", "kept": "-.->", "broken": "--x"}
    lines = ["flowchart LR", *(f'  n{numbers[node]}["{_entities(node)}"]' for node in found.nodes)]
    lines += [f"  n{numbers[source]} {arrows[manner]} n{numbers[target]}" for source, target, manner in _pairs(found)]
    return "\n".join(lines) + "\n"


def dot(found: Graph) -> str:
    """A digraph for Graphviz: solid edges are inlined, dashed ones kept, dotted red ones broken."""
    styles = {"inlined": "", "kept": " [style=dashed]", "broken": " [style=dotted, color=red]"}
    lines = [
        "digraph package {",
        "  rankdir=LR;",
        "  node [shape=box];",
        *(f"  {_quoted(node)};" for node in found.nodes),
    ]
    lines += [f"  {_quoted(source)} -> {_quoted(target)}{styles[manner]};" for source, target, manner in _pairs(found)]
    return "\n".join([*lines, "}"]) + "\n"


def _edges(path: str, bounds: Iterable[Bound]) -> Iterator[Edge]:
    for bound in bounds:
        manner, start = _MANNERS[bound.outcome], bound.reference.span.start
        text = masked(bound.reference.text)
        if not bound.targets:
            name = masked(f"{bound.protocol}://{bound.resource}")
            yield Edge(path, name, "missing", manner, bound.loading, text, start)
        for target in bound.targets:
            yield Edge(path, masked(target.location), target.kind, manner, bound.loading, text, start)


def _pairs(found: Graph) -> Iterable[tuple[str, str, Manner]]:
    return dict.fromkeys((each.source, each.target, each.manner) for each in found.edges)


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogatepass")


def _entities(text: str) -> str:
    """A label of Mermaid: what it would read as markup stands as an entity."""
    return visible(text).translate({ord(mark): f"#{ord(mark)};" for mark in '"#<>&`'})


def _quoted(text: str) -> str:
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
