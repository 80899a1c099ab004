"""Files on a disk -> what is in them, read again only where the system says that something happened to them.

A time stamp proves little: two saves fall into one tick of a network file system's clock, `touch` changes it without a
reason. So a stamp only says which files to hash; whether they changed, their content says.
"""

import hashlib
import os
import stat
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

_READ = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _READ |= getattr(os, _name, 0)
_CHUNK = 128 << 10
_LARGE = 64 << 20
_COARSE = 3.0
_LONG_AGO = 60.0
FOLDER = "folder"
"""The word for the content of a folder."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the system says of a file without reading it. Times are in nanoseconds of the file system's clock."""

    modified: int
    changed: int
    size: int
    inode: int


def stamp(status: os.stat_result) -> Stamp:
    """The stamp of a file with that status."""
    return Stamp(status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def stamp_at(path: str) -> Stamp | None:
    """The stamp of what stands at `path`, links followed; a folder's says only that it is one. None: nothing there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return stamp(status) if stat.S_ISREG(status.st_mode) else Stamp(0, 0, -1, 0)


@dataclass(frozen=True, slots=True)
class _Known:
    stamp: Stamp
    content: str
    since: float


class Memory:
    """Contents of files by their absolute paths, as of the last look."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def contents(self, stamps: Mapping[str, Stamp]) -> dict[str, str]:
        """A word for the content of each file: equal words, equal bytes. A file that cannot be read has the word `?`.

        A file is hashed where its stamp is new, and for some seconds after: within a tick of the file system's clock
        a second save leaves no trace in the stamp. All that is not in `stamps` is forgotten.
        """
        now, today = time.monotonic(), time.time()
        self._known = {path: self._looked(path, each, now, today) for path, each in stamps.items()}
        return {path: known.content for path, known in self._known.items()}

    def some(self, stamps: Mapping[str, Stamp]) -> dict[str, str]:
        """The same for some of the files; all others are kept."""
        now, today = time.monotonic(), time.time()
        looked = {path: self._looked(path, each, now, today) for path, each in stamps.items()}
        self._known |= looked
        return {path: known.content for path, known in looked.items()}

    def forget(self, paths: Iterable[str]) -> None:
        """Read these again at the next look, whatever their stamps say."""
        for path in paths:
            self._known.pop(path, None)

    def _looked(self, path: str, found: Stamp, now: float, today: float) -> _Known:
        known = self._known.get(path)
        same = known is not None and known.stamp == found
        if known is not None and same and now - known.since > _COARSE:
            return known
        since = known.since if known is not None and same else now
        if found.modified < (today - _LONG_AGO) * 1e9 and found.changed < (today - _LONG_AGO) * 1e9:
            since = now - 2 * _COARSE
        return _Known(found, _content(path, found), since)


def _content(path: str, found: Stamp) -> str:
    if found.size < 0:
        return FOLDER
    if found.size > _LARGE:
        return f"{found.size} {found.modified}"
    with suppress(OSError, ValueError):
        return _hash(path)
    return "?"


def _hash(path: str) -> str:
    descriptor = os.open(path, _READ)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return "?"
        digest = hashlib.sha256()
        while piece := os.read(descriptor, _CHUNK):
            digest.update(piece)
        return digest.hexdigest()
    finally:
        os.close(descriptor)
