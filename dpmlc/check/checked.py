"""Files and settings -> `Checked`: every document read, scanned, indexed and bound. Pure but for its `Files`."""

from collections.abc import Iterable, Mapping

from dpmlc.check.scanned import scanned_builtin, scans_of, sources_of
from dpmlc.check.stage import Context, Inventory, Stage, without_inventory
from dpmlc.index.gather import gather
from dpmlc.index.index import Index
from dpmlc.link.bind import thinned
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.faults_flatten import cycle
from dpmlc.link.order import cycles
from dpmlc.memory import FORGETFUL, Memory
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.scan.document import Scan
from dpmlc.settings import Settings
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here


@frozen
class Findings:
    """What is wrong, by where it was found. `aside` are files that cannot be read, and declarations.

    `documents` has only those in which there is something; `circles` are documents that inline each other.
    """

    aside: tuple[Diagnostic, ...]
    documents: Mapping[str, tuple[Diagnostic, ...]]
    circles: tuple[Diagnostic, ...]

    def told(self, documents: Iterable[str]) -> tuple[Diagnostic, ...]:
        """All findings by path, place and code, read in the order of `documents`."""
        inside = (fault for path in documents if path in self.documents for fault in self.documents[path])
        return ordered((*self.aside, *inside, *self.circles))


@frozen
class Totals:
    """Counts over the package itself; dependencies do not count."""

    documents: int
    references: int
    errors: int
    warnings: int
    hints: int


@frozen
class Checked:
    """All that is known of a package before anything is written.

    `context` is what the documents were read in: it is equal as long as no declaration changes; `inventory` as long as
    no name of a file does.

    `texts` holds the text of each document that a diagnostic can point into, `read` the fingerprint of each that was
    read. `documents` are the package's own and those of dependencies that it inlines.
    """

    index: Index
    context: Context
    inventory: Inventory
    documents: tuple[str, ...]
    bounds: Mapping[str, tuple[Bound, ...]]
    texts: Mapping[str, str]
    read: Mapping[str, Fingerprint]
    findings: Findings
    diagnostics: tuple[Diagnostic, ...]
    totals: Totals


def check_package(
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    spread: Spread = here,
    memory: Memory = FORGETFUL,
) -> Checked:
    """Read, scan, index, check and bind every document of the package and its dependencies.

    `builtin` are dpmlc's own protocol documents. What stands in a dependency is reported only where this package
    inlines it. Diagnostics are ordered by path, place and code.
    """
    sources, read, unread = sources_of(files, settings.limits, memory)
    own = scanned_builtin(builtin, settings.limits)
    scans = scans_of(sources, own, settings.declared, settings.limits, spread, memory)
    index = gather({**own, **scans}, files.entries, settings.declared)
    context = memory.same("context", Context.of(index, settings))
    inventory = memory.same("inventory", Inventory.of(index))
    stage = Stage(index, without_inventory(index), settings, files, context, inventory, memory)
    bounds = {path: stage.bounds(each) for path, each in scans.items()}
    documents = reported(scans, bounds)
    faults = {path: stage.faults(scans[path], bounds[path]) for path in documents}
    findings = Findings(
        (*unread, *index.diagnostics), {path: each for path, each in faults.items() if each},
        circles(documents, bounds),
    )  # fmt: skip
    told = findings.told(documents)
    texts = {path: each.text for path, each in index.documents.items()}
    totals = _totals(scans, bounds, told)
    return Checked(index, context, inventory, documents, bounds, texts, read, findings, told, totals)


def circles(documents: Iterable[str], bounds: Mapping[str, tuple[Bound, ...]]) -> tuple[Diagnostic, ...]:
    """Sets of `documents` that inline each other."""
    return tuple(cycle(each) for each in cycles(sorted(documents), bounds))


def reported(scans: Mapping[str, Scan], bounds: Mapping[str, tuple[Bound, ...]]) -> tuple[str, ...]:
    """The package's own documents and those of dependencies that they inline."""
    reached = [path for path in scans if not package_of(path)]
    seen = set(reached)
    for path in reached:
        for target in inlined(bounds[path]):
            if target in scans and target not in seen:
                seen.add(target)
                reached.append(target)
    return tuple(reached)


def inlined(bounds: Iterable[Bound]) -> Iterable[str]:
    """The documents that references take in."""
    return (
        target.location
        for bound in bounds
        if bound.outcome is Outcome.INLINE
        for target in bound.targets
        if target.kind == "document"
    )


def ordered(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once, by path, place and code."""
    return thinned(tuple(dict.fromkeys(found)))


def _totals(
    scans: Mapping[str, Scan], bounds: Mapping[str, tuple[Bound, ...]], found: tuple[Diagnostic, ...]
) -> Totals:
    documents = [path for path in scans if not package_of(path)]
    references = sum(len(bounds[path]) for path in documents)
    return recount(Totals(len(documents), references, 0, 0, 0), found)


def recount(totals: Totals, found: Iterable[Diagnostic]) -> Totals:
    """`totals` with the findings of `found`."""
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
