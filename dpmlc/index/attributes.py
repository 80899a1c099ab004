"""Attributes documents, grammars and settings -> the attributes that are defined, each name once (SPEC 1.9)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dpmlc.index import faults_attributes as faults
from dpmlc.index.attribute_table import definition, name_fault, pattern_fault
from dpmlc.index.declared import Declared
from dpmlc.index.faults import unread_part
from dpmlc.index.notation import almost_table, is_empty, tables_of
from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.index.structures import BUILTIN
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.text.limits import Limits
from dpmlc.text.span import Span

SUFFIX = ".attributes.md"
"""What the names of attributes documents end in."""

_Read = tuple[AttributeDefinition | None, Diagnostic | None]


def attributes(
    scans: Iterable[Scan], structures: Mapping[str, Structure], declared: Declared
) -> tuple[dict[str, AttributeDefinition], tuple[Diagnostic, ...]]:
    """The definitions by name, and what is wrong with them; of two that differ the first holds.

    The documents `scans` come in their order, then the settings; each may replace what dpmlc ships. What a grammar
    defines holds for its own elements beside all others (see `dpmlc.index.check`); here it counts for names that
    nothing else defines.
    """
    found: dict[str, AttributeDefinition] = {}
    diagnostics: list[Diagnostic] = []
    for made, fault in (*_documented(scans, declared.limits), *_configured(declared)):
        diagnostics += (fault,) if fault else ()
        if made is None:
            continue
        first = found.setdefault(made.name, made)
        if first.place.path.startswith(BUILTIN):
            found[made.name] = made
        elif _meant(first) != _meant(made) and not made.place.path.startswith(BUILTIN):
            diagnostics.append(faults.attribute_conflict(made.place, made.name, first.place))
    return _from_grammars(structures) | found, tuple(diagnostics)


def _documented(scans: Iterable[Scan], limits: Limits) -> Iterator[_Read]:
    for scan in scans:
        if scan.path.endswith(SUFFIX):
            size = len(scan.text)
            found = tables_of(scan, 0, size)
            for table in found:
                yield from (definition(row, limits) for row in table.rows)
            if not found and not is_empty(scan, 0, size):
                place = Span(scan.path, 0, len(scan.text.partition("\n")[0]))
                yield None, unread_part(place, "the attributes document", "table", almost_table(scan, 0, size))


def _configured(declared: Declared) -> Iterator[_Read]:
    for made in declared.attributes:
        wrong = name_fault(made.name, made.place)
        if wrong:
            yield None, wrong
            continue
        fault = pattern_fault(made.pattern, made.place, declared.limits) if made.pattern else None
        yield (replace(made, type="string", pattern="") if fault else made), fault


def _from_grammars(structures: Mapping[str, Structure]) -> dict[str, AttributeDefinition]:
    """One definition per name; it applies wherever some grammar defines the name."""
    found: dict[str, AttributeDefinition] = {}
    for structure in structures.values():
        for made in structure.attributes:
            first = found.setdefault(made.name, made)
            both = None if None in (first.applies_to, made.applies_to) else _joined(first, made)
            found[made.name] = replace(first, applies_to=both)
    return found


def _joined(one: AttributeDefinition, other: AttributeDefinition) -> frozenset[str]:
    return (one.applies_to or frozenset()) | (other.applies_to or frozenset())


def _meant(made: AttributeDefinition) -> tuple[object, ...]:
    kind = (made.type, made.choices, made.pattern, made.minimum, made.maximum)
    return (*kind, made.applies_to)
