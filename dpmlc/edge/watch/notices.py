"""Notices of other systems than Linux, which `watchfiles` brings: folders to watch -> where something happened."""

import os
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

from dpmlc.edge.watch.events import UnwatchableError

_QUIET = 5
_LONGEST = 50
_TREES: bool = sys.platform in {"darwin", "win32"}
"""Where the system itself watches whole trees; elsewhere each folder is watched for itself, and no link is followed."""


class Notices:
    """The system's notices. Paths come as soon as it was quiet for some milliseconds, at the latest after fifty."""

    how = "native events"

    def __init__(self) -> None:
        self._notify: RustNotify | None = None
        self._followed: dict[str, tuple[int, int]] = {}

    def follow(self, roots: Iterable[str], folders: Mapping[str, tuple[int, int]]) -> bool:
        wanted = {path: folders.get(path, (0, 0)) for path in roots} if _TREES else dict(folders)
        if wanted == self._followed and self._notify is not None:
            return False
        before, self._notify = self._notify, _notify(wanted)
        if before is not None:
            before.close()
        self._followed = wanted
        return True

    def wait(self, seconds: float) -> frozenset[str] | None:
        if self._notify is None:
            time.sleep(seconds)
            return None
        try:
            found: Any = self._notify.watch(_LONGEST, _QUIET, max(1, int(seconds * 1000)), None)
        except WatchfilesRustInternalError:
            # A name that is not UTF-8. It takes other notices with it, and after it none come any more.
            self.close()
            return None
        if found == "signal":
            raise KeyboardInterrupt
        if isinstance(found, str):
            return frozenset()
        # A whole tree's notices name its real path, which may be another one than the root's.
        return None if _TREES else frozenset(path for _, path in found)

    def took(self, seconds: float) -> None:
        """Looking costs nothing while nothing happens."""

    def close(self) -> None:
        if self._notify is not None:
            self._notify.close()
            self._notify = None


def _notify(folders: Iterable[str]) -> RustNotify:
    wanted = list(folders)
    try:
        try:
            return _of(wanted)
        except (FileNotFoundError, PermissionError):
            return _of(wanted)  # One went away or was closed in this moment. Its parent is watched and tells of it.
    except Exception as error:
        raise UnwatchableError(_words(error)) from error


def _of(folders: Iterable[str]) -> RustNotify:
    """Told to pass over what is denied, it passes over the system's limit as well, so that is done here."""
    open_ = [path for path in folders if os.path.isdir(path) and os.access(path, os.R_OK)]
    return RustNotify(open_, False, False, 0, _TREES, False)


def _words(error: Exception) -> str:
    said = str(error)
    if "limit" in said.lower() or "no space" in said.lower():
        return "the system's limit of watched folders is reached"
    return said.splitlines()[0][:200] if said else type(error).__name__
