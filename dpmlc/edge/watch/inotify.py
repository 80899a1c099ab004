"""Linux's notices of changes (inotify(7)): folders to watch -> paths where something happened.

Why not by a library: the one that there is wakes up two hundred times a second to be quick, loses other notices with a
name that is not UTF-8, and does not say that the system itself lost some.
"""

import ctypes
import errno
import os
import select
import struct
import time
from collections.abc import Iterable, Iterator, Mapping

from dpmlc.edge.watch.events import UnwatchableError

_QUIET = 0.005
_SAVED = 0.002
_LONGEST = 0.05
_ROOM = 1 << 16
_HEAD = struct.Struct("iIII")

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x2, 0x4, 0x8, 0x40, 0x80, 0x100, 0x200
_DELETE_SELF, _MOVE_SELF, _LOST, _IGNORED, _ONLY_FOLDERS = 0x400, 0x800, 0x4000, 0x8000, 0x1000000
_MASK = (
    _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
    | _ONLY_FOLDERS
)  # fmt: skip
_LIMITS = {
    errno.ENOSPC: "the system's limit of watched folders (`fs.inotify.max_user_watches`) is reached",
    errno.EMFILE: "the system's limit of watching processes (`fs.inotify.max_user_instances`) is reached",
}
_PASSED_OVER = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG})
"""What is wrong with one folder alone. It went or was closed in this moment; its parent tells of it."""


class Inotify:
    """Paths come as soon as it was quiet for some milliseconds, at the latest after fifty."""

    how = "native events"

    def __init__(self) -> None:
        self._descriptor = -1
        self._poll = select.poll()
        self._system = ctypes.CDLL(None, use_errno=True)
        self._followed: dict[str, tuple[int, int]] = {}
        self._marks: dict[str, int] = {}
        self._folders: dict[int, set[str]] = {}

    def follow(self, roots: Iterable[str], folders: Mapping[str, tuple[int, int]]) -> bool:
        """Watch these folders from now on; `roots` are among them. A new folder of an old name is watched anew."""
        wanted = dict(folders)
        if wanted == self._followed and self._descriptor >= 0:
            return False
        if self._descriptor < 0:
            self._open()
        before, self._followed = self._followed, wanted
        for path, identity in before.items():
            if wanted.get(path) != identity:
                self._leave(path)
        for path in wanted.keys() - self._marks.keys():
            self._watch(path)
        return True

    def wait(self, seconds: float) -> frozenset[str] | None:
        """Paths where something happened, empty after `seconds` without any; None: it may have been anywhere."""
        last: dict[str, int] = {}
        until = time.monotonic() + _LONGEST
        rest = max(0.0, seconds)
        while self._poll.poll(rest * 1000):
            if not last:
                until = time.monotonic() + _LONGEST
            for path, what in self._read():
                if what & _LOST:
                    return None
                last[path] = what
            if time.monotonic() > until:
                break
            rest = _SAVED if all(each & (_CLOSE_WRITE | _MOVED_TO) for each in last.values()) else _QUIET
        return frozenset(last)

    def took(self, seconds: float) -> None:
        """Looking costs nothing while nothing happens."""

    def close(self) -> None:
        """Give the descriptor back; with it all folders are left."""
        if self._descriptor >= 0:
            self._poll.unregister(self._descriptor)
            os.close(self._descriptor)
        self._descriptor = -1
        self._followed, self._marks, self._folders = {}, {}, {}

    def _open(self) -> None:
        self._descriptor = self._system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._descriptor < 0:
            raise _refused(ctypes.get_errno())
        self._poll.register(self._descriptor, select.POLLIN)

    def _watch(self, path: str) -> None:
        mark = self._system.inotify_add_watch(self._descriptor, os.fsencode(path), _MASK)
        if mark >= 0:
            self._marks[path] = mark
            self._folders.setdefault(mark, set()).add(path)
        elif ctypes.get_errno() not in _PASSED_OVER:
            raise _refused(ctypes.get_errno())

    def _leave(self, path: str) -> None:
        mark = self._marks.pop(path, None)
        if mark is None:
            return
        paths = self._folders.get(mark, set())
        paths.discard(path)
        if not paths:  # Two paths may lead to one folder, which then has one mark.
            self._folders.pop(mark, None)
            self._system.inotify_rm_watch(self._descriptor, mark)

    def _read(self) -> Iterator[tuple[str, int]]:
        """What happened, by path; "" where it may have been anywhere."""
        try:
            found = os.read(self._descriptor, _ROOM)
        except BlockingIOError:
            return
        at = 0
        while at < len(found):
            mark, what, _, length = _HEAD.unpack_from(found, at)
            start, at = at + _HEAD.size, at + _HEAD.size + length
            if what & _LOST:
                yield "", what
            name = os.fsdecode(found[start:at].rstrip(b"\0"))
            for folder in tuple(self._folders.get(mark, ())):
                yield os.path.join(folder, name) if name else folder, what
            if what & _IGNORED:  # It is gone. A new one of its name may get its very number.
                for folder in self._folders.pop(mark, ()):
                    self._marks.pop(folder, None)
                    self._followed.pop(folder, None)


def _refused(number: int) -> UnwatchableError:
    return UnwatchableError(_LIMITS.get(number, os.strerror(number).lower()))
