"""Files and settings -> `Checked`: every document read, scanned, indexed and bound. Pure but for its `Files`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from dpmlc.index.check import check
from dpmlc.index.gather import gather
from dpmlc.index.index import Index
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.link.bind import bind_all, thinned
from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.link.faults_flatten import cycle
from dpmlc.link.fitting import outer_faults
from dpmlc.link.load import load
from dpmlc.link.loaded import Unloaded
from dpmlc.link.memo import Memo
from dpmlc.link.order import cycles
from dpmlc.memory import FORGETFUL, Key, Memory
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.scan.document import Scan
from dpmlc.scanned import scanned_builtin, scans_of, sources_of
from dpmlc.settings import Settings
from dpmlc.text.files import EntryKind, Files, Fingerprint
from dpmlc.text.paths import package_of
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here

_DECIDED = frozenset({"document", "runtime", "remote"})
"""Targets that no file outside of the inventory can make another."""


@dataclass(frozen=True, slots=True)
class Context:
    """All that a document is read against, but other documents' texts and which files there are."""

    settings: Settings
    protocols: Mapping[str, ResourceProtocol]
    structures: Mapping[str, Structure]
    attributes: Mapping[str, AttributeDefinition]
    suffixes: Mapping[str, str]
    claimed: frozenset[str]

    @staticmethod
    def of(index: Index, settings: Settings) -> "Context":
        """The context that `index` is."""
        return Context(
            settings, index.protocols, index.structures, index.attributes, index.suffixes, index.claimed,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Inventory:
    """Which files there are. `documents` are the paths of those that could be read as text, `entries` of all files."""

    documents: tuple[str, ...]
    entries: tuple[tuple[str, EntryKind], ...]

    @staticmethod
    def of(index: Index) -> "Inventory":
        """The inventory behind `index`."""
        return Inventory(tuple(index.documents), tuple((each.path, each.kind) for each in index.entries.values()))


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
    stage, bare = _Stage(index, settings, files, context, inventory, memory), without_inventory(index)
    bounds = {path: stage.bounds(each) for path, each in scans.items()}
    reported = _reported(scans, bounds)
    found = [*unread, *index.diagnostics]
    for path in reported:
        found.extend(stage.faults(scans[path], bare))
        found.extend(stage.load_faults(path, bounds[path]))
    found.extend(cycle(each) for each in cycles(sorted(reported), bounds))
    texts = {path: each.text for path, each in index.documents.items()}
    told = ordered(found)
    return Checked(index, context, inventory, reported, bounds, texts, read, told, _totals(scans, bounds, told))


def without_inventory(index: Index) -> Index:
    """`index` for what depends on declarations and documents alone: it cannot see which files there are."""
    return replace(index, entries={}, names={})


@dataclass(frozen=True, slots=True)
class _Stage:
    """What the documents of one build are bound and checked against."""

    index: Index
    settings: Settings
    files: Files
    context: Context
    inventory: Inventory
    memory: Memory
    memo: Memo = field(default_factory=Memo)

    def bounds(self, scanned: Scan) -> tuple[Bound, ...]:
        """The document's references, bound. What was found wrong may have to do with files that no inventory lists:
        that is asked again.
        """

        def make() -> tuple[Bound, ...]:
            return bind_all(scanned, self.index, self.settings.link, self.files, memo=self.memo)

        found = self.memory.one("bounds", scanned.path, lambda: (scanned, self.context, self.inventory), make)
        holds = all(_holds(each, self.index) for each in found)
        return found if holds else self.memory.same(f"bounds {scanned.path}", make())

    def faults(self, scanned: Scan, bare: Index) -> tuple[Diagnostic, ...]:
        """What is wrong with the document's elements; `bare` is the index without the inventory."""
        declared = self.settings.declared
        return self.memory.one(
            "checks", scanned.path, lambda: (scanned, self.context), lambda: tuple(check(scanned, bare, declared))
        )

    def load_faults(self, path: str, bounds: tuple[Bound, ...]) -> tuple[Diagnostic, ...]:
        """What binding found, and what loading finds where it can find anything: parameters, data, outer levels."""
        documents, fingerprint = self.index.documents, self.files.fingerprint

        def locations() -> tuple[str, ...]:
            return tuple(dict.fromkeys(target.location for bound in bounds for target in _tried(bound)))

        def key() -> Key:
            loaded = self.memory.one("loads", path, lambda: (bounds,), locations)
            return (bounds, self.context, *(documents.get(each) or fingerprint(each) for each in loaded))

        return self.memory.one("load faults", path, key, lambda: tuple(self._link_faults(bounds)))

    def _link_faults(self, bounds: Iterable[Bound]) -> Iterable[Diagnostic]:
        index, options = self.index, self.settings.link
        for bound in bounds:
            yield from bound.diagnostics
            if bound.outcome is Outcome.KEEP:
                yield from outer_faults(bound, None, index, options, self.memo)
            for target in _tried(bound):
                loaded = load(target, bound.parameters, bound, index, options, self.files, self.memo)
                if isinstance(loaded, Unloaded):
                    yield from loaded.diagnostics
                else:
                    yield from outer_faults(bound, loaded, index, options, self.memo)


def _holds(bound: Bound, index: Index) -> bool:
    """Whether a decision rests on nothing but the context and the inventory."""
    known = (each.kind in _DECIDED or each.location in index.entries for each in bound.targets)
    return not bound.diagnostics and all(known)


def _tried(bound: Bound) -> tuple[Target, ...]:
    """The targets in whose loading something can be wrong."""
    if bound.outcome is not Outcome.INLINE:
        return ()
    return tuple(each for each in bound.targets if bound.parameters or each.kind == "file" or bound.outers)


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
