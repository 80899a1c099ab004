"""Entries -> bundles: what each is made of, and making it, with its page where there is a site."""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from functools import cache
from typing import Any

from dpmlc.check.checked import Checked
from dpmlc.check.stage import without_inventory
from dpmlc.emit.bundle import BundleRecord, bundle
from dpmlc.emit.copies import Flattened, flattened
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import bundle_tools, tool_inputs
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Flat
from dpmlc.link.flatten import flatten
from dpmlc.link.memo import Memo
from dpmlc.memory import Key, Left
from dpmlc.pages.site import Site
from dpmlc.pages.written import Written, packed, unchanged, unpacked
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact, Copy, Lay, Output, held
from dpmlc.text.files import Files, Fingerprint, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.tools.answers import Answers
from dpmlc.tools.found import ToolReader


@frozen
class Bundled:
    """What is left of a bundle when it is written, and of its page."""

    artifacts: tuple[Output, ...]
    record: BundleRecord
    inputs: Mapping[str, Fingerprint]
    diagnostics: tuple[Diagnostic, ...]
    page: Written | None


def packed_bundle(bundled: Bundled) -> tuple[object, ...] | None:
    """A bundle as plain data, its files by their paths alone; None for one that has to be made again."""
    page = None if bundled.page is None else packed(bundled.page)
    if bundled.diagnostics or (page is None and bundled.page is not None):
        return None
    return (
        tuple(_packed_file(each) for each in bundled.artifacts),
        astuple(bundled.record),
        tuple((path, each.bytes, each.sha256) for path, each in bundled.inputs.items()),
        page,
    )


def _packed_file(file: Output) -> object:
    if isinstance(file, Copy):
        return (file.path, file.source, file.bytes, file.sha256, file.link)
    return file.path


def unpacked_bundle(row: Any, standing: Mapping[str, Fingerprint], left: Left) -> Bundled | None:
    """The bundle that `packed_bundle` made `row` of; its files are those that stand in the output, None where one
    does not.
    """
    files, told, inputs, page = row
    made = unchanged(tuple(each for each in files if isinstance(each, str)), standing)
    shown = None if page is None else unpacked(page, standing, left)
    if made is None or (shown is None and page is not None):
        return None
    by_path = {each.path: each for each in made}
    return Bundled(
        tuple(by_path[each] if isinstance(each, str) else Copy(*each) for each in files),
        BundleRecord(*told),
        {path: Fingerprint(size, sha256) for path, size, sha256 in inputs},
        (),
        shown,
    )


def bundler(
    checked: Checked, files: Files, settings: Settings, pages: Site | None, read: ToolReader, lay: Lay = held
) -> Callable[[BundleEntry], Bundled]:
    """What makes a bundle of an entry, and its page on the site `pages`; `read` knows the tools, `lay` takes files."""
    memo = Memo(answers=read.answers, read_tools=read.known)
    texts = Texts(checked.index, files)
    index = without_inventory(checked.index)  # A bundle is made of what its entry leads to, whatever else there is.

    def flat(path: str) -> Flat:
        return flatten(path, checked.bounds, index, settings.link, files, memo)

    @cache  # Only what several bundles may ask for; with all entries, every prompt would be held twice.
    def kept(path: str) -> Flattened:
        return flattened(flat(path), texts, settings.policy.allow_secrets)

    def bundled(entry: BundleEntry) -> Bundled:
        prompt = flat(entry.path)
        allowed = settings.policy.allow_secrets
        made = bundle(entry, prompt, kept, index, files, settings.bundle, settings.limits, allowed)
        page = None if pages is None else pages.prompt(entry, prompt, made.trail)
        files_ = (*made.artifacts, *bundle_tools(entry.id, prompt, texts, read))
        artifacts = tuple(lay(each) if isinstance(each, Artifact) else each for each in files_)
        inputs = {**made.inputs, **tool_inputs(prompt, files)}
        return Bundled(artifacts, made.record, inputs, made.diagnostics, page)

    return bundled


def bundle_key(checked: Checked, files: Files, pages: Site | None, answers: Answers) -> Callable[[BundleEntry], Key]:
    """What tells for an entry all that its bundle, and its page on `pages`, is made of."""
    reach = _Reach(checked, files)

    def key(entry: BundleEntry) -> Key:
        documents, loaded = reach.of(entry.path)
        made_of = tuple(map(reach.piece, documents))
        told = tuple((path, answers[path]) for path in loaded if path in answers)
        own = (entry, checked.context, made_of, tuple(loaded.items()), told)
        return own if pages is None else (*own, *pages.prompt_key(entry, documents))

    return key


_ON_DISK = frozenset({"file", "directory", "missing"})


@frozen
class Piece:
    """A document that bundles are made of, with what its references came to."""

    scan: Scan
    bounds: tuple[Bound, ...]


@dataclass(slots=True)
class _Reach:
    """Everything that entries lead to, directly or not, whatever happens to it."""

    checked: Checked
    files: Files
    known: dict[str, Fingerprint | Refusal] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)

    def piece(self, path: str) -> Piece:
        """The document at `path`: the same value for all bundles that it is in, so that it is looked at once."""
        if path not in self.pieces:
            self.pieces[path] = Piece(self.checked.index.documents[path], self.checked.bounds[path])
        return self.pieces[path]

    def of(self, entry: str) -> tuple[tuple[str, ...], Mapping[str, Fingerprint | Refusal]]:
        """The documents that `entry` leads to, itself first, and the other files."""
        reached, files = [entry], {}
        seen = {entry}
        for path in reached:
            for target in (each for bound in self.checked.bounds.get(path, ()) for each in bound.targets):
                if target.location in seen:
                    continue
                seen.add(target.location)
                if target.location in self.checked.bounds:
                    reached.append(target.location)
                elif target.kind in _ON_DISK:
                    files[target.location] = self._fingerprint(target.location)
        return tuple(reached), files

    def _fingerprint(self, path: str) -> Fingerprint | Refusal:
        if path not in self.known:
            self.known[path] = self.files.fingerprint(path)
        return self.known[path]
