"""A package and its dependencies on a disk, as the stages see them: the `Files` of `dpmlc.text.files`."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace

from dpmlc.edge import reading
from dpmlc.edge.found import ClosedError
from dpmlc.edge.inventory import Inventory, LeftOut, is_granted
from dpmlc.edge.reading import TooLargeError
from dpmlc.edge.safe_open import Door, followed
from dpmlc.settings import Policy
from dpmlc.text.files import Entry, Fingerprint, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import inner, is_hidden, package_of, within

_NO_NAME = "\\:\0" if os.name == "nt" else "\0"


@frozen
class Room:
    """One package's door, what stands behind it, and what may be read there beyond its inventory."""

    door: Door
    inventory: Inventory
    policy: Policy


class DiskFiles:
    """Files of `rooms`, keyed by dependency name, `""` for the package itself; `extra` are the doors of `read_extra`.

    `known` are the entries by path in their order, where they are not those of the rooms any more.
    The inventory is a snapshot; contents are read when asked for, every time through the door's `safe_open`.
    """

    def __init__(
        self,
        rooms: Mapping[str, Room],
        extra: Mapping[str, Door] | None = None,
        known: Mapping[str, Entry] | None = None,
    ) -> None:
        self._rooms = rooms
        self._extra = extra or {}
        self._known = _entries(rooms) if known is None else known
        self.entries = tuple(self._known.values())
        self._listings: dict[str, tuple[str, ...]] = {}
        self.read_count = 0

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What SPEC 1.1 leaves out of the package itself, with the rules."""
        return self._rooms[""].inventory.left_out

    def probe(self, path: str) -> Entry | Refusal:
        path = path.rstrip("/")
        if path in self._known:
            return self._known[path]
        try:
            entrance, real, start = self._way(path)
            found = entrance.kind(real)
            if found.kind == "link":
                raise ClosedError("denied", "it is a symbolic link", "symlinks")
            self._compare_spelling(path)
        except ClosedError as closed:
            return _refusal(path, closed)
        return Entry(start + real, found.kind, found.size)

    def read(self, path: str, limit: int) -> bytes | Refusal:
        self.read_count += 1
        try:
            entrance, real, _ = self._way(path)
            return reading.content(entrance, real, limit)
        except ClosedError as closed:
            return _refusal(path, closed)
        except TooLargeError as large:
            return Refusal(path, "limit", f"has {large.size} bytes, the limit is {limit}")

    def fingerprint(self, path: str) -> Fingerprint | Refusal:
        try:
            entrance, real, _ = self._way(path)
            return reading.fingerprint(entrance, real)
        except ClosedError as closed:
            return _refusal(path, closed)

    def listing(self, path: str) -> tuple[str, ...]:
        path = path.rstrip("/")
        if path not in self._listings:
            self._listings[path] = self._listed(path)
        return self._listings[path]

    @property
    def listed(self) -> Mapping[str, Entry]:
        """The entries by their paths."""
        return self._known

    def link(self, path: str, destination: str) -> bool:
        """Make `destination` a hard link to the file at `path`; False where policy or system do not allow it."""
        try:
            entrance, real, _ = self._way(path)
            entrance.place(real, destination)
        except ClosedError:
            return False
        return True

    def looked(self, paths: Iterable[str]) -> "DiskFiles":
        """The same files after those at `paths`, listed ones, got other contents. Both share their descriptors.

        Raises ClosedError where one is no file any more.
        """
        others = {path: replace(self._known[path], size=self._size(path)) for path in paths}
        return DiskFiles(self._rooms, self._extra, {**self._known, **others})

    def _size(self, path: str) -> int:
        entrance, real, _ = self._way(path)
        found = entrance.kind(real)
        if found.kind != "file":
            raise ClosedError("not-a-file", "is no file any more")
        return found.size

    def close(self) -> None:
        """Give all descriptors back."""
        for each in (*(room.door for room in self._rooms.values()), *self._extra.values()):
            each.close()

    def _listed(self, path: str) -> tuple[str, ...]:
        try:
            entrance, real, _ = self._way(path)
            names = [each.name for each in entrance.scan(real)]
        except ClosedError:
            return ()
        return tuple(sorted(names, key=lambda name: name.encode("utf-8", "surrogateescape")))

    def _way(self, path: str) -> tuple[Door, str, str]:
        """The door for `path`, the path behind it, and what a package path has before that. Raises ClosedError."""
        if path in self._known:
            package = package_of(path)
            return self._rooms[package].door, inner(path), within(package, "")
        if path.startswith("../"):
            return self._extra_way(path)
        package = package_of(path)
        if package not in self._rooms:
            raise ClosedError("missing", f"no dependency is called `{package}`")
        room, real = self._rooms[package], inner(path)
        _check_names(real, room.policy)
        if room.policy.symlinks == "inside" and real:
            real = followed(room.door, real)
            _check_names(real, room.policy)
        return room.door, real, within(package, "")

    def _extra_way(self, path: str) -> tuple[Door, str, str]:
        for folder, entrance in self._extra.items():
            if path == folder or path.startswith(f"{folder}/"):
                real = path[len(folder) + 1 :]
                _check_names(real, replace(self._policy(path), dot_files=()))
                return entrance, real, f"{folder}/"
        raise ClosedError("denied", "it lies outside of the package", "read_extra")

    def _policy(self, path: str) -> Policy:
        room = self._rooms.get(package_of(path))
        return room.policy if room else Policy()

    def _compare_spelling(self, path: str) -> None:
        """Names compare byte by byte, also where the system's do not: each must stand so in its folder's listing."""
        package, parts = package_of(path), inner(path).split("/")
        if path.startswith("../") or self._policy(path).symlinks == "inside" or not inner(path):
            return
        for count in range(len(parts)):
            folder, name = "/".join(parts[:count]), parts[count]
            if not is_hidden(name) and name not in self.listing(within(package, folder).rstrip("/")):
                raise ClosedError("missing", "no such file")


def _entries(rooms: Mapping[str, Room]) -> dict[str, Entry]:
    """All entries by path, the package's own first."""
    names = ["", *sorted(set(rooms) - {""}, key=str.encode)]
    entries = (_in_package(name, entry) for name in names for entry in rooms[name].inventory.entries)
    return {entry.path: entry for entry in entries}


def _in_package(package: str, entry: Entry) -> Entry:
    return replace(entry, path=within(package, entry.path)) if package else entry


def _check_names(path: str, policy: Policy) -> None:
    """Refuse what no name may say, and hidden ones that the policy does not list."""
    parts = path.split("/") if path else []
    if any(part in {"", ".", ".."} for part in parts) or any(mark in path for mark in _NO_NAME):
        raise ClosedError("denied", "it lies outside of the package")
    if ".git" in (part.lower() for part in parts):
        raise ClosedError("denied", "`.git` is never read")
    if any(is_hidden(part) for part in parts) and not is_granted(path, policy.dot_files):
        raise ClosedError("denied", "its name begins with a dot, or that of a folder above it", "dot_files")


def _refusal(path: str, closed: ClosedError) -> Refusal:
    return Refusal(path, closed.reason, closed.detail, closed.key)
