"""The engine: files and settings -> what is wrong, and what is to stand in the output (`Build`).

Every driver (command line, watch, tests, editors) calls these functions. Pure but for their `Files`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache

from dpmlc import __version__
from dpmlc.bundles import Bundled, bundle_key, bundler
from dpmlc.checked import Checked, Totals, check_package, ordered, recount
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.record import record
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import package_tools, tool_secrets
from dpmlc.link.bind import bind
from dpmlc.link.bound import Bound
from dpmlc.memory import FORGETFUL, Lasting, Memory, Wanted
from dpmlc.pages.diagrams import Renderer
from dpmlc.pages.given import SiteInput
from dpmlc.pages.links import site_faults
from dpmlc.pages.package import Resolve
from dpmlc.pages.site import NO_SITE, Site, SiteOutput, site
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Places
from dpmlc.scan.parse import Malformed, parse
from dpmlc.settings import Settings, fingerprint
from dpmlc.text.artifact import Artifact, Output
from dpmlc.text.files import Files
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here
from dpmlc.tools.answers import UNASKED, Answers
from dpmlc.tools.found import ToolReader, read_tools
from dpmlc.tools.read_tool import ReadTool

__all__ = [
    "Build", "Checked", "Compiler", "Draft", "Request", "Surveyed", "Totals", "build_package", "check_package",
    "draft_package", "strictly", "survey_package",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be built. `builtin` are dpmlc's own protocol documents. No theme, no site.

    `renderer` draws the diagrams of the site. `answers` are what tools said of themselves that were run before. `only`
    are ids or paths of the bundles wanted; None means all.
    """

    files: Files
    settings: Settings
    builtin: tuple[Source, ...]
    theme: Theme | None = None
    renderer: Renderer | None = None
    answers: Answers = field(default_factory=lambda: UNASKED)
    only: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """The whole output as values; `failed` where there are errors, `complete` where every bundle is whole."""

    checked: Checked
    artifacts: tuple[Output, ...]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Draft:
    """A build but for what takes long and is read last: the search's index and `build.json`. `build` adds them.

    `search` makes the index, `record` says of all files of an output what it is made of.
    """

    checked: Checked
    artifacts: tuple[Output, ...]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals
    search: Callable[[], Iterable[Artifact]]
    record: Callable[[Sequence[Output]], Artifact]

    def build(self) -> Build:
        """The whole output."""
        artifacts = (*self.artifacts, *self.search())
        return Build(self.checked, (*artifacts, self.record(artifacts)), self.diagnostics, self.totals)


@dataclass(frozen=True, slots=True)
class Surveyed:
    """All that is wrong with a package, and counts."""

    checked: Checked
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


def build_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    only: frozenset[str] | None = None,
    spread: Spread = here,
    theme: Theme | None = None,
    memory: Memory = FORGETFUL,
    renderer: Renderer | None = None,
    answers: Answers = UNASKED,
) -> Build:
    """Everything that `build` writes, for the request (`Request`) that the arguments make.

    With a lasting `memory` only what changed since the last build is made again; the result is the same.
    """
    return draft_package(Request(files, settings, builtin, theme, renderer, answers, only), spread, memory).build()


def draft_package(request: Request, spread: Spread = here, memory: Memory = FORGETFUL) -> Draft:
    """The draft of what `build_package` gives."""
    checked, known = _with_tools(
        check_package(request.files, request.settings, request.builtin, spread, memory), request
    )
    if request.theme is not None:
        checked = replace(checked, texts={**checked.texts, **request.theme.texts()})
    chosen, faults = entries(checked.index, request.settings.bundle)
    pages = None if request.theme is None else _site(checked, chosen, known, request, request.theme, memory)
    read = _reader(request, known)
    bundles = _bundled(checked, chosen, pages, read, request, spread, memory)
    tools = package_tools(checked.bounds, request.files, Texts(checked.index, request.files), read)
    found = [*checked.diagnostics, *faults, *(fault for each in bundles for fault in each.diagnostics)]
    shown = NO_SITE if pages is None else _shown(pages, bundles, found, spread)
    told = ordered((*found, *shown.diagnostics))
    totals = recount(checked.totals, told)
    inputs = [checked.read, *(each.inputs for each in bundles), tools.inputs, shown.inputs]
    artifacts = (*(file for each in bundles for file in each.artifacts), *tools.artifacts, *shown.artifacts)

    def recorded(outputs: Sequence[Output]) -> Artifact:
        return record(
            version=__version__,
            package=request.settings.package,
            settings_sha256=fingerprint(request.settings),
            inputs={path: each for read_ in inputs for path, each in read_.items()},
            outputs=outputs,
            bundles=[each.record for each in bundles],
            diagnostics=told,
            places=Places(checked.texts),
            totals=asdict(totals),
        )

    return Draft(checked, artifacts, told, totals, shown.search, recorded)


def _bundled(
    checked: Checked,
    chosen: tuple[BundleEntry, ...],
    pages: Site | None,
    read: ToolReader,
    request: Request,
    spread: Spread,
    memory: Memory,
) -> tuple[Bundled, ...]:
    """The bundles that are wanted of those `chosen`, each with its page of the site `pages`."""
    only = request.only
    asked = {each.path: each for each in chosen if only is None or only & {each.id, each.path}}
    key = bundle_key(checked, request.files, pages, request.answers)
    make = bundler(checked, request.files, request.settings, pages, read)

    def holds(bundle: Bundled) -> bool:
        return pages is None or bundle.page is None or pages.holds(bundle.page)

    wanted = Wanted("bundle", tuple(asked), lambda path: key(asked[path]), lambda path: make(asked[path]), holds)
    return tuple(memory.many(wanted, spread))


def _shown(pages: Site, bundles: Iterable[Bundled], found: Sequence[Diagnostic], spread: Spread) -> SiteOutput:
    """The finished site, which shows what was `found` wrong."""
    written = [*(each.page for each in bundles if each.page is not None), *pages.all(spread)]
    return pages.finish(written, ordered(found))


class Compiler:
    """Builds one package again and again, and makes only what changed: for watching and serving.

    `build` gives what `build_package` gives, byte for byte.
    """

    def __init__(self) -> None:
        self._memory = Lasting()

    def build(self, request: Request, spread: Spread = here) -> Build:
        """The whole output."""
        return self.draft(request, spread).build()

    def draft(self, request: Request, spread: Spread = here) -> Draft:
        """The output but for what takes long, for who shows it at once."""
        self._memory.turn()
        return draft_package(request, spread, self._memory)


def survey_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    spread: Spread = here,
    answers: Answers = UNASKED,
) -> Surveyed:
    """Everything that is wrong with a package: what `build_package` would say, its bundles and site included.

    But for what only making the pages tells: faults of a theme, and links to places in a bundle's page.
    """
    request = Request(files, settings, builtin, answers=answers)
    checked, known = _with_tools(check_package(files, settings, builtin, spread), request)
    chosen, faults = entries(checked.index, settings.bundle)
    bundled = bundler(checked, files, settings, None, _reader(request, known))
    given = _site_input(checked, chosen, known, settings)
    found = [*checked.diagnostics, *faults]
    found += (fault for each in spread(lambda entry: bundled(entry).diagnostics, chosen) for fault in each)
    found += site_faults(given, spread)
    told = ordered(found)
    return Surveyed(checked, told, recount(checked.totals, told))


def _with_tools(checked: Checked, request: Request) -> tuple[Checked, tuple[ReadTool, ...]]:
    """`checked` with what is wrong with the package's tools, and the tools."""
    found = read_tools(request.files, request.settings.limits, request.answers)
    allowed = request.settings.policy.allow_secrets
    shown = (fault for tool in found.tools for fault in tool_secrets(tool, found.texts[tool.path], allowed))
    wrong = (*found.faults, *(fault for tool in found.tools for fault in tool.diagnostics), *shown)
    told = ordered((*checked.diagnostics, *wrong)) if wrong else checked.diagnostics
    totals = recount(checked.totals, told)
    stated = request.settings.stated
    texts = {**checked.texts, **found.texts, stated.path: stated.text}
    return replace(checked, texts=texts, diagnostics=told, totals=totals), found.tools


def _reader(request: Request, known: Iterable[ReadTool]) -> ToolReader:
    return ToolReader(request.files, request.settings.limits, request.answers, {each.path: each for each in known})


def _site_input(
    checked: Checked, chosen: tuple[BundleEntry, ...], tools: tuple[ReadTool, ...], settings: Settings
) -> SiteInput:
    return SiteInput(
        settings.package, checked.index, checked.bounds, checked.texts, checked.documents, chosen, tools,
        settings.site, settings.limits, checked.diagnostics, settings.policy.allow_secrets,
    )  # fmt: skip


def _site(
    checked: Checked,
    chosen: tuple[BundleEntry, ...],
    tools: tuple[ReadTool, ...],
    request: Request,
    theme: Theme,
    memory: Memory,
) -> Site:
    given, files = _site_input(checked, chosen, tools, request.settings), request.files
    resolve = _resolver(checked, files, request.settings)
    return site(given, files, theme, resolve, checked.context, checked.inventory, memory, request.renderer)


def _resolver(checked: Checked, files: Files, settings: Settings) -> Resolve:
    @cache  # The pages of protocols and the names of documents ask for the same rows.
    def resolve(protocol: str, name: str, document: str) -> Bound | None:
        reference = parse(f"@!{protocol}://{name}", document, 0)
        if isinstance(reference, Malformed):
            return None
        return bind(reference, document, checked.index, settings.link, files)

    return resolve


def strictly(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same findings with every warning an error (`--strict`)."""
    return tuple(each.lowered(Severity.ERROR) if each.severity is Severity.WARNING else each for each in diagnostics)
