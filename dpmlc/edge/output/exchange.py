"""Two folders change names: in one step where the system can, else in two renames."""

import ctypes
import errno
import os
import sys
from contextlib import suppress

from dpmlc.edge.output.discard import remove, rescue
from dpmlc.text.artifact import RECORD

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
    """Put `stage` in the place of `folder`; what was there ends up as `stage` or `retired`, or is gone.

    In two renames a reader may for a moment find no folder, and a process that dies between them leaves none:
    `restored` gives the old one back.
    """
    try:
        if _exchanged(stage, folder):
            return
        os.rename(folder, retired)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _replace(stage, folder, retired)
        return
    try:
        os.rename(stage, folder)
    except OSError:
        os.rename(retired, folder)
        raise


def restored(folder: str, retired: str) -> None:
    """Give `folder` back where a process died between two renames, or when it had emptied the old one."""
    if os.path.lexists(retired) and (not os.path.lexists(folder) or not os.listdir(folder)):
        appear(retired, folder)


def _replace(stage: str, folder: str, retired: str) -> None:
    """The same for a folder that can get no other name: one in a lower layer of an overlay, as in a container.

    The old tree is removed, its `build.json` last, and for that moment a reader finds a part of it. A process that dies
    on the way leaves what the next build takes for its own, and the new tree, which has what somebody else put there.
    """
    os.rename(stage, retired)
    rescue(folder, retired)
    for name in os.listdir(folder):
        if name != RECORD:
            remove(os.path.join(folder, name))
    os.unlink(os.path.join(folder, RECORD))
    os.rmdir(folder)
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
