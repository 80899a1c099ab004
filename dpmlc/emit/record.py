"""A whole build -> `build.json`: what went in, what came out (SPEC 4.5)."""

from collections.abc import Mapping, Sequence

from dpmlc.emit.bundle import BundleRecord
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Fingerprint

PATH = "build.json"


def record(
    version: str,
    package: str,
    settings_sha256: str,
    inputs: Mapping[str, Fingerprint],
    outputs: Sequence[Artifact | Copy],
    bundles: Sequence[BundleRecord],
    diagnostics: Sequence[Diagnostic],
    places: Places,
    totals: Mapping[str, int],
) -> Artifact:
    """`build.json`. `outputs` are all other files of the output folder, `package` is `[package] name` or ""."""
    raise NotImplementedError
