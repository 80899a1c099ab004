"""A protocol and an id -> what the index knows of them. Pure; each lookup costs the id's own claimants at most."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from dpmlc.index.index import Index
from dpmlc.index.names import nfc, order
from dpmlc.index.protocol import RegistryEntry
from dpmlc.index.registry import PLACEHOLDER, rows
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder, package_of, within
from dpmlc.text.regular import regular

_SYNTAX = regular(r"[^\w./~-]")
_BEHIND_SLASH = chr(ord("/") + 1)
_SHOWN = 4


@frozen
class Row:
    """A row of a unit's registry answers. Paths in `target` belong to `document`, the unit's own.

    `target` is the row's reference with its placeholders substituted; Malformed where the substituted text is none.
    `used` are the parameters that went into it, `missing` the placeholders for which there is no value (they stay).
    """

    entry: RegistryEntry
    target: Reference | Malformed
    document: str
    used: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()


@frozen
class Named:
    """The file `path` claims the id by its name. `others` (at most four) of the same package are further away."""

    path: str
    others: tuple[str, ...] = ()


@frozen
class Ambiguous:
    """Several files (at most four are told) stand equally near: the error `duplicate-id` at the reference."""

    paths: tuple[str, ...]


@frozen
class Unregistered:
    """Nobody claims the id. `elsewhere` are the protocols under which it does exist."""

    elsewhere: tuple[str, ...] = ()


Found = Row | Named | Ambiguous | Unregistered


def registered(index: Index, protocol: str, name: str, document: str, values: Mapping[str, str] | None = None) -> Found:
    """What `protocol://name` means to `document` (SPEC 2.4).

    A row of the protocol's registry goes first, then the package's nearest file by name, then dependencies' files. To
    a document of a dependency only what that dependency registers has a meaning (SPEC 6.2).
    `values` are the reference's declared parameters by name; they fill the placeholders that the id leaves open.
    """
    wanted = nfc(name)
    entry, given = _row(index, protocol, wanted)
    if entry is not None and package_of(document) in ("", package_of(entry.span.path)):
        return _filled(entry, given, values or {})
    return _by_file_name(index, protocol, wanted, document)


def known_ids(index: Index, protocol: str) -> Iterable[str]:
    """Every id of `protocol` that stands in a registry as it is, or in a file name of any package."""
    known = index.protocols.get(protocol)
    exact = {entry.id for entry in (known.registry if known else None) or () if entry.kind == "exact"}
    return exact | {name for owner, name in index.names if owner == protocol}


def _row(index: Index, protocol: str, name: str) -> tuple[RegistryEntry | None, Mapping[str, str]]:
    """The row that answers for `name`, with the values of the placeholders of its id."""
    known = index.protocols.get(protocol)
    if known is None or not known.registry:
        return None, {}
    found = index.rows.get(protocol) or rows(known.registry)
    exact = found.exact.get(name)
    if exact is not None:
        return exact, {}
    for pattern in found.candidates(name):
        entry = pattern.entry
        if entry.template is None:
            if any(each.fits(name) for each in pattern.wildcards):
                return entry, {}
        elif (given := entry.template.match(name)) is not None:
            return entry, given
    return None, {}


def _filled(entry: RegistryEntry, given: Mapping[str, str], values: Mapping[str, str]) -> Row:
    document = entry.span.path
    if entry.target is not None:
        return Row(entry, entry.target, document)
    names = PLACEHOLDER.findall(entry.target_text)
    # What the id says goes before a parameter of the same name: the id decides which resource is meant.
    known = {**values, **given}
    text = PLACEHOLDER.sub(
        lambda found: _written(known[found[1]]) if found[1] in known else found[0], entry.target_text
    )
    return Row(
        entry,
        parse(text, document, entry.target_span.start),
        document,
        frozenset(name for name in names if name in values and name not in given),
        tuple(name for name in names if name not in known),
    )


def _written(value: str) -> str:
    # A value is a name, never syntax: what could begin a query, a pattern or a quoted path is percent-encoded, and
    # SPEC 3.3 decodes it once.
    return _SYNTAX.sub(lambda found: quote(found[0], safe=""), value)


def _by_file_name(index: Index, protocol: str, name: str, document: str) -> Found:
    paths = index.names.get((protocol, name), ())
    package = package_of(document)
    first, last = _under(paths, within(package, ""))
    if first < last:
        return _nearest(paths, first, last, document)
    if package or not paths:
        return Unregistered(_elsewhere(index, protocol, name))
    return Named(paths[0]) if len(paths) == 1 else Ambiguous(paths[:_SHOWN])


def _nearest(paths: tuple[str, ...], first: int, last: int, document: str) -> Named | Ambiguous:
    """The path from `first` to `last`, all of the document's package, that shares the longest folder with it."""
    if last - first == 1:
        return Named(paths[first])
    package, around = package_of(document), folder(document)
    start, end = first, first
    while around and start == end:
        start, end = _under(paths, within(package, f"{around}/"))
        around = around.rpartition("/")[0]
    if start == end:
        start, end = first, last
    if end - start > 1:
        return Ambiguous(paths[start : min(end, start + _SHOWN)])
    others = (*paths[max(first, start - _SHOWN) : start], *paths[end : min(last, end + _SHOWN)])
    return Named(paths[start], others[:_SHOWN])


def _under(paths: tuple[str, ...], start: str) -> tuple[int, int]:
    """Where in `paths` those stand that begin with `start`: a folder with its `/`, or "" for the package itself."""
    if not start:
        return 0, bisect_left(paths, (True, ""), key=order)
    first = bisect_left(paths, order(start), key=order)
    return first, bisect_left(paths, order(start[:-1] + _BEHIND_SLASH), lo=first, key=order)


def _elsewhere(index: Index, protocol: str, name: str) -> tuple[str, ...]:
    return tuple(
        other
        for other in sorted(index.protocols)
        if other != protocol and ((other, name) in index.names or _row(index, other, name)[0] is not None)
    )
