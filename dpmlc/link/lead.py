"""Where the innermost level of a reference leads: what the ways to look it up have in common."""

from typing import Literal

from dpmlc.link.bound import ManifestLoading, Outer, Step, Target
from dpmlc.link.readings import Reading
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Parameter, Reference
from dpmlc.text.frozen import frozen


@frozen
class Spelling:
    """How something is called from the root: protocol and path, without quotes and query."""

    protocol: str
    path: str


@frozen
class Lead:
    """What one level leads to.

    `spelled` names it from the package root; a kept reference is written as `kept` says, or stays as it is. `mapped`:
    an id was looked up. `globbed`: a pattern was, perhaps that of a registry row. `fault` is why there is no target (or
    a missing one), as an error. `parameters` and `outers` (innermost first) come from a registry row; `used` are
    parameters that went into the row's target.
    """

    spelled: Spelling
    wanted: Literal["id", "path", "glob"]
    targets: tuple[Target, ...] = ()
    kept: Spelling | None = None
    mapped: bool = False
    globbed: bool = False
    manifest: ManifestLoading | None = None
    parameters: tuple[Parameter, ...] = ()
    used: frozenset[str] = frozenset()
    outers: tuple[Outer, ...] = ()
    steps: tuple[Step, ...] = ()
    remarks: tuple[Diagnostic, ...] = ()
    fault: Diagnostic | None = None


def called(reference: Reference, read: Reading) -> Lead:
    """A lead without target that says how the path of `reference`, read so, is written from the package root."""
    spelled, kept = spellings(reference, read)
    return Lead(spelled, "path", kept=kept)


def spellings(reference: Reference, read: Reading) -> tuple[Spelling, Spelling | None]:
    """How the path of `reference`, read so, is called from the package root, and how it is kept: None, as it stands."""
    protocol = reference.levels[-1].protocol
    if read.package:
        spelled = Spelling("package", f"{read.package}/{read.path}")
    else:
        spelled = Spelling("file" if protocol == "package" else protocol, read.path or ".")
    from_root = protocol == "project" and not read.package
    moved = not from_root and (read.how in {"document", "name", "absent"} or spelled.protocol != protocol)
    return spelled, spelled if moved else None
