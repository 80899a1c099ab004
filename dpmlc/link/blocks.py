"""A document's lines -> the blocks that inlined content may not tear apart (SPEC 4.2, Placement).

A block is a paragraph, a heading, a table, a whole quote or a whole outermost list. Found in one pass over the lines.
"""

from bisect import bisect_right
from collections.abc import Sequence

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import elements
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.slotted import slotted

_LINE = regular(r"[^\n]*")
_MARKER = regular(r"[ \t]*(?:([-+*])|\d{1,9}([.)]))(?=[ \t]|$)")
_HEADING = regular(r"[ \t]*#{1,6}(?=[ \t]|$)")
_QUOTE = regular(r"[ \t]*>")
_RULE = regular(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE = regular(r"[ \t]*(?:-+|=+)[ \t]*$")
_ITEM = regular(r"(?:[-+*]|\d{1,9}[.)])[ \t]+")
_TAGS = regular(r"[ \t]*(?:</?[A-Za-z][^<>]*>[ \t]*)+$")


@frozen
class Block:
    """Code points `start` to `end` of whole lines, the last line end left out; `indent` is the first line's."""

    start: int
    end: int
    indent: int


@slotted
class _Open:
    kind: str
    start: int
    end: int
    indent: int
    marker: str = ""
    blank: bool = False


def block_at(blocks: Sequence[Block], offset: int) -> Block | None:
    """The block that holds `offset`."""
    at = bisect_right(blocks, offset, key=lambda each: each.start) - 1
    return blocks[at] if at >= 0 and offset <= blocks[at].end else None


def marker_width(text: str, place: int) -> int:
    """How many columns a list marker and the blanks behind it take at `place`; 0 where there is none."""
    marker = _ITEM.match(text, place)
    return marker.end() - place if marker else 0


def blocks(scan: Scan) -> tuple[Block, ...]:
    """The blocks of a document in order, apart from each other. Comments count as blanks, lines of them not at all."""
    text = _without_comments(scan)
    openings = _openings(scan)
    fences = [
        (text.rfind("\n", 0, each.start) + 1, each.start, each.end) for each in scan.opaque if each.kind == "fence"
    ]
    made: list[Block] = []
    current: _Open | None = None
    fence = 0
    start = 0
    while start <= len(text):
        while fence < len(fences) and fences[fence][2] <= start:
            fence += 1
        coded = fences[fence][1] - fences[fence][0] if fence < len(fences) and fences[fence][0] <= start else None
        line = _LINE.match(text, start)
        assert line is not None
        if line.group().isspace() and not scan.text[start : line.end()].isspace():
            start = line.end() + 1
            continue
        if start in openings and current is not None and (current.kind != "list" or openings[start] <= current.indent):
            _close(current, made)
            current = None
        current = _next(line.group(), start, coded, current, made)
        start = line.end() + 1
    _close(current, made)
    return tuple(made)


def _openings(scan: Scan) -> dict[int, int]:
    """Starts of lines that an element of several lines begins, with their indentation."""
    found: dict[int, int] = {}
    for each in elements(scan.nodes):
        line = opening = each.opening.start
        while line > 0 and scan.text[line - 1] in " \t":
            line -= 1
        if (line == 0 or scan.text[line - 1] == "\n") and scan.text.find("\n", opening, each.span.end) >= 0:
            found[line] = opening - line
    return found


def _without_comments(scan: Scan) -> str:
    """The text with blanks in the place of comments, their line ends included."""
    parts: list[str] = []
    place = 0
    for each in scan.opaque:
        if each.kind == "comment":
            parts += (scan.text[place : each.start], " " * (each.end - each.start))
            place = each.end
    return "".join((*parts, scan.text[place:])) if parts else scan.text


def _next(line: str, start: int, coded: int | None, current: _Open | None, made: list[Block]) -> _Open | None:
    """The block that is open behind `line`; `coded` is the column of the fence that the line belongs to."""
    end = start + len(line)
    if coded is not None:
        # Behind a blank line, code that is indented no deeper belongs to a list only if the list goes on behind it.
        if current is not None and not (current.blank and coded <= current.indent):
            current.end = end
        return current
    if not line or line.isspace():
        return _blank(current, made)
    indent = len(line) - len(line.lstrip())
    if current is not None and _continues(line, indent, current):
        current.end, current.blank = end, False
        if current.kind == "list" and _MARKER.match(line) and not _RULE.match(line):
            current.indent = min(current.indent, indent)
        if current.kind == "paragraph" and _UNDERLINE.match(line):
            _close(current, made)
            return None
        return current
    _close(current, made)
    return _opened(line, indent, start, end)


def _blank(current: _Open | None, made: list[Block]) -> _Open | None:
    if current is not None and current.kind == "list":
        current.blank = True
        return current
    _close(current, made)
    return None


def _continues(line: str, indent: int, current: _Open) -> bool:
    match current.kind:
        case "quote":
            return bool(_QUOTE.match(line)) or not _begins(line)
        case "list":
            return _in_list(line, indent, current)
        case "table":
            return "|" in line and not _TAGS.match(line)
        case "paragraph":
            return not _begins(line) or _UNDERLINE.match(line) is not None
        case _:
            return False


def _in_list(line: str, indent: int, current: _Open) -> bool:
    marker = _MARKER.match(line)
    if marker and not _RULE.match(line):
        return indent > current.indent or (marker.group(1) or marker.group(2)) == current.marker
    if indent > current.indent:
        return True
    return not current.blank and not _begins(line)


def _begins(line: str) -> bool:
    """Whether the line begins a block of its own, so that no paragraph goes on in it."""
    starts = (_MARKER, _HEADING, _QUOTE, _RULE, _TAGS)
    return any(each.match(line) for each in starts) or line.lstrip().startswith(("```", "~~~"))


def _opened(line: str, indent: int, start: int, end: int) -> _Open:
    marker = _MARKER.match(line)
    if marker and not _RULE.match(line):
        return _Open("list", start, end, indent, marker.group(1) or marker.group(2))
    if _QUOTE.match(line):
        return _Open("quote", start, end, indent)
    if _HEADING.match(line) or _RULE.match(line):
        return _Open("heading", start, end, indent)
    if _TAGS.match(line):
        return _Open("tags", start, end, indent)
    return _Open("table" if line.lstrip().startswith("|") else "paragraph", start, end, indent)


def _close(current: _Open | None, made: list[Block]) -> None:
    if current is not None:
        made.append(Block(current.start, current.end, current.indent))
