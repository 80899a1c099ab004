"""Folders to watch -> when to look again, and where: from the system's own notices, or by asking from time to time.

A notice says "look here", no more: its kind lies (an atomic save is an addition, vim's an addition and a removal), and
of a new tree it names the top alone.
"""

import os
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

_GONE = 3
_QUIET = 5
_LONGEST = 50
_POLL = 0.25
_SHARE = 20
_TREES: bool = sys.platform in {"darwin", "win32"}
"""Where the system itself watches whole trees; elsewhere each folder is watched for itself, and no link is followed."""


class UnwatchableError(Exception):
    """The system refused to watch; the message is a phrase for people."""


class Watcher(Protocol):
    """Waits for something to happen in the folders that it follows."""

    @property
    def how(self) -> str:
        """How it watches, in two words."""

    def follow(self, roots: Iterable[str], folders: Mapping[str, tuple[int, int]]) -> bool:
        """Watch these folders from now on. Whether that changed anything: then look at all of it once more."""

    def wait(self, seconds: float) -> frozenset[str] | None:
        """Paths where something happened, empty after `seconds` without any; None: it may have been anywhere."""

    def took(self, seconds: float) -> None:
        """A look at everything took that long."""

    def close(self) -> None:
        """Give back what the system lent."""


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
        if _TREES:  # A whole tree's notices name its real path, which may be another one than the root's.
            return None
        for kind, path in found:
            if kind == _GONE:  # A new folder of its name, which may get its very number, is not followed yet.
                self._followed.pop(path, None)
        return frozenset(path for _, path in found)

    def took(self, seconds: float) -> None:
        """Looking costs nothing while nothing happens."""

    def close(self) -> None:
        if self._notify is not None:
            self._notify.close()
            self._notify = None


class Asking:
    """No notices: everything is looked at several times a second, less often where a look takes long."""

    def __init__(self, why: str = "") -> None:
        self.how = f"polling, {why}" if why else "polling"
        given = os.environ.get("WATCHFILES_POLL_DELAY_MS", "")
        self._least = int(given) / 1000 if given.isdecimal() and int(given) > 0 else _POLL
        self._pause = self._least

    def follow(self, roots: Iterable[str], folders: Mapping[str, tuple[int, int]]) -> bool:
        return False

    def wait(self, seconds: float) -> frozenset[str] | None:
        time.sleep(min(seconds, self._pause))
        return None

    def took(self, seconds: float) -> None:
        self._pause = max(self._least, seconds * _SHARE)

    def close(self) -> None:
        """Nothing is held."""


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
        return "the system's limit of watched folders (`fs.inotify.max_user_watches`) is reached"
    if "too many open files" in said.lower():
        return "the system's limit of watching processes (`fs.inotify.max_user_instances`) is reached"
    return said.splitlines()[0][:200] if said else type(error).__name__
