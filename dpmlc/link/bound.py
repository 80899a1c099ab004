"""What a reference comes to: the decision, the targets, and the words for it."""

from enum import StrEnum
from typing import Literal

from dpmlc.link.handler import Handler
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Loading, Parameter, Reference
from dpmlc.text.frozen import frozen


class Outcome(StrEnum):
    """What happens to a reference in a bundle (SPEC 3.10)."""

    INLINE = "inline"
    KEEP = "keep"
    BROKEN = "broken"


TargetKind = Literal["document", "file", "directory", "remote", "runtime", "missing", "opaque"]
ManifestLoading = Literal["lazy", "default", "runtime", "tool", "external"]


@frozen
class Target:
    """One thing that a reference leads to.

    `location` is a package path, or for what is not a local file the URI without prefix. `document`: a scanned DPML
    document; `file`: any other regular file; `opaque`: text that a handler made, in `text`.
    """

    location: str
    kind: TargetKind
    text: str = ""
    language: str = ""


@frozen
class Outer:
    """A level outside the innermost that is carried out now: an element around the input, or a handler over it."""

    protocol: str
    handler: Handler | None


@frozen
class Step:
    """One step of a resolution, in words, for `dpmlc resolve`: `what` it is about, `says` what was found."""

    what: str
    says: str


@frozen
class Bound:
    """A reference with its decision.

    INLINE: each of `targets` is loaded, `parameters` are applied left to right, `outers` (innermost first) are carried
    out, and the result takes the reference's place. KEEP: `written` takes its place, inside the elements of `outers`
    if there are any (`@!outer:@?inner`). BROKEN: the reference's own text stays; `diagnostics` say why.

    `loading` is the effective prefix of the innermost level. `manifest` is how the kept part is listed, None where
    nothing is kept. `name` is the pointer and label, without backticks: `thought://creative`, `file://a/b.md?line=1-3`
    (paths root-relative). `protocol` and `resource` are the two attributes of a `<reference>` envelope: the innermost
    level's protocol and its id or path with query. `wanted` is what the path asks for, which `resource` may not tell:
    `id` (registry or file name), `path`, or `glob`. `identity` is final location, parameters and outer levels: equal
    for references that load the same thing. `globbed`: it is a pattern, or its registry row is, and `targets` are the
    matches, in byte order. `steps` are told by `bind` alone: of a whole package nobody asks for them.
    """

    reference: Reference
    document: str
    outcome: Outcome
    targets: tuple[Target, ...]
    loading: Loading
    parameters: tuple[Parameter, ...]
    outers: tuple[Outer, ...]
    manifest: ManifestLoading | None
    written: str
    name: str
    protocol: str
    resource: str
    wanted: Literal["id", "path", "glob"]
    identity: str
    globbed: bool
    steps: tuple[Step, ...]
    diagnostics: tuple[Diagnostic, ...]
