"""Values that emitting takes, made by hand: indexes of a few texts, references in them, rows."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from dpmlc.index.declared import suffixes
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound, ManifestLoading, Outcome, Target
from dpmlc.link.flat import Close, Flat, Kept, Open, Piece, Row
from dpmlc.scan.reference import Level, Loading, Parameter, Reference
from dpmlc.scan.scan import scan
from dpmlc.text.files import Entry
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def validated(text: str, schema: str) -> Any:
    """`text` read as JSON, which `docs/schemas/SCHEMA.schema.json` allows."""
    value = json.loads(text)
    loaded = {each.name: json.loads(each.read_text()) for each in SCHEMAS.glob("*.json")}
    registry = Registry().with_resources((name, Resource.from_contents(each)) for name, each in loaded.items())
    Draft202012Validator(loaded[f"{schema}.schema.json"], registry=registry).validate(value)
    return value


def index_of(texts: Mapping[str, str]) -> Index:
    """The documents among `texts`, scanned, and an entry for each."""
    documents = {
        path: scan(Source(path, text), frozenset(), Limits()) for path, text in texts.items() if path.endswith(".md")
    }
    structures: dict[str, Any] = dict.fromkeys(("prompt", "role", "thought"))
    entries = {path: Entry(path, "file", len(text.encode())) for path, text in texts.items()}
    return Index(documents, entries, {}, structures, {}, {}, suffixes(), frozenset(), ())


def reference(path: str, texts: Mapping[str, str], written: str) -> Reference:
    """The reference that `written` is, at its first place in the text of `path`."""
    start = texts[path].index(written)
    span = Span(path, start, start + len(written))
    head, _, location = written.partition("://")
    names = head.replace("@", "").strip("!?")
    prefix = Loading(head[: len(head) - len(names)])
    bare, mark, query = location.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&")] if mark else []
    parameters = tuple(Parameter(name, value if equals else None, span) for name, equals, value in pairs)
    levels = (Level(prefix, names, span),)
    return Reference(written, span, levels, bare, bare, span, mark + query, parameters)


def bound(
    found: Reference,
    *targets: Target,
    manifest: ManifestLoading | None = None,
    written: str = "",
    globbed: bool = False,
) -> Bound:
    """`found`, decided: kept where `manifest` says how it is listed, else inlined."""
    return Bound(
        found, found.span.path, Outcome.KEEP if manifest else Outcome.INLINE, targets, found.levels[0].loading,
        found.parameters, (), manifest, written or found.text, found.text.lstrip("@!?"), found.levels[0].protocol,
        found.location, "path", found.text.lstrip("@!?"), globbed, (), (),
    )  # fmt: skip


def opened(decided: Bound) -> Open:
    return Open(decided, decided.targets[0], decided.name)


def flat(entry: str, *rows: Row | tuple[str, str, int] | str) -> Flat:
    """A row of rows: `(text, path, start)` is a piece of a file, a bare text one that dpmlc made."""
    made: list[Row] = []
    for row in rows:
        match row:
            case str():
                made.append(Piece(row, None, 0))
            case (text, path, start):
                made.append(Piece(text, path, start))
            case Piece() | Open() | Close() | Kept():
                made.append(row)
    return Flat(entry, tuple(made), True, ())
