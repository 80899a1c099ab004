"""What `signed` saw of folders -> which files became others in between, and which files a tree is made of."""

import os
import stat
from collections.abc import Collection, Iterator, Mapping

from dpmlc.edge.cache.signature import GIT
from dpmlc.edge.found import Found, portable_name
from dpmlc.edge.inventory import Known, nothing_known
from dpmlc.edge.output.names import native, portable
from dpmlc.edge.output.spare import Stamp, Tree, folder_row
from dpmlc.text.files import EntryKind

_KINDS: Mapping[int, EntryKind] = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link"}
_UNSEEN = 2
"""How many parts the line of something has that was not looked at, or is gone."""

_NUMBER = 4
"""Where in the line of a file its number stands, behind the name."""


def changed_files(before: Mapping[str, str], now: Mapping[str, str], root: str) -> frozenset[str] | None:
    """Package paths of the files whose lines differ; None where names, folders or kinds do.

    `before` and `now` are what `signed` saw of the package at `root`: for each folder a line for each name in it.
    """
    if before.keys() != now.keys():
        return None
    found = []
    for folder, text in now.items():
        if text == before[folder]:
            continue
        old, new = dict(_lines(before[folder])), dict(_lines(text))
        if old.keys() != new.keys() or any(_kind(old[name]) != _kind(each) for name, each in new.items()):
            return None
        found += [os.path.join(folder, name) for name, each in new.items() if old[name] != each]
    return frozenset(os.path.relpath(path, root).replace(os.sep, "/") for path in found)


def listing_of(seen: Mapping[str, str], root: str, without: Collection[str]) -> Known:
    """The folders of the package at `root`, as they were seen when the paths `without` and some names were left out.

    A folder of which something was left out is not known, nor is any on a system that tells more of a link than its
    rights.
    """
    if os.name == "nt":
        return nothing_known
    partly = {os.path.dirname(path) for path in without}

    def known(path: str) -> list[Found] | None:
        place = os.path.join(root, native(path)) if path else root
        text = seen.get(place)
        if text is None or place in partly:
            return None
        rows = [line.split("/", 3) for line in text.split("\0")] if text else []
        if any(len(row) == _UNSEEN for row in rows):
            return None
        return [_found(*row) for row in rows]

    return known


def _found(name: str, mode: str, size: str, *more: str) -> Found:
    kind = _KINDS.get(stat.S_IFMT(int(mode)), "other")
    return Found(portable_name(name), kind, int(size) if kind == "file" else 0)


def tree_of(seen: Mapping[str, str], root: str) -> Tree | None:
    """The tree that stands at `root`; None where somebody keeps a repository in it."""
    found: dict[str, Mapping[str, str]] = {}
    for place, text in seen.items():
        rows: dict[str, str] = {}
        for line in portable(text).split("\0") if text else ():
            name, *rest = line.split("/")
            rows[name] = rest[_NUMBER] if len(rest) > _NUMBER else folder_row(*rest)
        if any(rows.get(name) == folder_row(line.partition("/")[2]) for name, line in GIT.items()):
            return None
        found[portable(place[len(root) + 1 :]).replace(os.sep, "/")] = rows
    return found


def stamp_of(name: str, text: str) -> Stamp | None:
    """Number, size and time of the file `name` in a folder of this text; None for none."""
    for line in text.split("\0"):
        if line.startswith(f"{name}/") and line.count("/") > _NUMBER:
            _, _, size, modified, _, number, *_ = line.split("/")
            return int(number), int(size), int(modified)
    return None


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each name with the rest of its line."""
    for line in text.split("\0"):
        name, _, rest = line.partition("/")
        yield name, rest


def _kind(rest: str) -> tuple[str, bool]:
    """Kind and rights of what stands there, and whether it is a folder; `gone` is a kind of its own."""
    mode, *more = rest.split("/")
    return mode, len(more) == 1
