"""Folders to watch -> when to look again, and where: from the system's own notices, or by asking from time to time.

A notice says "look here", no more: its kind lies (an atomic save is an addition, vim's an addition and a removal), and
of a new tree it names the top alone.
"""

import os
import time
from collections.abc import Iterable, Mapping
from typing import Protocol

_POLL = 0.25
_SHARE = 20


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
