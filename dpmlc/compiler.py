"""The engine: files and settings -> what is wrong, and what is to stand in the output (`Build`).

Every driver (command line, watch, tests, editors) calls these functions. Pure but for their `Files`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from dpmlc import __version__
from dpmlc.check.checked import Checked, Totals, check_package, ordered, recount
from dpmlc.check.rechecked import Known, recheck_package
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.record import Rows, record
from dpmlc.make.bundles import bundler
from dpmlc.make.parts import Parts, made, reader, remade, site_input, tools_of, with_tools
from dpmlc.make.request import Request
from dpmlc.memory import FORGETFUL, Lasting, Memory
from dpmlc.pages.broken import site_faults
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.finished import NO_SITE, SiteOutput
from dpmlc.pages.stays import Last
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Places
from dpmlc.settings import Settings, fingerprint
from dpmlc.text.artifact import Artifact, Output
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here
from dpmlc.tools.answers import UNASKED, Answers

__all__ = [
    "Build", "Checked", "Compiler", "Draft", "Request", "Surveyed", "Totals", "build_package", "check_package",
    "draft_package", "strictly", "survey_package",
]  # fmt: skip


@frozen
class Build:
    """The whole output as values. `entries` are all bundles, wanted or not; `inputs` the files that were read."""

    checked: Checked
    entries: tuple[BundleEntry, ...]
    inputs: Mapping[str, Fingerprint]
    artifacts: tuple[Output, ...]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


@frozen
class Draft:
    """A build but for what takes long and is read last: the search's index and `build.json`. `build` adds them.

    `search` makes the index, `record` says of all files of an output what it is made of.
    """

    checked: Checked
    entries: tuple[BundleEntry, ...]
    inputs: Mapping[str, Fingerprint]
    artifacts: tuple[Output, ...]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals
    search: Callable[[], Iterable[Output]]
    record: Callable[[Sequence[Output]], Artifact]

    def build(self) -> Build:
        """The whole output."""
        made = (*self.artifacts, *self.search())
        artifacts = (*made, self.record(made))
        return Build(self.checked, self.entries, self.inputs, artifacts, self.diagnostics, self.totals)


@frozen
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
    checked = check_package(request.files, request.settings, request.builtin, spread, memory)
    return _drafted(made(checked, request, spread, memory), None, spread)


def _drafted(parts: Parts, rows: Rows | None, spread: Spread) -> Draft:
    request, checked, bundles = parts.request, parts.checked, parts.bundles.values()
    found = (*checked.diagnostics, *parts.faults, *(fault for each in bundles for fault in each.diagnostics))
    shown = _shown(parts, found, spread)
    told = ordered((*found, *shown.diagnostics))
    totals = recount(checked.totals, told)
    inputs = dict(checked.read)
    for each in (*(bundle.inputs for bundle in bundles), parts.package_tools.inputs, shown.inputs):
        inputs.update(each)
    artifacts = (*(file for each in bundles for file in each.artifacts), *parts.package_tools.artifacts)

    def recorded(outputs: Sequence[Output]) -> Artifact:
        return record(
            version=__version__,
            package=request.settings.package,
            settings_sha256=fingerprint(request.settings),
            inputs=inputs,
            outputs=outputs,
            bundles=[each.record for each in bundles],
            diagnostics=told,
            places=Places(checked.texts),
            totals=asdict(totals),
            rows=rows,
        )

    return Draft(checked, parts.chosen, inputs, (*artifacts, *shown.artifacts), told, totals, shown.search, recorded)


def _shown(parts: Parts, found: Sequence[Diagnostic], spread: Spread) -> SiteOutput:
    """The finished site, which shows what was `found` wrong."""
    if parts.pages is None:
        return NO_SITE
    written = [*(each.page for each in parts.bundles.values() if each.page is not None), *parts.pages.all(spread)]
    return parts.pages.finish(written, ordered(found))


class Compiler:
    """Builds one package again and again, and makes only what changed: for watching and serving.

    `build` gives what `build_package` gives, byte for byte. `last` is what another compiler left: the first build goes
    on from there.
    """

    def __init__(self, memory: Memory | None = None, last: tuple[Known, Parts] | None = None) -> None:
        self._memory = memory or Lasting()
        self._last: tuple[Checked | Known, Parts] | None = last
        self._rows: Rows | None = {} if memory is None else None  # Whoever gives a memory builds but once.

    @property
    def last(self) -> tuple[Known, Parts] | None:
        """What the last build leaves for the next one, here or elsewhere; None where there was none."""
        if self._last is None:
            return None
        known, parts = self._last
        return (known if isinstance(known, Known) else Known.of(known, parts.request.settings.limits), parts)

    @property
    def site(self) -> Last | None:
        """The site of the last build, where there was one."""
        return None if self._last is None else self._last[1].site

    def build(self, request: Request, spread: Spread = here, changed: frozenset[str] | None = None) -> Build:
        """The whole output."""
        return self.draft(request, spread, changed).build()

    def draft(self, request: Request, spread: Spread = here, changed: frozenset[str] | None = None) -> Draft:
        """The output but for what takes long, for who shows it at once.

        `changed` are the files whose content is another than at the build before, where that is known: all others are
        then taken to be as they were, and the cost follows from what changed.
        """
        last, self._last = self._last, None
        parts = None if last is None or changed is None else self._again(*last, request, spread, changed)
        if parts is None:
            self._memory.turn(whole=True)
            checked = check_package(request.files, request.settings, request.builtin, spread, self._memory)
            parts = made(checked, request, spread, self._memory)
            self._last = (checked, replace(parts, pages=None))
        return _drafted(parts, self._rows, spread)

    def _again(
        self, last: Checked | Known, before: Parts, request: Request, spread: Spread, changed: frozenset[str]
    ) -> Parts | None:
        """The parts after the files `changed`; None where that is not enough to look at."""
        if _frame(request) != _frame(before.request):
            return None
        self._memory.turn(whole=False)
        known = last if isinstance(last, Known) else Known.of(last, request.settings.limits)
        again = recheck_package(known, request.files, request.settings, request.builtin, changed, self._memory)
        if again is None:
            return None
        parts = remade(before, again, request, spread, self._memory)
        self._last = (again.known, replace(parts, pages=None))
        return parts


def _frame(request: Request) -> tuple[object, ...]:
    """What of a request has nothing to do with the files in the package."""
    settings = request.settings
    return (settings, settings.stated, request.builtin, dict(request.answers), request.only, request.theme is None)


def survey_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    spread: Spread = here,
    answers: Answers = UNASKED,
    renderer: Renderer | None = None,
) -> Surveyed:
    """Everything that is wrong with a package: what `build_package` would say, its bundles and site included.

    But for what only making the pages tells: faults of a theme, and links to places in a bundle's page. Diagrams of
    documents that have pages are drawn by `renderer`.
    """
    request = Request(files, settings, builtin, answers=answers)
    tools = tools_of(request)
    checked = with_tools(check_package(files, settings, builtin, spread), tools, request)
    chosen, faults = entries(checked.index, settings.bundle)
    bundled = bundler(checked, files, settings, None, reader(request, tools.tools))
    given = site_input(checked, chosen, tools.tools, settings)
    found = [*checked.diagnostics, *faults]
    found += (fault for each in spread(lambda entry: bundled(entry).diagnostics, chosen) for fault in each)
    found += site_faults(given, spread, renderer)
    told = ordered(found)
    return Surveyed(checked, told, recount(checked.totals, told))


def strictly(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same findings with every warning an error (`--strict`)."""
    return tuple(each.lowered(Severity.ERROR) if each.severity is Severity.WARNING else each for each in diagnostics)
