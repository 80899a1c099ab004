"""Links against the places that there are: every broken one is told where it is written."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import unquote

from dpmlc.index.index import Index
from dpmlc.pages import faults
from dpmlc.pages.document import laid_out
from dpmlc.pages.follow import neighbours_of
from dpmlc.pages.given import SiteInput, opened
from dpmlc.pages.made import Made
from dpmlc.pages.package import Package, Resolve
from dpmlc.pages.regions import LinkFound
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.spread import Spread

# What a text holds in which a link or an image stands.
_MARKS = ("](", "][", "]:", "href", "src")


def broken_links(pages: Sequence[Made], index: Index) -> list[Diagnostic]:
    """What is wrong with the links of pages that are made."""
    ids = {each.address: each.ids for each in pages}
    return _faults((link for each in pages for link in each.links), ids.get, index)


def link_faults(given: SiteInput, resolve: Resolve, spread: Spread) -> list[Diagnostic]:
    """The same without making the pages: only documents with links, and those whose places are linked to, are read.

    Tools have pages, too, and are no documents: nothing is read from them.
    A place in a bundle's page may have come from any file that it holds: only making that page can tell.
    """
    planned, package, _, _ = opened(given, resolve)
    read = {path: address for path, address in planned.documents.items() if path in given.index.documents}
    linking = [path for path in read if any(mark in given.index.documents[path].text for mark in _MARKS)]
    links = [link for found in spread(lambda path: _links(path, package), linking) for link in found]
    by_address = {address: path for path, address in read.items() if path not in planned.bundles}
    wanted = sorted({link.target.address for link in links if link.target.fragment} & by_address.keys())
    ids = {address: _ids(by_address[address], package) for address in wanted}
    return _faults(links, ids.get, given.index)


def _links(path: str, package: Package) -> Sequence[LinkFound]:
    canvas, _ = laid_out(path, package.plan.documents[path], package)
    return tuple(canvas.links)


def _ids(path: str, package: Package) -> frozenset[str]:
    canvas, _ = laid_out(path, package.plan.documents[path], package)
    return frozenset(canvas.ids)


def _faults(
    links: Iterable[LinkFound], ids: Callable[[str], frozenset[str] | None], index: Index
) -> list[Diagnostic]:
    found = (_fault(link, ids(link.target.address), index.entries) for link in links)
    return [fault for fault in found if fault is not None]


def _fault(link: LinkFound, there: frozenset[str] | None, entries: Mapping[str, object]) -> Diagnostic | None:
    target = link.target
    if target.broken:
        return faults.broken_link(link.span, link.url, neighbours_of(link.url, link.span.path, entries))
    if target.fragment and there is not None and unquote(target.fragment) not in there:
        return faults.broken_anchor(link.span, link.url, target.address, tuple(sorted(there)))
    return None
