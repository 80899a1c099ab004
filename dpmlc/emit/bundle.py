"""One flattened entry -> the files of its bundle and its line in the build record (SPEC 4.2 to 4.4, 4.6)."""

from collections.abc import Callable, Mapping

from dpmlc.emit.copies import Copies, Flattened
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.layout import encoded
from dpmlc.emit.manifest import kept, manifest
from dpmlc.emit.options import BundleOptions
from dpmlc.emit.screening import screened
from dpmlc.emit.sources import sources
from dpmlc.emit.targets import Bundled, write_target
from dpmlc.emit.texts import Texts
from dpmlc.emit.title import title
from dpmlc.emit.trail import Trail
from dpmlc.emit.walk import trail
from dpmlc.index.index import Index
from dpmlc.link.flat import Flat, Open
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits

_FOLDER = "bundles"


@frozen
class BundleRecord:
    """What `build.json` says of a bundle: `bytes` and `characters` of the prompt, counts of references."""

    id: str
    entry: str
    complete: bool
    bytes: int
    characters: int
    inlined: int
    kept: int


@frozen
class BundleOutput:
    """A finished bundle. `artifacts` are all its files, copies and targets' files too, by path from the output folder.

    `inputs` are the files that are no documents and went into it, with their fingerprints. `trail` is the prompt with
    where it came from.
    """

    artifacts: tuple[Artifact | Copy, ...]
    record: BundleRecord
    inputs: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]
    trail: Trail


def bundle(
    entry: BundleEntry,
    flat: Flat,
    flattened: Callable[[str], Flattened],
    index: Index,
    files: Files,
    options: BundleOptions,
    limits: Limits,
    allowed: tuple[str, ...] = (),
) -> BundleOutput:
    """`prompt.md`, `manifest.json`, `sources.json`, copied resources and targets of `entry`.

    `flattened` gives the copy of a document that a kept reference leads to; give a memoised one where several
    bundles may ask for the same. `allowed` are `[policy] allow_secrets`.
    """
    folder = f"{_FOLDER}/{entry.id}"
    texts = Texts(index, files)
    copies = Copies(entry.path, folder, flattened, files, options, limits.copies, allowed)
    walked = trail(flat, texts)
    bundled = Bundled(
        entry.id, entry.path, *title(index.documents[entry.path]), walked.text,
        manifest(entry, flat, copies, texts), sources(walked), tuple(copies.artifacts.values()),
    )  # fmt: skip
    prompt = encoded(bundled.prompt)
    own = (
        Artifact(f"{folder}/prompt.md", prompt),
        Artifact(f"{folder}/manifest.json", encoded(bundled.manifest)),
        Artifact(f"{folder}/sources.json", encoded(bundled.sources)),
    )
    found = (*flat.diagnostics, *screened(flat, bundled.prompt, texts, allowed))
    written = [write_target(target, bundled) for target in options.targets]
    return BundleOutput(
        (*own, *bundled.copies, *(artifact for artifacts, _ in written for artifact in artifacts)),
        _record(entry, flat, bundled.prompt, len(prompt)),
        {**_inlined_files(flat, files), **copies.inputs},
        (*found, *copies.diagnostics, *(fault for _, faults in written for fault in faults)),
        walked,
    )


def _record(entry: BundleEntry, flat: Flat, prompt: str, size: int) -> BundleRecord:
    inlined = sum(isinstance(row, Open) for row in flat.rows)
    stays = sum(bound.manifest is not None for bound, _ in kept(flat))
    return BundleRecord(entry.id, entry.path, flat.complete, size, len(prompt), inlined, stays)


def _inlined_files(flat: Flat, files: Files) -> dict[str, Fingerprint]:
    """Fingerprints of the resources that stand in the prompt."""
    paths = {row.target.location for row in flat.rows if isinstance(row, Open) and row.target.kind == "file"}
    found = {path: files.fingerprint(path) for path in sorted(paths)}
    return {path: each for path, each in found.items() if isinstance(each, Fingerprint)}
