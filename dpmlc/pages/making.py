"""A checked package -> its site: every page made, every link checked, everything that stands beside the pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.trail import Trail
from dpmlc.link.flat import Flat
from dpmlc.memory import Key, Wanted
from dpmlc.pages.beside import FOLDER, SEARCH, SiteIndex, brought_along, file, llms, sitemap
from dpmlc.pages.broken import broken_links
from dpmlc.pages.finished import SiteOutput
from dpmlc.pages.given import SiteInput, SiteMeans
from dpmlc.pages.heads import Heads, heads
from dpmlc.pages.keys import (
    Ground,
    Shared,
    called,
    document_key,
    front_key,
    glossary_key,
    graph_key,
    listing_key,
    places,
    protocol_key,
    structure_key,
    tool_key,
)
from dpmlc.pages.kinds import lists
from dpmlc.pages.kinds.document import document_page
from dpmlc.pages.kinds.glossary import glossary_page
from dpmlc.pages.kinds.graph_page import graph_page
from dpmlc.pages.kinds.prompt import prompt_page
from dpmlc.pages.kinds.protocol import protocol_page
from dpmlc.pages.kinds.structure import ATTRIBUTES, attributes_page, structure_page
from dpmlc.pages.kinds.tool import tool_page
from dpmlc.pages.kinds.uses import listing_page
from dpmlc.pages.left import SiteLeft
from dpmlc.pages.links.follow import Trace, too_large
from dpmlc.pages.made import Made
from dpmlc.pages.opened import opened, plan_faults, planned_for
from dpmlc.pages.package import GRAPH, Package
from dpmlc.pages.pictures import Pictures
from dpmlc.pages.plan.address import twin_of
from dpmlc.pages.plan.plan import KINDS, Planned
from dpmlc.pages.plan.terms import GLOSSARY, Term
from dpmlc.pages.plan.tree import tree
from dpmlc.pages.search import Field, Lexicon, Searchable, Weight, indexed, leave
from dpmlc.pages.stays import Again, Last, again, planned_still, relisted
from dpmlc.pages.themes.dress import dressed
from dpmlc.pages.themes.theme import Dress, ThemeError
from dpmlc.pages.twins import twin
from dpmlc.pages.used import Listing
from dpmlc.pages.views import Item, SiteView
from dpmlc.pages.words import LANG
from dpmlc.pages.written import Traits, Written
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Output
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.text.spread import Spread
from dpmlc.tools.read_tool import ReadTool

_TREE = "tree.js"


@frozen
class Making:
    """A site in the making: every page can be made by itself, in any order, in any process; `finish` joins them."""

    given: SiteInput
    means: SiteMeans
    dress: Dress
    package: Package
    heads: Heads
    view: SiteView
    terms: tuple[Term, ...]
    pictures: Pictures
    faults: tuple[Diagnostic, ...]
    shared: Shared
    ground: Ground
    tools: Mapping[str, ReadTool]
    lexicon: Lexicon
    index: SiteIndex
    again: Again | None
    listings: Mapping[str, tuple[Listing, ...]]

    @property
    def last(self) -> Last:
        """What the next site asks of this one."""
        search = partial(leave, self.index.index)
        return Last(self.given, self.package, self.shared, self.ground, self.listings, leave_search=search)

    def all(self, spread: Spread) -> Iterable[Written]:
        """The pages about documents and protocols, and the lists that belong to a page; none about bundles, and none
        that stand for many.
        """
        pages: dict[str, Planned | Listing] = {
            each.address: each for each in self.package.plan.pages if each.kind != "prompts"
        }
        lists_ = (self.listings.get(each.address, ()) for each in self.package.plan.pages)
        pages |= {each.address: each for of in lists_ for each in of}
        wanted = Wanted(
            "page", tuple(pages), lambda each: self.key(pages[each]), lambda each: self._page(pages[each]), self.holds,
            lambda each: self.stays(pages[each]),
        )  # fmt: skip
        return self.means.memory.many(wanted, spread)

    def stays(self, page: Planned | Listing) -> bool:
        """Whether `page` is known to show what it showed at the build before, but for where its links lead."""
        if isinstance(page, Planned):
            return self.again is not None and self.again.stays(page)
        return self.again is not None and self.again.lists(page)

    def bundle_stays(self, path: str, written: Written) -> bool:
        """The same of `written`, the page of the bundle of `path`, whose bundle is as it was; with its links."""
        return self.stays(self.package.plan.prompts[path]) and self.holds(written)

    def prompt(self, entry: BundleEntry, flat: Flat, trail: Trail) -> Written:
        """The page of a bundle."""
        page = self.package.plan.prompts[entry.path]
        trace, package = self._traced()
        made = prompt_page(page, entry, flat, trail, package, self.heads, self.given.limits)
        stem = page.address.removesuffix(".html")
        original = file(f"{stem}.source.md", self.given.index.documents[entry.path].text)
        return _led(self._written(made, original, file(f"{stem}.text.js", made.texts)), trace)

    def holds(self, written: Written) -> bool:
        """Whether the links that were followed for a page lead where they led."""
        address = written.traits.address if written.traits else ""
        target = self.package.follower.target
        return all(target(url, document, address) == where for url, document, where in written.leads)

    def _traced(self) -> tuple[Trace, Package]:
        trace = Trace(self.package.follower)
        return trace, replace(self.package, follower=trace)

    def _page(self, page: Planned | Listing) -> Written:
        if isinstance(page, Listing):
            return self._written(listing_page(page, self.package, self.heads))
        match page.kind:
            case "protocols":
                return self._written(protocol_page(page, self.package, self.heads, self.given.limits))
            case "elements":
                return self._written(structure_page(page, self.package, self.heads))
            case "tools":
                return self._written(tool_page(page, self.tools[page.subject], self.package, self.heads))
            case _:
                trace, package = self._traced()
                return _led(self._written(document_page(page, package, self.heads)), trace)

    def key(self, page: Planned | Listing) -> Key:
        """All that the page shows; of a bundle's, all that stands beside the prompt."""
        if isinstance(page, Listing):
            return listing_key(page, self.shared, self.package)
        match page.kind:
            case "protocols":
                return (self.ground, *protocol_key(page, self.shared, self.package, self.heads))
            case "elements":
                return (self.ground, *structure_key(page, self.shared, self.package, self.heads))
            case "tools":
                tool = self.tools[page.subject]
                return (self.ground, tool, *tool_key(page, self.shared, self.package, self.heads))
            case _:
                drawn = self.pictures.near(page.subject)
                return (drawn, *document_key(page, self.shared, self.package, self.heads))

    def prompt_key(self, entry: BundleEntry, documents: Sequence[str]) -> Key:
        """All that the page of a bundle shows beside the prompt, which is made of `documents`."""
        return (*self.key(self.package.plan.prompts[entry.path]), *called(documents, self.package))

    def finish(self, pages: Iterable[Written], diagnostics: Sequence[Diagnostic]) -> SiteOutput:
        """Everything else. `diagnostics` are those of the build, which the health page shows with the site's own."""
        written = [*pages, *self._alone()]
        pages_ = [each.traits for each in written if each.traits is not None]
        broken = broken_links(pages_, self.given.index)
        along = brought_along(pages_, self.means.files, self.given.allowed)
        undrawn = dict.fromkeys(fault for each in pages_ for fault in each.faults)  # One diagram stands on many pages.
        found = (*self.faults, *_template_faults(written, self.faults), *broken, *undrawn, *along.faults)
        written.append(self._written(lists.health_page([*diagnostics, *found], self.package, self.heads)))
        # A diagram that stands on many pages is one file.
        artifacts: list[Output] = list({file.path: file for each in written for file in each.files}.values())
        plan, words = self.package.plan, self.package.words
        artifacts.append(self.means.memory.one(_TREE, "", lambda: (plan,), lambda: file(_TREE, tree(plan, words))))
        artifacts.append(file("llms.txt", llms(pages_, plan, self.view.title)))
        if self.given.options.url:
            artifacts.append(file("sitemap.xml", sitemap(pages_)))
        artifacts += [Artifact(f"{FOLDER}/{each.path}", each.content) for each in self.dress.assets]
        ordered = sorted((*artifacts, *along.copies), key=lambda each: each.path)
        index = partial(self.index.artifacts, [each.found for each in written if each.found])
        return SiteOutput(tuple(ordered), index, found, along.inputs)

    def _alone(self) -> Iterator[Written]:
        """The pages that stand for many, but health."""
        package, heads_, one = self.package, self.heads, self._one
        plan_, again_ = package.plan, self.again
        same = again_ is not None
        listed = again_ is not None and again_.is_described
        first = again_ is not None and plan_.index not in again_.documents and bool(plan_.index or listed)
        yield one("index.html", lambda: front_key(package), lambda: lists.first_page(package, heads_), same=first)
        for kind in KINDS:
            if pages := plan_.of(kind):
                section = partial(lists.section_page, kind, package, heads_)
                yield one(kind, partial(tuple, [pages]), section, same=listed)
        yield one(ATTRIBUTES, tuple, lambda: attributes_page(package, heads_), same=same)
        if terms := self.terms:
            yield one("glossary", lambda: glossary_key(terms, package), lambda: glossary_page(terms, package, heads_))
        drawn, tied = self.pictures.whole, again_ is not None and again_.is_tied
        yield one(GRAPH, lambda: graph_key(package), lambda: graph_page(drawn(GRAPH), package, heads_), same=tied)
        yield one("404.html", tuple, lambda: lists.missing_page(package, heads_), same=same)

    def _one(self, name: str, key: Callable[[], Key], make: Callable[[], Made], *, same: bool = False) -> Written:
        """A page that stands for many; it may be known to be the `same` as at the build before."""

        def parts() -> Key:
            return (self.shared, self.ground, *key())

        return self.means.memory.one("page alone", name, parts, lambda: self._written(make()), same=same)

    def _written(self, made: Made, *more: Artifact) -> Written:
        view = {"site": self.view, "page": made.head, "view": made.view, "words": self.package.words}
        try:
            html = self.dress.page(made.template, view)
        except ThemeError as error:
            return Written(fault=error.diagnostic)
        files = (file(made.address, html), *more, *(file(path, svg) for path, svg in made.diagrams))
        if made.head.twin:
            files += (file(twin_of(made.address), made.twin or twin(made.head.title, made.view)),)
        found = indexed(_searchable(made), self.lexicon) if made.kind == "page" else None
        return Written(tuple(map(self.means.lay, files)), Traits.of(made), found)


def _led(written: Written, trace: Trace) -> Written:
    return replace(written, leads=tuple((*asked, where) for asked, where in trace.noted.items()))


def _template_faults(written: Iterable[Written], told: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
    """What making the pages found in templates: one finding a line, though one template makes many pages.

    Nothing where something in the theme was wrong before: one fault would be told in many words.
    """
    if any(each.code.startswith("theme-") for each in told):
        return ()
    first: dict[Span | None, Diagnostic] = {}
    for each in written:
        if each.fault is not None:
            first.setdefault(each.fault.span, each.fault)
    return first.values()


def begun(
    given: SiteInput,
    means: SiteMeans,
    last: Last | None = None,
    touched: frozenset[str] = frozenset(),
    left: SiteLeft | None = None,
) -> Making:
    """What `site` begins. `left` is known of the package beforehand."""
    memory, theme = means.memory, means.theme
    planned = left.plan if left else (last and planned_still(last, given, touched)) or planned_for(given)
    before, told = None if last is None else last.package, left.told if left else None
    package, found, drawn = opened(given, planned, means.resolve, means.renderer, memory, before, touched, told)
    dress, wrong = memory.one("dress", "", lambda: (theme,), lambda: dressed(theme))
    more = [("attributes", ATTRIBUTES), *([("glossary", GLOSSARY)] if found else [])]
    tops = lists.sections(package, [*more, ("graph", GRAPH), ("health", lists.HEALTH)])
    view = _view(given, tops, dress)
    shown = planned, given.documents, given.options.places
    wrong += memory.one("plan", "", lambda: shown, lambda: plan_faults(given, planned))
    drawer = means.renderer.name if means.renderer else ""
    shared = Shared(means.context, places(package), given.options, theme, view, package.terms.addresses, drawer)
    ground = Ground(means.inventory, planned.documents, too_large(given.index))
    shared, ground = memory.same("shared", shared), memory.same("ground", ground)
    again_ = None if last is None else again(last, Last(given, package, shared, ground), touched)
    heads_ = memory.one("heads", "", lambda: (planned,), lambda: heads(planned, package.words))
    search = memory.one("search", "", tuple, left.search if left else SiteIndex)
    return Making(
        given, means, dress, package, heads_, view, found, drawn, wrong, shared, ground,
        {each.path: each for each in given.tools}, Lexicon(), search,
        again_, left.listings if left else relisted(package, again_),
    )  # fmt: skip


def _view(given: SiteInput, tops: tuple[Item, ...], dress: Dress) -> SiteView:
    title = given.options.title or given.package or "DPML"
    everywhere = {path: address for path, address in dress.named.items() if "/" not in path}
    styles = tuple(address for path, address in everywhere.items() if path.endswith(".css"))
    scripts = tuple(address for path, address in everywhere.items() if path.endswith(".js"))
    return SiteView(
        title, given.options.description, LANG[given.options.language], tops, styles, scripts, dress.named,
        SEARCH, _TREE, given.options.url, dress.named.get("icon.svg", ""),
    )  # fmt: skip


_WEIGHTS = {"id": Weight.ID, "heading": Weight.HEADING, "text": Weight.BODY, "code": Weight.BODY}


def _searchable(made: Made) -> Searchable:
    fields = [Field(Weight.ID, each) for each in made.keys]
    fields += [Field(_WEIGHTS[each.kind], each.text, each.slug) for each in made.blocks]
    return Searchable(made.address, made.head.title, made.head.section, tuple(fields))
