"""The table of a `<registry>` -> rows that say where an id leads, and what is wrong with them (SPEC 2.3)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.match import template
from dpmlc.index import faults
from dpmlc.index.names import nfc
from dpmlc.index.protocol import RegistryEntry
from dpmlc.index.wildcard import Wildcard, alternatives, is_wild, wildcards
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.report.suggest import nearest
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference
from dpmlc.scan.table import Cell, Table
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular

PLACEHOLDER = regular(r"\{([^\W\d][\w-]*)\}")
"""`{name}` in an id or a target; a comma makes it a list of alternatives instead."""

_OPENS, _CLOSES, _GROUPS = re.compile(r"[*\[{]"), re.compile(r"[*\]}]"), re.compile(r"[\[{]")
_MOST_ALTERNATIVES = 256
_FEW = 20


@frozen
class Around:
    """What a registry's rows may lean on: its unit's location grammar and the parameters it declares."""

    grammar: Grammar | None
    parameters: frozenset[str]
    limits: Limits


@frozen
class Pattern:
    """A row whose id stands for several: a template, or a glob written out as `wildcards`.

    What fits begins with `start`, ends with `end` and holds `core`, its longest literal part; each may be empty.
    """

    entry: RegistryEntry
    wildcards: tuple[Wildcard, ...]
    start: str
    end: str
    core: str


@frozen
class Rows:
    """A registry made ready for lookups: exact ids (NFC), then templates and globs in the order of preference.

    `starts` leads from the length of a literal beginning and from it to numbers of patterns, `ends` does so for those
    without one from their literal ends; `loose` are all others. So an id is compared with few patterns, however many
    there are.
    """

    exact: Mapping[str, RegistryEntry]
    patterns: tuple[Pattern, ...]
    starts: Mapping[int, Mapping[str, list[int]]]
    ends: Mapping[int, Mapping[str, list[int]]]
    loose: tuple[int, ...]

    def candidates(self, name: str) -> Iterator[Pattern]:
        """The patterns that may stand for `name`, in the order of preference."""
        numbers = list(self.loose)
        for length, starts in self.starts.items():
            numbers += starts.get(name[:length], ())
        for length, ends in self.ends.items():
            numbers += ends.get(name[-length:], ())
        for number in sorted(numbers):
            pattern = self.patterns[number]
            if pattern.core in name and name.endswith(pattern.end):
                yield pattern


def rows(entries: Iterable[RegistryEntry]) -> Rows:
    """The rows of a registry by how they are looked up; templates come before globs, each in the table's order."""
    found = tuple(entries)
    ordered = [entry for kind in ("template", "glob") for entry in found if entry.kind == kind]
    patterns = tuple(_pattern(entry) for entry in ordered)
    starts: dict[int, dict[str, list[int]]] = {}
    ends: dict[int, dict[str, list[int]]] = {}
    loose: list[int] = []
    for number, each in enumerate(patterns):
        if each.start:
            starts.setdefault(len(each.start), {}).setdefault(each.start, []).append(number)
        elif each.end:
            ends.setdefault(len(each.end), {}).setdefault(each.end, []).append(number)
        else:
            loose.append(number)
    exact = {nfc(entry.id): entry for entry in found if entry.kind == "exact"}
    return Rows(exact, patterns, starts, ends, tuple(loose))


def _pattern(entry: RegistryEntry) -> Pattern:
    id_ = entry.id
    written = wildcards(id_) if entry.kind == "glob" else ()
    start, end = _OPENS.split(id_, 1)[0], _CLOSES.split(id_)[-1]
    core = max((start, end) if _GROUPS.search(id_) else id_.split("*"), key=len)
    return Pattern(entry, written, start, end, core)


def registry(table: Table, around: Around) -> tuple[tuple[RegistryEntry, ...], tuple[Diagnostic, ...]]:
    """The rows that work, in the table's order, and the faults of the others.

    The id stands in the first column; the target's column is the first of the others that holds references. Where only
    the first column does, the id stands in the second.
    """
    entries: dict[str, RegistryEntry] = {}
    diagnostics: list[Diagnostic] = []
    for id_, target in _filled(table):
        made = _entry(id_, target, around)
        if not isinstance(made, RegistryEntry):
            diagnostics.append(made)
        elif nfc(id_.text) in entries:
            diagnostics.append(faults.duplicate_registry_id(id_.span, id_.text, entries[nfc(id_.text)].span))
        else:
            entries[nfc(id_.text)] = made
    return tuple(entries.values()), tuple(diagnostics)


def _filled(table: Table) -> Iterator[tuple[Cell, Cell]]:
    name, column = _columns(table)
    for row in table.rows:
        if any(cell.text for cell in row):
            yield row[name], row[column] if column < len(row) else Cell("", row[0].span)


def _columns(table: Table) -> tuple[int, int]:
    """The columns of id and target."""
    for at in range(1, len(table.header)):
        if any("://" in row[at].text for row in table.rows):
            return 0, at
    turned = len(table.header) > 1 and any(row[0].text.startswith("@") and "://" in row[0].text for row in table.rows)
    return (1, 0) if turned else (0, 1)


def _entry(id_: Cell, target: Cell, around: Around) -> RegistryEntry | Diagnostic:
    if not id_.text or not target.text:
        return faults.incomplete_registry_row(id_.span if id_.text else target.span, id_.text)
    kind = _kind(id_.text)
    if kind == "glob" and (fault := _too_large(id_, around.limits)):
        return fault
    made = template(nfc(id_.text), around.grammar, around.limits) if kind == "template" else None
    given = frozenset(PLACEHOLDER.findall(id_.text)) if made else frozenset[str]()
    leads = _target(target, given | around.parameters)
    if isinstance(leads, Diagnostic):
        return leads
    return RegistryEntry(nfc(id_.text), kind, made, leads, target.text, id_.span, target.span)


def _kind(id_: str) -> Literal["exact", "template", "glob"]:
    if PLACEHOLDER.search(id_):
        return "template"
    return "glob" if is_wild(id_) else "exact"


def _too_large(id_: Cell, limits: Limits) -> Diagnostic | None:
    if len(id_.text) > limits.glob:
        return limit(id_.span, "the id's length in a registry", len(id_.text), limits.glob, "glob")
    found = alternatives(id_.text)
    if found > _MOST_ALTERNATIVES:
        fault = limit(id_.span, "the number of ids that the braces stand for", found, _MOST_ALTERNATIVES, "")
        return replace(fault, help=("divide the alternatives over several rows",))
    return None


def _target(cell: Cell, known: frozenset[str]) -> Reference | Diagnostic | None:
    """The cell's reference; None where it holds placeholders and is a reference once they are filled."""
    used = PLACEHOLDER.findall(cell.text)
    for name in used:
        if name not in known:
            # A table of thousands of parameters is no place to look for a misspelling, row after row.
            near = nearest(name, known) if len(known) <= _FEW else ()
            return faults.unknown_placeholder(cell.span, name, tuple(sorted(known)) if len(known) <= _FEW else (), near)
    parsed = parse(PLACEHOLDER.sub(r"\1", cell.text), cell.span.path, cell.span.start)
    if isinstance(parsed, Malformed):
        return replace(parsed.diagnostic, span=cell.span) if used else parsed.diagnostic
    return None if used else parsed
