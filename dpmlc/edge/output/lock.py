"""One build at a time for a folder: a lock of the system, which dies with its process."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dpmlc.edge.output.fault import locked

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_PAUSE = 0.02
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def holding(path: str, shown: str, seconds: float) -> Iterator[None]:
    """Hold the lock file `path`, waiting at most `seconds`; raises PublishError where another process keeps it.

    The file is removed at the end. One that a dead process left is not locked and is simply taken.
    """
    descriptor = _acquire(path, shown, seconds)
    try:
        yield
    finally:
        _release(path, descriptor)


def _acquire(path: str, shown: str, seconds: float) -> int:
    until = time.monotonic() + seconds
    while True:
        descriptor = os.open(path, _FLAGS, 0o666)
        try:
            _try_lock(descriptor)
            if _has_name(descriptor, path):
                return descriptor
        except (BlockingIOError, PermissionError):
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() > until:
            raise locked(shown, seconds)
        time.sleep(_PAUSE)


def _has_name(descriptor: int, path: str) -> bool:
    """Whether the file is still called `path`: its last holder may have removed it before we had the lock."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


def _release(path: str, descriptor: int) -> None:
    with suppress(OSError):  # Windows removes no open file; there it stays, unlocked.
        os.unlink(path)
    os.close(descriptor)
