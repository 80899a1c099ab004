"""Ranges of a document's text, in code points: what goes into a prompt without the white space around it."""

from dpmlc.scan.document import Scan
from dpmlc.text.regular import regular

_INDENT = regular(r"(?m)^[ \t]*(?=\S)")
_UNINDENTED = regular(r"(?m)^\S")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blank lines around it; the first line keeps its indentation."""
    while end > start and text[end - 1].isspace():
        end -= 1
    first = start
    while first < end and text[first].isspace():
        first += 1
    line = text.rfind("\n", start, first) + 1
    return (line or (start if first == start or _fresh(text, start) else first)), end


def bare(scan: Scan, start: int, end: int) -> tuple[int, int]:
    """The range without comments and blank lines around what stands in it."""
    comments = [each for each in scan.opaque if each.kind == "comment" and start <= each.start and each.end <= end]
    for each in comments:
        if scan.text[start : each.start].strip():
            break
        start = each.end
    for each in reversed(comments):
        if each.start < start or scan.text[each.end : end].strip():
            break
        end = each.start
    return trimmed(scan.text, start, end)


def _fresh(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] == "\n"


def with_margin(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span with the indentation before it, where nothing else stands there."""
    line = text.rfind("\n", 0, span[0]) + 1
    return (line, span[1]) if not text[line : span[0]].strip() else span


def margin_of(text: str, start: int, end: int) -> int:
    """How many columns all lines of the range share as indentation; the first line counts from its line's start."""
    if _UNINDENTED.search(text, start, end):
        return 0
    shared = min(map(len, _INDENT.findall(text, start, end)), default=0)
    if _fresh(text, start):
        return shared
    line = text.rfind("\n", 0, start) + 1
    return min(shared, start - line) if not text[line:start].strip() else 0
