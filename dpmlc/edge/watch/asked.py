"""The files of a package, and a note of each path that was asked for beside those that it lists."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from dpmlc.edge.disk import DiskFiles
from dpmlc.text.files import Entry, Files, Fingerprint, Refusal

_Found = TypeVar("_Found")

_HASH = 64
"""Hexadecimal digits of a SHA-256."""


class AskedFiles:
    """`files`, unchanged. `asked` gets the paths outside of their inventory: links, ignored files, missing ones.

    Each gets what was first found there: `there`, `missing`, or `closed` where that was not said.

    `known` gives the hash of a file's content as of the last look, or another word: no file is hashed twice. `late`
    gets the files that held something else when they were read, with its hash.
    """

    def __init__(self, files: DiskFiles, known: Callable[[str], str]) -> None:
        self._files: Files = files
        self._known = known
        self._listed = files.listed
        self.asked: dict[str, str] = {}
        self.late: dict[str, str] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._files.entries

    def probe(self, path: str) -> Entry | Refusal:
        return self._noted(path, self._files.probe(path))

    def read(self, path: str, limit: int) -> bytes | Refusal:
        found = self._noted(path, self._files.read(path, limit))
        if isinstance(found, bytes) and len(known := self._known(path)) == _HASH:
            read = hashlib.sha256(found).hexdigest()
            if read != known:
                self.late[path] = read
        return found

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        entry = self._listed.get(path)
        if entry is not None and entry.kind == "file" and len(known := self._known(path)) == _HASH:
            return Fingerprint(entry.size, known)
        return self._noted(path, self._files.fingerprint(path))

    def listing(self, path: str) -> tuple[str, ...]:
        return self._files.listing(path)

    def __getattr__(self, name: str) -> Any:
        """What an engine may find in the files of a disk beyond the four questions."""
        return getattr(self._files, name)

    def _noted(self, path: str, found: _Found) -> _Found:
        if path not in self._listed:
            self.asked.setdefault(path.rstrip("/"), _word(found))
        return found


def _word(found: object) -> str:
    if not isinstance(found, Refusal):
        return "there"
    return "missing" if found.reason == "missing" else "closed"
