"""All scans and the inventory -> `Index`: what the package and its dependencies declare together."""

from collections.abc import Iterable, Mapping

from dpmlc.index.attributes import SUFFIX as ATTRIBUTES
from dpmlc.index.attributes import attributes
from dpmlc.index.declared import Declared
from dpmlc.index.index import Index
from dpmlc.index.names import names, order
from dpmlc.index.protocols import protocols
from dpmlc.index.registry import rows
from dpmlc.index.structures import SUFFIXES, structures
from dpmlc.index.units import units
from dpmlc.scan.document import Scan
from dpmlc.scan.html import HTML_NAMES
from dpmlc.text.files import Entry
from dpmlc.text.limits import Limits


def gather(scans: Mapping[str, Scan], entries: Iterable[Entry], declared: Declared) -> Index:
    """Merge the documents `scans` (by package path), the inventory `entries` and `declared`.

    The order of either does not matter: documents are read by path in byte order, the package's own first. What is
    wrong with a declaration is in the index's `diagnostics`; the rest of it still holds.
    """
    documents = {path: scans[path] for path in sorted(scans, key=order)}
    inventory = {entry.path: entry for entry in entries}
    defined, faulty_units = protocols(
        (unit for scan in documents.values() for unit in units(scan, declared.limits)), declared
    )
    shapes, faulty_structures = structures(documents.values(), declared.limits)
    attribute_definitions, faulty_attributes = attributes(documents.values(), shapes, declared)
    return Index(
        documents=documents,
        entries=inventory,
        protocols=defined,
        structures=shapes,
        attributes=attribute_definitions,
        names=names(inventory.values(), declared.suffixes),
        suffixes=declared.suffixes,
        claimed=claims(documents.values(), declared),
        diagnostics=(*faulty_units, *faulty_structures, *faulty_attributes),
        rows={name: rows(protocol.registry) for name, protocol in defined.items() if protocol.registry},
    )


def declares(scan: Scan, limits: Limits) -> bool:
    """Whether `gather` may find anything in the document but its text."""
    return scan.path.endswith((*SUFFIXES, ATTRIBUTES)) or any(True for _ in units(scan, limits))


def claims(scans: Iterable[Scan], declared: Declared) -> frozenset[str]:
    """The HTML names that count as elements: those of the settings and those that protocol documents declare."""
    shapes, _ = structures(scans, declared.limits)
    return declared.elements | frozenset(
        name for shape in shapes.values() for name in shape.elements if name.lower() in HTML_NAMES
    )
