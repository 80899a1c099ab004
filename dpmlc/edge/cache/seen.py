"""Two looks at a package -> the files that may have become others in between."""

import os
from collections.abc import Iterator, Mapping


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


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each name with the rest of its line."""
    for line in text.split("\0"):
        name, _, rest = line.partition("/")
        yield name, rest


def _kind(rest: str) -> tuple[str, bool]:
    """Kind and rights of what stands there, and whether it is a folder; `gone` is a kind of its own."""
    mode, *more = rest.split("/")
    return mode, len(more) == 1
