"""Two folders change names: in one step where the system can, else in two renames."""

import ctypes
import errno
import os
import sys
from contextlib import suppress

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS have the same value.
_HERE = -100  # AT_FDCWD
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, getattr(errno, "ENOTSUP", errno.ENOSYS), errno.EOPNOTSUPP})


def appear(stage: str, folder: str) -> None:
    """Give `stage` the name `folder`, where nothing or an empty folder stands; raises OSError where more does."""
    if os.name == "nt":  # pragma: no cover
        with suppress(FileNotFoundError):
            os.rmdir(folder)
    os.rename(stage, folder)


def swap(stage: str, folder: str, retired: str) -> None:
    """Put `stage` in the place of `folder`; what was there ends up as `stage` or `retired`.

    In two renames a reader may for a moment find no folder, and a process that dies between them leaves none:
    `restored` gives the old one back.
    """
    if _exchanged(stage, folder):
        return
    os.rename(folder, retired)
    try:
        os.rename(stage, folder)
    except OSError:
        os.rename(retired, folder)
        raise


def restored(folder: str, retired: str) -> None:
    """Give `folder` back where a process died between two renames."""
    if os.path.lexists(retired) and not os.path.lexists(folder):
        os.rename(retired, folder)


def _exchanged(one: str, other: str) -> bool:
    """Whether the system exchanged both in one step; False where it cannot. Raises OSError where it may not."""
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            failed = library.renamex_np(first, second, _EXCHANGE)
        else:
            failed = library.renameat2(_HERE, first, _HERE, second, _EXCHANGE)
    except (AttributeError, OSError, TypeError):
        return False
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), other)
