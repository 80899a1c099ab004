"""Everything that is known of a package, arranged as pages ask for it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TypeAlias

from markupsafe import Markup, escape

from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.pages.body.chips import LOOKS, Chip, Terms, reference_chip, term_chips, without_overlap
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.findings import Alike, alike, divided, shared_out
from dpmlc.pages.gathered import Gathered, Tagged, spot
from dpmlc.pages.links.follow import Follows
from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.plan import BUILTIN, Plan
from dpmlc.pages.views import Finding, Link, Use
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.report.snippet import snippet
from dpmlc.report.width import visible
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked
from dpmlc.text.span import Span

GRAPH = "graph.html"
"""The page of the graph."""

MOST_TARGETS = 8
"""So many of the targets of a reference are told where it is kept."""

MOST_PLACES = 2000
"""A page tells so many places of findings beside the first one of each."""

_LONGEST = 120

Resolve: TypeAlias = Callable[[str, str, str], Bound | None]
"""A protocol, an id and the document that asks -> what the reference to it comes to; None where it is none."""


@frozen
class Package:
    """The package behind a site.

    `gathered` are those who mention something. `registered` leads from a package path to the ids that registries have
    for it.
    """

    index: Index
    bounds: Mapping[str, tuple[Bound, ...]]
    places: Places
    plan: Plan
    words: Mapping[str, str]
    terms: Terms
    follower: Follows
    gathered: Gathered
    findings: Mapping[str, tuple[Diagnostic, ...]]
    resolve: Resolve
    picture: Callable[[str, str], Markup]
    renderer: Renderer | None = None
    registered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def link(self, path: str, page: str) -> str:
        """The link on `page` to the page of the document at `path`, or ""."""
        where = self.plan.documents.get(path, "")
        return href(page, where) if where else ""

    def protocol_link(self, bound: Bound, page: str) -> str:
        """The link on `page` to the page of the protocol that a reference names, or ""."""
        where = self.plan.protocols.get(bound.reference.innermost.protocol, "")
        return href(page, where) if where else ""

    def place(self, span: Span) -> str:
        """`path:line` of a span."""
        return f"{span.path.removeprefix(BUILTIN)}:{self.line(span)}"

    def line(self, span: Span) -> int:
        """On which line a span begins, without counting all lines of its text."""
        return self.places.text(span.path).count("\n", 0, span.start) + 1

    def chips(self, path: str, page: str) -> tuple[Chip, ...]:
        """What stands on `page` in the place of the references and terms of the document at `path`."""
        scan = self.index.documents[path]
        found = [
            reference_chip(each, page, self.plan)
            for each in self.bounds.get(path, ())
            if each.reference.form == "prose"
        ]
        found += term_chips(scan.text, 0, len(scan.text), self.terms, page)
        return tuple(without_overlap(found))

    def use(self, mention: Bound | Tagged, page: str) -> Use:
        """A reference or an element, told by where it stands."""
        span = spot(mention)
        return Use(self.label(span.path), self.link(span.path, page), self.place(span), *written(mention))

    def front(self, bound: Bound) -> str:
        """The path of the first document with a page that a reference leads to, or ""."""
        return next((each.location for each in bound.targets if each.location in self.plan.documents), "")

    def label(self, path: str) -> str:
        """A document, as people call it."""
        return self.plan.labels.get(path, path)

    def told(self, found: Iterable[Diagnostic], page: str) -> tuple[Finding, ...]:
        """Diagnostics as they stand on `page`, those that say the same together."""
        groups = alike(found)
        counts = shared_out(groups, MOST_PLACES)
        return tuple(self._finding(each, count, page) for each, count in zip(groups, counts, strict=True))

    def found_in(self, paths: Iterable[str], page: str) -> tuple[Finding, ...]:
        """The diagnostics of some documents, as they stand on `page`."""
        return self.told((each for path in dict.fromkeys(paths) for each in self.findings.get(path, ())), page)

    def found_about(self, protocol: str, page: str) -> tuple[Finding, ...]:
        """The diagnostics inside the unit of a resource protocol, and of references that name it."""
        place = self.index.protocols[protocol].place
        own = place.path if place else ""
        found = [*self.findings.get(own, ())]
        for path in self.gathered.asked.by.get(protocol, {}):
            if path in self.findings and path != own:
                starts = {each.reference.span.start for each in self.gathered.asked.told(path, protocol)}
                found += (each for each in self.findings[path] if each.span and each.span.start in starts)
        return self.told(found, page)

    def _finding(self, group: Alike, count: int, page: str) -> Finding:
        """What a group says, with `count` of its places."""
        first, spot = group[0], self._spot(group[0], page)
        more = [self._spot(each, page) for each in group[1:count]]
        if len(group) > count:
            more.append(Link(self.words["more_users"].replace("{n}", str(len(group) - count))))
        also = self.words["more_places"].replace("{n}", str(len(group) - 1)) if len(group) > 1 else ""
        return Finding(
            first.code, str(first.severity), said(first.message), spot.label, spot.href, *self._snippet(first),
            tuple(map(said, first.help)), tuple(map(said, first.notes)), also, tuple(more),
        )  # fmt: skip

    def _spot(self, found: Diagnostic, page: str) -> Link:
        """Where a diagnostic stands."""
        if found.span is None:
            return Link("")
        where = self.plan.documents.get(found.span.path, "")
        return Link(visible(str(self.places.of(found.span))), href(page, where) if where and where != page else "")

    def _snippet(self, found: Diagnostic) -> tuple[Markup, Markup]:
        """The line where it is with the guilty part marked, and what is to be seen there."""
        shown = snippet(found.span, self.places) if found.span else None
        if shown is None:
            return Markup(), Markup()
        before, guilty, behind = divided(shown)
        return Markup("{} | {}<mark>{}</mark>{}").format(shown.line, before, guilty, behind), said(found.mark)


def said(text: str) -> Markup:
    """What is in backticks as code; the rest as it is."""
    pieces = visible(text).split("`")
    if len(pieces) % 2 == 0:
        return escape("`".join(pieces))
    return Markup("").join(
        Markup("<code>{}</code>").format(each) if number % 2 and each else escape(each)
        for number, each in enumerate(pieces)
    )


def written(mention: Bound | Tagged) -> tuple[str, str]:
    """How a reference or an element is written, and the class for its look, or ""."""
    if isinstance(mention, Tagged):
        return f"<{mention.element.name}>{f' × {mention.count}' if mention.count > 1 else ''}", ""
    text = masked(mention.reference.text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…", LOOKS[mention.loading]


def registered(index: Index, resolve: Resolve) -> Mapping[str, tuple[str, ...]]:
    """For each package path the references (`thought://creative`) that registry rows make lead there."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for protocol in index.protocols.values():
        place = protocol.place.path if protocol.place else ""
        for row in protocol.registry or ():
            bound = resolve(protocol.name, row.id, place) if row.kind == "exact" else None
            if bound and bound.targets:
                found[bound.targets[0].location].append(f"{protocol.name}://{row.id}")
    return {path: tuple(each) for path, each in found.items()}


def by_path(diagnostics: Iterable[Diagnostic]) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Diagnostics by the file that they point into; "" for those without a place."""
    found: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in diagnostics:
        found[each.span.path if each.span else ""].append(each)
    return {path: tuple(each) for path, each in found.items()}
