"""A prompt's trail -> `sources.json` (SPEC 4.4)."""

from collections.abc import Iterable
from itertools import chain

from dpmlc.emit.layout import Encoded, written
from dpmlc.emit.trail import Inlined, Inset, Range, Trail

_NOWHERE = 'null, "source_line": null, "source_column": null}'


def sources(trail: Trail) -> str:
    """The text of `sources.json`. Files are numbered in the order of the first line that names them."""
    numbers = {path: number for number, path in enumerate(dict.fromkeys(_paths(trail)))}
    return written({
        "format": 1,
        "prompt": "prompt.md",
        "lines": trail.lines,
        "files": list(numbers),
        "ranges": [_range(each, numbers) for each in trail.ranges],
        "indents": [Encoded(f"[{each.first}, {each.last}, {each.width}]") for each in trail.indents],
        "insets": [_inset(each, numbers) for each in trail.insets],
        "inlined": [_inlined(each, numbers) for each in trail.inlined],
    })  # fmt: skip


def _paths(trail: Trail) -> Iterable[str]:
    found = chain(
        (each.path for each in trail.ranges), (each.path for each in trail.insets),
        (each.path for each in trail.inlined), (each.referrer for each in trail.inlined),
    )  # fmt: skip
    return (path for path in found if path is not None)


def _range(each: Range, numbers: dict[str, int]) -> Encoded:
    file = "null" if each.path is None else numbers[each.path]
    line = "null" if each.source_line is None else each.source_line
    return Encoded(f"[{each.first}, {each.last}, {file}, {line}]")


def _inset(each: Inset, numbers: dict[str, int]) -> Encoded:
    # There are many, and all are numbers: an encoder would take ten times as long.
    head = f'{{"line": {each.line}, "column": {each.column}, "length": {each.length}, "file": '
    if each.path is None or each.source is None:
        return Encoded(head + _NOWHERE)
    line, column = each.source.line, each.source.column
    return Encoded(f'{head}{numbers[each.path]}, "source_line": {line}, "source_column": {column}}}')


def _inlined(each: Inlined, numbers: dict[str, int]) -> dict[str, object]:
    return {
        "name": each.name,
        "file": None if each.path is None else numbers[each.path],
        "first": each.first,
        "last": each.last,
        "from": [numbers[each.referrer], each.place.line, each.place.column],
        "bytes": each.bytes,
    }
