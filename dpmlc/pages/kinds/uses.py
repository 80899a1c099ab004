"""Who mentions something that many mention -> the pages that list all of them."""

from dataclasses import replace

from dpmlc.pages.heads import Heads
from dpmlc.pages.made import Made
from dpmlc.pages.package import Package
from dpmlc.pages.plan.address import href, used_by_address
from dpmlc.pages.used import Listing, listed
from dpmlc.pages.views import Link
from dpmlc.pages.views_pages import UsesView


def listing_page(listing: Listing, package: Package, heads: Heads) -> Made:
    """The page that `listing` is."""
    page, address, words = listing.page, listing.address, package.words
    above = (
        Link(words[page.kind], href(address, f"{page.kind}/index.html")),
        Link(page.label, href(address, page.address)),
    )
    title = _title(listing, listing.number, package)
    head = heads.plain(title, page.kind, address)
    head = replace(
        head, section=words[page.kind], breadcrumbs=(*head.breadcrumbs, *above),
        previous=_turn(listing, -1, package), following=_turn(listing, 1, package),
    )  # fmt: skip
    view = UsesView(tuple(package.use(each, address) for each in listed(listing, package)))
    return Made(address, "uses.html", head, view, "part")


def _title(listing: Listing, number: int, package: Package) -> str:
    told = f"{listing.page.label} · {package.words['used_by']}"
    return f"{told} ({number}/{listing.count})" if listing.count > 1 else told


def _turn(listing: Listing, by: int, package: Package) -> Link | None:
    """The page of the list that comes `by` pages behind."""
    number = listing.number + by
    if not 1 <= number <= listing.count:
        return None
    where = used_by_address(listing.page.address, number)
    return Link(_title(listing, number, package), href(listing.address, where))
