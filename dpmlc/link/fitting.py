"""What structural outer levels wrap, against the content models of their protocols (SPEC 3.9, 2.2)."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dpmlc.index.contents import content_faults
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.link.envelope import root_of, same_structure
from dpmlc.link.headings import content_of
from dpmlc.link.loaded import Passage, Text
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.scan.tree import Element, Markdown, Node
from dpmlc.text.span import Span

_MOST = 5
_INK = "x"
_TEXT = Markdown(Span("", 0, len(_INK)))
_NOWHERE = Span("", 0, 0)
_MARK = "what it brings in does not fit"


def outer_faults(
    bound: Bound, loaded: Passage | Text | None, index: Index, options: LinkOptions, memo: Memo
) -> tuple[Diagnostic, ...]:
    """What of `loaded` does not fit into the elements that the reference's outer levels put around it.

    None stands for a reference that is kept inside of them, and so counts as text. Each finding stands at the
    reference, a label shows the place in the document. What a document says by itself is not judged again.
    """
    if not bound.outers:
        return ()
    inked = loaded is None or isinstance(loaded, Passage) or bool(loaded.text.strip())
    key = (loaded if isinstance(loaded, Passage) else inked, _names(bound))
    found = memo.misfits.get(key)
    if found is None:
        found = memo.misfits[key] = _few(tuple(_faults(bound, loaded, index, options)))
    return tuple(_at_reference(each, bound) for each in found)


def _few(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The first findings, errors before warnings; each reference to the content repeats them: the rest is counted."""
    rest = len(found) - _MOST
    if rest <= 0:
        return found
    *first, last = sorted(found, key=lambda each: each.severity is not Severity.ERROR)[:_MOST]
    return (*first, replace(last, notes=(*last.notes, f"{rest} more things in it do not fit")))


def _names(bound: Bound) -> tuple[str, ...]:
    return tuple(("!" if each.handler else "") + each.protocol for each in bound.outers)


def _faults(
    bound: Bound, loaded: Passage | Text | None, index: Index, options: LinkOptions
) -> Iterator[Diagnostic]:
    text = index.documents[loaded.path].text if isinstance(loaded, Passage) else _INK
    nodes, inner = _input(loaded, index, options)
    for outer in bound.outers:
        if outer.handler is not None:
            text, nodes, inner = _INK, (_TEXT,), ""
        elif not same_structure(inner, outer.protocol, index):
            inner = outer.protocol
            around = Element(inner, inner, None, (), _NOWHERE, _NOWHERE, nodes)
            nodes = (around,)
            yield from content_faults((around,), text, index.structures)


def _input(
    loaded: Passage | Text | None, index: Index, options: LinkOptions
) -> tuple[tuple[Node, ...], str]:
    """The nodes that the innermost outer level gets, and the structure that they are already, or ""."""
    if isinstance(loaded, Text) and not loaded.text.strip():
        return (), ""
    if not isinstance(loaded, Passage):
        return (_TEXT,), ""
    scan = index.documents[loaded.path]
    if not loaded.whole:
        return tuple(_within(scan.nodes, loaded.start, loaded.end)), ""
    roots = tuple(node for node in scan.nodes if isinstance(node, Element))
    root = root_of(scan)
    return roots if roots and options.prose == "drop" else scan.nodes, root.structure if root else ""


def _within(nodes: Sequence[Node], start: int, end: int) -> Iterator[Node]:
    """What of `nodes` stands in the range, which cuts no element: an element around all of it gives its children."""
    at = max(0, bisect_right(nodes, start, key=lambda each: each.span.start) - 1)
    while at < len(nodes) and nodes[at].span.start < end:
        each = nodes[at]
        if isinstance(each, Element) and _holds(each, start, end):
            nodes, at = each.children, max(0, bisect_right(each.children, start, key=lambda node: node.span.start) - 1)
            continue
        if start < each.span.end:
            first, last = max(each.span.start, start), min(each.span.end, end)
            yield Markdown(Span(each.span.path, first, last)) if isinstance(each, Markdown) else each
        at += 1


def _holds(element: Element, start: int, end: int) -> bool:
    inner, outer = content_of(element)
    return inner <= start and end <= outer


def _at_reference(fault: Diagnostic, bound: Bound) -> Diagnostic:
    span = bound.reference.span
    if fault.span is None or not fault.span.path:
        return replace(fault, span=span)
    return replace(fault, span=span, mark=_MARK, labels=(Label(fault.span, fault.mark), *fault.labels))
