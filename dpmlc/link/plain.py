"""The references that most packages are full of, decided at once, as the long way would do it in four times the time.

One level, no parameters, and the target is there as written: a file of the package by its path from the root, or an id
that exactly one file of the package claims. Everything else is None here. A law in the tests holds both ways together.
"""

from typing import Literal

from dpmlc.link.bound import Bound, Outcome, Step, Target
from dpmlc.link.surroundings import Surroundings
from dpmlc.scan.reference import Loading, Reference

_FROM_ROOT = "read from the package root"
_STEPS = {
    (mark, mapped): Step("loading", f"`{mark}`: {words}")
    for mark, mapped, words in (
        (Loading.HOT, False, "inlined"),
        (Loading.HOT, True, "inlined"),
        (Loading.DEFAULT, True, "inlined, as it is an id"),
        (Loading.DEFAULT, False, "kept, listed in the manifest as `default`"),
        (Loading.LAZY, False, "kept, listed in the manifest as `lazy`"),
        (Loading.LAZY, True, "kept, listed in the manifest as `lazy`"),
    )
}


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
    target = Target(path, "document" if path in around.index.documents else "file")
    steps = (Step(f"path `{path}`", _FROM_ROOT), Step(f"`{path}`", f"is a {target.kind}"))
    return _decided(reference, document, target, steps, mapped=False)


def _by_id(reference: Reference, document: str, around: Surroundings) -> Bound | None:
    path = reference.path
    paths = around.index.names.get((reference.levels[0].protocol, path), ())
    # Ids are compared by NFC, which ASCII always is.
    if len(paths) != 1 or not path.isascii() or paths[0].startswith("package://"):
        return None
    target = Target(paths[0], "document" if paths[0] in around.index.documents else "file")
    steps = (Step(f"id `{path}`", f"is the name of `{paths[0]}`"),)
    return _decided(reference, document, target, steps, mapped=True)


def _decided(
    reference: Reference, document: str, target: Target, steps: tuple[Step, ...], *, mapped: bool
) -> Bound:
    mark, path, name = reference.levels[0].loading, reference.path, reference.levels[0].protocol
    now = mark is Loading.HOT or (mapped and mark is Loading.DEFAULT)
    manifest: Literal["lazy", "default"] | None = None
    if not now:
        manifest = "lazy" if mark is Loading.LAZY else "default"
    return Bound(
        reference, document, Outcome.INLINE if now else Outcome.KEEP, (target,), mark, (), (), manifest,
        reference.text, f"{name}://{path}", name, path, "id" if mapped else "path", target.location, False,
        (*steps, _STEPS[mark, mapped]), (),
    )  # fmt: skip
