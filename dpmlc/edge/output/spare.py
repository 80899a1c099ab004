"""The old tree of a build that changed little, kept for the next one: the output again at the cost of what changed.

The next build takes it as its stage, makes it equal to what stands in the output now, puts in what is new, and
exchanges both in one step, as every build does. Then what was the output is the spare tree. Its files are links to
those of the output, so it takes room for names, and for what the last build replaced. Nothing of it has to be believed:
a file that is not the very one in the output is replaced.
"""

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.discard import discard, remove, rescue
from dpmlc.edge.output.exchange import swap
from dpmlc.edge.output.names import Places, native, portable
from dpmlc.edge.output.stage import Stage
from dpmlc.text.artifact import RECORD, Output, stays_inside

Tree: TypeAlias = Mapping[str, Mapping[str, str]]
"""By folder, each before those in it, "" first: names with the number of a file, or a word for a folder's rights."""

Stamp: TypeAlias = tuple[int, int, int]
"""Number, size and time (nanoseconds) of a file."""

_FOLDER = "/"
_SHARE = 4
"""A build that writes more than one file of so many has little to win."""


@dataclass(frozen=True, slots=True)
class Spare:
    """`place` is where the tree stands between builds, if there is one.

    `output` is what was seen of the output before this build began, all as the last one had left it; `listed` are the
    files which that one put there, with their SHA-256; `record` is its `build.json`.
    """

    place: str
    output: Tree
    listed: Mapping[str, str]
    record: Stamp


@dataclass(frozen=True, slots=True)
class Renewed:
    """How many files were written, and are gone; the folders of the output in which the system sees other files."""

    written: int
    removed: int
    touched: frozenset[str]


def renewed(where: Places, outputs: Sequence[Output], contents: Contents, spare: Spare) -> Renewed | None:
    """Exchange the output for the spare tree with `outputs` in it; None, with all as it was, where that cannot be.

    Files with the hash that is listed are taken to stand as they were seen. The lock is the caller's, and so is what
    stands beside the output at the end. Raises PublishError.
    """
    try:
        changed = _changed(where, outputs, spare) if _is_last(where, spare) else None
        if changed is None or not _is_plain(where, spare):
            return None
        gone = [each for each in spare.listed.keys() - {each.path for each in outputs} if stays_inside(each)]
        remove(os.path.join(spare.place, RECORD))  # A tree gets it last, see `discard`.
        held = _seen(spare.place)
        os.rename(spare.place, where.stage)
        stage = Stage(where.stage, where.folder, contents)
        stage.resume(spare.output)
        touched = _become(stage, held, spare.output)
        _put(stage, changed, gone)
        swap(where.stage, where.folder, where.retired)
    except OSError:
        discard(where.stage, where.folder)  # Whatever it was, staging the whole tree will find it or do without.
        return None
    _keep(where, spare)
    touched |= {path.rpartition("/")[0] for path in (*gone, *(each.path for each in changed))}
    return Renewed(len(changed), len(gone), frozenset(touched))


def retire(where: Places, spare: Spare, written: int, number: int) -> None:
    """Keep the old tree after an exchange, if little of it was replaced: `written` files of `number`.

    It stays beside the output, for the caller to discard, where that cannot be.
    """
    if _is_much(written, number):
        return
    try:
        remove(spare.place)
        old = _old(where)
        rescue(old, where.folder)
        os.rename(old, spare.place)
    except OSError:
        return


def folder_row(*rights: str) -> str:
    """What stands in a `Tree` for a folder with these rights."""
    return _FOLDER + "/".join(rights)


def _seen(root: str) -> Tree:
    """The tree at `root`. No file is asked for more than its number, which the system lists. Raises OSError."""
    found: dict[str, Mapping[str, str]] = {}
    pending = [""]
    while pending:
        folder = pending.pop()
        rows: dict[str, str] = {}
        start = f"{folder}/" if folder else ""
        with os.scandir(os.path.join(root, native(folder)) if folder else root) as entries:
            for entry in entries:
                name = portable(entry.name)
                if entry.is_dir(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    rows[name] = folder_row(str(status.st_mode), str(status.st_uid))
                    pending.append(start + name)
                else:
                    rows[name] = str(entry.inode())
        found[folder] = rows
    return found


def _is_plain(where: Places, spare: Spare) -> bool:
    """Whether the spare tree is a folder where the output is: only there a number tells which file it is."""
    tree, output = os.stat(spare.place, follow_symlinks=False), os.stat(where.folder, follow_symlinks=False)
    return stat.S_ISDIR(tree.st_mode) and tree.st_dev == output.st_dev


def _is_last(where: Places, spare: Spare) -> bool:
    """Whether no other build has written the output since it was seen: each writes `build.json` anew."""
    found = os.stat(os.path.join(where.folder, RECORD), follow_symlinks=False)
    return spare.record == (found.st_ino, found.st_size, found.st_mtime_ns)


def _changed(where: Places, outputs: Sequence[Output], spare: Spare) -> list[Output] | None:
    """Those that do not stand in the output; None where they are many, or somebody else has put a file in their way."""
    changed = []
    for each in outputs:
        known = spare.listed.get(each.path)
        if known is None and each.path != RECORD and not _is_free(each.path, spare.output):
            return None
        if known != each.sha256:
            changed.append(each)
    return None if _is_much(len(changed), len(outputs)) else changed


def _is_much(written: int, number: int) -> bool:
    return written * _SHARE > number


def _is_free(path: str, tree: Tree) -> bool:
    """Whether nothing stands at `path`, nor a file where it needs a folder."""
    folder, _, name = path.rpartition("/")
    while folder not in tree:
        folder, _, name = folder.rpartition("/")
    return name not in tree[folder]


def _become(stage: Stage, held: Tree, wanted: Tree) -> set[str]:
    """Make the stage, which is the tree `held`, equal to the output, which is `wanted`, but for `build.json`.

    The folders in which something was done. Raises OSError.
    """
    touched = set()
    for folder, now in wanted.items():
        before = held.get(folder, {})
        if before == now:
            continue
        touched.add(folder)
        start = f"{folder}/" if folder else ""
        for name, row in before.items():
            if name not in now or not (row == now[name] or row[:1] == now[name][:1] == _FOLDER):
                stage.drop(start + name)
        for name, row in now.items():
            if row[:1] != _FOLDER:
                if before.get(name) != row and start + name != RECORD:
                    stage.keep(start + name)
            elif before.get(name) != row:
                stage.like(start + name)
    return touched


def _put(stage: Stage, changed: Iterable[Output], gone: Iterable[str]) -> None:
    """Take away what is gone, write what changed, `build.json` last. Raises OSError and PublishError."""
    for path in gone:
        stage.drop(path)
        stage.leave(path)
    for each in changed:
        stage.drop(each.path)
        stage.write(each)
    stage.carry(())


def _old(where: Places) -> str:
    """Where the old tree is after an exchange."""
    return where.retired if os.path.lexists(where.retired) else where.stage


def _keep(where: Places, spare: Spare) -> None:
    """Keep the old tree, if nobody has put anything into it since it was seen."""
    old = _old(where)
    with suppress(OSError):
        if _seen(old) == spare.output:
            os.rename(old, spare.place)
