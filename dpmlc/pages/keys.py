"""All that a page shows -> a key: two pages with equal keys are the same, byte for byte."""

from collections.abc import Iterable, Mapping

from dpmlc.pages.gathered import Tagged, spot
from dpmlc.pages.heads import Heads
from dpmlc.pages.package import MOST_TARGETS, Package
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.plan.terms import Term
from dpmlc.pages.themes.theme import Theme
from dpmlc.pages.used import Listing, Mention, Used, divided, listed, used
from dpmlc.pages.views import SiteView
from dpmlc.text.frozen import frozen


@frozen
class Shared:
    """What every page is made with. `context` is what its documents were read against, `places` where the lines are
    that declare something. `renderer` is what draws diagrams, with its version, or "".
    """

    context: object
    places: tuple[str, ...]
    options: SiteOptions
    theme: Theme
    view: SiteView
    terms: Mapping[str, str]
    renderer: str


@frozen
class Ground:
    """Which files and pages there are, for the pages that tell of many of them.

    `inventory` are the package's files, `documents` the addresses of their pages, `too_large` the files that no page
    brings along.
    """

    inventory: object
    documents: Mapping[str, str]
    too_large: frozenset[str]


def document_key(page: Planned, shared: Shared, package: Package, heads: Heads) -> tuple[object, ...]:
    """The key of a document's page, and of what a bundle's page shows beside the prompt, but for what is drawn there.

    Where its links lead is not in it: that is asked again (`Trace`).
    """
    path = page.subject
    return (
        *_around(page, shared, heads), package.index.documents[path], package.bounds.get(path, ()),
        package.registered.get(path, ()),
        *_used(used(page, package), package), tuple(called([path], package)),
        package.findings.get(path, ()),
    )  # fmt: skip


def protocol_key(page: Planned, shared: Shared, package: Package, heads: Heads) -> tuple[object, ...]:
    """The key of a resource protocol's page."""
    found = package.found_about(page.subject, page.address)
    return (*_around(page, shared, heads), *_used(used(page, package), package), found)


def structure_key(page: Planned, shared: Shared, package: Package, heads: Heads) -> tuple[object, ...]:
    """The key of a structural protocol's page."""
    users = (_used(each, package) for each in divided(page, package))
    place = package.index.structures[page.subject].place.path
    return (*_around(page, shared, heads), *users, tuple(_findings([place], package)))


def listing_key(listing: Listing, shared: Shared, package: Package) -> tuple[object, ...]:
    """The key of a page that lists who mentions something."""
    found = (each for of in listed(listing, package).values() for each in of)
    return (shared, listing.page, listing.number, listing.count, tuple(_mentions(found, package)))


def tool_key(page: Planned, shared: Shared, package: Package, heads: Heads) -> tuple[object, ...]:
    """The key of a tool's page, but for the tool."""
    return (*_around(page, shared, heads), *_used(used(page, package), package), package.places.text(page.subject))


def places(package: Package) -> tuple[str, ...]:
    """Where everything is declared that has a place: the offsets in a context do not tell the lines."""
    index = package.index
    structures = {each.name: each for each in index.structures.values()}.values()
    spans = [*(each.place for each in index.protocols.values()), *(each.place for each in structures)]
    spans += (each.place for each in index.attributes.values())
    spans += (attribute.place for each in structures for attribute in each.attributes)
    return tuple(package.place(each) for each in spans if each is not None)


def glossary_key(terms: Iterable[Term], package: Package) -> tuple[object, ...]:
    """The key of the glossary."""
    return tuple((each, package.place(each.element.opening)) for each in terms)


def front_key(package: Package) -> tuple[object, ...]:
    """The key of the first page: the document that stands there, or which pages there are."""
    front, pages = package.plan.index, package.plan.pages
    if not front:
        return ((), pages)
    return (package.index.documents[front], package.bounds.get(front), package.findings.get(front)), pages


def graph_key(package: Package) -> tuple[object, ...]:
    """The key of the graph's page: who leads where, but not from which place in a text."""
    return package.plan.labels, package.gathered.ties


def _around(page: Planned, shared: Shared, heads: Heads) -> tuple[object, ...]:
    return shared, page, heads.around(page)


def _used(found: Used, package: Package) -> tuple[object, ...]:
    """What is shown of those who mention something."""
    rest = tuple((glob.anchor, glob.name, glob.users[0].loading, count) for glob, count in found.rest)
    return tuple(_mentions(found.shown, package)), found.more, rest


def _mentions(found: Iterable[Mention], package: Package) -> Iterable[tuple[object, ...]]:
    """What is told of references and elements elsewhere (`Package.use`)."""
    for each in found:
        span = spot(each)
        where = (span.path, package.label(span.path), package.plan.documents.get(span.path, ""), package.line(span))
        if isinstance(each, Tagged):
            yield (*where, each.element.name, each.count)
        else:
            yield (*where, each.reference.text, each.reference.form, each.loading.value)


def called(paths: Iterable[str], package: Package) -> Iterable[tuple[str, str]]:
    """Labels and addresses of documents, and of what is told of all that they lead to."""
    for path in paths:
        bounds = package.bounds.get(path, ())
        targets = (target.location for each in bounds for target in each.targets[:MOST_TARGETS])
        told = (path, *targets, *(each for each in map(package.front, bounds) if each))
        yield from ((package.label(each), package.plan.documents.get(each, "")) for each in told)


def _findings(paths: Iterable[str], package: Package) -> Iterable[object]:
    """Diagnostics of documents with the texts that their snippets are cut from."""
    return ((package.findings[path], package.places.text(path)) for path in paths if path in package.findings)
