"""Whether git is just changing the files of a folder: then one waits until it is done."""

import os
import time

_STALE = 10.0


class Git:
    """The repository around a folder, if there is one."""

    def __init__(self, folder: str) -> None:
        self._lock = _lock(os.path.realpath(folder))

    def is_busy(self) -> bool:
        """Whether a command of git works on the files. A lock that a dead one left behind says nothing, nor one of
        tomorrow: the clock was set back.
        """
        try:
            return bool(self._lock) and abs(time.time() - os.stat(self._lock).st_mtime) < _STALE
        except OSError:
            return False


def _lock(folder: str) -> str:
    """The path of git's lock for the work tree around `folder`, "" where there is none."""
    while True:
        mark = os.path.join(folder, ".git")
        if os.path.isdir(mark):
            return os.path.join(mark, "index.lock")
        if os.path.isfile(mark):
            return _linked(mark)
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def _linked(mark: str) -> str:
    """The lock of a work tree whose `.git` is a file that names the real folder (`git worktree`, submodules)."""
    try:
        with open(mark, encoding="utf-8", errors="surrogateescape") as file:
            key, _, where = file.readline().strip().partition(": ")
    except OSError:
        return ""
    return os.path.join(os.path.dirname(mark), where, "index.lock") if key == "gitdir" else ""
