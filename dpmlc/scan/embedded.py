"""Elements -> the references that their attributes make: `src` of a resource, empty `<reference/>` (SPEC 3.11)."""

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from urllib.parse import quote

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.faults_references import Expected
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference
from dpmlc.scan.tree import Attribute, Element
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.text.span import Span


@frozen
class Embedded:
    """References that stand in tags, in text order."""

    references: tuple[Reference, ...]
    diagnostics: tuple[Diagnostic, ...]


def embedded(source: Source, elements: Iterable[Element]) -> Embedded:
    """The references of `elements`. A value that is none is a diagnostic at the value."""
    references: list[Reference] = []
    diagnostics: list[Diagnostic] = []
    for element in elements:
        match _read(source, element):
            case Reference() as reference:
                references.append(reference)
            case Malformed(diagnostic):
                diagnostics.append(diagnostic)
    return Embedded(tuple(sorted(references, key=attrgetter("span.start"))), tuple(diagnostics))


def _read(source: Source, element: Element) -> Reference | Malformed | None:
    if not element.attributes:
        return None
    if element.structure == "resource":
        src = _find(element, "src")
        return _source(source, src) if src else None
    if element.structure == "reference":
        protocol, resource = _find(element, "protocol"), _find(element, "resource")
        if protocol and resource and _is_empty(source.text, element):
            return _pair(source, element, protocol, resource)
    return None


def _find(element: Element, name: str) -> Attribute | None:
    return next((each for each in element.attributes if each.name == name), None)


def _is_empty(text: str, element: Element) -> bool:
    if element.closing is None:
        return True
    inside = text[element.opening.end : element.closing.start]
    return len(element.children) < 2 and (not inside or inside.isspace())


def _source(source: Source, src: Attribute) -> Reference | Malformed:
    """A whole reference, or the path of a file: then a default reference to it."""
    if src.value.startswith("@"):
        parsed = parse(src.value, source.path, src.value_span.start)
        return _helped(parsed, src.value) if isinstance(parsed, Malformed) else replace(parsed, form="src")
    text = f"@file://{src.value}"
    parsed = parse(text, source.path, 0)
    if isinstance(parsed, Malformed):
        return _at(_helped(parsed, text), src.value_span)
    placed = _placed(parsed, src.value_span, src.value_span)
    return replace(placed, text=src.value, span=src.value_span, form="src")


def _pair(source: Source, element: Element, protocol: Attribute, resource: Attribute) -> Reference | Malformed:
    """`<reference protocol="P" resource="R"/>` is `@!P://R`."""
    read = f"@!{protocol.value}://{resource.value}"
    parsed = parse(read, source.path, 0)
    if isinstance(parsed, Malformed):
        return _at(_helped(parsed, read), resource.value_span)
    placed = _placed(parsed, protocol.value_span, resource.value_span)
    text = source.text[element.span.start : element.span.end]
    return replace(placed, text=text, span=element.span, form="element")


def _placed(parsed: Reference, protocol: Span, path: Span) -> Reference:
    """What was read from a text made of attribute values, at the places of those values."""
    levels = tuple(replace(level, span=protocol) for level in parsed.levels)
    parameters = tuple(replace(parameter, span=path) for parameter in parsed.parameters)
    return replace(parsed, levels=levels, path_span=path, parameters=parameters)


def _helped(malformed: Malformed, text: str) -> Malformed:
    """The fault with help that can be followed in an attribute: it holds no quotes, and nothing in it is prose."""
    fault, found = malformed.diagnostic, text[malformed.offset : malformed.offset + 1]
    help_ = fault.help[:1]
    if fault.mark == f"expected {Expected.PATH_CHARACTER.phrase}" and found != "\\":
        help_ = (f"write it as `{quote(found)}`: in an attribute nothing can be quoted",)
    return replace(malformed, diagnostic=replace(fault, help=help_))


def _at(malformed: Malformed, span: Span) -> Malformed:
    return replace(malformed, diagnostic=replace(malformed.diagnostic, span=span, labels=(), fix=None))
