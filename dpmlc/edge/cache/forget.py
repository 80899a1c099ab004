"""What builds remembered goes: all of it by `dpmlc clean`, the oldest where it is much."""

import os
from contextlib import suppress

from dpmlc.edge.cache.folder import HOME, IGNORE, cache_folder, content, is_plain
from dpmlc.edge.cache.place import END, LEFT, SPARE, START, Place, is_spare, is_state
from dpmlc.edge.output.discard import remove

_KEPT = 8
_DEAD = 3600 * 1_000_000_000


def forget(root: str, given: str | None) -> int:
    """Remove what is remembered of builds, in the folder `given` or in `.dpmlc`; how many files that were.

    Spare trees go uncounted: they are links. Only what is called as dpmlc calls it goes; no link of the package is
    followed. Raises OSError.
    """
    folder = cache_folder(root, given)
    if not is_plain(root, given) or not os.path.isdir(folder):
        return 0
    with os.scandir(folder) as entries:
        held = list(entries)
    found = [each.path for each in held if is_state(each.name) and not each.is_dir(follow_symlinks=False)]
    for path in found:
        os.unlink(path)
    for each in held:
        if is_spare(each.name):
            _put_away(each.path)
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


def prune(place: Place) -> None:
    """Forget the oldest builds where there are many: each command line has its own. Raises OSError.

    What a build that died was writing goes after an hour; a spare tree goes with what is remembered beside it.
    """
    with os.scandir(place.cache) as entries:
        found = sorted(
            (each.stat(follow_symlinks=False).st_mtime_ns, each.path) for each in entries if is_state(each.name)
        )
    states = [path for _, path in found if path.endswith(END)]
    old = [path for each in states[:-_KEPT] for path in (each, each.removesuffix(END) + LEFT)]
    old += [path for time, path in found if not path.endswith((END, LEFT)) and time < found[-1][0] - _DEAD]
    for path in old:
        with suppress(OSError):
            os.unlink(path)
    kept = {os.path.basename(path).removesuffix(END).replace(START, SPARE) for path in states[-_KEPT:]}
    for name in os.listdir(place.cache):
        if is_spare(name) and name not in kept:
            with suppress(OSError):
                _put_away(os.path.join(place.cache, name))


def _put_away(tree: str) -> None:
    """Remove a spare tree. A build that takes it up at the same moment has it whole, or not at all: by one rename."""
    aside = f"{tree}.{os.getpid()}"
    with suppress(FileNotFoundError):
        os.rename(tree, aside)
        remove(aside)
