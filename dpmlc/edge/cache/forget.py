"""`dpmlc clean`: what builds remembered goes, and folders that hold nothing else."""

import os
from contextlib import suppress

from dpmlc.edge.cache.folder import HOME, IGNORE, cache_folder, content, is_plain
from dpmlc.edge.cache.place import is_state


def forget(root: str, given: str | None) -> int:
    """Remove what is remembered of builds, in the folder `given` or in `.dpmlc`; how many files that were.

    Only files called as dpmlc calls them go; no link of the package is followed. Raises OSError.
    """
    folder = cache_folder(root, given)
    if not is_plain(root, given) or not os.path.isdir(folder):
        return 0
    with os.scandir(folder) as entries:
        found = [each.path for each in entries if is_state(each.name) and not each.is_dir(follow_symlinks=False)]
    for path in found:
        os.unlink(path)
    if given is None:
        _leave(os.path.join(root, HOME), folder)
    return len(found)


def _leave(home: str, folder: str) -> None:
    """Remove `.dpmlc` where nobody else has put anything into it."""
    with suppress(OSError):
        os.rmdir(folder)
        ignore = os.path.join(home, ".gitignore")
        if os.listdir(home) == [".gitignore"] and content(ignore) == IGNORE:
            os.unlink(ignore)
        os.rmdir(home)
