"""Folders on a disk -> a signature: equal where nothing happened to them, by what the system says of each file.

No content is read but where a time stamp proves nothing: two saves within one tick of the file system's clock leave one
stamp. So a file that is not clearly older than `since` counts with its content, as in git's index.
"""

import hashlib
import os
import stat
from collections.abc import Callable, Collection, Mapping, Set
from typing import NamedTuple

_COARSE = 2_000_000_000
_FINE = 100_000_000
_MILLISECOND = 1_000_000
_CHUNK = 128 << 10
_MOST = 400_000
_FOLDER = 2
GIT = {".git": ".git/apart"}
"""Names that are not looked at, each with the line that counts instead, "" for none: what dpmlc never reads."""

_READ = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _READ |= getattr(os, _name, 0)

Content = Callable[[str], str]
"""A path of the system -> a word for the content there: equal words, equal bytes."""


class TooManyError(Exception):
    """More files than it is worth to look at; nothing is remembered of such a folder."""


# A named tuple: making dataclasses takes longer than looking at a thousand files.
class Signature(NamedTuple):
    """`digest` in hex; `recent` is how many files counted with their content."""

    digest: str
    recent: int


NOTHING = Signature("", 0)
"""The signature of what could not be seen."""


def signed(
    folders: Collection[str],
    without: Collection[str],
    since: int,
    content: Content | None = None,
    never: Mapping[str, str] = GIT,
    seen: dict[str, str] | None = None,
) -> Signature:
    """The signature of all that stands below `folders`, real paths, but for the paths `without` and the names `never`.

    `since` in nanoseconds of the system's clock: files that changed about then or later count with their content. A
    folder counts by its names, a link as a link. `seen` gets a line for each name, by folder. Raises TooManyError, and
    OSError for a folder that cannot be opened: what happens in it cannot be seen.
    """
    digest = hashlib.blake2b(digest_size=32)
    left, recent, apart = _MOST, 0, _by_folder(without)
    for folder in folders:
        pending = [folder]
        while pending:
            place = pending.pop()
            lines, below, late = _listed(place, apart.get(place, ()), since, content or hashed, never)
            text = "\0".join(lines)
            digest.update(_said(place, text))
            if seen is not None:
                seen[place] = text
            pending += below
            recent += late
            left -= len(lines)
            if left < 0:
                raise TooManyError
    return Signature(digest.hexdigest(), recent)


def signed_again(
    seen: Mapping[str, str],
    places: Set[str],
    without: Collection[str],
    since: int,
    content: Content,
    never: Mapping[str, str] = GIT,
) -> str | None:
    """The digest of what was `seen` for the same `since`, after files in the folders `places` became others.

    None where folders came or went: then all has to be looked at.
    """
    if not places <= seen.keys():
        return None
    digest, apart = hashlib.blake2b(digest_size=32), _by_folder(without)
    for place, text in seen.items():
        now = text
        if place in places:
            try:
                lines, _, _ = _listed(place, apart.get(place, ()), since, content, never)
            except OSError:
                return None
            if list(filter(_is_folder, text.split("\0"))) != list(filter(_is_folder, lines)):
                return None
            now = "\0".join(lines)
        digest.update(_said(place, now))
    return digest.hexdigest()


def _by_folder(paths: Collection[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in paths:
        found.setdefault(os.path.dirname(path), []).append(path)
    return found


def _is_folder(line: str) -> bool:
    return line.count("/") == _FOLDER


def _said(place: str, text: str) -> bytes:
    return f"{place}\0{text}\0\0".encode("utf-8", "surrogateescape")


def signed_file(path: str, since: int) -> str:
    """The same for one file, links followed; a word for a file that is not there."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return "none"
    line = f"{found.st_mode}/{found.st_size}/{found.st_mtime_ns}/{found.st_ctime_ns}/{found.st_ino}"
    return line if max(found.st_mtime_ns, found.st_ctime_ns) < since - _COARSE else f"{line}/{hashed(path)}"


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
    place: str, without: Collection[str], since: int, content: Content, never: Mapping[str, str]
) -> tuple[list[str], list[str], int]:
    """One folder: a line for each name in order, the folders in it, and how many counted with their content.

    This is all that most runs do, ten thousand times. So nothing is called or made for a file that can be left out.
    """
    lines: list[str] = []
    below: list[str] = []
    recent = 0
    coarse, fine = since - _COARSE, since - _FINE
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                name = entry.name
                if name in never or (without and entry.path in without):
                    if never.get(name):
                        lines.append(never[name])
                    continue
                try:
                    found = entry.stat(follow_symlinks=False)
                except OSError:
                    lines.append(f"{name}/gone")
                    continue
                if entry.is_dir(follow_symlinks=False):
                    lines.append(f"{name}/{found.st_mode}/{found.st_uid}")
                    below.append(entry.path)
                    continue
                modified, changed = found.st_mtime_ns, found.st_ctime_ns
                line = f"{name}/{found.st_mode}/{found.st_size}/{modified}/{changed}/{found.st_ino}"
                newest = modified if modified > changed else changed
                # A part below a millisecond shows a clock finer than those of FAT (2 s) and of HFS (1 s).
                if newest >= (fine if newest % _MILLISECOND else coarse):
                    line = f"{line}/{content(entry.path)}"
                    recent += 1
                lines.append(line)
    except ValueError as error:
        raise OSError(22, "no folder of this system", place) from error
    lines.sort()
    below.sort()
    return lines, below, recent
