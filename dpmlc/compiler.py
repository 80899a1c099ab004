"""The engine: files and settings -> what is wrong, and what is to stand in the output (`Build`).

Every driver (command line, watch, tests, editors) calls these functions. Pure but for their `Files`.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache

from dpmlc import __version__
from dpmlc.checked import DOCUMENT_SUFFIXES, Checked, Totals, check_package, ordered, recount, without_inventory
from dpmlc.emit.bundle import BundleRecord, bundle
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.record import record
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import bundle_tools, package_tools, tool_inputs, tool_secrets
from dpmlc.link.bind import bind
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Flat
from dpmlc.link.flatten import flatten
from dpmlc.link.memo import Memo
from dpmlc.memory import FORGETFUL, Key, Lasting, Memory
from dpmlc.pages.diagrams import Renderer
from dpmlc.pages.given import SiteInput
from dpmlc.pages.links import site_faults
from dpmlc.pages.package import Resolve
from dpmlc.pages.site import Site, Written, site
from dpmlc.pages.theme import Theme
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Places
from dpmlc.scan.parse import Malformed, parse
from dpmlc.settings import Settings, fingerprint
from dpmlc.text.artifact import Output
from dpmlc.text.files import Files, Fingerprint, Refusal
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here
from dpmlc.tools.answers import UNASKED, Answers
from dpmlc.tools.found import read_tools
from dpmlc.tools.read_tool import ReadTool

__all__ = [
    "DOCUMENT_SUFFIXES", "Build", "Checked", "Compiler", "Surveyed", "Totals", "build_package", "check_package",
    "strictly", "survey_package",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Build:
    """The whole output as values; `failed` where there are errors, `complete` where every bundle is whole."""

    checked: Checked
    artifacts: tuple[Output, ...]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Surveyed:
    """All that is wrong with a package, and counts."""

    checked: Checked
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class _Bundled:
    """What is left of a bundle when it is written, and of its page."""

    artifacts: tuple[Output, ...]
    record: BundleRecord
    inputs: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]
    page: Written | None


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
    """Everything that `build` writes. `only` names the bundles wanted; None means all of them. No theme, no site.
    `renderer` draws the diagrams of the site. `answers` are what tools said of themselves that were run before.

    With a lasting `memory` only what changed since the last build is made again; the result is the same.
    """
    checked, known = _with_tools(check_package(files, settings, builtin, spread, memory), files, settings, answers)
    if theme is not None:
        checked = replace(checked, texts={**checked.texts, **theme.texts()})
    chosen, faults = entries(checked.index, settings.bundle)
    pages = None if theme is None else _site(checked, chosen, known, files, settings, theme, memory, renderer)
    bundled = _bundler(checked, files, settings, pages, answers)
    wanted = {each.path: each for each in chosen if only is None or each.id in only}
    reach = _Reach(checked, files, answers)

    def key(path: str) -> Key:
        reached = reach.of(path)
        if pages is None:
            return (wanted[path], *reached.key)
        return (wanted[path], *reached.key, *pages.key(pages.package.plan.prompts[path]), *pages.told(reached.paths))

    def holds(output: _Bundled) -> bool:
        return pages is None or output.page is None or pages.holds(output.page)

    outputs = list(memory.many("bundle", tuple(wanted), key, lambda path: bundled(wanted[path]), spread, holds))
    artifacts: list[Output] = [each for output in outputs for each in output.artifacts]
    inputs = dict(checked.read)
    for output in outputs:
        inputs |= output.inputs
    tools = package_tools(checked.bounds, files, Texts(checked.index, files), settings.limits, answers)
    artifacts += tools.artifacts
    inputs |= tools.inputs
    found = [*checked.diagnostics, *faults, *(each for output in outputs for each in output.diagnostics)]
    if pages is not None:
        written = [*(each.page for each in outputs if each.page is not None), *pages.all(spread)]
        shown = pages.finish(written, ordered(found))
        artifacts += shown.artifacts
        inputs |= shown.inputs
        found += shown.diagnostics
    told = ordered(found)
    totals = recount(checked.totals, told)
    listed = record(
        version=__version__,
        package=settings.package,
        settings_sha256=fingerprint(settings),
        inputs=inputs,
        outputs=artifacts,
        bundles=[each.record for each in outputs],
        diagnostics=told,
        places=Places(checked.texts),
        totals=asdict(totals),
    )
    return Build(checked, (*artifacts, listed), told, totals)


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
        self._memory.turn()
        return build_package(files, settings, builtin, None, spread, theme, self._memory, renderer, answers)


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
    bundled = _bundler(checked, files, settings, None, answers)
    given = _site_input(checked, chosen, known, settings)
    found = [*checked.diagnostics, *faults]
    found += (fault for each in spread(lambda entry: bundled(entry).diagnostics, chosen) for fault in each)
    found += site_faults(given, spread)
    told = ordered(found)
    return Surveyed(checked, told, recount(checked.totals, told))


@dataclass(frozen=True, slots=True)
class _Reached:
    """The documents that a bundle is made of, and a key of these and all else that it is made of."""

    paths: tuple[str, ...]
    key: Key


@dataclass(slots=True)
class _Reach:
    """What bundles are made of: everything that their entries lead to, directly or not, whatever happens to it."""

    checked: Checked
    files: Files
    answers: Answers
    known: dict[str, Fingerprint | Refusal] = field(default_factory=dict)

    def of(self, entry: str) -> _Reached:
        """All that the bundle of `entry` is made of."""
        checked = self.checked
        reached, files = [entry], {}
        seen = {entry}
        for path in reached:
            for target in (each for bound in checked.bounds.get(path, ()) for each in bound.targets):
                if target.location in seen:
                    continue
                seen.add(target.location)
                if target.location in checked.bounds:
                    reached.append(target.location)
                elif target.kind != "opaque":
                    files[target.location] = self._fingerprint(target.location)
        documents = tuple((checked.index.documents[path], checked.bounds[path]) for path in reached)
        told = tuple((path, self.answers[path]) for path in files if path in self.answers)
        return _Reached(tuple(reached), (checked.context, documents, tuple(files.items()), told))

    def _fingerprint(self, path: str) -> Fingerprint | Refusal:
        if path not in self.known:
            self.known[path] = self.files.fingerprint(path)
        return self.known[path]


def _bundler(
    checked: Checked, files: Files, settings: Settings, pages: Site | None, answers: Answers
) -> Callable[[BundleEntry], _Bundled]:
    memo = Memo(answers=answers)
    texts = Texts(checked.index, files)
    index = without_inventory(checked.index)  # A bundle is made of what its entry leads to, whatever else there is.

    def flat(path: str) -> Flat:
        return flatten(path, checked.bounds, index, settings.link, files, memo)

    kept = cache(flat)  # Only what several bundles may ask for; with all entries, every prompt would be held twice.

    def bundled(entry: BundleEntry) -> _Bundled:
        prompt = flat(entry.path)
        allowed = settings.policy.allow_secrets
        made = bundle(entry, prompt, kept, index, files, settings.bundle, allowed)
        page = None if pages is None else pages.prompt(entry, prompt, made.trail)
        artifacts = (*made.artifacts, *bundle_tools(entry.id, prompt, files, texts, settings.limits, answers))
        inputs = {**made.inputs, **tool_inputs(prompt, files)}
        return _Bundled(artifacts, made.record, inputs, made.diagnostics, page)

    return bundled


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
