"""Trees that are no longer wanted are removed; what somebody put into one at the last moment is moved over."""

import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress

from dpmlc.edge.output.names import native
from dpmlc.edge.output.standing import listed_in, walk
from dpmlc.text.artifact import RECORD


def discard(tree: str, folder: str) -> None:
    """Remove `tree`, an unfinished stage or an old output; what is not of a build moves to `folder`, where it is newer.

    A stage gets its `build.json` last, so a tree without one holds only what a build put there, or links to what
    still stands in `folder`. Links are removed, never followed.
    """
    if os.path.isdir(tree) and not os.path.islink(tree):
        rescue(tree, folder)
    remove(tree)


def rescue(tree: str, folder: str) -> None:
    """Move what is in `tree`, a whole output, and not of a build to the output `folder`, where it is newer."""
    listed = listed_in(tree)
    if listed is not None and os.path.lexists(os.path.join(folder, RECORD)):
        _rescue(tree, folder, listed)


def remove(path: str) -> None:
    """Remove what stands at `path`, if anything does, with all that is in it; no link is followed."""
    if not os.path.lexists(path):
        return
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
    else:
        shutil.rmtree(path, onerror=_again)


def remove_empty(root: str, path: str) -> list[str]:
    """Remove the folders of `root` above `path` that are empty now; which these were, the innermost first."""
    gone: list[str] = []
    while "/" in path:
        path = path.rpartition("/")[0]
        try:
            os.rmdir(os.path.join(root, native(path)))
        except OSError:
            break
        gone.append(path)
    return gone


def _again(remove: Callable[[str], object], path: str, _: object) -> None:
    """Remove once more, with the right to: somebody's folder may be read-only."""
    for folder in (os.path.dirname(path), path):
        if not os.path.islink(folder):
            os.chmod(folder, stat.S_IRWXU)
    if remove in {os.unlink, os.rmdir}:
        remove(path)
    else:
        shutil.rmtree(path)


def _rescue(tree: str, folder: str, listed: frozenset[str]) -> None:
    for each in walk(tree):
        if each.kind == "directory" or each.path in listed:
            continue
        old, new = os.path.join(tree, native(each.path)), os.path.join(folder, native(each.path))
        if _is_newer(old, new):
            with suppress(FileExistsError):
                os.makedirs(os.path.dirname(new))
            os.replace(old, new)


def _is_newer(old: str, new: str) -> bool:
    """Whether `old` is another file than `new`, and was changed later. A link in both trees is one file."""
    ours = os.stat(old, follow_symlinks=False)
    try:
        theirs = os.stat(new, follow_symlinks=False)
    except FileNotFoundError:
        return True
    return not os.path.samestat(ours, theirs) and ours.st_mtime_ns > theirs.st_mtime_ns
