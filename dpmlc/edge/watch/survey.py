"""Folders on a disk -> the files and folders that a build may depend on, with their stamps."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dpmlc.edge.inventory import is_text
from dpmlc.edge.watch.stamps import Stamp, stamp
from dpmlc.text.paths import is_hidden, is_never_read

_IGNORE = ".gitignore"


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder to look through. `skipped` are folders below it that are left out, `shown` hidden ones that are not.

    All paths are absolute.
    """

    root: str
    skipped: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Survey:
    """`files` have their stamps, `folders` their identity (device, number): a new folder of an old name differs."""

    files: dict[str, Stamp]
    folders: dict[str, tuple[int, int]]


def survey(trees: Iterable[Tree]) -> Survey:
    """All regular files and all folders of `trees`. No link is followed, but the roots may be links.

    What has a name that is not UTF-8 is left out: it is never part of a package, and the system's notices choke on it.
    """
    files: dict[str, Stamp] = {}
    folders: dict[str, tuple[int, int]] = {}
    for tree in trees:
        pending = [tree.root]
        while pending:
            folder = pending.pop()
            try:
                status = os.stat(folder, follow_symlinks=folder == tree.root)
                entries = list(_entries(folder))
            except OSError:
                continue
            folders[folder] = (status.st_dev, status.st_ino)
            for each in entries:
                if not each.name.isascii() and not is_text(each.name):
                    continue
                if each.is_dir(follow_symlinks=False):
                    if _is_walked(each, tree):
                        pending.append(each.path)
                elif each.is_file(follow_symlinks=False) and _is_seen(each, tree):
                    _add(files, each)
    return Survey(files, folders)


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        yield from found


def _is_walked(entry: os.DirEntry[str], tree: Tree) -> bool:
    if is_never_read(entry.name) or entry.path in tree.skipped:
        return False
    return not is_hidden(entry.name) or _leads_to_shown(entry.path, tree)


def _is_seen(entry: os.DirEntry[str], tree: Tree) -> bool:
    return not is_hidden(entry.name) or entry.name == _IGNORE or _leads_to_shown(entry.path, tree)


def _leads_to_shown(path: str, tree: Tree) -> bool:
    """Whether the hidden `path` is let in, lies in something that is, or leads to it."""
    return any(path == each or path.startswith(each + os.sep) or each.startswith(path + os.sep) for each in tree.shown)


def _add(files: dict[str, Stamp], entry: os.DirEntry[str]) -> None:
    try:
        # Windows' listings hold no number and may hold old times; there the file itself is asked.
        status = os.stat(entry.path) if os.name == "nt" else entry.stat(follow_symlinks=False)
    except OSError:
        return
    files[entry.path] = stamp(status)
