"""A door that also tells when files were last changed."""

import os
import stat
from collections.abc import Iterable
from typing import Protocol

from dpmlc.edge.found import portable_name, translated
from dpmlc.edge.safe_open import DescriptorDoor, Door, PathDoor

Timed = list[tuple[str, int, int]]


class TimedDoor(Door, Protocol):
    """A `Door` with one question more."""

    def times(self, path: str) -> Timed:
        """Name, size and time of change (nanoseconds since 1970) of each regular file in a folder.

        Links count as what they are, no files. Raises ClosedError where the folder cannot be opened.
        """


def timed_door(folder: str) -> TimedDoor:
    """The timed door to `folder`, as `dpmlc.edge.safe_open.door`. Raises OSError where it is no folder."""
    if os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW"):
        return _TimedDescriptorDoor(folder)
    return _TimedPathDoor(folder)


class _TimedDescriptorDoor(DescriptorDoor):
    def times(self, path: str) -> Timed:
        try:
            with os.scandir(self._folder(path)) as entries:
                return _times(entries)
        except OSError as error:
            raise translated(error) from error


class _TimedPathDoor(PathDoor):
    def times(self, path: str) -> Timed:
        if path:
            self.kind(path)
        try:
            with os.scandir(self._path(path)) as entries:
                return _times(entries)
        except OSError as error:
            raise translated(error) from error


def _times(entries: Iterable[os.DirEntry[str]]) -> Timed:
    found: Timed = []
    for entry in entries:
        try:
            if entry.is_dir(follow_symlinks=False):
                continue
            status = entry.stat(follow_symlinks=False)
        except OSError:
            continue  # Gone since it was listed.
        if stat.S_ISREG(status.st_mode):
            found.append((portable_name(entry.name), status.st_size, status.st_mtime_ns))
    return found
