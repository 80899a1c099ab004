"""The kept references of a `Flat` -> `manifest.json` (SPEC 4.3)."""

from collections.abc import Iterable, Iterator
from dataclasses import field

from dpmlc.emit.copies import Copies, Listed
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.layout import written
from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Bound, ManifestLoading
from dpmlc.link.flat import Flat, Kept, Piece
from dpmlc.scan.reference import Parameter
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted
from dpmlc.text.source import Position


@frozen
class _Place:
    path: str
    position: Position
    prompt_line: int


@slotted
class _Listing:
    loading: ManifestLoading
    bound: Bound
    targets: tuple[Listed, ...]
    at: list[_Place] = field(default_factory=list)


def manifest(entry: BundleEntry, flat: Flat, copies: Copies, texts: Texts) -> str:
    """The text of `manifest.json`. Equal references are one listing with several places, in order of the prompt."""
    listings: dict[tuple[object, ...], _Listing] = {}
    for bound, line in kept(flat):
        if bound.manifest is None:
            continue
        span = bound.reference.span
        key = (bound.manifest, bound.reference.text, bound.written, bound.identity, bound.targets)
        if key not in listings:
            listings[key] = _Listing(bound.manifest, bound, copies.listed(bound.targets, span))
        listings[key].at.append(_Place(span.path, texts.start(span), line))
    references = [_reference(each) for each in listings.values()]
    return written({"format": 1, "bundle": entry.id, "entry": entry.path, "references": references})


def kept(flat: Flat) -> Iterator[tuple[Bound, int]]:
    """References that stand in the prompt, each with its line there, in order."""
    line = 1
    for row in flat.rows:
        if isinstance(row, Piece):
            line += row.text.count("\n")
        elif isinstance(row, Kept):
            yield row.bound, line


def _reference(listing: _Listing) -> dict[str, object]:
    reference = listing.bound.reference
    return {
        "loading": listing.loading,
        "text": reference.text,
        "written": listing.bound.written,
        "chain": [[str(level.loading), level.protocol] for level in reference.levels],
        "path": reference.location,
        "params": _pairs(reference.parameters),
        "glob": listing.bound.globbed and listing.bound.wanted != "id",
        "at": list(_places(listing.at)),
        "targets": [_target(each) for each in listing.targets],
    }


def _pairs(parameters: Iterable[Parameter]) -> dict[str, str | None]:
    """In the order as written; of two with one name the first counts."""
    pairs: dict[str, str | None] = {}
    for each in parameters:
        pairs.setdefault(each.name, each.value)
    return pairs


def _places(places: Iterable[_Place]) -> Iterator[dict[str, object]]:
    for each in places:
        yield {
            "path": each.path,
            "line": each.position.line,
            "column": each.position.column,
            "prompt_line": each.prompt_line,
        }


def _target(listed: Listed) -> dict[str, object]:
    return {
        "location": listed.location,
        "kind": listed.kind,
        "form": listed.form,
        "copy": listed.copy,
        "media_type": listed.media_type,
        "bytes": listed.bytes,
        "sha256": listed.sha256,
    }
