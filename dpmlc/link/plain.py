"""The references that most packages are full of, decided at once, as the long way would do it in four times the time.

One level, no parameters, and the target is there as written: a file of the package by its path from the root, or an id
that exactly one file of the package claims. Everything else is None here. A law in the tests holds both ways together.
"""

from typing import Literal

from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.link.surroundings import Surroundings
from dpmlc.scan.reference import Loading, Reference


def plain(reference: Reference, document: str, around: Surroundings) -> Bound | None:
    """The decision on a plain reference; None where it is not one, or where anything is to be said about it."""
    levels = reference.levels
    if len(levels) != 1 or reference.query or reference.quoted or reference.form != "prose":
        return None
    if around.options.load != "auto" or document.startswith("package://") or ":" in reference.path:
        return None
    name = levels[0].protocol
    if name == "file":
        return _by_path(reference, document, around)
    protocol = around.index.protocols.get(name)
    if protocol is None or protocol.kind != "registry" or protocol.location or protocol.registry or protocol.parameters:
        return None
    return _by_id(reference, document, around)


def _by_path(reference: Reference, document: str, around: Surroundings) -> Bound | None:
    path = reference.path
    entry = around.index.entries.get(path)
    names = around.names("")
    first = path.partition("/")[0]
    if entry is None or entry.kind != "file" or first == names.name or first in names.paths:
        return None
    return _decided(reference, document, path, around, mapped=False)


def _by_id(reference: Reference, document: str, around: Surroundings) -> Bound | None:
    path = reference.path
    paths = around.index.names.get((reference.levels[0].protocol, path), ())
    # Ids are compared by NFC, which ASCII always is.
    if len(paths) != 1 or not path.isascii() or paths[0].startswith("package://"):
        return None
    return _decided(reference, document, paths[0], around, mapped=True)


def _decided(reference: Reference, document: str, location: str, around: Surroundings, *, mapped: bool) -> Bound:
    targets = around.memo.plain.get(location)
    if targets is None:
        target = Target(location, "document" if location in around.index.documents else "file")
        targets = around.memo.plain[location] = (target,)
    mark, path, name = reference.levels[0].loading, reference.path, reference.levels[0].protocol
    now = mark is Loading.HOT or (mapped and mark is Loading.DEFAULT)
    manifest: Literal["lazy", "default"] | None = None
    if not now:
        manifest = "lazy" if mark is Loading.LAZY else "default"
    return Bound(
        reference, document, Outcome.INLINE if now else Outcome.KEEP, targets, mark, (), (), manifest,
        reference.text, f"{name}://{path}", name, path, "id" if mapped else "path", location, False, (), (),
    )  # fmt: skip
