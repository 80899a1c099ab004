"""Pages that stand for many: the first page, a list for each section, health, and the page for no page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, urlsplit

from dpmlc.index.names import claim
from dpmlc.pages.graph.place import common
from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.document import laid_out, undrawn, without_title
from dpmlc.pages.links.relinked import relinked
from dpmlc.pages.made import Made
from dpmlc.pages.package import Package
from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.plan import KINDS, Kind, Planned
from dpmlc.pages.views import Heading, Item, Link
from dpmlc.pages.views_pages import Group, HealthView, ListView, MissingView
from dpmlc.report.diagnostic import Diagnostic, Severity

HEALTH = "health.html"
_MOST_FINDINGS = 2000
_ON_FIRST_PAGE = 30


def sections(package: Package, more: Sequence[tuple[str, str]]) -> tuple[Item, ...]:
    """What stands at the top of every page; `more` are the pages that stand alone, as key and address."""
    kinds = {each.kind for each in package.plan.pages}
    listed = [(kind, f"{kind}/index.html") for kind in KINDS if kind in kinds]
    return tuple(Item(package.words[key], address) for key, address in (*listed, *more))


def section_page(kind: Kind, package: Package, heads: Heads) -> Made:
    """The list of one section."""
    address = f"{kind}/index.html"
    groups = _short(tuple(_groups(package.plan.of(kind), address)))
    contents = [Heading(1, each.label, f"#group-{number}") for number, each in enumerate(groups, 1) if each.label]
    head = heads.plain(package.words[kind], kind, address, contents)
    ids = frozenset(each.href[1:] for each in contents)
    return Made(address, "list.html", head, ListView((), groups), "list", ids)


def first_page(package: Package, heads: Heads) -> Made:
    """The README; without one, where to go from here."""
    title = package.plan.options.title or package.plan.package
    path = package.plan.index
    if not path:
        head = heads.plain(title or package.words["home"], "home", "index.html")
        return Made("index.html", "list.html", head, ListView((), tuple(_groups_of_kinds(package))), "list")
    canvas, laid = laid_out(path, "index.html", package)
    heading = canvas.headings[0].text if canvas.headings else ""
    parts = without_title(laid, heading, canvas) if heading else laid
    head = heads.plain(heading or title or package.words["home"], "home", "index.html", canvas.headings)
    head = replace(head, anchor=canvas.anchor)
    view = ListView(parts, (), package.found_in([path], "index.html"))
    return Made(
        "index.html", "list.html", head, view, "page", frozenset(canvas.ids), tuple(canvas.links), (title, path),
        tuple(canvas.blocks), relinked(package.index.documents[path].text, canvas.links, "index.html"),
        diagrams=tuple(canvas.diagrams.items()), faults=undrawn(path, canvas),
    )  # fmt: skip


def _groups_of_kinds(package: Package) -> Iterator[Group]:
    """What is the package's own; protocols that ship with dpmlc only where there is nothing else to be shown."""
    for kind, pages in (("guide", package.plan.of("guide")), ("prompts", package.plan.of("prompts"))):
        yield from _first_of(kind, pages, package)
    protocols = package.plan.of("protocols")
    claimed = {found[0] for path in package.plan.documents if (found := claim(path, package.index.suffixes))}
    own = [
        each for each in protocols
        if each.subject in claimed or package.index.protocols[each.subject].origin == "unit"
    ]  # fmt: skip
    yield from _first_of("protocols", own if package.plan.documents else protocols, package)


def _first_of(kind: str, pages: Sequence[Planned], package: Package) -> Iterator[Group]:
    links = [_link(each, "index.html") for each in pages[:_ON_FIRST_PAGE]]
    if len(pages) > _ON_FIRST_PAGE:
        links.append(Link(package.words["more"], f"{kind}/index.html"))
    if links:
        yield Group(package.words[kind], tuple(links))


def _groups(pages: Sequence[Planned], address: str) -> Iterator[Group]:
    found: dict[str, list[Link]] = {}
    for each in pages:
        found.setdefault(each.group, []).append(_link(each, address))
    for label, links in found.items():
        yield Group(label, tuple(links))


def _short(groups: Sequence[Group]) -> tuple[Group, ...]:
    """The groups without the folders that all of them lie in."""
    hidden = common([each.label for each in groups])
    return tuple(replace(each, label=each.label[hidden:]) for each in groups)


def _link(page: Planned, address: str) -> Link:
    plain = " ".join(page.description.replace("`", "").split())
    return Link(page.label, href(address, page.address), note=plain if len(plain) <= 110 else f"{plain[:109]}…")


def health_page(diagnostics: Sequence[Diagnostic], package: Package, heads: Heads) -> Made:
    """Every finding, errors first, hints too; of those that say the same, one with all its places."""
    diagnostics = sorted(diagnostics, key=lambda each: tuple(Severity).index(each.severity))
    counts = tuple((str(each), sum(found.severity is each for found in diagnostics)) for each in Severity)
    findings = package.told(diagnostics, HEALTH)
    shown = findings[:_MOST_FINDINGS]
    more = len(findings) - len(shown)
    hidden = package.words["more_users"].replace("{n}", str(more)) if more else ""
    view = HealthView(shown, counts, tuple(sorted({each.code for each in shown})), hidden)
    return Made(HEALTH, "health.html", heads.plain(package.words["health"], "health", HEALTH), view, "list")


def missing_page(package: Package, heads: Heads) -> Made:
    """What a server shows where there is no page.

    It stands under addresses of any depth and cannot tell which, so its links begin at the root of the host: with the
    path of `[site] url`; without one a site is taken to stand at the root itself. Where that is wrong a script mends
    them that is looked for beside the page and, without `url`, above it.
    """
    head = heads.plain(package.words["not_found_title"], "missing", "404.html")
    path = urlsplit(heads.plan.options.url).path.strip("/")
    root = f"/{quote(path, safe='/-._~%')}/" if path else "/"
    view = MissingView((root, "") if heads.plan.options.url else (root, "", "../", "../../"))
    return Made("404.html", "missing.html", replace(head, root=root, whole=""), view, "list")
