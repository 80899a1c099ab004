"""`sources.json` and a line of its prompt -> in words, where the line came from, through every hop (SPEC 4.4)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from dpmlc.text.frozen import frozen


@frozen
class Stretch:
    """Prompt lines `first` to `last` are lines of `path` from `source_line` on; None and 0: made by dpmlc."""

    first: int
    last: int
    path: str | None
    source_line: int


@frozen
class Indent:
    """Prompt lines `first` to `last` that are not empty begin with `width` characters that dpmlc made."""

    first: int
    last: int
    width: int


@frozen
class Inset:
    """`length` characters from `column` on in one prompt line that came from elsewhere (None: made by dpmlc)."""

    line: int
    column: int
    length: int
    path: str | None
    source_line: int
    source_column: int


@frozen
class Inlined:
    """Prompt lines `first` to `last` hold what a reference at `referrer` (path, line, column) brought in as `name`."""

    name: str
    path: str | None
    first: int
    last: int
    referrer: tuple[str, int, int]
    bytes: int


@frozen
class Provenance:
    """What `sources.json` says."""

    lines: int
    stretches: tuple[Stretch, ...]
    indents: tuple[Indent, ...]
    insets: tuple[Inset, ...]
    inlined: tuple[Inlined, ...]


def provenance(text: str) -> Provenance | None:
    """`text` of a `sources.json`, read; None where it is not what dpmlc writes."""
    try:
        found = json.loads(text)
        return _provenance(found) if found["format"] == 1 else None
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError):
        return None


def explain(known: Provenance, line: int, text: str) -> tuple[str, ...] | None:
    """Where prompt line `line` (from 1), which reads `text`, came from, one sentence a line, the nearest hop first.

    None past the end.
    """
    if not 1 <= line <= known.lines:
        return None
    stretch = next((each for each in known.stretches if each.first <= line <= each.last), None)
    width = next((each.width for each in known.indents if each.first <= line <= each.last), 0)
    indent = (Inset(line, 1, width, None, 0, 0),) if width and text else ()
    insets = indent + tuple(each for each in known.insets if each.line == line)
    if stretch is None or stretch.path is None:
        return ("made by dpmlc", *_hops(known, line, _around(known, line)))
    place = f"{stretch.path}:{stretch.source_line + line - stretch.first}"
    return (f"line {place}", *_insets(known, insets), *_hops(known, line, _deepest(known, line, stretch.path)))


def _insets(known: Provenance, insets: Iterable[Inset]) -> Iterator[str]:
    for each in insets:
        last = each.column + each.length - 1
        where = f"column {each.column}" if each.length == 1 else f"columns {each.column} to {last}"
        if each.path is None:
            yield f"{where}: made by dpmlc"
            continue
        part = _deepest(known, each.line, each.path)
        name = "" if part is None else f", inlined as `{known.inlined[part].name}`"
        yield f"{where}: {each.path}:{each.source_line}:{each.source_column}{name}"


def _hops(known: Provenance, line: int, part: int | None) -> Iterator[str]:
    """From the inlined part number `part` outwards to the entry."""
    while part is not None:
        each = known.inlined[part]
        path, at, column = each.referrer
        size = f"{each.bytes} byte" + "s" * (each.bytes != 1)
        lines = f"line {each.first}" if each.first == each.last else f"lines {each.first} to {each.last}"
        yield f"inlined as `{each.name}` ({lines} of the prompt, {size})"
        yield f"by the reference at {path}:{at}:{column}"
        part = _deepest(known, line, path, before=part)


def _deepest(known: Provenance, line: int, path: str, before: int | None = None) -> int | None:
    """Number of the last part from `path` that covers `line` and begins before part `before`.

    Parts stand in the order in which they begin, so the last one that covers a line is the innermost.
    """
    numbers = range(len(known.inlined) if before is None else before)
    for number in reversed(numbers):
        each = known.inlined[number]
        if each.path == path and each.first <= line <= each.last:
            return number
    return None


def _around(known: Provenance, line: int) -> int | None:
    """Number of the innermost part that covers `line`, whatever file it is from."""
    covering = (
        number for number in reversed(range(len(known.inlined)))
        if known.inlined[number].first <= line <= known.inlined[number].last
    )  # fmt: skip
    return next(covering, None)


def _provenance(found: Any) -> Provenance:
    files = tuple(str(each) for each in found["files"])
    return Provenance(
        int(found["lines"]),
        tuple(
            Stretch(int(first), int(last), _file(files, number), int(at or 0))
            for first, last, number, at in found["ranges"]
        ),
        tuple(Indent(int(first), int(last), int(width)) for first, last, width in found["indents"]),
        tuple(_inset(files, each) for each in found["insets"]),
        tuple(_inlined(files, each) for each in found["inlined"]),
    )


def _inset(files: tuple[str, ...], each: Any) -> Inset:
    path, line, column = _file(files, each["file"]), each["source_line"] or 0, each["source_column"] or 0
    return Inset(int(each["line"]), int(each["column"]), int(each["length"]), path, int(line), int(column))


def _inlined(files: tuple[str, ...], each: Any) -> Inlined:
    number, line, column = each["from"]
    referrer = (files[number], int(line), int(column))
    first, last, size = int(each["first"]), int(each["last"]), int(each["bytes"])
    return Inlined(str(each["name"]), _file(files, each["file"]), first, last, referrer, size)


def _file(files: tuple[str, ...], number: int | None) -> str | None:
    return None if number is None else files[number]
