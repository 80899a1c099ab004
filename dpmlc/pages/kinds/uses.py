"""Who mentions something that many mention -> the pages that list all of them."""

from collections.abc import Sequence
from dataclasses import replace

from dpmlc.link.bound import Bound
from dpmlc.pages.gathered import Tagged, spot
from dpmlc.pages.heads import Heads
from dpmlc.pages.made import Made
from dpmlc.pages.package import Package, written
from dpmlc.pages.plan.address import href, used_by_address
from dpmlc.pages.plan.plan import BUILTIN
from dpmlc.pages.used import Listing, listed
from dpmlc.pages.views import Link, Mention, User
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
    users = tuple(_user(path, found, address, package) for path, found in listed(listing, package).items())
    return Made(address, "uses.html", head, UsesView(users), "part")


def _user(path: str, found: Sequence[Bound | Tagged], page: str, package: Package) -> User:
    mentions = tuple(Mention(package.line(spot(each)), *written(each)) for each in found)
    return User(package.label(path), package.link(path, page), path.removeprefix(BUILTIN), mentions)


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
