"""One document against the index -> all that is wrong with it by itself (SPEC 1.1, 1.6, 1.7, 1.9, 1.10, 2.2)."""

from collections.abc import Iterable, Iterator

from dpmlc.index import faults_attributes, faults_check
from dpmlc.index.attribute_values import misplaced, value_fault
from dpmlc.index.contents import content_faults
from dpmlc.index.declared import Declared
from dpmlc.index.index import Index
from dpmlc.index.similar import similar_elements
from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.index.units import nameless
from dpmlc.report.diagnostic import Diagnostic, Severity, order_of
from dpmlc.report.suggest import nearest
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Attribute, Element, elements
from dpmlc.text.paths import name as file_name
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_SUFFIXED = regular(r"(?!(?:[A-Z0-9_-]+)\.).+\.[a-z][a-z_-]{2,}\.(?:md|markdown)|.+\.(?:dpml|pml)")
_TAG_FAULTS = frozenset((
    "unclosed-tag", "mismatched-closing-tag", "closing-tag-without-opening", "attribute-without-quotes",
    "duplicate-attribute", "malformed-tag", "unknown-structure", "undeclared-element",
))  # fmt: skip
_MOST_SUGGESTED = 50
_ATTRIBUTE_FAULTS = frozenset(("undefined-attribute", "attribute-value", "missing-attribute"))


def check(scan: Scan, index: Index, declared: Declared) -> tuple[Diagnostic, ...]:
    """All faults of the document `scan`, its own diagnostics included, in text order, with their final severities."""
    inside = tuple(elements(scan.nodes))
    found = [*_outside_registries(scan, index), *_strays(scan, index)]
    required = _required(index)
    near: dict[str, tuple[str, ...]] = {}
    for element in inside:
        if element.implementation is not None:
            found += _binding_faults(element, index)
        elif element.name in required:
            found += _missing_attributes(element, required[element.name])
        if element.attributes:
            found += _attribute_faults(element, index, declared, near)
    found += content_faults(inside, scan.text, index.structures)
    found += nameless(scan)
    found += similar_elements(scan.nodes, index.structures)
    if not found:
        return ()
    plain = _is_plain(scan.path, inside, index, declared)
    weighed = (_plainly(each) if plain else _weighed(each, declared) for each in found)
    return tuple(sorted(weighed, key=order_of))


def _outside_registries(scan: Scan, index: Index) -> Iterator[Diagnostic]:
    """The scan's findings; a `{placeholder}` that a registry row's id fills (SPEC 2.3) is no mere text."""
    told = any(each.code == "reference-placeholder" for each in scan.diagnostics)
    filled = _filled(scan.path, index) if told else frozenset()
    for each in scan.diagnostics:
        if each.code != "reference-placeholder" or each.span is None or each.span.start not in filled:
            yield each


def _filled(path: str, index: Index) -> frozenset[int]:
    """Where in the document `path` targets of registry rows with placeholders begin."""
    rows = (row for protocol in index.protocols.values() for row in protocol.registry or ())
    return frozenset(row.target_span.start for row in rows if row.target is None and row.target_span.path == path)


def _is_plain(path: str, inside: Iterable[Element], index: Index, declared: Declared) -> bool:
    """Whether the document is one that only happens to lie there (README, CHANGELOG): SPEC 1.1."""
    name = file_name(path)
    if _SUFFIXED.fullmatch(name) or any(name.endswith(f".{suffix}") for suffix in declared.suffixes):
        return False
    return not any(element.structure in index.structures for element in inside)


def _plainly(diagnostic: Diagnostic) -> Diagnostic:
    told = diagnostic.code in _TAG_FAULTS or diagnostic.code in _ATTRIBUTE_FAULTS
    return diagnostic.lowered(Severity.HINT) if told else diagnostic


def _weighed(diagnostic: Diagnostic, declared: Declared) -> Diagnostic:
    told = diagnostic.code in _ATTRIBUTE_FAULTS
    return diagnostic.lowered(declared.attribute_severity) if told else diagnostic


def _strays(scan: Scan, index: Index) -> Iterator[Diagnostic]:
    if scan.strays:
        declared = {name for structure in index.structures.values() for name in structure.elements}
        for stray in scan.strays:
            if stray.name in declared:
                yield faults_check.stray_tag(stray.span, stray.name)


def _binding_faults(element: Element, index: Index) -> Iterator[Diagnostic]:
    name = element.implementation or ""
    if name not in index.structures:
        start = element.opening.start + len("<") + len(element.feature) + len(":")
        span = Span(element.opening.path, start, start + len(name))
        yield faults_check.unknown_structure(
            span, name, nearest(name, index.structures), tuple(sorted(index.structures))
        )


def _attribute_faults(
    element: Element, index: Index, declared: Declared, near: dict[str, tuple[str, ...]]
) -> Iterator[Diagnostic]:
    """`near` collects the suggestions made so far in the document."""
    names = _names(element, index)
    for attribute in element.attributes:
        inside = _from_grammar(attribute, element, index)
        made = inside[0] if inside else index.attributes.get(attribute.name)
        if made is None:
            # A suggestion looks at all definitions: made for every name, it would cost quadratic time.
            if attribute.name not in near and len(near) < _MOST_SUGGESTED:
                near[attribute.name] = nearest(attribute.name, index.attributes)
            suggested = near.get(attribute.name, ())
            yield faults_attributes.undefined_attribute(attribute.name_span, attribute.name, element.name, suggested)
        elif made.applies_to is not None and not made.applies_to & names:
            yield misplaced(attribute, element.name, made)
        else:
            fault = value_fault(attribute, made, inside[1].grammar if inside else None, declared.limits)
            if fault:
                yield fault


def _required(index: Index) -> dict[str, list[AttributeDefinition]]:
    """By element name, the attributes that its grammar demands."""
    found: dict[str, list[AttributeDefinition]] = {}
    for name, structure in index.structures.items():
        for made in structure.attributes if name == structure.name else ():
            for element in made.applies_to or () if made.required else ():
                found.setdefault(element, []).append(made)
    return found


def _missing_attributes(element: Element, required: Iterable[AttributeDefinition]) -> Iterator[Diagnostic]:
    for made in required:
        if element.attribute(made.name) is None:
            yield faults_attributes.missing_attribute(element.opening, made.name, element.name, made.place)


def _names(element: Element, index: Index) -> frozenset[str]:
    """What "applies to" may call the element: its own names and those that mean the same protocol."""
    own = {element.name, element.feature, element.structure}
    structures = [index.structures[name] for name in own if name in index.structures]
    return frozenset(own.union(*((each.name, *each.synonyms) for each in structures)))


def _from_grammar(attribute: Attribute, element: Element, index: Index) -> tuple[AttributeDefinition, Structure] | None:
    """The definition that a grammar gives for this very element."""
    for structure in index.structures.values():
        for made in structure.attributes:
            if made.name == attribute.name and (made.applies_to or frozenset()) & {element.name, element.structure}:
                return made, structure
    return None
