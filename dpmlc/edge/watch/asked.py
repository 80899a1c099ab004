"""The files of a package, and a note of each path that was asked for beside those that it lists."""

from typing import Any

from dpmlc.edge.disk import DiskFiles
from dpmlc.text.files import Entry, Files, Fingerprint, Refusal


class AskedFiles:
    """`files`, unchanged. `asked` gets the paths outside of their inventory: links, ignored files, missing ones."""

    def __init__(self, files: DiskFiles) -> None:
        self._files: Files = files
        self._listed = {entry.path for entry in files.entries}
        self.asked: set[str] = set()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._files.entries

    def probe(self, path: str) -> Entry | Refusal:
        self._note(path)
        return self._files.probe(path)

    def read(self, path: str, limit: int) -> bytes | Refusal:
        self._note(path)
        return self._files.read(path, limit)

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        self._note(path)
        return self._files.fingerprint(path)

    def listing(self, path: str) -> tuple[str, ...]:
        return self._files.listing(path)

    def __getattr__(self, name: str) -> Any:
        """What an engine may find in the files of a disk beyond the four questions."""
        return getattr(self._files, name)

    def _note(self, path: str) -> None:
        if path not in self._listed:
            self.asked.add(path.rstrip("/"))
