"""Where EBNF and tables stand in a stretch of a document: bare, or inside a fence."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from dpmlc.scan.document import Scan
from dpmlc.scan.table import Table, tables
from dpmlc.scan.tree import Opaque
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

_RULE = re.compile(r"^[ \t]*`?[^\s:`][^\n:`]*::=", re.MULTILINE)
_CONTINUES = regular(r"[ \t]*(?:[|(\[{'\"]|`?[^\s:`][^\n:`]*::=)")


_ALMOST_RULE = regular(r"^[ \t]*`?[\w-]+[ \t]*(::|[:：]{0,2}[=＝]|→|->)(?!=)", re.MULTILINE)
_ROW = regular(r"^[ \t]*+\|?[^|\n]++\|[^|\n]", re.MULTILINE)
_DASHES = regular(r"\n[ \t]*+\|?[ \t:]*+-[-:| \t]*$", re.MULTILINE)
_WIDE_ROW = regular(r"^[ \t]*｜.+｜", re.MULTILINE)


@frozen
class Written:
    """EBNF as it stands in a document, code marks and comments blanked; `start` is its offset in the document."""

    text: str
    start: int


def ebnf(scan: Scan, start: int, end: int) -> Written | None:
    """The first run of lines with `::=` between `start` and `end`; None where there is none.

    In a fence the run is all that the fence holds. Bare, it goes on over lines that hold `::=`, lines that begin like
    a right-hand side, lines after one that breaks off, and blank lines between such lines.
    """
    opaque = _between(scan.opaque, start, end)
    text = _uncommented(scan.text, start, end, opaque)
    found = _RULE.search(text)
    if found is None:
        return None
    at = start + found.start()
    fence = next((each for each in opaque if each.kind == "fence" and each.start <= at < each.end), None)
    if fence is None:
        return _bare(text, found.start(), start)
    first = scan.text.index("\n", fence.start) + 1
    last = max(first, scan.text.rfind("\n", first, min(fence.end, end)))
    return Written(scan.text[first:last], first)


def is_empty(scan: Scan, start: int, end: int) -> bool:
    """Whether nothing but white space and comments stands between `start` and `end`."""
    return not _uncommented(scan.text, start, end, _between(scan.opaque, start, end)).strip()


def tables_of(scan: Scan, start: int, end: int) -> tuple[Table, ...]:
    """The pipe tables between `start` and `end`; those of the first fence that holds some where none stand outside."""
    found = tables(scan.text, scan.path, start, end, scan.opaque)
    if found:
        return found
    fences = (each for each in _between(scan.opaque, start, end) if each.kind == "fence")
    fenced = (tables(scan.text, scan.path, each.start, min(each.end, end)) for each in fences)
    return next(filter(None, fenced), ())


def almost_rule(scan: Scan, start: int, end: int) -> str:
    """What stands between `start` and `end` in place of the `::=` of a rule, in words; "" where nothing looks so."""
    found = _ALMOST_RULE.search(scan.text, start, end)
    return f"`{found[1]}` in place of `::=`" if found else ""


def almost_table(scan: Scan, start: int, end: int) -> str:
    """Why what looks like a table between `start` and `end` is none, in words; "" where nothing looks so."""
    if _WIDE_ROW.search(scan.text, start, end):
        return "`｜` in place of `|`"
    if not _ROW.search(scan.text, start, end):
        return ""
    if _DASHES.search(scan.text, start, end):
        return "a line of dashes with fewer or more cells than the titles"
    return "no line `| --- | --- |` below the titles"


def _between(opaque: Sequence[Opaque], start: int, end: int) -> Sequence[Opaque]:
    first = bisect_left(opaque, start, key=lambda each: each.start)
    return opaque[first : bisect_left(opaque, end, lo=first, key=lambda each: each.start)]


def _uncommented(text: str, start: int, end: int, opaque: Sequence[Opaque]) -> str:
    pieces: list[str] = []
    for region in opaque:
        if region.kind == "comment":
            blank = re.sub(r"[^\n]", " ", text[region.start : min(region.end, end)])
            pieces += (text[start : region.start], blank)
            start = min(region.end, end)
    return "".join((*pieces, text[start:end]))


def _bare(text: str, at: int, offset: int) -> Written:
    lines = text[at:].split("\n")
    count = kept = 0
    for count, line in enumerate(lines, 1):
        broken_off = kept and lines[kept - 1].rstrip().endswith(("::=", "|", ",", "("))
        if _CONTINUES.match(line) or (broken_off and line.strip()):
            kept = count
        elif line.strip():
            break
    return Written("\n".join(map(_without_marks, lines[:kept])), offset + at)


def _without_marks(line: str) -> str:
    written = line.strip()
    if len(written) < 2 or written[0] != "`" or written[-1] != "`":
        return line
    at, end = line.index("`"), line.rindex("`")
    return f"{line[:at]} {line[at + 1 : end]} {line[end + 1 :]}"
