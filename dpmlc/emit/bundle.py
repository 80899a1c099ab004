"""One flattened entry -> the files of its bundle and its line in the build record (SPEC 4.2 to 4.4, 4.6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.options import BundleOptions
from dpmlc.index.index import Index
from dpmlc.link.flat import Flat
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Files, Fingerprint


@dataclass(frozen=True, slots=True)
class BundleRecord:
    """What `build.json` says of a bundle: `bytes` and `characters` of the prompt, counts of references."""

    id: str
    entry: str
    complete: bool
    bytes: int
    characters: int
    inlined: int
    kept: int


@dataclass(frozen=True, slots=True)
class BundleOutput:
    """A finished bundle. `artifacts` are all its files, copies and targets' files too, by path from the output folder.

    `inputs` are the files that are no documents and went into it, with their fingerprints.
    """

    artifacts: tuple[Artifact | Copy, ...]
    record: BundleRecord
    inputs: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]


def bundle(
    entry: BundleEntry,
    flat: Flat,
    flattened: Callable[[str], Flat],
    index: Index,
    files: Files,
    options: BundleOptions,
) -> BundleOutput:
    """`prompt.md`, `manifest.json`, `sources.json`, copied resources and targets of `entry`.

    `flattened` gives the flat form of a document that a kept reference leads to; give a memoised one where several
    bundles may ask for the same.
    """
    raise NotImplementedError
