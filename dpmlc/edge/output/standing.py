"""What stands in an output folder: whether it is ours, what the last build listed, and what differs from a new one."""

import errno
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from dpmlc.edge.found import redirects
from dpmlc.edge.output.fault import not_ours
from dpmlc.edge.output.names import Places, native, portable
from dpmlc.text.artifact import RECORD, RECORD_FORMAT, Artifact, Copy, Laid, Output, Unchanged, stays_inside
from dpmlc.text.frozen import frozen

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 128 << 10


@frozen
class Standing:
    """The state of an output folder. `listed` are the paths its `build.json` lists, that file included."""

    state: Literal["absent", "empty", "ours"]
    listed: frozenset[str] = frozenset()


def standing(places: Places) -> Standing:
    """What `places.folder` is. Raises PublishError where it holds something and dpmlc did not write it."""
    try:
        with os.scandir(places.folder) as entries:
            empty = next(entries, None) is None
    except FileNotFoundError:
        return Standing("absent")
    except NotADirectoryError:
        raise not_ours(places.shown, "it is a file") from None
    if empty:
        return Standing("empty")
    return Standing("ours", _listed(places))


def refuse_foreign(places: Places) -> None:
    """The same refusal at little cost, before anything is written beside the folder: `build.json` is not read."""
    try:
        empty = not os.listdir(places.folder)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise not_ours(places.shown, "it is a file") from None
    if not empty and not os.path.lexists(os.path.join(places.folder, RECORD)):
        raise not_ours(places.shown, f"it has no `{RECORD}`")


_UNFIT = (OSError, ValueError, KeyError, TypeError, RecursionError)
"""What reading a `build.json` that is none of ours may raise."""


def recorded_in(folder: str) -> tuple[frozenset[str], Mapping[str, Any]] | None:
    """The paths that the `build.json` in `folder` lists, itself included, and all that it says; None where there is
    none of ours.
    """
    try:
        found = _record(folder)
        return _outputs(found), found
    except _UNFIT:
        return None


def listed_in(folder: str) -> frozenset[str] | None:
    """The paths that the `build.json` in `folder` lists, itself included; None where there is none of ours."""
    found = recorded_in(folder)
    return None if found is None else found[0]


def _listed(places: Places) -> frozenset[str]:
    try:
        found = _record(places.folder)
        if isinstance(found["dpmlc"], str) and int(found["format"]) > RECORD_FORMAT:
            raise not_ours(places.shown, f"but by a later one, {found['dpmlc']}")
        return _outputs(found)
    except FileNotFoundError:
        raise not_ours(places.shown, f"it has no `{RECORD}`") from None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.EISDIR}:
            raise not_ours(places.shown, f"its `{RECORD}` is no file") from None
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise not_ours(places.shown, f"its `{RECORD}` is none of dpmlc's") from None


def _record(folder: str) -> dict[str, Any]:
    descriptor = os.open(os.path.join(folder, RECORD), _READ)
    with open(descriptor, "rb") as file:
        found = json.loads(file.read())
    if not isinstance(found, dict):
        raise TypeError
    return found


def _outputs(found: Mapping[str, Any]) -> frozenset[str]:
    if not isinstance(found["dpmlc"], str) or found["format"] != RECORD_FORMAT:
        raise TypeError
    return frozenset(each["path"] for each in found["outputs"] if stays_inside(each["path"])) | {RECORD}


@frozen
class Stands:
    """Something in a folder, by path from it."""

    path: str
    kind: Literal["file", "directory", "link", "other"]


def walk(folder: str) -> Iterator[Stands]:
    """All that stands below `folder`, each folder before its content; no link is followed."""
    pending = [""]
    while pending:
        start = pending.pop()
        with os.scandir(os.path.join(folder, native(start)) if start else folder) as entries:
            for entry in entries:
                path = start + portable(entry.name)
                kind = _kind(entry)
                yield Stands(path, kind)
                if kind == "directory":
                    pending.append(path + "/")


def _kind(entry: os.DirEntry[str]) -> Literal["file", "directory", "link", "other"]:
    if entry.is_symlink() or (os.name == "nt" and redirects(entry.stat(follow_symlinks=False))):
        return "link"
    if entry.is_dir(follow_symlinks=False):
        return "directory"
    return "file" if entry.is_file(follow_symlinks=False) else "other"


def is_current(folder: str, output: Output) -> bool:
    """Whether the regular file that stands at the output's path has its bytes already."""
    path = os.path.join(folder, native(output.path))
    match output:
        case Artifact(content=content):
            return _holds(path, len(content), lambda read: _reads(read, content))
        case Copy(bytes=size, sha256=sha256) | Laid(bytes=size, sha256=sha256) | Unchanged(bytes=size, sha256=sha256):
            return _holds(path, size, lambda read: _hash(read) == sha256)


def _holds(path: str, size: int, check: Callable[[Callable[[], bytes]], bool]) -> bool:
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return False
    try:
        status = os.fstat(descriptor)
        # Reads above 128 KiB go through a buffer that costs more than it saves.
        return (
            stat.S_ISREG(status.st_mode)
            and status.st_size == size
            and check(lambda: os.read(descriptor, min(_CHUNK, size + 1)))
        )
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _reads(read: Callable[[], bytes], content: bytes) -> bool:
    at = 0
    while part := read():
        if part != content[at : at + len(part)]:
            return False
        at += len(part)
    return at == len(content)


def _hash(read: Callable[[], bytes]) -> str:
    digest = hashlib.sha256()
    while part := read():
        digest.update(part)
    return digest.hexdigest()
