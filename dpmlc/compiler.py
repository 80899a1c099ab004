"""The engine: files and settings -> what is wrong, and what is to stand in the output (`Build`).

Every driver (command line, watch, tests, editors) calls these functions. Pure but for their `Files`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache

from dpmlc import __version__
from dpmlc.bundles import Bundled, bundle_key, bundler, packed_bundle, unpacked_bundle
from dpmlc.checked import Checked, Context, Inventory, Totals, check_package, ordered, recount
from dpmlc.durable import Durable, Form, Left
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.record import record
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import package_tools, tool_secrets
from dpmlc.link.bind import bind
from dpmlc.link.bound import Bound
from dpmlc.memory import FORGETFUL, Lasting, Memory
from dpmlc.pages.diagrams import Renderer
from dpmlc.pages.given import SiteInput
from dpmlc.pages.keys import Ground, Shared
from dpmlc.pages.links import site_faults
from dpmlc.pages.package import Resolve
from dpmlc.pages.site import Site, site
from dpmlc.pages.themes.theme import Theme
from dpmlc.pages.written import packed, unpacked
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Places
from dpmlc.scan.document import Scan
from dpmlc.scan.parse import Malformed, parse
from dpmlc.settings import Settings, fingerprint
from dpmlc.text.artifact import Artifact, Output
from dpmlc.text.digests import Digests, StandIns
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here
from dpmlc.tools.answers import UNASKED, Answers
from dpmlc.tools.found import ToolReader, read_tools
from dpmlc.tools.read_tool import ReadTool

__all__ = [
    "Build", "Checked", "Compiler", "Draft", "Surveyed", "Totals", "build_package", "check_package", "draft_package",
    "durable", "strictly", "survey_package",
]  # fmt: skip


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
    """Everything that `build` writes. `only` are ids or paths of the bundles wanted; None means all. No theme, no site.
    `renderer` draws the diagrams of the site. `answers` are what tools said of themselves that were run before.

    With a lasting `memory` only what changed since the last build is made again; the result is the same.
    """
    return draft_package(files, settings, builtin, only, spread, theme, memory, renderer, answers).build()


def draft_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    only: frozenset[str] | None = None,
    spread: Spread = here,
    theme: Theme | None = None,
    memory: Memory = FORGETFUL,
    renderer: Renderer | None = None,
    answers: Answers = UNASKED,
) -> Draft:
    """The draft of what `build_package` gives."""
    checked, known = _with_tools(check_package(files, settings, builtin, spread, memory), files, settings, answers)
    if theme is not None:
        checked = replace(checked, texts={**checked.texts, **theme.texts()})
    chosen, faults = entries(checked.index, settings.bundle)
    pages = None if theme is None else _site(checked, chosen, known, files, settings, theme, memory, renderer)
    read = ToolReader(files, settings.limits, answers, {each.path: each for each in known})
    bundled = bundler(checked, files, settings, pages, read)
    wanted = {each.path: each for each in chosen if only is None or only & {each.id, each.path}}
    key = bundle_key(checked, files, pages, answers)

    def holds(output: Bundled) -> bool:
        return pages is None or output.page is None or pages.holds(output.page)

    outputs = list(
        memory.many(
            "bundle", tuple(wanted), lambda path: key(wanted[path]), lambda path: bundled(wanted[path]), spread, holds
        )
    )
    artifacts: list[Output] = [each for output in outputs for each in output.artifacts]
    inputs = dict(checked.read)
    for output in outputs:
        inputs |= output.inputs
    tools = package_tools(checked.bounds, files, Texts(checked.index, files), read)
    artifacts += tools.artifacts
    inputs |= tools.inputs
    found = [*checked.diagnostics, *faults, *(each for output in outputs for each in output.diagnostics)]
    search: Callable[[], Iterable[Artifact]] = tuple
    if pages is not None:
        written = [*(each.page for each in outputs if each.page is not None), *pages.all(spread)]
        shown = pages.finish(written, ordered(found))
        artifacts += shown.artifacts
        search = shown.search
        inputs |= shown.inputs
        found += shown.diagnostics
    told = ordered(found)
    totals = recount(checked.totals, told)

    def recorded(files_: Sequence[Output]) -> Artifact:
        return record(
            version=__version__,
            package=settings.package,
            settings_sha256=fingerprint(settings),
            inputs=inputs,
            outputs=files_,
            bundles=[each.record for each in outputs],
            diagnostics=told,
            places=Places(checked.texts),
            totals=asdict(totals),
        )

    return Draft(checked, tuple(artifacts), told, totals, search, recorded)


def durable(left: Left, standing: Mapping[str, Fingerprint]) -> Memory:
    """A memory for `build_package` that finds what the last build left, and leaves to the next one.

    `standing` are the files of the output as that build left them. What is found in memory comes as `Unchanged` files.
    """
    stand_ins: StandIns = {Scan: lambda each: (each.path, each.text), Bound: _told}
    forms = {
        "bundle": Form(packed_bundle, lambda row: unpacked_bundle(row, standing)),
        "page": Form(packed, lambda row: unpacked(row, standing)),
        "page alone": Form(packed, lambda row: unpacked(row, standing)),
    }
    return Durable(left, forms, Digests((Scan, Bound, Context, Inventory, Settings, Shared, Ground), stand_ins))


def _told(bound: Bound) -> object:
    """What tells a reference from all others in the same text: where it stands, and what it came to."""
    span = bound.reference.span
    targets = tuple(each for of in bound.targets for each in (of.location, of.kind, of.text, of.language))
    return (
        (
            bound.document, span.start, span.end, bound.outcome.value, bound.loading.value, bound.manifest,
            bound.written, bound.name, bound.protocol, bound.resource, bound.wanted, bound.identity, bound.globbed,
        ),
        targets, bound.parameters, bound.outers, bound.diagnostics,
    )  # fmt: skip


class Compiler:
    """Builds one package again and again, and makes only what changed: for watching and serving.

    `build` gives what `build_package` gives, byte for byte.
    """

    def __init__(self) -> None:
        self._memory = Lasting()

    def build(
        self,
        files: Files,
        settings: Settings,
        builtin: tuple[Source, ...],
        spread: Spread = here,
        theme: Theme | None = None,
        renderer: Renderer | None = None,
        answers: Answers = UNASKED,
    ) -> Build:
        """The whole output."""
        return self.draft(files, settings, builtin, spread, theme, renderer, answers).build()

    def draft(
        self,
        files: Files,
        settings: Settings,
        builtin: tuple[Source, ...],
        spread: Spread = here,
        theme: Theme | None = None,
        renderer: Renderer | None = None,
        answers: Answers = UNASKED,
    ) -> Draft:
        """The output but for what takes long, for who shows it at once."""
        self._memory.turn()
        return draft_package(files, settings, builtin, None, spread, theme, self._memory, renderer, answers)


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
    checked, known = _with_tools(check_package(files, settings, builtin, spread), files, settings, answers)
    chosen, faults = entries(checked.index, settings.bundle)
    read = ToolReader(files, settings.limits, answers, {each.path: each for each in known})
    bundled = bundler(checked, files, settings, None, read)
    given = _site_input(checked, chosen, known, settings)
    found = [*checked.diagnostics, *faults]
    found += (fault for each in spread(lambda entry: bundled(entry).diagnostics, chosen) for fault in each)
    found += site_faults(given, spread)
    told = ordered(found)
    return Surveyed(checked, told, recount(checked.totals, told))


def _resolver(checked: Checked, files: Files, settings: Settings) -> Resolve:
    @cache  # The pages of protocols and the names of documents ask for the same rows.
    def resolve(protocol: str, name: str, document: str) -> Bound | None:
        reference = parse(f"@!{protocol}://{name}", document, 0)
        if isinstance(reference, Malformed):
            return None
        return bind(reference, document, checked.index, settings.link, files)

    return resolve


def _with_tools(
    checked: Checked, files: Files, settings: Settings, answers: Answers
) -> tuple[Checked, tuple[ReadTool, ...]]:
    """`checked` with what is wrong with the package's tools, and the tools."""
    found = read_tools(files, settings.limits, answers)
    allowed = settings.policy.allow_secrets
    shown = (fault for tool in found.tools for fault in tool_secrets(tool, found.texts[tool.path], allowed))
    wrong = (*found.faults, *(fault for tool in found.tools for fault in tool.diagnostics), *shown)
    told = ordered((*checked.diagnostics, *wrong)) if wrong else checked.diagnostics
    totals = recount(checked.totals, told)
    return replace(checked, texts={**checked.texts, **found.texts}, diagnostics=told, totals=totals), found.tools


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
    files: Files,
    settings: Settings,
    theme: Theme,
    memory: Memory,
    renderer: Renderer | None,
) -> Site:
    resolve, around = _resolver(checked, files, settings), (checked.context, checked.inventory)
    return site(_site_input(checked, chosen, tools, settings), files, theme, resolve, *around, memory, renderer)


def strictly(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same findings with every warning an error (`--strict`)."""
    return tuple(
        each.lowered(Severity.ERROR) if each.severity is Severity.WARNING else each for each in diagnostics
    )
