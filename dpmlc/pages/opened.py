"""What a site is made of -> the package behind it, arranged for its pages, and what is wrong with their plan."""

from dpmlc.emit.patterns import Stated, matcher, unmatched
from dpmlc.pages.body.chips import terms
from dpmlc.pages.faults import page_collision
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.given import SiteInput
from dpmlc.pages.globs import globs_of, users_of
from dpmlc.pages.links.follow import follower
from dpmlc.pages.package import Package, Resolve, asked_for, by_path, registered, tagged_with
from dpmlc.pages.pictures import Pictures, pictures
from dpmlc.pages.plan.address import collisions
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.plan.plan import Plan, plan
from dpmlc.pages.plan.terms import Term, addresses_of, terms_of
from dpmlc.pages.words import words
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.text.span import Span


def plan_faults(given: SiteInput, planned: Plan) -> tuple[Diagnostic, ...]:
    """What is wrong with which pages there are, and where: patterns past a limit or for nothing, two pages at one
    address.
    """
    left_out = _left_out(given.options)
    _, wrong = matcher(left_out)
    collided = (
        page_collision(_place(two.owner), one.owner, two.owner, one.address) for one, two in collisions(planned.claims)
    )
    return (*wrong, *unmatched(left_out, given.documents), *collided)


def _left_out(options: SiteOptions) -> Stated:
    return Stated(options.leave_out, "[site] leave_out", options.places)


def _place(owner: str) -> Span | None:
    return None if "/" not in owner and "." not in owner else Span(owner, 0, 0)


def unresolved(_protocol: str, _name: str, _document: str) -> None:
    """Resolves nothing: for those who only look at links."""


def planned_for(given: SiteInput) -> Plan:
    """The plan of the pages."""
    left_out, _ = matcher(_left_out(given.options))
    bundled = {each.path for each in given.entries}
    documents = [each for each in given.documents if each in bundled or not left_out(each)]
    return plan(given.package, given.index, documents, given.entries, given.tools, given.options)


def opened(
    given: SiteInput, planned: Plan, resolve: Resolve, renderer: Renderer | None = None
) -> tuple[Package, tuple[Term, ...], Pictures]:
    """The package as its pages ask for it, its glossary, and what draws it."""
    found = terms_of(given.index)
    globs = globs_of(given.bounds)
    drawn = pictures(planned, given.bounds, globs)
    package = Package(
        given.index, given.bounds, Places(given.texts), planned, words(given.options.language),
        terms(addresses_of(found)), follower(given.index, planned), users_of(given.bounds, globs),
        asked_for(given.bounds), tagged_with(given.index), by_path(given.diagnostics), resolve, drawn.around, renderer,
        registered(given.index, resolve), globs,
    )  # fmt: skip
    return package, found, drawn
