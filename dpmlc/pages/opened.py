"""What a site is made of -> the package behind it, arranged for its pages, and what is wrong with their plan."""

from collections.abc import Mapping

from dpmlc.emit.patterns import Stated, matcher, unmatched
from dpmlc.memory import FORGETFUL, Memory
from dpmlc.pages.body.chips import Terms, terms
from dpmlc.pages.faults import page_collision
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.gathered import Told, gathered, regathered
from dpmlc.pages.given import SiteInput
from dpmlc.pages.links.follow import follower
from dpmlc.pages.package import Package, Resolve, by_path, registered
from dpmlc.pages.pictures import Pictures, pictures
from dpmlc.pages.plan.address import collisions
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.plan.plan import Plan, plan, same_pages
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
    given: SiteInput,
    planned: Plan,
    resolve: Resolve,
    renderer: Renderer | None = None,
    memory: Memory = FORGETFUL,
    last: Package | None = None,
    touched: frozenset[str] = frozenset(),
    told: Mapping[str, Told] | None = None,
) -> tuple[Package, tuple[Term, ...], Pictures]:
    """The package as its pages ask for it, its glossary, and what draws it.

    Where the plan is that of `last`, the package of the build before, no documents but those `touched` are others.
    What documents mention is looked at unless it is `told`.
    """
    if last is not None and same_pages(last.plan, planned):
        found = regathered(last.gathered, given.index, given.bounds, touched)
    else:
        found = gathered(given.index, given.bounds, told)

    def glossary() -> tuple[tuple[Term, ...], Terms]:
        of = terms_of(found.glossed.values())
        return of, terms(addresses_of(of))

    defined, known = memory.one("terms", "", lambda: tuple(found.glossed.values()), glossary)
    drawn = memory.one(
        "pictures", "", lambda: (*planned.drawn, found.ties), lambda: pictures(planned, found.ties, found.globs)
    )
    package = Package(
        given.index, given.bounds, Places(given.texts), planned, words(given.options.language), known,
        follower(given.index, planned), found, by_path(given.diagnostics), resolve, drawn.around, renderer,
        registered(given.index, resolve),
    )  # fmt: skip
    return package, defined, drawn
