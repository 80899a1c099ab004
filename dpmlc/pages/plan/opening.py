"""A document that says nothing above its elements -> the first words within them."""

import re
from collections.abc import Iterator, Sequence

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Markdown, Node
from dpmlc.text.span import Span
from dpmlc.text.wrapping import one_line

# No heading, quote, table, list or code; references lead elsewhere.
_LINE = r"[ \t]*(?![#`~>|+*@-]|\d+[.)][ \t])\S[^\n]*"
_PARAGRAPH = re.compile(rf"^{_LINE}(?:\n{_LINE})*", re.MULTILINE)


def opening(scan: Scan) -> str:
    """The first paragraph of prose in the document's elements as one line; "" where there is none."""
    fences = [each for each in scan.opaque if each.kind in {"fence", "comment"}]
    for span in _prose(scan.nodes):
        for found in _PARAGRAPH.finditer(scan.text, span.start, span.end):
            while fences and fences[0].end <= found.start():
                fences.pop(0)
            if not fences or found.start() < fences[0].start:
                return one_line(found[0])
    return ""


def _prose(nodes: Sequence[Node]) -> Iterator[Span]:
    """Markdown in order of the text, however deep it stands."""
    waiting = [iter(nodes)]
    while waiting:
        for node in waiting[-1]:
            if isinstance(node, Element):
                waiting.append(iter(node.children))
                break
            if isinstance(node, Markdown):
                yield node.span
        else:
            waiting.pop()
