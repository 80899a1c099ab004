"""What `signed` saw of folders -> which files became others in between, and which files a tree is made of."""

import os
from collections.abc import Iterator, Mapping

from dpmlc.edge.cache.signature import OWN_GIT
from dpmlc.edge.output.names import portable
from dpmlc.edge.output.spare import Stamp, Tree, folder_row

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


def tree_of(seen: Mapping[str, str], root: str) -> Tree | None:
    """The tree that stands at `root`; None where somebody keeps a repository in it."""
    found: dict[str, Mapping[str, str]] = {}
    for place, text in seen.items():
        rows: dict[str, str] = {}
        for line in portable(text).split("\0") if text else ():
            name, *rest = line.split("/")
            rows[name] = rest[_NUMBER] if len(rest) > _NUMBER else folder_row(*rest)
        if any(rows.get(name) == folder_row(line.partition("/")[2]) for name, line in OWN_GIT.items()):
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
