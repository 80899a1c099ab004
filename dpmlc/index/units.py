"""One document -> the resource units that are roots of it, as protocols, with their faults (SPEC 2.3)."""

import re
from collections.abc import Iterator
from textwrap import dedent

from dpmlc.grammar.ebnf import Grammar, Unreadable, read
from dpmlc.grammar.match import Matcher, matcher
from dpmlc.index import faults
from dpmlc.index.notation import almost_rule, almost_table, ebnf, is_empty, tables_of
from dpmlc.index.params import params
from dpmlc.index.protocol import ParameterDefinition, RegistryEntry, ResourceProtocol
from dpmlc.index.registry import Around, registry
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Attribute, Element, Markdown, Node
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular

_PARTS = ("location", "params", "registry")
_NAME = regular(r"[A-Za-z][A-Za-z0-9_-]*")


@frozen
class Unit:
    """A resource unit: the protocol as it is written (`kind` as if nothing else were known), and what is wrong."""

    protocol: ResourceProtocol
    diagnostics: tuple[Diagnostic, ...]


def units(scan: Scan, limits: Limits) -> Iterator[Unit]:
    """The units among the roots of `scan`, in text order. A unit inside another element is an example, content."""
    if "protocol" not in scan.text or "resource" not in scan.text:
        return
    above: list[Node] = []
    for node in scan.nodes:
        if not isinstance(node, Element):
            above.append(node)
            continue
        if node.structure == "resource" and node.attribute("protocol") is not None:
            yield _unit(scan, node, tuple(above), limits)
        above = []


def nameless(scan: Scan) -> Iterator[Diagnostic]:
    """A fault for each root of `scan` that has the parts of a unit and names no protocol."""
    for node in scan.nodes:
        if not isinstance(node, Element) or node.structure != "resource" or node.attribute("src") is not None:
            continue
        if node.attribute("protocol") is None and _parts(node)[0]:
            yield faults.resource_unit(
                node.opening, "a resource unit names no protocol, so it defines nothing", "expected `protocol`", None,
                'write `<resource protocol="a-name">`',
            )  # fmt: skip


def _unit(scan: Scan, element: Element, above: tuple[Node, ...], limits: Limits) -> Unit:
    attribute = next(each for each in element.attributes if each.name == "protocol")
    parts, wrong = _parts(element)
    diagnostics = list(wrong)
    if not _NAME.fullmatch(attribute.value):
        diagnostics.append(_misnamed(attribute))
    location = _location(scan, parts.get("location"), attribute.value, limits)
    parameters, wrong = _parameters(scan, parts.get("params"))
    diagnostics += (*location.diagnostics, *wrong)
    names = frozenset(each.name for each in parameters or ())
    entries, wrong = _registry(scan, parts.get("registry"), Around(location.grammar, names, limits))
    protocol = ResourceProtocol(
        attribute.value, "unit", "runtime" if entries is None else "registry", attribute.value_span,
        _description(scan.text, (*above, *element.children)), location.matcher, location.text, parameters, entries,
    )  # fmt: skip
    return Unit(protocol, (*diagnostics, *wrong))


def _misnamed(attribute: Attribute) -> Diagnostic:
    return faults.resource_unit(
        attribute.value_span, f"`{attribute.value}` is no protocol name",
        "expected an ASCII letter, then letters, digits, `_`, `-`", None, 'write `protocol="a-name"`',
    )  # fmt: skip


def _parts(element: Element) -> tuple[dict[str, Element], tuple[Diagnostic, ...]]:
    """The first of each part, and the faults of order and repetition."""
    parts: dict[str, Element] = {}
    wrong: list[Diagnostic] = []
    for child in element.children:
        if not isinstance(child, Element) or child.name not in _PARTS:
            continue
        if child.name in parts:
            wrong.append(_repeated(child, parts[child.name]))
            continue
        later = next((each for each in parts if _PARTS.index(each) > _PARTS.index(child.name)), None)
        if later is not None:
            wrong.append(_misplaced(child, parts[later]))
        parts[child.name] = child
    return parts, tuple(wrong)


def _repeated(child: Element, first: Element) -> Diagnostic:
    return faults.resource_unit(
        child.opening, f"a resource unit has one `<{child.name}>`, found another", "the second one", first.opening,
        "move its content into the first one",
    )  # fmt: skip


def _misplaced(child: Element, before: Element) -> Diagnostic:
    what = f"`<{child.name}>` stands after `<{before.name}>`, expected it before"
    order = "write `<location>`, `<params>`, `<registry>` in this order"
    return faults.resource_unit(child.opening, what, "stands too late", before.opening, order)


def _inside(element: Element) -> tuple[int, int]:
    end = element.opening.end if element.closing is None else element.closing.start
    return element.opening.end, end


@frozen
class _Location:
    grammar: Grammar | None = None
    matcher: Matcher | None = None
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


def _location(scan: Scan, element: Element | None, scheme: str, limits: Limits) -> _Location:
    written = ebnf(scan, *_inside(element)) if element else None
    if written is None:
        return _Location(diagnostics=_unread(scan, element, "rule"))
    text = dedent(written.text).strip()
    grammar = read(written.text, scan.path, written.start, limits)
    if isinstance(grammar, Unreadable):
        return _Location(text=text, diagnostics=(grammar.diagnostic,))
    made = matcher(grammar, scheme, limits)
    if isinstance(made, Unreadable):
        return _Location(grammar, None, text, (made.diagnostic,))
    return _Location(grammar, made, text)


def _parameters(
    scan: Scan, element: Element | None
) -> tuple[tuple[ParameterDefinition, ...] | None, tuple[Diagnostic, ...]]:
    """None where no table declares any: then only the standard parameters exist."""
    found = tables_of(scan, *_inside(element)) if element else ()
    return params(found[0]) if found else (None, _unread(scan, element, "table"))


def _registry(
    scan: Scan, element: Element | None, around: Around
) -> tuple[tuple[RegistryEntry, ...] | None, tuple[Diagnostic, ...]]:
    """None without `<registry>`; a registry without a table has no rows."""
    if element is None:
        return None, ()
    found = tables_of(scan, *_inside(element))
    return registry(found[0], around) if found else ((), _unread(scan, element, "table"))


def _unread(scan: Scan, part: Element | None, wanted: str) -> tuple[Diagnostic, ...]:
    if part is None or is_empty(scan, *_inside(part)):
        return ()
    almost = almost_rule if wanted == "rule" else almost_table
    return (faults.unread_part(part.opening, f"`<{part.name}>`", wanted, almost(scan, *_inside(part))),)


def _description(text: str, nodes: tuple[Node, ...]) -> str:
    """The first paragraph among `nodes`; headings are names, not descriptions."""
    for node in nodes:
        if isinstance(node, Markdown):
            for paragraph in re.split(r"\n[ \t]*\n", text[node.span.start : node.span.end]):
                lines = [line.strip() for line in paragraph.strip().split("\n")]
                prose = " ".join(line for line in lines if not line.startswith("#")).strip()
                if prose:
                    return prose
    return ""
