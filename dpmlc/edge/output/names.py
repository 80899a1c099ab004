"""Package and output paths as the system takes them, and the hidden names beside an output folder."""

import hashlib
import os
from sys import getfilesystemencoding
from typing import NamedTuple

_AS_IT_IS = os.name == "nt" or getfilesystemencoding() == "utf-8"
_LONGEST = 200


def native(path: str) -> str:
    """`path` for the system. On POSIX its bytes are UTF-8, whatever the locale says."""
    return path if _AS_IT_IS else os.fsdecode(path.encode("utf-8", "surrogateescape"))


def portable(name: str) -> str:
    """The opposite of `native`, with slashes."""
    return name if _AS_IT_IS else os.fsencode(name).decode("utf-8", "surrogateescape")


# A named tuple: making dataclasses takes longer than looking at a thousand files.
class Places(NamedTuple):
    """Where a folder is published: itself with its links followed, and what stands beside it for a while.

    The names are hidden, so that no build reads them as documents, and fixed, so that the next build finds what a
    dead one left. `shown` is the folder for people.
    """

    shown: str
    folder: str
    stage: str
    retired: str
    lock: str


def places(folder: str | os.PathLike[str]) -> Places:
    """The places of `folder`; a symbolic link stays one, what it points to is published."""
    real = os.path.realpath(folder)
    parent, name = os.path.split(real)
    raw = os.fsencode(name)
    if len(raw) > _LONGEST:
        name = hashlib.sha256(raw).hexdigest()[:16]
    start = os.path.join(parent, f".{name}.dpmlc-")
    return Places(_shown(os.fspath(folder)), real, start + "stage", start + "old", start + "lock")


def _shown(folder: str) -> str:
    """`folder` from where the user stands, if it is below."""
    try:
        relative = os.path.relpath(folder)
    except ValueError:  # Another drive.
        return folder
    return folder if relative.startswith(os.pardir) else relative
