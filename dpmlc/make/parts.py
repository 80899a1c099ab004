"""A checked package -> the parts of its output: bundles with their pages, tools, the site in the making.

`remade` goes on from the parts of the build before; what nothing touched is taken from there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from dpmlc.check.checked import Checked, ordered, recount
from dpmlc.check.rechecked import Rechecked
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import PackageTools, package_tools, tool_secrets
from dpmlc.link.bind import bind
from dpmlc.link.bound import Bound
from dpmlc.make.bundles import Bundled, bundle_key, bundler
from dpmlc.make.request import Request
from dpmlc.memory import Left, Memory, Wanted
from dpmlc.pages.given import SiteInput, SiteMeans
from dpmlc.pages.package import Resolve
from dpmlc.pages.site import Site, site, site_before
from dpmlc.pages.stays import Last
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.parse import Malformed, parse
from dpmlc.settings import Settings
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.lazily import over
from dpmlc.text.spread import Spread
from dpmlc.tools.found import FoundTools, ToolReader, read_tools
from dpmlc.tools.read_tool import ReadTool, is_tool


@frozen
class Parts:
    """What a build consists of. `checked` knows what is wrong with the `tools`, too; `faults` are those of the entries.

    `bundles` are by the path of their entry, in the order of `chosen`; those that are not wanted are left out. `site`
    is what the next site asks of this one.
    """

    request: Request
    checked: Checked
    tools: FoundTools
    chosen: tuple[BundleEntry, ...]
    faults: tuple[Diagnostic, ...]
    pages: Site | None
    bundles: Mapping[str, Bundled]
    package_tools: PackageTools
    site: Last | None


def made(checked: Checked, request: Request, spread: Spread, memory: Memory) -> Parts:
    """The parts of the package that `checked` is."""
    found = tools_of(request)
    chosen, faults = entries(checked.index, request.settings.bundle)
    return _Making(checked, request, found, chosen, faults, checked.bounds, spread, memory).parts({}, None)


def remade(before: Parts, again: Rechecked, request: Request, spread: Spread, memory: Memory) -> Parts:
    """The parts of the package as it was checked again; `before` are those of the build before, for a like request."""
    checked, touched = again.known.checked, again.touched
    others = any(is_tool(path) for path in touched)
    found = tools_of(request) if others else before.tools
    chosen, faults = entries(checked.index, request.settings.bundle) if again.roots else (before.chosen, before.faults)
    above, same = again.known.leads.above(touched), set(before.chosen)
    stay = (each.path for each in chosen if each in same and each.path not in above)
    kept = {path: before.bundles[path] for path in stay if path in before.bundles}
    naming = {path: checked.bounds[path] for path, each in again.known.facts.items() if each.tools}
    return _Making(checked, request, found, chosen, faults, naming, spread, memory).parts(
        kept, None if others or again.tools else before.package_tools, before.site, touched
    )


@frozen
class _Making:
    """What the parts are made from. `naming` are the references of all documents that refer to tools, or of more."""

    checked: Checked
    request: Request
    found: FoundTools
    chosen: tuple[BundleEntry, ...]
    faults: tuple[Diagnostic, ...]
    naming: Mapping[str, tuple[Bound, ...]]
    spread: Spread
    memory: Memory

    def parts(
        self,
        kept: Mapping[str, Bundled],
        package_tools_: PackageTools | None,
        last: Last | None = None,
        touched: frozenset[str] = frozenset(),
    ) -> Parts:
        """The parts, where the bundles `kept` are known, perhaps the tools' files, and the `last` site.

        A bundle's page shows more than the bundle is made of, so the site has a say about those that are kept, too.
        """
        request = self.request
        checked = _with_texts(self.checked, self.found, request)
        pages = None if request.theme is None else self._site(checked, request.theme, last, touched)
        if pages is not None:
            kept = {
                path: each for path, each in kept.items() if each.page and pages.bundle_stays(path, each.page)
            }
        read = reader(request, self.found.tools)
        bundles = self._bundles(checked, pages, read, kept)
        if package_tools_ is None:
            package_tools_ = package_tools(self.naming, request.files, Texts(checked.index, request.files), read)
        return Parts(
            request, checked, self.found, self.chosen, self.faults, pages, bundles, package_tools_,
            None if pages is None else pages.last,
        )  # fmt: skip

    def _bundles(
        self, checked: Checked, pages: Site | None, read: ToolReader, kept: Mapping[str, Bundled]
    ) -> Mapping[str, Bundled]:
        request, only = self.request, self.request.only
        asked = {each.path: each for each in self.chosen if only is None or only & {each.id, each.path}}
        key = bundle_key(checked, request.files, pages, request.answers)
        make = bundler(checked, request.files, request.settings, pages, read, request.lay)

        def holds(bundle: Bundled) -> bool:
            return pages is None or bundle.page is None or pages.holds(bundle.page)

        names = tuple(path for path in asked if path not in kept)
        wanted = Wanted("bundle", names, lambda path: key(asked[path]), lambda path: make(asked[path]), holds)
        new = dict(zip(names, self.memory.many(wanted, self.spread), strict=True))
        return {path: kept[path] if path in kept else new[path] for path in asked} if kept else new

    def _site(self, checked: Checked, theme: Theme, last: Last | None, touched: frozenset[str]) -> Site:
        request = self.request
        given = site_input(checked, self.chosen, self.found.tools, request.settings)
        return site(given, _means(checked, theme, request, self.memory), last, touched)


def last_site(
    parts: Parts, theme: Theme, row: tuple[Any, ...], left: Left, standing: Mapping[str, Fingerprint], memory: Memory
) -> Last:
    """The site that another process made of these `parts`, and `left` with `row`; its files are `standing`."""
    request = parts.request
    checked = _with_texts(parts.checked, parts.tools, request)
    given = site_input(checked, parts.chosen, parts.tools.tools, request.settings)
    return site_before(given, _means(checked, theme, request, memory), row, left, standing)


def tools_of(request: Request) -> FoundTools:
    """The package's tools, read."""
    return read_tools(request.files, request.settings.limits, request.answers)


def _with_texts(checked: Checked, found: FoundTools, request: Request) -> Checked:
    """`checked` with the package's tools, and with the texts of the theme."""
    checked = with_tools(checked, found, request)
    return checked if request.theme is None else replace(checked, texts=over(checked.texts, request.theme.texts()))


def with_tools(checked: Checked, found: FoundTools, request: Request) -> Checked:
    """`checked` with what is wrong with the package's tools."""
    allowed = request.settings.policy.allow_secrets
    shown = (fault for tool in found.tools for fault in tool_secrets(tool, found.texts[tool.path], allowed))
    wrong = (*found.faults, *(fault for tool in found.tools for fault in tool.diagnostics), *shown)
    told = ordered((*checked.diagnostics, *wrong)) if wrong else checked.diagnostics
    totals = recount(checked.totals, told)
    stated = request.settings.stated
    texts = over(checked.texts, {**found.texts, stated.path: stated.text})
    return replace(checked, texts=texts, diagnostics=told, totals=totals)


def reader(request: Request, known: Iterable[ReadTool]) -> ToolReader:
    """What reads tools, and has read those `known`."""
    return ToolReader(request.files, request.settings.limits, request.answers, {each.path: each for each in known})


def site_input(
    checked: Checked, chosen: tuple[BundleEntry, ...], tools: tuple[ReadTool, ...], settings: Settings
) -> SiteInput:
    """What a site is made of."""
    return SiteInput(
        settings.package, checked.index, checked.bounds, checked.texts, checked.documents, chosen, tools,
        settings.site, settings.limits, checked.diagnostics, settings.policy.allow_secrets,
    )  # fmt: skip


def _means(checked: Checked, theme: Theme, request: Request, memory: Memory) -> SiteMeans:
    resolve = _resolver(checked, request.files, request.settings)
    return SiteMeans(
        request.files, theme, resolve, checked.context, checked.inventory, memory, request.renderer, request.lay
    )


def _resolver(checked: Checked, files: Files, settings: Settings) -> Resolve:
    @cache  # The pages of protocols and the names of documents ask for the same rows.
    def resolve(protocol: str, name: str, document: str) -> Bound | None:
        reference = parse(f"@!{protocol}://{name}", document, 0)
        if isinstance(reference, Malformed):
            return None
        return bind(reference, document, checked.index, settings.link, files)

    return resolve
