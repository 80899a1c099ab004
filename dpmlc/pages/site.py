"""A checked package -> its site: every page made, every link checked, everything that stands beside the pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from urllib.parse import unquote

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.trail import Trail
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Flat
from dpmlc.pages import faults, lists
from dpmlc.pages.address import collisions
from dpmlc.pages.chips import terms
from dpmlc.pages.document import document_page
from dpmlc.pages.follow import Follower, neighbours_of
from dpmlc.pages.glossary import Term, addresses_of, glossary_page, terms_of
from dpmlc.pages.heads import Heads, heads
from dpmlc.pages.made import Made
from dpmlc.pages.options import SiteOptions
from dpmlc.pages.package import Package, asked_for, by_path, tagged_with, users_of
from dpmlc.pages.pictures import Pictures, pictures
from dpmlc.pages.plan import KINDS, Plan, plan
from dpmlc.pages.prompt import prompt_page
from dpmlc.pages.protocol import protocol_page
from dpmlc.pages.search import Field, Postings, Searchable, Weight, merge, page_postings
from dpmlc.pages.structure import ATTRIBUTES, attributes_page, structure_page
from dpmlc.pages.theme import Dress, Theme, ThemeError, dressed, render_page
from dpmlc.pages.views import Item, SiteView
from dpmlc.pages.words import LANG, words
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.limits import Limits
from dpmlc.text.span import Span

FOLDER = "site"
_SEARCH = "search/index.js"


@dataclass(frozen=True, slots=True)
class SiteInput:
    """What the site is made of. `documents` are the paths to show; `limits` hold for reading prompts again."""

    package: str
    index: Index
    bounds: Mapping[str, tuple[Bound, ...]]
    texts: Mapping[str, str]
    documents: tuple[str, ...]
    entries: tuple[BundleEntry, ...]
    options: SiteOptions
    limits: Limits
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class SiteOutput:
    """The finished site. `inputs` are files of the package that it brings along, `sources` the theme's templates."""

    artifacts: tuple[Artifact | Copy, ...]
    diagnostics: tuple[Diagnostic, ...]
    inputs: Mapping[str, Fingerprint]


@dataclass(slots=True)
class Site:
    """A site in the making: give it every bundle, then ask for the rest.

    A page is written as soon as it is made, so that no more than one prompt is held at a time.
    """

    given: SiteInput
    files: Files
    dress: Dress
    package: Package
    heads: Heads
    view: SiteView
    terms: tuple[Term, ...]
    pictures: Pictures
    faults: list[Diagnostic] = field(default_factory=list)
    artifacts: list[Artifact | Copy] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    postings: list[tuple[Searchable, Postings]] = field(default_factory=list)

    def prompt(self, entry: BundleEntry, flat: Flat, trail: Trail) -> None:
        """Add the page of a bundle."""
        page = next(each for each in self.package.plan.of("prompts") if each.subject == entry.path)
        made = prompt_page(page, entry, flat, trail, self.package, self.heads, self.given.limits)
        stem = page.address.removesuffix(".html")
        original = self.given.index.documents[entry.path].text
        self._file(f"{stem}.source.md", original)
        self._file(f"{stem}.text.js", made.texts)
        self._add(made)

    def finish(self, diagnostics: Sequence[Diagnostic]) -> SiteOutput:
        """Everything else. `diagnostics` are those of the build, which the health page shows with the site's own."""
        for made in self._rest():
            self._add(made)
        found = [*diagnostics, *self._link_faults()]
        self._add(lists.health_page(found, self.package, self.heads))
        self._search()
        self._maps()
        self.artifacts += [Artifact(f"{FOLDER}/{each.path}", each.content) for each in self.dress.assets]
        inputs = self._copies()
        ordered = sorted(self.artifacts, key=lambda each: each.path)
        return SiteOutput(tuple(ordered), tuple(self.faults), inputs)

    def _rest(self) -> Iterator[Made]:
        package, heads_ = self.package, self.heads
        for page in package.plan.pages:
            match page.kind:
                case "guide" | "resources":
                    yield document_page(page, package, heads_)
                case "protocols":
                    yield protocol_page(page, package, heads_, self.given.limits)
                case "elements":
                    yield structure_page(page, package, heads_)
                case "prompts" | "tools":
                    continue
        yield lists.first_page(package, heads_)
        for kind in KINDS:
            if package.plan.of(kind):
                yield lists.section_page(kind, package, heads_)
        yield attributes_page(package, heads_)
        if self.terms:
            yield glossary_page(self.terms, package, heads_)
        yield lists.graph_page(self.pictures.whole(lists.GRAPH), package, heads_)
        yield lists.missing_page(package, heads_)

    def _add(self, made: Made) -> None:
        view = {"site": self.view, "page": made.head, "view": made.view, "words": self.package.words}
        try:
            html = render_page(self.dress, made.template, view)
        except ThemeError as error:
            if error.diagnostic not in self.faults:
                self.faults.append(error.diagnostic)
            return
        self._file(made.address, html)
        if made.twin:
            self._file(f"{made.address.removesuffix('.html')}.md", made.twin)
        if made.kind == "page":
            searchable = _searchable(made)
            self.postings.append((searchable, page_postings(searchable)))
        # The text is written; what is left of a page is what others may link to.
        self.made.append(Made(made.address, "", made.head, None, made.kind, made.ids, made.links))

    def _file(self, address: str, text: str) -> None:
        self.artifacts.append(Artifact(f"{FOLDER}/{address}", text.encode("utf-8", "replace")))

    def _search(self) -> None:
        """The index. Its first file has one name for good: a page does not change because another page did."""
        found = merge(self.postings)
        for path, text in found.files:
            self._file(_SEARCH if path == found.entry else path, text)

    def _link_faults(self) -> list[Diagnostic]:
        ids = {each.address: each.ids for each in self.made}
        found = []
        for made in self.made:
            for link in made.links:
                if link.target.broken:
                    known = neighbours_of(link.url, link.span.path, self.given.index.entries)
                    found.append(faults.broken_link(link.span, link.url, known))
                elif link.target.fragment and link.target.address in ids:
                    there = ids[link.target.address]
                    if not _names(link.target.fragment, there):
                        found.append(
                            faults.broken_anchor(link.span, link.url, link.target.address, tuple(sorted(there)))
                        )
        self.faults += found
        return found

    def _copies(self) -> dict[str, Fingerprint]:
        inputs = {}
        for address, path in sorted(self.package.follower.files.items()):
            known = self.files.fingerprint(path)
            if isinstance(known, Fingerprint):
                inputs[path] = known
                self.artifacts.append(Copy(f"{FOLDER}/{address}", path, known.bytes, known.sha256))
        return inputs

    def _maps(self) -> None:
        """`llms.txt` for machines that read, `sitemap.xml` for those that look."""
        self._file("llms.txt", _llms(self.made, self.package.plan, self.view.title))
        if self.given.options.url:
            self._file("sitemap.xml", _sitemap(self.made))


def site(given: SiteInput, files: Files, theme: Theme, resolve: Callable[[str, str, str], Bound | None]) -> Site:
    """Begin a site."""
    planned = plan(given.package, given.index, given.documents, given.entries, given.options)
    dress, wrong = dressed(theme)
    phrases = words(given.options.language)
    found = terms_of(given.index)
    drawn = pictures(planned, given.bounds)
    package = Package(
        given.index, given.bounds, Places(given.texts), planned, phrases, terms(addresses_of(found)),
        Follower(given.index, planned), users_of(given.bounds), asked_for(given.bounds), tagged_with(given.index),
        by_path(given.diagnostics), resolve, drawn.around,
    )  # fmt: skip
    more = [("attributes", ATTRIBUTES), *([("glossary", "glossary.html")] if found else [])]
    tops = lists.sections(package, [*more, ("graph", lists.GRAPH), ("health", lists.HEALTH)])
    view = _view(given, tops, dress)
    made = Site(given, files, dress, package, heads(planned, phrases), view, found, drawn, list(wrong))
    made.faults += [
        faults.page_collision(_place(two.owner), one.owner, two.owner, one.address)
        for one, two in collisions(planned.claims)
    ]
    return made


def _view(given: SiteInput, tops: tuple[Item, ...], dress: Dress) -> SiteView:
    title = given.options.title or given.package or "DPML"
    styles = tuple(address for path, address in dress.named.items() if path.endswith(".css"))
    scripts = tuple(address for path, address in dress.named.items() if path.endswith(".js"))
    return SiteView(
        title, given.options.description, LANG[given.options.language], tops, styles, scripts, _SEARCH, "",
        given.options.url,
    )  # fmt: skip


def _place(owner: str) -> Span | None:
    return None if "/" not in owner and "." not in owner else Span(owner, 0, 0)


def _names(fragment: str, ids: frozenset[str]) -> bool:
    """Whether a fragment names one of the ids, percent-encoded or not."""
    return unquote(fragment) in ids


def _searchable(made: Made) -> Searchable:
    fields = [Field(Weight.ID, each) for each in made.keys]
    for block in made.blocks:
        fields.append(Field(Weight.HEADING if block.kind == "heading" else Weight.BODY, block.text, block.slug))
    return Searchable(made.address, made.head.title, made.head.section, tuple(fields))


def _llms(made: Sequence[Made], plan_: Plan, title: str) -> str:
    lines = [f"# {title}", ""]
    if plan_.options.description:
        lines += [f"> {plan_.options.description}", ""]
    by_kind: dict[str, list[str]] = {}
    for each in made:
        if each.head.twin:
            note = f": {each.head.description}" if each.head.description else ""
            label = each.head.title.replace("[", "(").replace("]", ")")
            by_kind.setdefault(each.head.section, []).append(
                f"- [{label}]({each.address.removesuffix('.html')}.md){note}"
            )
    for section, links in by_kind.items():
        lines += [f"## {section}", "", *links, ""]
    return "\n".join(lines)


def _sitemap(made: Sequence[Made]) -> str:
    found = [each.head.whole for each in made if each.address != "404.html"]
    urls = "".join(f"<url><loc>{escape(each)}</loc></url>\n" for each in found)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
