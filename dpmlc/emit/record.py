"""A whole build -> `build.json`: what went in, what came out (SPEC 4.5)."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from dpmlc.emit.bundle import BundleRecord
from dpmlc.emit.layout import encoded, written
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.json import plain
from dpmlc.report.place import Places
from dpmlc.text.artifact import RECORD, RECORD_FORMAT, Artifact, Output
from dpmlc.text.files import Fingerprint


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
) -> Artifact:
    """`build.json`. `outputs` are all other files of the output folder, `package` is `[package] name` or ""."""
    made = {each.path: _fingerprint(each) for each in outputs}
    content = written({
        "format": RECORD_FORMAT,
        "dpmlc": version,
        "package": package or None,
        "settings_sha256": settings_sha256,
        "inputs": _listing(inputs.items()),
        "outputs": _listing(made.items()),
        "bundles": [asdict(each) for each in bundles],
        "diagnostics": [plain(each, places) for each in diagnostics],
        "totals": dict(totals),
    })  # fmt: skip
    return Artifact(RECORD, encoded(content))


def _listing(fingerprints: Iterable[tuple[str, Fingerprint]]) -> list[dict[str, object]]:
    ordered = sorted(fingerprints, key=lambda each: each[0].encode("utf-8", "surrogatepass"))
    return [{"path": path, "bytes": each.bytes, "sha256": each.sha256} for path, each in ordered]


def _fingerprint(output: Output) -> Fingerprint:
    if isinstance(output, Artifact):
        return Fingerprint(len(output.content), hashlib.sha256(output.content).hexdigest())
    return Fingerprint(output.bytes, output.sha256)
