"""What kept references lead to -> the targets of a manifest and the files copied beside the prompt (SPEC 4.3)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import assert_never

from dpmlc.emit.faults import resource_not_copied, resource_unreadable
from dpmlc.emit.layout import encoded
from dpmlc.emit.media import media_type
from dpmlc.emit.options import BundleOptions
from dpmlc.emit.screening import read_to_screen, screened, screened_file
from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Target
from dpmlc.link.flat import Flat
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Files, Fingerprint, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import inner, package_of
from dpmlc.text.span import Span

_FOLDER = "resources"
_TARGET = 256
"""Bytes that a target counts, about its row in the manifest: each reference has a row for each of its targets."""


@frozen
class Listed:
    """A target as the manifest lists it, keys in SPEC's order."""

    location: str
    kind: str
    form: str = "none"
    copy: str | None = None
    media_type: str | None = None
    bytes: int | None = None
    sha256: str | None = None


@frozen
class Flattened:
    """A kept document as every bundle holds it, and what is wrong with it."""

    content: bytes
    diagnostics: tuple[Diagnostic, ...]


def flattened(flat: Flat, texts: Texts, allowed: tuple[str, ...]) -> Flattened:
    """The copy of a document whose flat form is `flat`; `allowed` are `[policy] allow_secrets`."""
    text = flat.text
    return Flattened(encoded(text), (*flat.diagnostics, *screened(flat, text, texts, allowed)))


@dataclass(slots=True)
class Copies:
    """The copies of one bundle, each location once; `folder` is the bundle's of `entry`, from the output folder.

    `most` is how many bytes its flattened documents may have together, rows of the manifest counted in.
    """

    entry: str
    folder: str
    flattened: Callable[[str], Flattened]
    files: Files
    options: BundleOptions
    most: int
    allowed: tuple[str, ...] = ()
    artifacts: dict[str, Artifact | Copy] = field(default_factory=dict)
    inputs: dict[str, Fingerprint] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _listed: dict[tuple[str, str], Listed] = field(default_factory=dict)
    _size: int = 0
    _full: bool = False

    def listed(self, targets: Iterable[Target], span: Span) -> tuple[Listed, ...]:
        """`targets` for the manifest, local files copied. `span` is a reference that leads to them.

        Past the limit the rest is left out.
        """
        found = []
        for target in targets:
            key = (target.kind, target.location)
            if not self._fits(_TARGET, span):
                break
            if key not in self._listed:
                self._listed[key] = self._new(target, span)
            found.append(self._listed[key])
        return tuple(found)

    def _fits(self, size: int, span: Span) -> bool:
        """Whether `size` more bytes are within the limit; says once that they are not."""
        self._size += size
        if self._size > self.most and not self._full:
            self._full = True
            what = f"what `{self.entry}` keeps, its documents flattened, in bytes,"
            self.diagnostics.append(limit(span, what, None, self.most, "copies"))
        return not self._full

    def _new(self, target: Target, span: Span) -> Listed:
        match target.kind:
            case "document":
                return self._document(target.location, span)
            case "file":
                return self._file(target.location, span)
            case "opaque":
                # Only a handler can make this text, and nobody asked it to: the runtime will.
                return Listed(target.location, "runtime")
            case "directory" | "remote" | "runtime" | "missing":
                return Listed(target.location, target.kind)
            case _:
                assert_never(target.kind)

    def _document(self, location: str, span: Span) -> Listed:
        found = self.flattened(location)
        self.diagnostics += found.diagnostics
        copy, size = copy_path(location), len(found.content)
        made = Artifact(f"{self.folder}/{copy}", found.content)
        if not self._fits(size, span):
            return Listed(location, "file", "none", None, media_type(location), size, made.sha256)
        self.artifacts[copy] = made
        return Listed(location, "file", "flattened", copy, media_type(location), size, made.sha256)

    def _file(self, location: str, span: Span) -> Listed:
        content, found = read_to_screen(location, self.files)
        if isinstance(found, Refusal):
            self.diagnostics.append(resource_unreadable(span, location, found.detail))
            return Listed(location, "file", media_type=media_type(location))
        self.inputs[location] = found
        if found.bytes > self.options.copy_limit:
            self.diagnostics.append(resource_not_copied(span, location, found.bytes, self.options.copy_limit))
            return Listed(location, "file", "none", None, media_type(location), found.bytes, found.sha256)
        self.diagnostics += screened_file(location, content, span, self.allowed)
        copy, link = copy_path(location), self.options.resources == "link"
        self.artifacts[copy] = Copy(f"{self.folder}/{copy}", location, found.bytes, found.sha256, link)
        return Listed(location, "file", "verbatim", copy, media_type(location), found.bytes, found.sha256)


def copy_path(location: str) -> str:
    """Where a bundle keeps its copy of the file at `location`; no two locations share one.

    A dependency's files stand below `@NAME`, those of `[policy] read_extra` below an `@@` for each step up. An own
    path that begins with `@` goes below a lone `@`, which no dependency can be called.
    """
    package = package_of(location)
    if package:
        return f"{_FOLDER}/@{package}/{inner(location)}"
    if location.startswith("../"):
        return f"{_FOLDER}/{location.replace('../', '@@/')}"
    return f"{_FOLDER}/@/{location}" if location.startswith("@") else f"{_FOLDER}/{location}"
