"""A package on a disk -> the files of a workspace with size and time, as far as the policy lets them be read."""

import os
from collections.abc import Iterable, Iterator

from dpmlc.edge.fileref.timed_door import TimedDoor, timed_door
from dpmlc.edge.found import ClosedError
from dpmlc.edge.inventory import Outside, inventory
from dpmlc.edge.package import Package, Trust, opened
from dpmlc.edge.root import OutsideError
from dpmlc.fileref.segment import File
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import inner, package_of


@frozen
class Workspace:
    """Which folder is searched, under whose word; `project` is the folder that the scope `project` means, or ""."""

    root: str
    trust: Trust
    project: str = ""


def listed(workspace: Workspace) -> tuple[File, ...]:
    """All files of the package, its dependencies and what its policy lets in beside it.

    Files of a dependency outside of the workspace, and of `read_extra`, have `../` in front. The configuration is read
    each time, so that a policy that changes is followed. Raises what `open_package` does.
    """
    with opened(workspace.root, workspace.trust) as package:
        folders = {name: os.path.normpath(path).replace(os.sep, "/") for name, path in _dependencies(package)}
        paths = [(package_of(entry.path), inner(entry.path), entry.size) for entry in package.files.entries]
        found = [*_own(workspace.root, folders, paths)]
        for extra in package.settings.policy.read_extra:
            found += _extra(workspace.root, extra)
    return tuple(found)


def refreshed(root: str, paths: Iterable[str]) -> dict[str, File | None]:
    """The files at `paths`, which were files of the workspace before, as they are now; None for one that is gone."""
    entrance = _timed(root)
    try:
        by_folder: dict[str, list[str]] = {}
        for path in paths:
            by_folder.setdefault(path.rpartition("/")[0], []).append(path)
        found: dict[str, File | None] = {}
        for folder, held in by_folder.items():
            seen = {path: (size, time) for path, size, time in _scanned(entrance, folder)}
            found |= {path: File(path, *seen[path]) if path in seen else None for path in held}
        return found
    finally:
        entrance.close()


def _own(root: str, folders: dict[str, str], paths: list[tuple[str, str, int]]) -> Iterator[File]:
    for name, folder in folders.items():
        entrance = _timed(os.path.join(root, folder))
        try:
            held = [(path, size) for package, path, size in paths if package == name]
            times = _times(entrance, {path.rpartition("/")[0] for path, _ in held})
        finally:
            entrance.close()
        start = "" if folder == "." else f"{folder}/"
        for path, size in held:
            yield File(start + path, size, times.get(path, 0))


def _dependencies(package: Package) -> Iterator[tuple[str, str]]:
    yield "", "."
    yield from package.settings.dependencies.items()


def _extra(root: str, folder: str) -> Iterator[File]:
    entrance = _timed(os.path.join(root, folder))
    try:
        entries = inventory(entrance, Outside()).entries
        times = _times(entrance, {entry.path.rpartition("/")[0] for entry in entries})
    finally:
        entrance.close()
    for entry in entries:
        yield File(f"{folder}/{entry.path}", entry.size, times.get(entry.path, 0))


def _times(entrance: TimedDoor, folders: Iterable[str]) -> dict[str, int]:
    """When files were last changed, in nanoseconds, by path."""
    return {path: time for folder in sorted(folders) for path, _, time in _scanned(entrance, folder)}


def _scanned(entrance: TimedDoor, folder: str) -> list[tuple[str, int, int]]:
    """Path, size and time of the regular files in `folder`; none where it cannot be opened."""
    start = f"{folder}/" if folder else ""
    try:
        return [(start + name, size, time) for name, size, time in entrance.times(folder)]
    except ClosedError:
        return []


def _timed(folder: str) -> TimedDoor:
    try:
        return timed_door(folder)
    except OSError as error:
        raise OutsideError(f"the folder `{os.path.basename(folder)}` cannot be read") from error
