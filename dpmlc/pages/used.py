"""The subject of a page -> who mentions it: the first ones for the page itself, all of them for pages of their own."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, islice, takewhile
from typing import TypeAlias, TypeVar

from dpmlc.link.bound import Bound
from dpmlc.pages.body.chips import LOOKS
from dpmlc.pages.gathered import Gathered, Tagged, spot
from dpmlc.pages.globs import Glob
from dpmlc.pages.mentions import Counts, Mentions
from dpmlc.pages.package import GRAPH, Package
from dpmlc.pages.plan.address import href, used_by_address
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.views import Use
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked
from dpmlc.text.span import Span

MOST_USES = 50
"""So many mentions of its subject stand on a page. Where there are more, pages of their own list all of them."""

_DOCUMENTS = 50
_M = TypeVar("_M", Bound, Tagged)

Mention: TypeAlias = Bound | Tagged


@frozen
class Used:
    """Who mentions the subject of a page: those `shown` there, how many `more` there are, and for patterns that match
    it, how many of their users are not shown.
    """

    shown: tuple[Mention, ...]
    more: int
    rest: tuple[tuple[Glob, int], ...] = ()


@frozen
class Listing:
    """Number `number` (from 1) of the `count` pages that list who mentions the subject of `page`: these `documents`."""

    page: Planned
    number: int
    count: int
    documents: tuple[str, ...]

    @property
    def address(self) -> str:
        """Where it stands."""
        return used_by_address(self.page.address, self.number)


def mentioned(page: Planned, package: Package) -> tuple[Counts, Callable[[str], Sequence[Mention]]]:
    """By document how often it names the subject of `page`, and what gives the places; what a document says of itself
    is left out.
    """
    name, gathered = page.subject, package.gathered
    match page.kind:
        case "protocols":
            return gathered.asked.by.get(name, {}), lambda path: gathered.asked.told(path, name)
        case "elements":
            return gathered.tagged.by.get(name, {}), lambda path: gathered.tagged.told(path, name)
    found = gathered.named.by.get(name, {})
    others = {path: count for path, count in found.items() if path != name} if name in found else found
    return others, lambda path: gathered.named.told(path, name)


def listings(page: Planned, package: Package) -> tuple[Listing, ...]:
    """The pages of their own; none where all mentions stand on `page`."""
    found, _ = mentioned(page, package)
    if sum(found.values()) <= MOST_USES:
        return ()
    documents = tuple(found)
    starts = range(0, len(documents), _DOCUMENTS)
    return tuple(
        Listing(page, number, len(starts), documents[start : start + _DOCUMENTS])
        for number, start in enumerate(starts, 1)
    )


def listed(listing: Listing, package: Package) -> Mapping[str, Sequence[Mention]]:
    """By document all that stands on the page that `listing` is."""
    _, told = mentioned(listing.page, package)
    return {path: told(path) for path in listing.documents}


def changed_protocols(moved: Collection[str], old: Package, new: Package) -> frozenset[str]:
    """The resource protocols of whose users a page tells something else, where the documents that `moved` are others:
    they are more or fewer, or one of them stands on the page.
    """
    asked = new.gathered.asked
    return _changed(moved, old.gathered.asked, asked, lambda name: _first_of(asked.by.get(name, {})))


def changed_targets(moved: Collection[str], old: Package, new: Package) -> frozenset[str]:
    """The same of documents and files: of all that a document leads to, or led to, where that is another now, else of
    those that show it.
    """
    named = new.gathered.named
    shown = cache(lambda name: _first_of({path: each for path, each in named.by.get(name, {}).items() if path != name}))
    found: set[str] = set()
    for path in moved:
        told = [each.gathered.told[path] for each in (old, new) if path in each.gathered.told]
        other = len(told) < 2 or told[0].leads != told[1].leads
        leads = (lead for each in told for lead in each.leads)
        found.update(at for lead in leads for at in lead.locations if other or lead.glob or path in shown(at))
    return frozenset(found)


def changed_elements(moved: Collection[str], old: Package, new: Package) -> frozenset[str]:
    """The same of structural protocols."""
    before, now = old.gathered, new.gathered
    own = _changed(moved, before.tagged, now.tagged, lambda name: _first_of(_own(name, now)))
    return own | _changed(moved, before.filled, now.filled, lambda name: _first_of(now.filled.by.get(name, {})))


def _changed(
    moved: Collection[str], old: Mentions[_M], new: Mentions[_M], first: Callable[[str], Collection[str]]
) -> frozenset[str]:
    """The names that a document which `moved` mentions more or less often, or where it is among the `first` ones."""
    shown = cache(first)
    found: set[str] = set()
    for path in moved:
        before: Counts = old.of.get(path, {})
        now: Counts = new.of.get(path, {})
        found.update(name for name in (*before, *now) if before.get(name) != now.get(name) or path in shown(name))
    return frozenset(found)


def _first_of(counts: Counts) -> frozenset[str]:
    """The documents of which at least one mention is shown on a page."""
    sums = accumulate(counts.values(), initial=0)
    return frozenset(path for path, _ in takewhile(lambda each: each[1] < MOST_USES, zip(counts, sums, strict=False)))


def _own(name: str, gathered: Gathered) -> Counts:
    """By document how many elements of a structural protocol are its own, and not bound to it."""
    filled = gathered.filled.by.get(name, {})
    found = gathered.tagged.by.get(name, {})
    return {path: count - filled.get(path, 0) for path, count in found.items() if count > filled.get(path, 0)}


def divided(page: Planned, package: Package) -> tuple[Used, Used]:
    """Documents with elements of the structural protocol that `page` is about, and those with elements bound to it."""
    name, all_, filled = page.subject, package.gathered.tagged, package.gathered.filled
    own = (
        each for each in all_.places(name, _own(name, package.gathered)) if each.element.implementation is None
    )
    return _first(own, all_.count(name) - filled.count(name)), _first(filled.places(name), filled.count(name))


def used(page: Planned, package: Package) -> Used:
    """Who mentions a resource protocol, or a document or tool: those in byte order of paths."""
    found, told = mentioned(page, package)
    shown = tuple(islice(chain.from_iterable(map(told, found)), MOST_USES))
    more = sum(found.values()) - len(shown)
    if page.kind == "protocols":
        return Used(shown, more)
    globs = package.gathered.globs.by_file.get(page.subject, ())
    matching = (each for glob in globs for each in glob.shown(page.subject))
    rest = ((glob, glob.rest(page.subject)) for glob in globs)
    return Used(tuple(sorted((*shown, *matching), key=_place)), more, tuple(each for each in rest if each[1]))


def uses(page: Planned, found: Used, package: Package) -> tuple[Use, ...]:
    """The same as it stands on `page`, with links to those that are not shown."""
    shown = [package.use(each, page.address) for each in found.shown]
    if found.more:
        where = href(page.address, used_by_address(page.address, 1))
        shown.append(Use(_more(found.more, package), where, "", "", ""))
    for glob, count in found.rest:
        where, loading = href(page.address, f"{GRAPH}#{glob.anchor}"), LOOKS[glob.users[0].loading]
        shown.append(Use(_more(count, package), where, "", masked(glob.name), loading))
    return tuple(shown)


def _first(found: Iterable[Tagged], count: int) -> Used:
    return Used(tuple(islice(found, MOST_USES)), max(0, count - MOST_USES))


def _more(count: int, package: Package) -> str:
    return package.words["more_users"].replace("{n}", str(count))


def _place(mention: Mention) -> tuple[bytes, int]:
    span: Span = spot(mention)
    return span.path.encode("utf-8", "surrogatepass"), span.start
