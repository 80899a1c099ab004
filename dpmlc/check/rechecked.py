"""A checked package, and some files that changed since -> the package checked again, at the cost of what changed.

Only where what changed is text: no file came or went, and no declaration stood or stands in a changed document. All
else is `check_package`'s. The result is the same.
"""

from collections.abc import Mapping
from dataclasses import replace

from dpmlc.check.checked import Checked, Findings, Totals, circles, inlined, recount, reported
from dpmlc.check.leads import Leads
from dpmlc.check.scanned import DOCUMENT_SUFFIXES, scanned_builtin, scans_again, source_of
from dpmlc.check.stage import Stage, cuts, sure, without_inventory
from dpmlc.emit.entries import is_root
from dpmlc.index.gather import claims, declares
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.memory import Memory
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.settings import Settings
from dpmlc.text.files import Entry, Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.lazily import over
from dpmlc.text.limits import Limits
from dpmlc.text.paths import package_of
from dpmlc.text.source import Source


@frozen
class Facts:
    """What all else may have to know of a document. `references` is their number.

    It may declare something (`declares`), be bundled without being asked for (`root`), refer to `tools`. It is `unsure`
    where something rests on files that no inventory lists; then it is always bound again. It `cuts` where parts of
    documents are kept; then it is bound again when one of these changes.
    """

    declares: bool
    root: bool
    tools: bool
    unsure: bool
    cuts: bool
    references: int

    @staticmethod
    def of(scanned: Scan, bounds: tuple[Bound, ...], index: Index, limits: Limits) -> "Facts":
        """The facts of a document with these references."""
        return Facts(
            declares(scanned, limits),
            is_root(scanned),
            any(bound.manifest == "tool" for bound in bounds),
            not sure(bounds, index),
            cuts(bounds),
            len(bounds),
        )


@frozen
class Known:
    """A checked package with what it takes to check it again: where its documents lead, and the facts of each."""

    checked: Checked
    leads: Leads
    facts: Mapping[str, Facts]

    @staticmethod
    def of(checked: Checked, limits: Limits) -> "Known":
        """What is to be known of `checked`."""
        index = checked.index
        facts = {path: Facts.of(index.documents[path], each, index, limits) for path, each in checked.bounds.items()}
        return Known(checked, Leads.of(checked.bounds), facts)

    @property
    def unsure(self) -> frozenset[str]:
        """The documents that are bound again every time."""
        return frozenset(path for path, each in self.facts.items() if each.unsure)


@frozen
class Rechecked:
    """What is known now. `touched` are the documents whose text or references are others, and other changed files.

    `roots` says whether other documents are roots, `tools` whether a touched document refers to tools, or did.
    """

    known: Known
    touched: frozenset[str]
    roots: bool
    tools: bool


def recheck_package(
    known: Known,
    files: Files,
    settings: Settings,
    builtin: tuple[Source, ...],
    changed: frozenset[str],
    memory: Memory,
) -> Rechecked | None:
    """`known` as it is after the files at `changed` got other contents; None where `check_package` has to say.

    `settings` and `builtin` are those that it was checked with.
    """
    last = known.checked
    entries = {entry.path: entry for entry in files.entries}
    if entries.keys() != last.index.entries.keys() or not changed <= entries.keys():
        return None
    paths = sorted(path for path in changed if path.endswith(DOCUMENT_SUFFIXES))
    texts = _texts([entries[path] for path in paths], files, settings, memory)
    if texts is None or not texts.keys() <= known.facts.keys():
        return None
    base = claims(scanned_builtin(builtin, settings.limits).values(), settings.declared)
    sources = tuple(source for _, source in texts.values())
    scans = scans_again(sources, base, last.index.claimed, settings.limits, memory)
    if any(known.facts[path].declares or declares(each, settings.limits) for path, each in scans.items()):
        return None
    index = replace(last.index, documents=over(last.index.documents, scans), entries=entries)
    stage = Stage(index, without_inventory(index), settings, files, last.context, last.inventory, memory)
    cut = frozenset(path for path in known.leads.users(changed) if known.facts[path].cuts)
    again = known.unsure | scans.keys() | cut
    # In the order of a whole check: only the first names that nobody knows are compared with those that are.
    bounds = {path: stage.bounds(index.documents[path]) for path in last.bounds if path in again}
    bounds = {path: each for path, each in bounds.items() if path in scans or path in cut or each != last.bounds[path]}
    read = {path: each for path, (each, _) in texts.items()}
    return _rechecked(known, stage, scans, bounds, read, changed)


def _texts(
    entries: list[Entry], files: Files, settings: Settings, memory: Memory
) -> dict[str, tuple[Fingerprint, Source]] | None:
    """The documents' texts by path; None where one cannot be read as text."""
    found = {}
    for entry in entries:
        text = source_of(entry, files, settings.limits, memory)
        if isinstance(text, Diagnostic) or not isinstance(text[1], Source):
            return None
        found[entry.path] = (text[0], text[1])
    return found


def _rechecked(
    known: Known,
    stage: Stage,
    scans: Mapping[str, Scan],
    rebound: Mapping[str, tuple[Bound, ...]],
    read: Mapping[str, Fingerprint],
    changed: frozenset[str],
) -> Rechecked:
    last, index, leads = known.checked, stage.index, known.leads.changed(rebound)
    bounds = over(last.bounds, rebound)
    documents = last.documents
    if stage.settings.dependencies:  # Which documents of them count depends on references.
        documents = reported({path: index.documents[path] for path in bounds}, bounds)
    touched = changed | rebound.keys()
    new = frozenset() if documents is last.documents else frozenset(documents).difference(last.documents)
    around = touched | leads.users(changed) | new
    before = last.findings.documents
    faults = {
        path: stage.faults(index.documents[path], bounds[path]) if path in around else before[path]
        for path in documents
        if path in around or path in before
    }
    findings = Findings(
        last.findings.aside, {path: each for path, each in faults.items() if each},
        circles(documents, bounds) if _may_go_round(last, leads, rebound, new) else (),
    )  # fmt: skip
    told = findings.told(documents)
    checked = replace(
        last, index=index, documents=documents, bounds=bounds, read={**last.read, **read}, findings=findings,
        texts=over(last.texts, {path: each.text for path, each in scans.items()}), diagnostics=told,
        totals=recount(_totals(known, rebound), told),
    )  # fmt: skip
    limits = stage.settings.limits
    facts = {path: Facts.of(index.documents[path], each, index, limits) for path, each in rebound.items()}
    return Rechecked(
        Known(checked, leads, {**known.facts, **facts}), touched,
        roots=any(each.root != known.facts[path].root for path, each in facts.items()),
        tools=any(each.tools or known.facts[path].tools for path, each in facts.items()),
    )  # fmt: skip


def _may_go_round(last: Checked, leads: Leads, rebound: Mapping[str, tuple[Bound, ...]], new: frozenset[str]) -> bool:
    """Whether documents may inline each other. Where none did, and none is told of for the first time, only one whose
    references are others may have closed a circle.
    """
    if last.findings.circles or new:
        return True
    return any(path in leads.below(inlined(each)) for path, each in rebound.items())


def _totals(known: Known, rebound: Mapping[str, tuple[Bound, ...]]) -> Totals:
    own = (path for path in rebound if not package_of(path))
    more = sum(len(rebound[path]) - known.facts[path].references for path in own)
    return replace(known.checked.totals, references=known.checked.totals.references + more)
