"""A memory for a build that another process goes on with: which values it keeps, and what tells their keys apart."""

from collections.abc import Mapping

from dpmlc.check.stage import Context, Inventory
from dpmlc.link.bound import Bound
from dpmlc.make.bundles import Piece, packed_bundle, unpacked_bundle
from dpmlc.make.durable import Durable, Form
from dpmlc.memory import Left
from dpmlc.pages.keys import Ground, Shared
from dpmlc.pages.written import packed, unpacked
from dpmlc.scan.document import Scan
from dpmlc.settings import Settings
from dpmlc.text.digests import Digests, StandIns
from dpmlc.text.files import Fingerprint


def durable(left: Left, standing: Mapping[str, Fingerprint]) -> Durable:
    """A memory for `build_package` that finds what the last build left, and leaves to the next one.

    `standing` are the files of the output as that build left them. What is found in memory comes as `Unchanged` files.
    """
    stand_ins: StandIns = {Scan: lambda each: (each.path, each.text), Bound: _told}
    forms = {
        "bundle": Form(packed_bundle, lambda row: unpacked_bundle(row, standing, left)),
        "page": Form(packed, lambda row: unpacked(row, standing, left)),
        "page alone": Form(packed, lambda row: unpacked(row, standing, left)),
    }
    return Durable(left, forms, Digests((Scan, Bound, Piece, Context, Inventory, Settings, Shared, Ground), stand_ins))


def _told(bound: Bound) -> object:
    """What tells a reference from all others in the same text: where it stands, and what it came to."""
    span = bound.reference.span
    plain = [
        bound.document, span.start, span.end, bound.outcome.value, bound.loading.value, bound.manifest, bound.written,
        bound.name, bound.protocol, bound.resource, bound.wanted, bound.identity, bound.globbed,
    ]  # fmt: skip
    for target in bound.targets:
        plain += (target.location, target.kind, target.text, target.language)
    rest = (bound.parameters, bound.outers, bound.diagnostics)
    return (tuple(plain), rest) if any(rest) else tuple(plain)  # Most are plain, and so in no time a text.
