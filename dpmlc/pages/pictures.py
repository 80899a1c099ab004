"""Who loads whom -> the picture of the package, and of what is around one document."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.pages.address import href
from dpmlc.pages.chips import LOOKS
from dpmlc.pages.graph import node as wordings
from dpmlc.pages.graph.adjacency import Adjacent, adjacency
from dpmlc.pages.graph.graph import neighbourhood, package_graph
from dpmlc.pages.graph.node import Edge, Node, Wording
from dpmlc.pages.options import Language
from dpmlc.pages.plan import Plan
from dpmlc.text.paths import folder, name

_SHOWN = frozenset({"document", "file", "missing"})
# Kinds that look different; the name of a file says which it is: `tasting.thought.md`.
_NAMED = frozenset({"role", "thought", "execution", "memory", "tool", "resource"})


@dataclass(frozen=True, slots=True)
class Pictures:
    """Draws. `told` holds every document and what it is tied to; its urls are addresses from the site's root."""

    told: Mapping[str, Adjacent]
    wording: Wording

    def whole(self, page: str) -> Markup:
        """The package, as it stands on `page`."""
        nodes = [_on(each.node, page) for each in self.told.values()]
        edges = [_edge(each, tie.node, tie.kind) for each in self.told.values() for tie in each.loads]
        return Markup(package_graph(nodes, edges, "graph", wording=self.wording).svg)

    def around(self, path: str, page: str) -> Markup:
        """What the document at `path` loads and who loads it; empty where nothing does."""
        here = self.told.get(path)
        if here is None or not (here.loads or here.loaded_by):
            return Markup()
        others = [tie.node for tie in (*here.loads, *here.loaded_by)]
        nodes = {each.id: _on(each, page) for each in (here.node, *others)}
        edges = [_edge(here, tie.node, tie.kind) for tie in here.loads]
        edges += [Edge(tie.node.id, path, tie.kind) for tie in here.loaded_by if tie.node.id != path]
        return Markup(neighbourhood(adjacency(nodes.values(), edges)[path], "around", self.wording))


def pictures(plan: Plan, bounds: Mapping[str, tuple[Bound, ...]]) -> Pictures:
    """What draws the documents that have pages and all that they lead to."""
    nodes = {path: _node(path, plan) for path in plan.documents}
    edges: dict[tuple[str, str, str], Edge] = {}
    missing = {each.location for path in plan.documents for of in bounds.get(path, ()) for each in _absent(of)}
    for path in plan.documents:
        for edge in _edges(path, bounds.get(path, ())):
            if edge.target not in nodes:
                made = _node(edge.target, plan)
                nodes[edge.target] = replace(made, kind="missing") if edge.target in missing else made
            edges.setdefault((edge.source, edge.target, edge.kind), edge)
    return Pictures(adjacency(nodes.values(), edges.values()), _wording(plan.options.language))


def _node(path: str, plan: Plan) -> Node:
    label = plan.labels.get(path) or name(path)
    return Node(path, label, _kind(path, plan), plan.documents.get(path, ""), folder(path))


def _kind(path: str, plan: Plan) -> str:
    parts = name(path).split(".")
    if len(parts) > 2 and parts[-2] in _NAMED:
        return parts[-2]
    return "prompt" if path in plan.bundles else "document" if path in plan.documents else "file"


def _absent(bound: Bound) -> Iterator[Target]:
    return (each for each in bound.targets if each.kind == "missing")


def _edges(path: str, bounds: Iterable[Bound]) -> Iterator[Edge]:
    for bound in bounds:
        kind = "broken" if bound.outcome is Outcome.BROKEN else LOOKS[bound.loading]
        for target in bound.targets:
            if target.kind in _SHOWN:
                yield Edge(path, target.location, kind)


def _edge(here: Adjacent, other: Node, kind: str) -> Edge:
    return Edge(here.node.id, other.id, kind)


def _on(node: Node, page: str) -> Node:
    return Node(node.id, node.label, node.kind, href(page, node.url) if node.url else "", node.group)


def _wording(language: Language) -> Wording:
    match language:
        case "zh":
            return wordings.CHINESE
        case "ko":
            return wordings.KOREAN
        case "en":
            return wordings.ENGLISH
