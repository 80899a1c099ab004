"""A whole build -> `build.json`: what went in, what came out (SPEC 4.5)."""

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any

from dpmlc.emit.bundle import BundleRecord
from dpmlc.emit.layout import Encoded, compact, encoded, text, written
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.json import plain
from dpmlc.report.place import Places
from dpmlc.text.artifact import RECORD, RECORD_FORMAT, Artifact, Output, Unchanged
from dpmlc.text.files import Fingerprint

_FILE = {"path": str, "bytes": int, "sha256": str}
_BUNDLE = {
    "id": str, "entry": str, "complete": bool, "bytes": int, "characters": int, "inlined": int, "kept": int,
}  # fmt: skip
_SAID = attrgetter(*_BUNDLE)

Rows = dict[Hashable, Encoded]
"""Rows of a `build.json` as text, by what they say."""


def record(
    *,
    version: str,
    package: str,
    settings_sha256: str,
    inputs: Mapping[str, Fingerprint],
    outputs: Sequence[Output],
    bundles: Sequence[BundleRecord],
    diagnostics: Sequence[Diagnostic],
    places: Places,
    totals: Mapping[str, int],
    rows: Rows | None = None,
) -> Artifact:
    """`build.json`. `outputs` are all other files of the output folder, `package` is `[package] name` or "".

    `rows`, if any, are those of the record before, which are not made again; they become those of this one.
    """
    before, now = rows or {}, dict[Hashable, Encoded]()

    def row(key: tuple[Any, ...], form: Callable[..., Encoded]) -> Encoded:
        found = before.get(key) or form(*key)
        if rows is not None:
            now[key] = found
        return found

    def listing(files: Iterable[tuple[str, int, str]]) -> list[Encoded]:
        return [row(each, _file) for each in sorted(files)]  # Code points are in the order of their UTF-8.

    content = written({
        "format": RECORD_FORMAT,
        "dpmlc": version,
        "package": package or None,
        "settings_sha256": settings_sha256,
        "inputs": listing((path, each.bytes, each.sha256) for path, each in inputs.items()),
        "outputs": listing((path, *each) for path, each in _sums(outputs).items()),
        "bundles": [row(_SAID(each), _bundle) for each in bundles],
        "diagnostics": [plain(each, places) for each in diagnostics],
        "totals": dict(totals),
    })  # fmt: skip
    if rows is not None:
        rows.clear()
        rows.update(now)
    return Artifact(RECORD, encoded(content))


def joined(made: Artifact, before: Mapping[str, Any], kept: Sequence[Unchanged], ids: Collection[str]) -> Artifact:
    """`made`, the `build.json` of a build that made only the bundles `ids`, with what stays from the build `before` it.

    `kept` are the files that stay. Bundles of them have their rows, and all that went into the output is an input.
    Diagnostics and counts are those of `made`. Rows of `before` that no dpmlc wrote are left out.
    """
    new = json.loads(made.content)
    stays = {each.path for each in kept}
    rows = [each for each in _rows(before, "bundles", _BUNDLE) if f"bundles/{each['id']}/prompt.md" in stays]
    bundles = {each["id"]: each for each in rows if each["id"] not in ids} | {
        each["id"]: each for each in new["bundles"]
    }
    inputs = {each["path"]: each for each in _rows(before, "inputs", _FILE)} | {
        each["path"]: each for each in new["inputs"]
    }
    outputs = {each["path"]: each for each in new["outputs"]} | {each.path: asdict(each) for each in kept}
    content = written({
        **new,
        "inputs": [inputs[each] for each in sorted(inputs)],
        "outputs": [outputs[each] for each in sorted(outputs)],
        "bundles": [bundles[each] for each in sorted(bundles)],
    })  # fmt: skip
    return Artifact(RECORD, encoded(content))


def _rows(record: Mapping[str, Any], key: str, form: Mapping[str, type]) -> Iterator[dict[str, Any]]:
    """The rows at `key` that have exactly the keys of `form`, each with a value of its type."""
    found = record.get(key)
    for row in found if isinstance(found, list) else ():
        if isinstance(row, dict) and row.keys() == form.keys() and all(type(row[each]) is form[each] for each in form):
            yield {each: row[each] for each in form}


def _file(path: str, size: int, sha256: str) -> Encoded:
    """A row of `_FILE`; there are so many that each is written without a dictionary."""
    return Encoded(f'{{"path": {text(path)}, "bytes": {size}, "sha256": {text(sha256)}}}')


def _bundle(*said: object) -> Encoded:
    return Encoded(compact(dict(zip(_BUNDLE, said, strict=True))))


def _sums(outputs: Iterable[Output]) -> dict[str, tuple[int, str]]:
    return {each.path: (each.bytes, each.sha256) for each in outputs}
