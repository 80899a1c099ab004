"""Ways to write down a scan, shared by the tests of this folder."""

from collections.abc import Sequence

from dpmlc.report.diagnostic import Severity
from dpmlc.scan.document import Scan
from dpmlc.scan.scan import scan
from dpmlc.scan.tree import Comment, Element, Markdown, Node
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source, lines


def scanned(text: str, claimed: Sequence[str] = (), limits: Limits | None = None) -> Scan:
    return scan(Source("a.md", text), frozenset(claimed), limits or Limits())


def shape(nodes: Sequence[Node]) -> str:
    """The elements alone: `role(personality principle)`."""
    elements = [each for each in nodes if isinstance(each, Element)]
    inner = [f"({shape(each.children)})" if shape(each.children) else "" for each in elements]
    return " ".join(each.name + inside for each, inside in zip(elements, inner, strict=True))


def said(found: Scan, *severities: Severity) -> list[str]:
    """`code line:column` of each diagnostic; errors only unless told otherwise."""
    where = lines(found.text)
    places = []
    for each in found.diagnostics:
        if each.severity in (severities or (Severity.ERROR,)) and each.span:
            position = where.position(each.span.start)
            places.append(f"{each.code} {position.line}:{position.column}")
    return places


def joined(found: Scan) -> str:
    """The text again, from front matter and nodes."""
    return (found.text[: found.front.span.end] if found.front else "") + _joined(found.text, found.nodes)


def _joined(text: str, nodes: Sequence[Node]) -> str:
    pieces: list[str] = []
    waiting: list[Node | str] = list(reversed(nodes))
    while waiting:
        match waiting.pop():
            case str() as piece:
                pieces.append(piece)
            case Markdown(span) | Comment(span):
                pieces.append(text[span.start : span.end])
            case Element() as element:
                pieces.append(text[element.opening.start : element.opening.end])
                closing = element.closing
                waiting.append(text[closing.start : closing.end] if closing else "")
                waiting.extend(reversed(element.children))
    return "".join(pieces)
