"""Who loads whom -> the picture of the package, and of what is around one document."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from markupsafe import Markup

from dpmlc.pages.body.chips import look_of
from dpmlc.pages.gathered import Lead
from dpmlc.pages.globs import Glob, Globs
from dpmlc.pages.graph.adjacency import Adjacent, rank
from dpmlc.pages.graph.fan import Fan, Web, web
from dpmlc.pages.graph.graph import MOST_NEIGHBOURS, neighbourhood, package_graph
from dpmlc.pages.graph.node import CHINESE, ENGLISH, KOREAN, Edge, Node, Wording
from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.options import Language
from dpmlc.pages.plan.plan import Plan
from dpmlc.pages.words import words
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder, name

_SHOWN = frozenset({"document", "file", "missing"})
# Kinds that look different; the name of a file says which it is: `tasting.thought.md`.
_NAMED = frozenset({"role", "thought", "execution", "memory", "tool", "resource"})


@frozen
class Pictures:
    """Draws. `ties` hold every document and what it is tied to; the urls in it are addresses from the site's root."""

    ties: Web
    wording: Wording

    def whole(self, page: str) -> Markup:
        """The package, as it stands on `page`."""
        nodes = [_on(each, page) for each in self.ties.nodes.values()]
        edges = [Edge(one, other, kind) for one, found in self.ties.loads.items() for other, kind in found.items()]
        return Markup(package_graph(nodes, edges, "graph", wording=self.wording, fans=self.ties.fans))

    def near(self, path: str) -> Adjacent | None:
        """What the document at `path` loads and who loads it, as far as it is drawn; None where nothing does."""
        if path not in self.ties.nodes or not self.ties.is_tied(path):
            return None
        here = self.ties.near(path, MOST_NEIGHBOURS)
        return here if here.loads or here.loaded_by else None

    def around(self, path: str, page: str) -> Markup:
        """The same as a picture, or empty."""
        here = self.near(path)
        if here is None:
            return Markup()
        loads = tuple(replace(tie, node=_on(tie.node, page)) for tie in here.loads)
        loaded_by = tuple(replace(tie, node=_on(tie.node, page)) for tie in here.loaded_by)
        shown = replace(here, node=_on(here.node, page), loads=loads, loaded_by=loaded_by)
        return Markup(neighbourhood(shown, "page.around", self.wording))


def pictures(plan: Plan, ties: Mapping[str, tuple[Lead, ...]], globs: Globs) -> Pictures:
    """What draws the documents that have pages and all that they lead to by `ties`. `globs` are the patterns there."""
    named = {path: ties.get(path, ()) for path in plan.documents}
    missing = {at for of in named.values() for lead in of for at, kind in lead.targets if kind == "missing"}
    edges = [edge for path, of in named.items() for edge in _edges(path, of)]
    fans = [fan for fan in (_fan(each, plan) for each in globs.all) if fan.sources]
    paths = dict.fromkeys(
        (*plan.documents, *(each.target for each in edges), *(path for fan in fans for path in fan.targets))
    )
    nodes = [_node(path, plan, missing) for path in paths]
    return Pictures(web(nodes, edges, fans), _wording(plan.options.language))


def _fan(glob: Glob, plan: Plan) -> Fan:
    kinds: dict[str, str] = {}
    for bound in glob.users:
        if bound.document in plan.documents:
            kind = look_of(bound)
            kinds[bound.document] = min(kinds.get(bound.document, kind), kind, key=rank)
    return Fan(kinds, dict.fromkeys(each.location for each in glob.targets if each.kind in _SHOWN))


def _node(path: str, plan: Plan, missing: Container[str]) -> Node:
    label = plan.labels.get(path) or name(path)
    kind = "missing" if path in missing and path not in plan.documents else _kind(path, plan)
    called = words(plan.options.language)[f"graph_{kind}"]
    return Node(path, label, kind, plan.documents.get(path, ""), _group(path), called)


def _group(path: str) -> str:
    """The folder of a file; of what is missing the protocol (`thought://`), with the folders that it names."""
    above = folder(path)
    return f"{above}/" if above.endswith(":/") else above


def _kind(path: str, plan: Plan) -> str:
    parts = name(path).split(".")
    if len(parts) > 2 and parts[-2] in _NAMED:
        return parts[-2]
    return "prompt" if path in plan.bundles else "document" if path in plan.documents else "file"


def _edges(path: str, leads: Iterable[Lead]) -> Iterator[Edge]:
    for lead in leads:
        for location, kind in lead.targets:
            if kind in _SHOWN:
                yield Edge(path, location, "broken" if lead.is_broken else lead.look)


def _on(node: Node, page: str) -> Node:
    return replace(node, url=href(page, node.url) if node.url else "")


def _wording(language: Language) -> Wording:
    match language:
        case "zh":
            return CHINESE
        case "ko":
            return KOREAN
        case "en":
            return ENGLISH
