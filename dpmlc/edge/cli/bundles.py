"""The bundles of a package by id, for commands that name one."""

from collections.abc import Sequence

from dpmlc.compiler import Build
from dpmlc.edge.root import OutsideError
from dpmlc.emit.entries import BundleEntry
from dpmlc.link.bound import Outcome
from dpmlc.report.suggest import nearest


def entry_called(wanted: str, known: Sequence[BundleEntry]) -> BundleEntry:
    """The entry with the id, or whose document's path it is. Raises OutsideError with a suggestion."""
    for each in known:
        if wanted in {each.id, each.path}:
            return each
    ids = [each.id for each in known]
    near = nearest(wanted, ids)
    listed = ", ".join(f"`{each}`" for each in ids[:20])
    named = f"bundles here: {listed}" if ids else "documents whose root is `<role>` or `<prompt>` become bundles"
    raise OutsideError(f"the package has no bundle `{wanted}`", f"did you mean `{near[0]}`?" if near else named)


def reached(entry: str, build: Build) -> frozenset[str]:
    """Paths of all documents that go into the bundle of the document `entry`."""
    found, waiting = {entry}, [entry]
    while waiting:
        for bound in build.checked.bounds.get(waiting.pop(), ()):
            inlined = bound.targets if bound.outcome is Outcome.INLINE else ()
            new = {target.location for target in inlined} - found
            found |= new
            waiting += new
    return frozenset(found)
