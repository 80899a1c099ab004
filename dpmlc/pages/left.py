"""A site -> what it leaves to the next process as plain data, and from that the plan and all that documents mention.

Nothing here is text of a document, or rests on where something stands in one.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from dpmlc.memory import Left
from dpmlc.pages.beside import SiteIndex
from dpmlc.pages.gathered import Lead, Told, leads_of
from dpmlc.pages.given import SiteInput
from dpmlc.pages.plan.plan import DOCUMENTS, Plan, Planned, arranged
from dpmlc.pages.search import index_left
from dpmlc.pages.stays import Last
from dpmlc.pages.used import Listing
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen

_V = TypeVar("_V")

Row: TypeAlias = tuple[Any, ...]
"""Plain data."""


@frozen
class SiteLeft:
    """What the build before left of its site: which pages there were, what each document mentioned, the lists of who
    mentions something, by the address of its page, and the search's index.
    """

    plan: Plan
    told: Mapping[str, Told]
    listings: Mapping[str, tuple[Listing, ...]]
    search: Callable[[], SiteIndex]


def site_row(last: Last) -> Row:
    """What is left of a site beside its pages and the search."""
    plan, words = last.package.plan, dict[Any, Any]()

    def once(value: _V) -> _V:
        """The same object for all that are equal: it is left once."""
        same: _V = words.setdefault(value, value)
        return same

    return (
        tuple(
            (each.address, each.kind, each.subject, each.label, once(each.group), each.description)
            for each in plan.pages
            if each.kind in DOCUMENTS
        ),
        (plan.index, plan.labels.get(plan.index, "")),
        tuple(
            (
                path,
                None if each.has_globs else tuple(once(_plain(lead)) for lead in each.leads),
                *(once(tuple(counts.items())) for counts in (each.asked, each.tagged, each.filled)),
                each.glosses,
            )
            for path, each in last.package.gathered.told.items()
        ),
        tuple((address, tuple(each.documents for each in found)) for address, found in last.listings.items()),
    )


def _plain(lead: Lead) -> Row:
    """A lead that is no pattern: what documents share of one would be left with each, so they are read again."""
    return lead.look, lead.is_broken, lead.targets


def site_left(row: Row, given: SiteInput, left: Left, standing: Mapping[str, Fingerprint]) -> SiteLeft:
    """What `site_row` made `row` of; `given` is what that site was made of, and its files are `standing` in the output.
    """
    pages, front, documents, listings = row
    plan = arranged(
        given.package, given.index, tuple(Planned(*each) for each in pages), front, given.entries, given.tools,
        given.options,
    )  # fmt: skip
    by_address = {each.address: each for each in plan.pages}
    return SiteLeft(
        plan,
        _told(documents, given),
        {
            address: tuple(Listing(by_address[address], at, len(found), of) for at, of in enumerate(found, 1))
            for address, found in listings
        },
        lambda: SiteIndex(index_left(left), standing),
    )


def _told(documents: Iterable[Row], given: SiteInput) -> Mapping[str, Told]:
    known: dict[Row, Lead] = {}

    def lead(row: Row) -> Lead:
        found = known.get(row)
        if found is None:
            found = known[row] = Lead(*row)
        return found

    return {
        path: Told(
            leads_of(given.bounds[path]) if leads is None else tuple(map(lead, leads)),
            dict(asked), dict(tagged), dict(filled), glosses,
        )
        for path, leads, asked, tagged, filled, glosses in documents
    }  # fmt: skip
