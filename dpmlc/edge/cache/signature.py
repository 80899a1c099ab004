"""Folders on a disk -> a signature: equal where nothing happened to them, by what the system says of each file.

No content is read but where a time stamp proves nothing: two saves within one tick of the file system's clock leave one
stamp. So a file that is not clearly older than `since` counts with its content, as in git's index.
"""

import hashlib
import os
import stat
from collections.abc import Callable, Collection
from dataclasses import dataclass

_COARSE = 2_000_000_000
_FINE = 100_000_000
_MILLISECOND = 1_000_000
_CHUNK = 128 << 10
_MOST = 400_000
GIT = (".git",)
"""Names that dpmlc never reads."""

_READ = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _READ |= getattr(os, _name, 0)

Content = Callable[[str], str]
"""A path of the system -> a word for the content there: equal words, equal bytes."""


class TooManyError(Exception):
    """More files than it is worth to look at; nothing is remembered of such a folder."""


@dataclass(frozen=True, slots=True)
class Signature:
    """`digest` in hex; `recent` is how many files counted with their content."""

    digest: str
    recent: int


def signed(
    folders: Collection[str],
    without: Collection[str],
    since: int,
    content: Content | None = None,
    never: Collection[str] = GIT,
) -> Signature:
    """The signature of all that stands below `folders`, real paths, but for the paths `without` and the names `never`.

    `since` in nanoseconds of the system's clock: files that changed about then or later count with their content. A
    folder counts by its names, a link as a link; what cannot be opened counts as closed. Raises TooManyError.
    """
    digest = hashlib.blake2b(digest_size=32)
    left, recent = _MOST, 0
    for folder in folders:
        pending = [folder]
        while pending:
            place = pending.pop()
            lines, below, late = _listed(place, without, since, content or hashed, never)
            digest.update("\0".join((place, *lines, "\0")).encode("utf-8", "surrogateescape"))
            pending += below
            recent += late
            left -= len(lines)
            if left < 0:
                raise TooManyError
    return Signature(digest.hexdigest(), recent)


def signed_file(path: str, since: int) -> str:
    """The same for one file, links followed; a word for a file that is not there."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return "none"
    return _line("", path, found, since, hashed)[0]


def hashed(path: str) -> str:
    """SHA-256 (hex) of the regular file at `path`, or a word for one that cannot be read."""
    try:
        descriptor = os.open(path, _READ)
    except (OSError, ValueError):
        return "closed"
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return "no file"
        digest = hashlib.sha256()
        while piece := os.read(descriptor, _CHUNK):
            digest.update(piece)
        return digest.hexdigest()
    except OSError:
        return "closed"
    finally:
        os.close(descriptor)


def _listed(
    place: str, without: Collection[str], since: int, content: Content, never: Collection[str]
) -> tuple[list[str], list[str], int]:
    """One folder: a line for each name in order, the folders in it, and how many counted with their content."""
    lines: list[str] = []
    below: list[str] = []
    recent = 0
    try:
        with os.scandir(place) as entries:
            found = sorted(entries, key=_by_name)
    except (OSError, ValueError):
        return ["closed"], below, 0
    for entry in found:
        if entry.name in never or entry.path in without:
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)
                lines.append(f"{entry.name}/{status.st_mode}/{status.st_uid}")
                below.append(entry.path)
                continue
            line, late = _line(entry.name, entry.path, entry.stat(follow_symlinks=False), since, content)
            lines.append(line)
            recent += late
        except OSError:
            lines.append(f"{entry.name}/gone")
    return lines, below, recent


def _by_name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _line(name: str, path: str, found: os.stat_result, since: int, content: Content) -> tuple[str, bool]:
    modified, changed = found.st_mtime_ns, found.st_ctime_ns
    line = f"{name}/{found.st_mode}/{found.st_size}/{modified}/{changed}/{found.st_ino}"
    newest = max(modified, changed)
    # A part below a millisecond shows a clock finer than that of FAT (2 s) or of old network file systems (1 s).
    if newest < since - _COARSE or (newest % _MILLISECOND and newest < since - _FINE):
        return line, False
    return f"{line}/{content(path)}", True
