"""Pipe tables in a stretch of a document: text and its opaque regions in, cells with their exact places out."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from dpmlc.scan.tree import Opaque
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Cell:
    """A cell's text without white space, comments and code marks around it; an escaped `|` is a plain one.

    `span` runs from the first to behind the last character of that text as it stands in the source.
    """

    text: str
    span: Span


@frozen
class Table:
    """A pipe table. Each of `rows` has as many cells as `header`: short ones are filled up, what is too much is cut."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    span: Span


@frozen
class _Line:
    text: str
    start: int


# A NUL, which no document holds, stands for each character of a comment while lines and cells are told apart.
_GONE = "\0"
_AROUND = " \t" + _GONE
_CELL = re.compile(r"(?>(?:[^|\\]+|\\.|\\)*)", re.DOTALL)
_DELIMITER = re.compile(r":?-+:?")
_ESCAPED = re.compile(r"\\([!-/:-?\[-`{-~])")


def tables(text: str, path: str, start: int, end: int, opaque: Sequence[Opaque] = ()) -> tuple[Table, ...]:
    """The pipe tables between `start` and `end` of `text`, the document `path`, in text order.

    `opaque` are the document's opaque regions: comments are ignored wherever they stand (a line that holds nothing
    else does not end a table), fences hold no table. A table is a header row and a delimiter row of as many cells, at
    any indentation; it ends at a blank line or one without `|`. Other cells are divided as in GFM 0.29, section 4.10:
    a `|` divides unless a backslash stands before it, in code too.
    """
    lines = _lines(_masked(text, start, end, opaque), start)
    found: list[Table] = []
    at = 0
    while at + 1 < len(lines):
        header = lines[at]
        if "|" in header.text and _is_delimiter(lines[at + 1].text, header.text):
            last = _last_row(lines, at + 2)
            found.append(_table(lines[at], lines[at + 2 : last], lines[last - 1], path))
            at = last
        else:
            at += 1
    return tuple(found)


def _masked(text: str, start: int, end: int, opaque: Sequence[Opaque]) -> str:
    pieces: list[str] = []
    at = start
    for region in opaque[bisect_left(opaque, start, key=lambda each: each.end) :]:
        if region.start >= end:
            break
        mark = {"comment": _GONE, "fence": "\n", "code": ""}[region.kind]
        first, last = max(region.start, at), min(region.end, end)
        if mark and first < last:
            pieces += (text[at:first], mark * (last - first))
            at = last
    pieces.append(text[at:end])
    return "".join(pieces)


def _lines(text: str, start: int) -> list[_Line]:
    """Lines with their offsets; those that hold only comments are left out, as if they were not there."""
    lines: list[_Line] = []
    for line in text.split("\n"):
        if _GONE not in line or line.strip(_AROUND):
            lines.append(_Line(line, start))
        start += len(line) + 1
    return lines


def _last_row(lines: list[_Line], at: int) -> int:
    while at < len(lines) and "|" in lines[at].text:
        at += 1
    return at


def _is_delimiter(line: str, header: str) -> bool:
    marks = line.replace(_GONE, "").strip()
    if "-" not in marks or set(marks) - set("|-: \t"):
        return False
    cells = [cell.strip() for cell in marks.removeprefix("|").removesuffix("|").split("|")]
    return all(map(_DELIMITER.fullmatch, cells)) and len(cells) == sum(1 for _ in _pieces(header))


def _table(header: _Line, rows: Sequence[_Line], last: _Line, path: str) -> Table:
    head = tuple(_cells(header, path))
    return Table(
        head,
        tuple(_row(line, path, len(head)) for line in rows),
        Span(path, header.start, last.start + len(last.text)),
    )


def _row(line: _Line, path: str, count: int) -> tuple[Cell, ...]:
    cells = tuple(_cells(line, path))
    end = line.start + len(line.text)
    return (cells + (Cell("", Span(path, end, end)),) * (count - len(cells)))[:count]


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    """Start and end of each cell of a row, its outer pipes left out."""
    end = len(line.rstrip(_AROUND))
    at = len(line) - len(line.lstrip(_AROUND))
    at += line.startswith("|", at)
    while at < end:
        found = _CELL.match(line, at, end)
        stop = found.end() if found else end
        yield at, stop
        at = stop + 1


def _cells(line: _Line, path: str) -> Iterator[Cell]:
    for start, end in _pieces(line.text):
        piece = line.text[start:end]
        inner = piece.strip(_AROUND)
        at = line.start + start + (len(piece) - len(piece.lstrip(_AROUND)) if inner else 0)
        yield _cell(inner, at, path)


def _cell(text: str, at: int, path: str) -> Cell:
    marks = _code_marks(text)
    if not marks:
        plain = _ESCAPED.sub(r"\1", text)
        return Cell(plain.replace(_GONE, ""), Span(path, at, at + len(text)))
    inner = text[marks:-marks]
    at += marks + len(inner) - len(inner.lstrip())
    inner = inner.strip()
    return Cell(inner.replace("\\|", "|"), Span(path, at, at + len(inner)))


def _code_marks(text: str) -> int:
    """Length of the backtick runs around `text`, 0 where it is not one code span from end to end."""
    marks = len(text) - len(text.lstrip("`"))
    inner = text[marks:-marks] if marks else ""
    if not inner.strip() or inner.endswith("`") or not text.endswith("`" * marks) or "`" * marks in inner:
        return 0
    return marks
