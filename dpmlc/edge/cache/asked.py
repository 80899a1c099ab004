"""The files of a package, and a note of whether anything was asked of what builds write themselves."""

import mmap
from collections.abc import Sequence

from dpmlc.text.files import Entry, Files, Fingerprint, Refusal


class AskedFiles:
    """`files`, unchanged; `touched` says whether anything was asked of what builds write themselves, `listed` whether
    the names beside it were.

    The notes are bytes that processes share, because some work in children of this one.
    """

    def __init__(self, files: Files, own: Sequence[str]) -> None:
        self._files = files
        self._own = tuple(each.casefold() for each in own)
        self._above = {each.rpartition("/")[0] for each in self._own}
        self._notes = mmap.mmap(-1, 2)

    @property
    def touched(self) -> bool:
        return self._notes[0] != 0

    @property
    def listed(self) -> bool:
        return self._notes[1] != 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._files.entries

    def probe(self, path: str) -> Entry | Refusal:
        self._look(path)
        return self._files.probe(path)

    def read(self, path: str, limit: int) -> bytes | Refusal:
        self._look(path)
        return self._files.read(path, limit)

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        self._look(path)
        return self._files.fingerprint(path)

    def listing(self, path: str) -> tuple[str, ...]:
        self._look(path)
        if path.rstrip("/").casefold() in self._above:
            self._notes[1] = 1
        return self._files.listing(path)

    def _look(self, path: str) -> None:
        folded = path.rstrip("/").casefold()
        for own in self._own:
            if own in ("", folded) or folded.startswith(f"{own}/"):
                self._notes[0] = 1
