"""The site of the build before, and which documents were touched since -> which pages may show something else.

All that a key (`keys.py`) holds is asked here once for the site and not for each page: a page is looked at again where
a touched document is its own, where one leads there or led there, and where findings changed.
"""

from collections.abc import Callable, Mapping
from dataclasses import field

from dpmlc.memory import Left
from dpmlc.pages.given import SiteInput
from dpmlc.pages.keys import Ground, Shared
from dpmlc.pages.package import Package
from dpmlc.pages.plan.plan import Plan, Planned, replanned, same_pages
from dpmlc.pages.used import Listing, changed_elements, changed_protocols, changed_targets, listings
from dpmlc.text.frozen import frozen


@frozen
class Last:
    """What a site was made of, as far as the next one asks for it. `listings` are by the address of their pages. In
    documents that are `unsure` it is not known what was wrong. `leave_search` leaves the search's index.
    """

    given: SiteInput
    package: Package
    shared: Shared
    ground: Ground
    listings: Mapping[str, tuple[Listing, ...]] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    leave_search: Callable[[Left], None] = lambda _: None


@frozen
class Again:
    """Whose pages are to be looked at again: `documents` and tools, resource `protocols` and structural ones.

    `listings` are those of the build before; what they tell of is as it was but for the documents that `moved`. Who
    leads to whom may be as it was, too (`is_tied`), and what describes the pages (`is_described`).
    """

    documents: frozenset[str]
    protocols: frozenset[str]
    elements: frozenset[str]
    moved: frozenset[str]
    listings: Mapping[str, tuple[Listing, ...]]
    is_tied: bool
    is_described: bool

    def stays(self, page: Planned) -> bool:
        """Whether `page` shows what it showed."""
        match page.kind:
            case "protocols":
                return page.subject not in self.protocols
            case "elements":
                return page.subject not in self.elements
        return page.subject not in self.documents

    def lists(self, listing: Listing) -> bool:
        """Whether the page that `listing` is shows what it showed."""
        before = self.listings.get(listing.page.address, ())[listing.number - 1 : listing.number]
        return before == (listing,) and self.moved.isdisjoint(listing.documents)


def again(before: Last, now: Last, touched: frozenset[str]) -> Again | None:
    """What is to be looked at again after documents were `touched`; None where that is everything."""
    old, new = before.package, now.package
    if before.shared is not now.shared or before.ground is not now.ground or not same_pages(old.plan, new.plan):
        return None
    if old.registered != new.registered or _patterns(old) != _patterns(new):
        return None
    told = old.findings.keys() | new.findings.keys()
    moved = touched | before.unsure | {path for path in told if old.findings.get(path) != new.findings.get(path)}
    said = [each.gathered.told[path] for path in moved for each in (old, new) if path in each.gathered.told]
    led = changed_targets(moved, old, new)
    missing = {at for each in said for lead in each.leads for at, kind in lead.targets if kind == "missing"}
    # What is missing is drawn by what all say who lead there.
    beside = {path for each in missing for package in (old, new) for path in package.gathered.named.by.get(each, {})}
    elements = changed_elements(moved, old, new)
    elements |= {each.name for each in new.index.structures.values() if each.place.path in moved}
    protocols = {each.name for each in new.index.protocols.values() if each.place and each.place.path in moved}
    protocols |= changed_protocols(moved, old, new)
    wrong = moved & (told | before.unsure)  # What is wrong with references is told on the pages of their protocols.
    protocols |= {name for path in wrong for each in (old, new) for name in each.gathered.asked.of.get(path, {})}
    return Again(
        moved | led | beside, frozenset(protocols), frozenset(elements), moved, before.listings,
        old.gathered.ties is new.gathered.ties, old.plan is new.plan,
    )  # fmt: skip


def planned_still(last: Last, given: SiteInput, touched: frozenset[str]) -> Plan | None:
    """The plan of the `last` site, where the pages of `given` are the same although documents were `touched`, but for
    what describes these.
    """
    before = last.given
    same = (
        before.package == given.package
        and before.documents == given.documents
        and before.entries == given.entries
        and before.tools == given.tools
        and before.options == given.options
        and before.index.protocols == given.index.protocols
        and before.index.structures == given.index.structures
    )
    return replanned(last.package.plan, given.index, touched) if same else None


def relisted(package: Package, again_: Again | None) -> Mapping[str, tuple[Listing, ...]]:
    """The lists of who mentions something, by the address of its page; those that stay are known."""
    pages = package.plan.pages
    known = {} if again_ is None else again_.listings
    found = (
        (each.address, known.get(each.address, ()) if again_ and again_.stays(each) else listings(each, package))
        for each in pages
    )
    return {address: each for address, each in found if each}


def _patterns(package: Package) -> list[tuple[object, ...]]:
    """By what pages tell of patterns that they do not hold."""
    return [(each.anchor, each.name, each.targets) for each in package.gathered.globs.all]
