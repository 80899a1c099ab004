"""What the system says of a name, in values and words that are the same everywhere: kind, size, why it stays closed."""

import errno
import os
import stat
import sys
from typing import Literal

from dpmlc.text.files import EntryKind
from dpmlc.text.frozen import frozen

# Whether Python read the system's names as UTF-8 already; Windows has no other.
_IN_UTF_8 = os.name == "nt" or sys.getfilesystemencoding().lower() == "utf-8"

Reason = Literal["missing", "denied", "not-a-file", "failed"]


class ClosedError(Exception):
    """Nothing was opened. `detail` is a phrase for people, without absolute paths; `key` the policy that allows it."""

    def __init__(self, reason: Reason, detail: str, key: str = "") -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.key = key


@frozen
class Found:
    """What stands at a name of a folder. `size` in bytes for a file, else 0."""

    name: str
    kind: EntryKind
    size: int


def found_at(name: str, status: os.stat_result) -> Found:
    """What stands at `name`, by its own status: that of a link, not of what it leads to."""
    if redirects(status):
        return Found(name, "link", 0)
    if stat.S_ISREG(status.st_mode):
        return Found(name, "file", status.st_size)
    return Found(name, "directory" if stat.S_ISDIR(status.st_mode) else "other", 0)


def scanned(entry: os.DirEntry[str]) -> Found:
    """What a folder's listing tells; no link is followed."""
    name = portable_name(entry.name)
    try:
        if entry.is_dir(follow_symlinks=False) and os.name != "nt":
            return Found(name, "directory", 0)
        return found_at(name, entry.stat(follow_symlinks=False))
    except OSError:
        return Found(name, "other", 0)  # Gone since it was listed.


def redirects(status: os.stat_result) -> bool:
    """Whether it is a link, or a junction or the like, which Windows does not call one."""
    reparse = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_file_attributes", 0) & reparse)


def behind_link() -> ClosedError:
    """Why nothing is opened that a link stands before."""
    return ClosedError("denied", "it is, or is reached through, a symbolic link", "symlinks")


def no_file(mode: int) -> ClosedError:
    """Why nothing is read of what has this mode, which is no regular file's."""
    if stat.S_ISLNK(mode):
        return behind_link()
    names = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    return ClosedError("not-a-file", f"is {names.get(stat.S_IFMT(mode), 'a device')}, expected a regular file")


def translated(error: OSError | ValueError) -> ClosedError:
    """What the system said, in words that are the same on all of them. A name with a NUL is a ValueError."""
    match error:
        case FileNotFoundError() | NotADirectoryError() | ValueError():
            return ClosedError("missing", "no such file")
        case OSError(errno=number) if number == errno.ENAMETOOLONG:
            return ClosedError("missing", "no such file")
        case PermissionError():
            return ClosedError("failed", "the system denies permission")
        case OSError(errno=number) if number == errno.ENXIO:
            return ClosedError("not-a-file", "is a socket or device, expected a regular file")
        case _:
            return ClosedError("failed", (error.strerror or "the system refused").lower())


def system_name(name: str) -> str | bytes:
    """A name as the system takes it; on POSIX names are bytes, whatever the locale says of them."""
    return name if os.name == "nt" else name.encode("utf-8", "surrogateescape")


def portable_name(name: str) -> str:
    """A name as Python gives it, in a locale of any encoding, as the UTF-8 that it is on the disk."""
    return name if name.isascii() or _IN_UTF_8 else os.fsencode(name).decode("utf-8", "surrogateescape")
