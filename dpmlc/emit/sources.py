"""A prompt's trail -> `sources.json` (SPEC 4.4)."""

from collections.abc import Iterable
from itertools import chain

from dpmlc.emit.layout import written
from dpmlc.emit.trail import Inlined, Inset, Range, Trail


def sources(trail: Trail) -> str:
    """The text of `sources.json`. Files are numbered in the order of the first line that names them."""
    numbers = {path: number for number, path in enumerate(dict.fromkeys(_paths(trail)))}
    return written({
        "format": 1,
        "prompt": "prompt.md",
        "lines": trail.lines,
        "files": list(numbers),
        "ranges": [_range(each, numbers) for each in trail.ranges],
        "insets": [_inset(each, numbers) for each in trail.insets],
        "inlined": [_inlined(each, numbers) for each in trail.inlined],
    })  # fmt: skip


def _paths(trail: Trail) -> Iterable[str]:
    found = chain(
        (each.path for each in trail.ranges), (each.path for each in trail.insets),
        (each.path for each in trail.inlined), (each.referrer for each in trail.inlined),
    )  # fmt: skip
    return (path for path in found if path is not None)


def _range(each: Range, numbers: dict[str, int]) -> list[int | None]:
    return [each.first, each.last, None if each.path is None else numbers[each.path], each.source_line]


def _inset(each: Inset, numbers: dict[str, int]) -> dict[str, int | None]:
    return {
        "line": each.line,
        "column": each.column,
        "length": each.length,
        "file": None if each.path is None else numbers[each.path],
        "source_line": None if each.source is None else each.source.line,
        "source_column": None if each.source is None else each.source.column,
    }


def _inlined(each: Inlined, numbers: dict[str, int]) -> dict[str, object]:
    return {
        "name": each.name,
        "file": None if each.path is None else numbers[each.path],
        "first": each.first,
        "last": each.last,
        "from": [numbers[each.referrer], each.place.line, each.place.column],
        "bytes": each.bytes,
    }
