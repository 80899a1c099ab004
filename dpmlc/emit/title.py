"""A scanned document -> its display name and description (SPEC 1.2)."""

import re

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Markdown
from dpmlc.text.wrapping import one_line

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S[^\n]*)", re.MULTILINE)
_PARAGRAPH = re.compile(r"^[ \t]*(?![#\s`~>|-])\S[^\n]*(?:\n[ \t]*(?![#\s`~>|-])\S[^\n]*)*", re.MULTILINE)


def title(scan: Scan) -> tuple[str, str]:
    """Name and description: front matter's, else the first heading and paragraph above the root; "" where none is."""
    front = dict(scan.front.data) if scan.front else {}
    above = _above_root(scan)
    heading, paragraph = _HEADING.search(above), _PARAGRAPH.search(above)
    name = front.get("name") or front.get("title") or (heading[1].rstrip().rstrip("#").rstrip() if heading else "")
    description = front.get("description") or (one_line(paragraph[0]) if paragraph else "")
    return str(name), str(description)


def _above_root(scan: Scan) -> str:
    pieces: list[str] = []
    for node in scan.nodes:
        if isinstance(node, Element):
            break
        if isinstance(node, Markdown):
            pieces.append(scan.text[node.span.start : node.span.end])
    return "".join(pieces)
