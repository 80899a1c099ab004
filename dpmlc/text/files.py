"""The one door to the outside world, as the pure stages see it.

`dpmlc.edge.disk` opens it onto a disk, `MemoryFiles` onto a dict; nothing else in dpmlc reads a file.
"""

import hashlib
from collections.abc import Mapping
from typing import Literal, Protocol

from dpmlc.text.frozen import frozen

EntryKind = Literal["file", "directory", "link", "other"]


@frozen
class Entry:
    """Something that stands at a package path. `size` is in bytes, 0 for what is not a file."""

    path: str
    kind: EntryKind
    size: int = 0


@frozen
class Refusal:
    """Why a file was not read. `reason` names the rule, `key` the setting that would allow it (or "").

    `missing` nothing there; `denied` by policy; `not-a-file` folder, FIFO, device, socket; `limit` larger than asked
    for; `failed` the system said no. `detail` is one phrase for people, without absolute paths.
    """

    path: str
    reason: Literal["missing", "denied", "not-a-file", "limit", "failed"]
    detail: str
    key: str = ""


@frozen
class Fingerprint:
    """Size in bytes and SHA-256 (lower-case hex) of a file's content."""

    bytes: int
    sha256: str


class Files(Protocol):
    """The files of a package and its dependencies."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every file that SPEC 1.1 does not leave out, by path in byte order, dependencies after the package."""

    def probe(self, path: str) -> Entry | Refusal:
        """What stands at `path` (also a folder, also what the inventory leaves out), without reading it."""

    def read(self, path: str, limit: int) -> bytes | Refusal:
        """The content of the regular file at `path`, at most `limit` bytes."""

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        """Size and hash of the file at `path`, streamed."""

    def listing(self, path: str) -> tuple[str, ...]:
        """Names in the folder at `path`, in byte order; empty where there is no folder. For suggestions."""


class MemoryFiles:
    """Files from a mapping of package path to content: for tests, editors and embedding."""

    def __init__(self, contents: Mapping[str, str | bytes]) -> None:
        self._contents = {
            path: text.encode() if isinstance(text, str) else text for path, text in contents.items()
        }
        ordered = sorted(self._contents, key=lambda path: (path.startswith("package://"), path.encode()))
        self.entries = tuple(Entry(path, "file", len(self._contents[path])) for path in ordered)

    def probe(self, path: str) -> Entry | Refusal:
        if path in self._contents:
            return Entry(path, "file", len(self._contents[path]))
        if self.listing(path):
            return Entry(path, "directory")
        if path.startswith("../") and not any(each.startswith("../") for each in self._contents):
            return Refusal(path, "denied", "it lies outside of the package", "read_extra")
        return Refusal(path, "missing", "no such file")

    def read(self, path: str, limit: int) -> bytes | Refusal:
        found = self.probe(path)
        if isinstance(found, Refusal):
            return found
        if found.kind != "file":
            return Refusal(path, "not-a-file", "is a folder")
        if found.size > limit:
            return Refusal(path, "limit", f"has {found.size} bytes, the limit is {limit}")
        return self._contents[path]

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        found = self.read(path, 1 << 62)
        if isinstance(found, Refusal):
            return found
        return Fingerprint(len(found), hashlib.sha256(found).hexdigest())

    def listing(self, path: str) -> tuple[str, ...]:
        start = path.rstrip("/") + "/" if path else ""
        names = {other[len(start) :].partition("/")[0] for other in self._contents if other.startswith(start)}
        return tuple(sorted(names - {""}, key=str.encode))
