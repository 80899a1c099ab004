"""A folder as a door: what stands below it is reached component by component, and the system never follows a link.

Checking a resolved path and opening it afterwards loses races (SPEC 6.2); here each component is opened inside the
folder opened before it. Only regular files are read: a pipe, device or socket is closed at once, without blocking.
"""

import os
import stat
from collections import OrderedDict
from typing import Protocol

from dpmlc.edge.found import (
    ClosedError,
    Found,
    behind_link,
    found_at,
    no_file,
    redirects,
    scanned,
    system_name,
    translated,
)

_HELD = 64
_HOPS = 40
_LONGEST_PATH = 4096
_FILE_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _FILE_FLAGS |= getattr(os, _name, 0)
_FOLDER_FLAGS = _FILE_FLAGS | getattr(os, "O_DIRECTORY", 0)


class Door(Protocol):
    """A folder and all below it; paths are POSIX, relative to it, without `.` and `..`; `""` is the folder itself."""

    def open(self, path: str) -> tuple[int, int]:
        """A descriptor of the regular file at `path`, which the caller closes, and its size. Raises ClosedError."""

    def kind(self, path: str) -> Found:
        """What stands at `path`. Raises ClosedError where nothing does or a link is on the way."""

    def scan(self, path: str) -> list[Found]:
        """What stands in the folder at `path`, in the system's order. Raises ClosedError."""

    def link(self, path: str) -> str:
        """Where the link at `path` points, as written. Raises ClosedError."""

    def place(self, path: str, destination: str) -> None:
        """Make `destination`, a path of the system, a hard link to the regular file at `path`. Raises ClosedError."""

    def close(self) -> None:
        """Give all descriptors back."""


def door(folder: str) -> Door:
    """The door to `folder`, which may itself be reached through links. Raises OSError where it is no folder."""
    if os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW"):
        return DescriptorDoor(folder)
    return PathDoor(folder)


class DescriptorDoor:
    """The door where the system opens relative to a descriptor; the folders used last stay open."""

    def __init__(self, folder: str) -> None:
        self._root = os.open(folder, _FOLDER_FLAGS & ~os.O_NOFOLLOW)
        self._held: OrderedDict[str, int] = OrderedDict()

    def open(self, path: str) -> tuple[int, int]:
        parent, _, name = path.rpartition("/")
        try:
            descriptor = os.open(system_name(name), _FILE_FLAGS, dir_fd=self._folder(parent))
        except (OSError, ValueError) as error:
            raise self._closed(path, error) from error
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode):
            return descriptor, status.st_size
        os.close(descriptor)
        raise no_file(status.st_mode)

    def kind(self, path: str) -> Found:
        parent, _, name = path.rpartition("/")
        if not path:
            return Found("", "directory", 0)
        try:
            status = os.stat(system_name(name), dir_fd=self._folder(parent), follow_symlinks=False)
        except (OSError, ValueError) as error:
            raise translated(error) from error
        return found_at(name, status)

    def scan(self, path: str) -> list[Found]:
        try:  # To its end at once: an entry asks through the descriptor, which may be given back later.
            with os.scandir(self._folder(path)) as entries:
                return [scanned(entry) for entry in entries]
        except OSError as error:
            raise translated(error) from error

    def link(self, path: str) -> str:
        parent, _, name = path.rpartition("/")
        try:
            target = os.readlink(os.fsencode(system_name(name)), dir_fd=self._folder(parent))
            return target.decode("utf-8", "surrogateescape")
        except (OSError, ValueError) as error:
            raise translated(error) from error

    def place(self, path: str, destination: str) -> None:
        parent, _, name = path.rpartition("/")
        folder = self._folder(parent)
        try:
            os.link(os.fsencode(system_name(name)), os.fsencode(destination), src_dir_fd=folder, follow_symlinks=False)
        except (OSError, ValueError) as error:
            raise translated(error) from error
        _keep_regular(destination)

    def close(self) -> None:
        for descriptor in (*self._held.values(), self._root):
            os.close(descriptor)
        self._held.clear()

    def _folder(self, path: str) -> int:
        """A descriptor of the folder, which stays ours. The nearest held ancestor is where the walk begins."""
        if not path:
            return self._root
        if path in self._held:
            self._held.move_to_end(path)
            return self._held[path]
        if len(path) > _LONGEST_PATH:  # To look for each folder above it would cost the square of its length.
            raise ClosedError("missing", "no such file")
        start = path
        while start and start not in self._held:
            start = start.rpartition("/")[0]
        current = self._held[start] if start else self._root
        for name in path[len(start) :].strip("/").split("/"):
            start = f"{start}/{name}" if start else name
            current = self._hold(start, self._enter(current, name))
        return current

    def _enter(self, parent: int, name: str) -> int:
        try:
            return os.open(system_name(name), _FOLDER_FLAGS, dir_fd=parent)
        except (OSError, ValueError) as error:
            if _is_link(parent, name):
                raise behind_link() from error
            raise translated(error) from error

    def _hold(self, path: str, descriptor: int) -> int:
        # The walk that calls this needs only its newest folder, so the oldest may go.
        self._held[path] = descriptor
        if len(self._held) > _HELD:
            os.close(self._held.popitem(last=False)[1])
        return descriptor

    def _closed(self, path: str, error: OSError | ValueError) -> ClosedError:
        parent, _, name = path.rpartition("/")
        return behind_link() if _is_link(self._folder(parent), name) else translated(error)


class PathDoor:
    """The door on systems without `dir_fd`: each component is looked at before, the file once more after opening."""

    def __init__(self, folder: str) -> None:
        self._root = os.path.realpath(folder)
        if not os.path.isdir(self._root):
            raise NotADirectoryError(folder)

    def open(self, path: str) -> tuple[int, int]:
        before = self._status(path)
        if not stat.S_ISREG(before.st_mode):
            raise no_file(before.st_mode)
        try:
            descriptor = os.open(self._path(path), _FILE_FLAGS)
        except (OSError, ValueError) as error:
            raise translated(error) from error
        after = os.fstat(descriptor)
        if stat.S_ISREG(after.st_mode) and (after.st_dev, after.st_ino) == (before.st_dev, before.st_ino):
            return descriptor, after.st_size
        os.close(descriptor)
        raise ClosedError("failed", "changed while it was opened")

    def kind(self, path: str) -> Found:
        return found_at(path.rpartition("/")[2], self._status(path)) if path else Found("", "directory", 0)

    def scan(self, path: str) -> list[Found]:
        if path and not stat.S_ISDIR(self._status(path).st_mode):
            raise ClosedError("missing", "is no folder")
        try:
            with os.scandir(self._path(path)) as entries:
                return [scanned(entry) for entry in entries]
        except OSError as error:
            raise translated(error) from error

    def link(self, path: str) -> str:
        try:
            return os.readlink(self._path(path)).replace(os.sep, "/")
        except (OSError, ValueError) as error:
            raise translated(error) from error

    def place(self, path: str, destination: str) -> None:
        self._status(path)
        try:
            os.link(self._path(path), destination)
        except (OSError, ValueError) as error:
            raise translated(error) from error
        _keep_regular(destination)

    def close(self) -> None:
        """Nothing is held."""

    def _path(self, path: str) -> str:
        return os.path.join(self._root, *path.split("/")) if path else self._root

    def _status(self, path: str) -> os.stat_result:
        """Of the last component; a link or junction before it closes the door."""
        parts = path.split("/")
        status = os.lstat(self._root)
        for count in range(1, len(parts) + 1):
            try:
                status = os.lstat(self._path("/".join(parts[:count])))
            except (OSError, ValueError) as error:
                raise translated(error) from error
            if redirects(status):
                if count == len(parts):
                    return status
                raise behind_link()
        return status


def followed(entrance: Door, path: str) -> str:
    """`path` with each link in it replaced by where it points. Raises ClosedError for a link that leaves the folder."""
    pending, done, hops = path.split("/")[::-1], list[str](), 0
    while pending:
        name = pending.pop()
        if name in {"", "."}:
            continue
        if name == "..":
            if not done:
                raise ClosedError("denied", "a link on its way leaves the package")
            done.pop()
            continue
        here = "/".join([*done, name])
        if entrance.kind(here).kind != "link":
            done.append(name)
            continue
        hops += 1
        target = entrance.link(here)
        if hops > _HOPS or os.path.isabs(target) or target.startswith("/"):
            raise ClosedError("denied", "a link on its way leaves the package or goes in circles")
        pending.extend(target.split("/")[::-1])
    return "/".join(done)


def _keep_regular(destination: str) -> None:
    """Take a link away again that is not one to a regular file: the name may have changed its meaning meanwhile."""
    mode = os.lstat(destination).st_mode
    if not stat.S_ISREG(mode):
        os.unlink(destination)
        raise no_file(mode)


def _is_link(parent: int, name: str) -> bool:
    try:
        return stat.S_ISLNK(os.stat(system_name(name), dir_fd=parent, follow_symlinks=False).st_mode)
    except (OSError, ValueError):
        return False
