"""Links against the places that there are, and diagrams: what is broken is told where it is written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from dpmlc.index.index import Index
from dpmlc.pages import faults
from dpmlc.pages.figures.diagrams import MERMAID
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.given import SiteInput
from dpmlc.pages.links.follow import folders_of, neighbours_of
from dpmlc.pages.links.targets import LinkFound, Target
from dpmlc.pages.package import Package
from dpmlc.pages.written import Traits
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.text.spread import Spread

# What a text holds in which a link or an image stands.
_MARKS = ("](", "][", "]:")
_ATTRIBUTE = re.compile("href|src", re.IGNORECASE)
_DIAGRAM = re.compile(MERMAID, re.IGNORECASE)
_MOST_SUGGESTED = 50


def broken_links(pages: Sequence[Traits], index: Index) -> list[Diagnostic]:
    """What is wrong with the links of pages that are made."""
    ids = {each.address: each.ids for each in pages}
    return _faults((link for each in pages for link in each.links), ids.get, index)


def site_faults(given: SiteInput, spread: Spread, renderer: Renderer | None = None) -> list[Diagnostic]:
    """What is wrong with links, diagrams and the addresses of pages, without making the pages: only documents with
    links, those whose places are linked to, and those with diagrams where a `renderer` draws them, are read.

    Tools have pages, too, and are no documents: nothing is read from them.
    A place in a bundle's page may have come from any file that it holds: only making that page can tell.
    """
    from dpmlc.pages.opened import (  # noqa: PLC0415  Pages, which a build may do without.
        opened,
        plan_faults,
        planned_for,
        unresolved,
    )

    planned = planned_for(given)
    package, _, _ = opened(given, planned, unresolved, renderer)
    texts = {path: given.index.documents[path].text for path in planned.documents if path in given.index.documents}
    read = {path: planned.documents[path] for path in texts}
    asked = [path for path, text in texts.items() if _may_link(text) or (renderer and _DIAGRAM.search(text))]
    seen = tuple(spread(lambda path: _seen(path, package), asked))
    links = [link for found, _ in seen for link in found]
    by_address = {address: path for path, address in read.items() if path not in planned.bundles}
    wanted = sorted({link.target.address for link in links if link.target.fragment} & by_address.keys())
    plain = replace(package, renderer=None)
    ids = {address: _ids(by_address[address], plain) for address in wanted}
    undrawn_ = (fault for _, found in seen for fault in found)
    return [*plan_faults(given, planned), *_faults(links, ids.get, given.index), *undrawn_]


def _may_link(text: str) -> bool:
    return any(mark in text for mark in _MARKS) or ("<" in text and _ATTRIBUTE.search(text) is not None)


def _seen(path: str, package: Package) -> tuple[Sequence[LinkFound], Sequence[Diagnostic]]:
    """The links of a document, and what is wrong with its diagrams."""
    from dpmlc.pages.kinds.document import laid_out, undrawn  # noqa: PLC0415  Only where there are any, Markdown is read.

    canvas, _ = laid_out(path, package.plan.documents[path], package)
    return tuple(canvas.links), undrawn(path, canvas)


def _ids(path: str, package: Package) -> frozenset[str]:
    from dpmlc.pages.kinds.document import laid_out  # noqa: PLC0415  As above.

    canvas, _ = laid_out(path, package.plan.documents[path], package)
    return frozenset(canvas.ids)


def _faults(links: Iterable[LinkFound], ids: Callable[[str], frozenset[str] | None], index: Index) -> list[Diagnostic]:
    wrong = [each for each in links if each.target.broken or _is_astray(each.target, ids)]
    if not wrong:
        return []
    wrong.sort(key=lambda each: (each.span.path, each.span.start))  # So the same ones get suggestions in every order.
    near = _Near(folders_of(index.entries), ids)
    return [_fault(each, near) for each in wrong]


def _is_astray(target: Target, ids: Callable[[str], frozenset[str] | None]) -> bool:
    there = ids(target.address) if target.fragment else None
    return there is not None and unquote(target.fragment) not in there


def _fault(link: LinkFound, near: "_Near") -> Diagnostic:
    if link.target.broken:
        return faults.broken_link(link.span, link.url, near.files(link.url, link.span.path))
    address = link.target.address
    return faults.broken_anchor(
        link.span, link.url, address, near.anchors(link.target.fragment, address), near.ids_of(address)
    )


@dataclass(slots=True)
class _Near:
    """What wrong links probably mean: told for the first few of each folder and page, since each costs a look at all
    names there.
    """

    folders: Mapping[str, Sequence[str]]
    ids: Callable[[str], frozenset[str] | None]
    _sorted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _told: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def files(self, url: str, document: str) -> tuple[str, ...]:
        """Links like `url`."""
        where, known = neighbours_of(url, document, self.folders)
        return self._like(where, url.partition("#")[0], known)

    def anchors(self, fragment: str, address: str) -> tuple[str, ...]:
        """Places in the page at `address` that are called like `fragment`."""
        return self._like(address, fragment, self.ids_of(address))

    def ids_of(self, address: str) -> tuple[str, ...]:
        """All places in a page, by name."""
        if address not in self._sorted:
            self._sorted[address] = tuple(sorted(self.ids(address) or ()))
        return self._sorted[address]

    def _like(self, where: str, name: str, known: tuple[str, ...]) -> tuple[str, ...]:
        told = self._told.setdefault(where, {})
        if name not in told and len(told) < _MOST_SUGGESTED:
            told[name] = nearest(name, known)
        return told.get(name, ())
