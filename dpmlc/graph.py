"""Bound references -> who refers to whom, as Mermaid, Graphviz or plain objects. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from dpmlc.link.bound import Bound, Outcome
from dpmlc.pages.globs import Glob, globs_of
from dpmlc.report.width import visible
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of
from dpmlc.text.secrets import masked

Manner = Literal["inlined", "kept", "broken"]
_MANNERS: Mapping[Outcome, Manner] = {Outcome.INLINE: "inlined", Outcome.KEEP: "kept", Outcome.BROKEN: "broken"}


@frozen
class Edge:
    """A reference from a document to one target; `start` is its offset in the document.

    Where `kind` is `pattern`, the target is the name of a `Pattern`.
    """

    source: str
    target: str
    kind: str
    manner: Manner
    loading: str
    text: str
    start: int


@frozen
class Pattern:
    """A pattern that several documents share, where they or its files are many: what it leads to, in byte order.

    A document among `targets` that uses the pattern does not refer to itself.
    """

    name: str
    targets: tuple[str, ...]


@frozen
class Graph:
    """Nodes are the package's documents and whatever they lead to, in byte order; edges stand in text order."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    patterns: tuple[Pattern, ...] = ()


def graph(bounds: Mapping[str, tuple[Bound, ...]]) -> Graph:
    """The graph of a package: references of dependencies count only where the package reaches them.

    As large as the documents and their files together, however many share a pattern.
    """
    globs = globs_of(bounds)
    shared = {glob.name: glob for glob in globs.all if glob.listed and len(glob.documents) > 1}
    own = [path for path in bounds if not package_of(path)]
    edges: list[Edge] = []
    patterns: dict[str, Pattern] = {}
    seen = set(own)
    for path in own:
        found: list[str] = []
        for number, bound in enumerate(bounds.get(path, ())):
            glob = globs.at(path, number)
            if glob is None or shared.get(glob.name) is not glob:
                made = tuple(_edges(path, bound))
                edges += made
                found += (each.target for each in made)
                continue
            edges.append(_to_pattern(path, bound, glob))
            if glob.name not in patterns:
                patterns[glob.name] = _pattern(glob)
                found += patterns[glob.name].targets
        new = dict.fromkeys(each for each in found if each in bounds and each not in seen)
        seen |= new.keys()
        own += new
    nodes = {*seen, *(each.target for each in edges if each.kind != "pattern")}
    nodes.update(target for each in patterns.values() for target in each.targets)
    return Graph(
        tuple(sorted(nodes, key=_bytes)),
        tuple(sorted(edges, key=lambda edge: (_bytes(edge.source), edge.start))),
        tuple(sorted(patterns.values(), key=lambda each: _bytes(each.name))),
    )


def mermaid(found: Graph) -> str:
    """A flow chart: solid arrows are inlined, dotted ones kept, crossed ones broken; round nodes are patterns."""
    numbers = {node: f"n{number}" for number, node in enumerate(found.nodes)}
    patterns = {each.name: f"p{number}" for number, each in enumerate(found.patterns)}
    arrows = {"inlined": "-->", "kept": "-.->", "broken": "--x"}
    lines = ["flowchart LR", *(f'  {numbers[node]}["{_entities(node)}"]' for node in found.nodes)]
    lines += [f'  {patterns[each.name]}(["{_entities(each.name)}"])' for each in found.patterns]
    for source, target, kind, manner in _pairs(found):
        lines.append(f"  {numbers[source]} {arrows[manner]} {(patterns if kind == 'pattern' else numbers)[target]}")
    lines += [f"  {patterns[each.name]} --- {numbers[target]}" for each in found.patterns for target in each.targets]
    return "\n".join(lines) + "\n"


def dot(found: Graph) -> str:
    """A digraph for Graphviz: solid edges are inlined, dashed ones kept, dotted red ones broken; ovals are patterns."""
    styles = {"inlined": "", "kept": " [style=dashed]", "broken": " [style=dotted, color=red]"}
    lines = [
        "digraph package {",
        "  rankdir=LR;",
        "  node [shape=box];",
        *(f"  {_quoted(node)};" for node in found.nodes),
        *(f"  {_quoted(each.name)} [shape=oval];" for each in found.patterns),
    ]
    lines += [
        f"  {_quoted(source)} -> {_quoted(target)}{styles[manner]};" for source, target, _, manner in _pairs(found)
    ]
    lines += [
        f"  {_quoted(each.name)} -> {_quoted(target)} [arrowhead=none];"
        for each in found.patterns
        for target in each.targets
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _edges(path: str, bound: Bound) -> Iterator[Edge]:
    manner, start = _MANNERS[bound.outcome], bound.reference.span.start
    text = masked(bound.reference.text)
    if not bound.targets:
        name = masked(f"{bound.protocol}://{bound.resource}")
        yield Edge(path, name, "missing", manner, bound.loading, text, start)
    for target in bound.targets:
        yield Edge(path, masked(target.location), target.kind, manner, bound.loading, text, start)


def _to_pattern(path: str, bound: Bound, glob: Glob) -> Edge:
    text, start = masked(bound.reference.text), bound.reference.span.start
    return Edge(path, masked(glob.name), "pattern", _MANNERS[bound.outcome], bound.loading, text, start)


def _pattern(glob: Glob) -> Pattern:
    return Pattern(masked(glob.name), tuple(masked(each.location) for each in glob.targets))


def _pairs(found: Graph) -> Iterable[tuple[str, str, str, Manner]]:
    """Each pair once, whatever kind its target is; of that only whether it is a pattern."""
    kinds = ("pattern" if each.kind == "pattern" else "" for each in found.edges)
    return dict.fromkeys(
        (each.source, each.target, kind, each.manner) for each, kind in zip(found.edges, kinds, strict=True)
    )


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogatepass")


def _entities(text: str) -> str:
    """A label of Mermaid: what it would read as markup stands as an entity."""
    return visible(text).translate({ord(mark): f"#{ord(mark)};" for mark in '"#<>&`'})


def _quoted(text: str) -> str:
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
