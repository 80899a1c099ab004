"""What documents are bound and checked against, and doing so: one document at a time. Pure but for its `Files`."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from dpmlc.index.check import check
from dpmlc.index.index import Index
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.link.bind import bind_all
from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.link.fitting import outer_faults
from dpmlc.link.load import load
from dpmlc.link.loaded import Unloaded
from dpmlc.link.memo import Memo
from dpmlc.memory import Key, Memory
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.settings import Settings
from dpmlc.text.files import EntryKind, Files
from dpmlc.text.frozen import frozen

_DECIDED = frozenset({"document", "runtime", "remote"})
"""Targets that no file outside of the inventory can make another."""


@frozen
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


@frozen
class Inventory:
    """Which files there are. `documents` are the paths of those that could be read as text, `entries` of all files."""

    documents: tuple[str, ...]
    entries: tuple[tuple[str, EntryKind], ...]

    @staticmethod
    def of(index: Index) -> "Inventory":
        """The inventory behind `index`."""
        return Inventory(tuple(index.documents), tuple((each.path, each.kind) for each in index.entries.values()))


def without_inventory(index: Index) -> Index:
    """`index` for what depends on declarations and documents alone: it cannot see which files there are."""
    return replace(index, entries={}, names={})


@frozen
class Stage:
    """What the documents of one build are bound and checked against; `bare` is the index without the inventory."""

    index: Index
    bare: Index
    settings: Settings
    files: Files
    context: Context
    inventory: Inventory
    memory: Memory
    memo: Memo = field(default_factory=Memo)

    def bounds(self, scanned: Scan) -> tuple[Bound, ...]:
        """The document's references, bound. What was found wrong may have to do with files that no inventory lists,
        and parts that are kept with the texts of other documents: that is asked again.
        """

        def make() -> tuple[Bound, ...]:
            return bind_all(scanned, self.index, self.settings.link, self.files, memo=self.memo)

        found = self.memory.one("bounds", scanned.path, lambda: (scanned, self.context, self.inventory), make)
        lasts = sure(found, self.index) and not cuts(found)
        return found if lasts else self.memory.same(f"bounds {scanned.path}", make())

    def faults(self, scanned: Scan, bounds: tuple[Bound, ...]) -> tuple[Diagnostic, ...]:
        """What is wrong with the document: with its elements, its references, and what these load."""
        return (*self._element_faults(scanned), *self._load_faults(scanned.path, bounds))

    def _element_faults(self, scanned: Scan) -> tuple[Diagnostic, ...]:
        declared = self.settings.declared
        return self.memory.one(
            "checks", scanned.path, lambda: (scanned, self.context), lambda: tuple(check(scanned, self.bare, declared))
        )

    def _load_faults(self, path: str, bounds: tuple[Bound, ...]) -> tuple[Diagnostic, ...]:
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


def sure(bounds: Iterable[Bound], index: Index) -> bool:
    """Whether all decisions rest on nothing but the context and the inventory, and texts where it `cuts` some."""
    return all(
        not bound.diagnostics and all(each.kind in _DECIDED or each.location in index.entries for each in bound.targets)
        for bound in bounds
    )


def cuts(bounds: Iterable[Bound]) -> bool:
    """Whether parts of documents are kept (`@?file://a.md?section=x`), which binding looks for in their texts."""
    return any(
        bound.parameters and bound.outcome is Outcome.KEEP and any(each.kind == "document" for each in bound.targets)
        for bound in bounds
    )


def _tried(bound: Bound) -> tuple[Target, ...]:
    """The targets in whose loading something can be wrong."""
    if bound.outcome is not Outcome.INLINE:
        return ()
    return tuple(each for each in bound.targets if bound.parameters or each.kind == "file" or bound.outers)
