"""Where a package begins: the folder given, or the nearest one upwards that looks like a package (SPEC 7)."""

import os
from collections.abc import Iterator

from dpmlc.report.width import visible

# Nothing large may be imported here: whether there is anything to do is known before the engine is loaded.
CONFIGURATION = "dpml.toml"
OUTPUT = "dist"
_OLDER_MARK = ".promptx"


class OutsideError(Exception):
    """The outside world, or what was asked for on the command line, makes the command impossible: exit 2."""

    def __init__(self, message: str, *help_: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help_


def find_root(path: str | None) -> str:
    """The absolute path of the package root. Raises OutsideError where `path` is no folder."""
    if path is None:
        here = os.getcwd()
        return marked_root(here) or here
    if os.path.isdir(path):
        return os.path.abspath(path)
    if not os.path.lexists(path):
        raise OutsideError(f"there is no folder `{path}`")
    raise OutsideError(f"`{path}` is no folder", f"a package is a folder; for one file: `dpmlc inspect {path}`")


def marked_root(start: str) -> str | None:
    """The nearest folder upwards from `start` that says it is a package; None where none does."""
    for mark in (CONFIGURATION, _OLDER_MARK):
        for folder in _ancestors(start):
            if os.path.lexists(os.path.join(folder, mark)):
                return folder
    return None


def repository_prefix(root: str) -> str:
    """The package's folder from the root of its git repository, "" or with a slash at its end."""
    for folder in _ancestors(root):
        if os.path.lexists(os.path.join(folder, ".git")):
            inside = os.path.relpath(root, folder).replace(os.sep, "/")
            return "" if inside == "." else f"{inside}/"
    return ""


def inside(root: str, path: str) -> str | None:
    """`path` from `root`, POSIX, "" for the root itself; None where it lies outside. Looks at names only."""
    try:
        found = os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")
    except ValueError:  # Another drive.
        return None
    if found == ".":
        return ""
    return None if found == ".." or found.startswith("../") else found


def shown_folder(folder: str) -> str:
    """A folder as people know it, safe to show: from where they stand, if it is below."""
    relative = os.path.relpath(folder)
    return visible(folder if relative.startswith("..") else relative)


def _ancestors(folder: str) -> Iterator[str]:
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
