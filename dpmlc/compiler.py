"""The engine: files and settings -> what is wrong (`Checked`) and what is to stand in the output (`Build`).

Every driver (command line, tests, later watch and editors) calls these two functions. Pure but for its `Files`.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache

from dpmlc import __version__
from dpmlc.emit.bundle import BundleRecord, bundle
from dpmlc.emit.entries import BundleEntry, entries
from dpmlc.emit.record import record
from dpmlc.index.check import check
from dpmlc.index.gather import claims, gather
from dpmlc.index.index import Index
from dpmlc.link.bind import bind, bind_all, thinned
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.faults_flatten import cycle
from dpmlc.link.fitting import outer_faults
from dpmlc.link.flat import Flat
from dpmlc.link.flatten import flatten
from dpmlc.link.load import load
from dpmlc.link.loaded import Unloaded
from dpmlc.link.memo import Memo
from dpmlc.link.order import cycles
from dpmlc.pages.given import SiteInput
from dpmlc.pages.links import link_faults
from dpmlc.pages.package import Resolve
from dpmlc.pages.site import Site, Written, site
from dpmlc.pages.theme import Theme
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.faults import limit, not_utf_8, unreadable
from dpmlc.report.place import Places
from dpmlc.scan.document import Scan
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.scan import scan
from dpmlc.settings import Settings, fingerprint
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.files import Files, Fingerprint, Refusal
from dpmlc.text.limits import Limits
from dpmlc.text.paths import package_of
from dpmlc.text.source import Source
from dpmlc.text.span import Span
from dpmlc.text.spread import Spread, here

DOCUMENT_SUFFIXES = (".md", ".markdown", ".dpml", ".pml")
"""Files with these endings are documents (SPEC 1.1); all others are resources."""

@dataclass(frozen=True, slots=True)
class Totals:
    """Counts over the package itself; dependencies do not count."""

    documents: int
    references: int
    errors: int
    warnings: int
    hints: int


@dataclass(frozen=True, slots=True)
class Checked:
    """All that is known of a package before anything is written.

    `texts` holds the text of each document that a diagnostic can point into, `read` the fingerprint of each that was
    read. `documents` are the package's own and those of dependencies that it inlines.
    """

    index: Index
    documents: tuple[str, ...]
    bounds: Mapping[str, tuple[Bound, ...]]
    texts: Mapping[str, str]
    read: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Build:
    """The whole output as values; `failed` where there are errors, `complete` where every bundle is whole."""

    checked: Checked
    artifacts: tuple[Artifact | Copy, ...]
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

    artifacts: tuple[Artifact | Copy, ...]
    record: BundleRecord
    inputs: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]
    page: Written | None


def check_package(
    files: Files, settings: Settings, builtin: tuple[Source, ...], spread: Spread = here
) -> Checked:
    """Read, scan, index, check and bind every document of the package and its dependencies.

    `builtin` are dpmlc's own protocol documents. What stands in a dependency is reported only where this package
    inlines it. Diagnostics are ordered by path, place and code.
    """
    sources, read, unread = _sources(files, settings.limits)
    own = _builtin(builtin, settings.limits)
    scans = _scans(sources, own, settings, spread)
    index = gather({**own, **scans}, files.entries, settings.declared)
    memo = Memo()
    bounds = {path: bind_all(each, index, settings.link, files, memo=memo) for path, each in scans.items()}
    reported = _reported(scans, bounds)
    found = [*unread, *index.diagnostics]
    for path in reported:
        found.extend(check(scans[path], index, settings.declared))
        found.extend(_link_faults(bounds[path], index, settings, files, memo))
    found.extend(cycle(each) for each in cycles(sorted(reported), bounds))
    texts = {path: each.text for path, each in index.documents.items()}
    ordered = _ordered(found)
    return Checked(index, reported, bounds, texts, read, ordered, _totals(scans, bounds, ordered))


def build_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    only: frozenset[str] | None = None,
    spread: Spread = here,
    theme: Theme | None = None,
) -> Build:
    """Everything that `build` writes. `only` names the bundles wanted; None means all of them. No theme, no site."""
    checked = check_package(files, settings, builtin, spread)
    if theme is not None:
        checked = replace(checked, texts={**checked.texts, **theme.texts()})
    chosen, faults = entries(checked.index, settings.bundle)
    pages = None if theme is None else _site(checked, chosen, files, settings, theme)
    bundled = _bundler(checked, files, settings, pages)
    outputs = list(spread(bundled, [each for each in chosen if only is None or each.id in only]))
    artifacts: list[Artifact | Copy] = [each for output in outputs for each in output.artifacts]
    inputs = dict(checked.read)
    for output in outputs:
        inputs |= output.inputs
    found = [*checked.diagnostics, *faults, *(each for output in outputs for each in output.diagnostics)]
    if pages is not None:
        written = [*(each.page for each in outputs if each.page is not None), *spread(pages.page, pages.pages)]
        shown = pages.finish(written, _ordered(found))
        artifacts += shown.artifacts
        inputs |= shown.inputs
        found += shown.diagnostics
    ordered = _ordered(found)
    totals = _recount(checked.totals, ordered)
    made = record(
        version=__version__,
        package=settings.package,
        settings_sha256=fingerprint(settings),
        inputs=inputs,
        outputs=artifacts,
        bundles=[each.record for each in outputs],
        diagnostics=ordered,
        places=Places(checked.texts),
        totals=asdict(totals),
    )
    return Build(checked, (*artifacts, made), ordered, totals)


def survey_package(
    files: Files, settings: Settings, builtin: tuple[Source, ...], spread: Spread = here
) -> Surveyed:
    """Everything that is wrong with a package: what `build_package` would say, its bundles and links included."""
    checked = check_package(files, settings, builtin, spread)
    chosen, faults = entries(checked.index, settings.bundle)
    bundled = _bundler(checked, files, settings, None)
    given = _site_input(checked, chosen, settings)
    found = [*checked.diagnostics, *faults]
    found += (fault for each in spread(lambda entry: bundled(entry).diagnostics, chosen) for fault in each)
    found += link_faults(given, _resolver(checked, files, settings), spread)
    ordered = _ordered(found)
    return Surveyed(checked, ordered, _recount(checked.totals, ordered))


def _bundler(
    checked: Checked, files: Files, settings: Settings, pages: Site | None
) -> Callable[[BundleEntry], _Bundled]:
    memo = Memo()

    def flat(path: str) -> Flat:
        return flatten(path, checked.bounds, checked.index, settings.link, files, memo)

    kept = cache(flat)  # Only what several bundles may ask for; with all entries, every prompt would be held twice.

    def bundled(entry: BundleEntry) -> _Bundled:
        prompt = flat(entry.path)
        allowed = settings.policy.allow_secrets
        made = bundle(entry, prompt, kept, checked.index, files, settings.bundle, allowed)
        page = None if pages is None else pages.prompt(entry, prompt, made.trail)
        return _Bundled(made.artifacts, made.record, made.inputs, made.diagnostics, page)

    return bundled


def _resolver(checked: Checked, files: Files, settings: Settings) -> Resolve:
    def resolve(protocol: str, name: str, document: str) -> Bound | None:
        reference = parse(f"@!{protocol}://{name}", document, 0)
        if isinstance(reference, Malformed):
            return None
        return bind(reference, document, checked.index, settings.link, files)

    return resolve


def _site_input(checked: Checked, chosen: tuple[BundleEntry, ...], settings: Settings) -> SiteInput:
    return SiteInput(
        settings.package, checked.index, checked.bounds, checked.texts, checked.documents, chosen, settings.site,
        settings.limits, checked.diagnostics,
    )  # fmt: skip


def _site(
    checked: Checked, chosen: tuple[BundleEntry, ...], files: Files, settings: Settings, theme: Theme
) -> Site:
    return site(_site_input(checked, chosen, settings), files, theme, _resolver(checked, files, settings))


def strictly(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same findings with every warning an error (`--strict`)."""
    return tuple(
        each.lowered(Severity.ERROR) if each.severity is Severity.WARNING else each for each in diagnostics
    )


def _sources(
    files: Files, limits: Limits
) -> tuple[tuple[Source, ...], dict[str, Fingerprint], tuple[Diagnostic, ...]]:
    """Sources and fingerprints of all documents that could be read, and why others could not."""
    sources: list[Source] = []
    read: dict[str, Fingerprint] = {}
    faults: list[Diagnostic] = []
    for entry in files.entries:
        if not entry.path.endswith(DOCUMENT_SUFFIXES):
            continue
        content = _content(files, entry.path, entry.size, limits)
        if isinstance(content, Diagnostic):
            faults.append(content)
            continue
        read[entry.path] = Fingerprint(len(content), hashlib.sha256(content).hexdigest())
        source = decode(entry.path, content)
        if isinstance(source, Undecodable):
            faults.append(not_utf_8(entry.path, source.offset, source.reason, source.encoding))
        else:
            sources.append(source)
    return tuple(sources), read, tuple(faults)


def _content(files: Files, path: str, size: int, limits: Limits) -> bytes | Diagnostic:
    if size > limits.document:
        return limit(Span(path, 0, 0), f"`{path}`, in bytes,", size, limits.document, "document")
    content = files.read(path, limits.document)
    return unreadable(path, content.detail) if isinstance(content, Refusal) else content


@cache
def _builtin(builtin: tuple[Source, ...], limits: Limits) -> dict[str, Scan]:
    return {each.path: scan(each, frozenset(), limits) for each in builtin}


def _scans(
    sources: tuple[Source, ...], own: Mapping[str, Scan], settings: Settings, spread: Spread
) -> dict[str, Scan]:
    """Scans by path. Documents that use an HTML name which the project claims are scanned a second time."""
    base = claims(own.values(), settings.declared)
    scans = {each.path: each for each in spread(_scanner(base, settings.limits), sources)}
    claimed = base | claims(scans.values(), settings.declared)
    again = [each for each in sources if scans[each.path].html & claimed] if claimed != base else []
    scans.update((each.path, each) for each in spread(_scanner(claimed, settings.limits), again))
    return scans


def _scanner(claimed: frozenset[str], limits: Limits) -> Callable[[Source], Scan]:
    return lambda source: scan(source, claimed, limits)


def _reported(scans: Mapping[str, Scan], bounds: Mapping[str, tuple[Bound, ...]]) -> tuple[str, ...]:
    """The package's own documents and those of dependencies that they inline."""
    reached = [path for path in scans if not package_of(path)]
    seen = set(reached)
    for path in reached:
        for target in _inlined(bounds[path]):
            if target in scans and target not in seen:
                seen.add(target)
                reached.append(target)
    return tuple(reached)


def _inlined(bounds: Iterable[Bound]) -> Iterable[str]:
    return (
        target.location
        for bound in bounds
        if bound.outcome is Outcome.INLINE
        for target in bound.targets
        if target.kind == "document"
    )


def _link_faults(
    bounds: Iterable[Bound], index: Index, settings: Settings, files: Files, memo: Memo
) -> Iterable[Diagnostic]:
    """What binding found, and what loading finds where it can find anything: parameters, data, outer levels."""
    for bound in bounds:
        yield from bound.diagnostics
        if bound.outcome is Outcome.KEEP:
            yield from outer_faults(bound, None, index, settings.link, memo)
        if bound.outcome is not Outcome.INLINE:
            continue
        for target in bound.targets:
            if bound.parameters or target.kind == "file" or bound.outers:
                loaded = load(target, bound.parameters, bound, index, settings.link, files, memo)
                if isinstance(loaded, Unloaded):
                    yield from loaded.diagnostics
                else:
                    yield from outer_faults(bound, loaded, index, settings.link, memo)


def _ordered(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return thinned(tuple(dict.fromkeys(found)))


def _totals(
    scans: Mapping[str, Scan], bounds: Mapping[str, tuple[Bound, ...]], found: tuple[Diagnostic, ...]
) -> Totals:
    documents = [path for path in scans if not package_of(path)]
    references = sum(len(bounds[path]) for path in documents)
    return _recount(Totals(len(documents), references, 0, 0, 0), found)


def _recount(totals: Totals, found: Iterable[Diagnostic]) -> Totals:
    count = dict.fromkeys(Severity, 0)
    for each in found:
        count[each.severity] += 1
    return Totals(
        totals.documents,
        totals.references,
        count[Severity.ERROR],
        count[Severity.WARNING],
        count[Severity.HINT],
    )
