"""A build's outputs -> the output folder, whole or not at all (SPEC 7).

A whole tree is staged beside the folder, the old one taken up for that where it is at hand (`output/spare.py`), and put
in its place in one step. So a reader, and a process that dies at any moment, leaves the old build or the new one.
Nothing is written where all bytes are equal. Only a folder that is absent, empty or written by dpmlc is touched; files
that somebody else put into it stay. There is no `fsync`: a machine that loses power may lose the last build.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress

from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.discard import discard
from dpmlc.edge.output.exchange import appear, restored, swap
from dpmlc.edge.output.fault import PublishError, brought_along, foreign_in_the_way, from_system, outside
from dpmlc.edge.output.lock import holding
from dpmlc.edge.output.names import Places, native, places
from dpmlc.edge.output.spare import Spare, renewed, retire
from dpmlc.edge.output.stage import Stage
from dpmlc.edge.output.standing import Standing, Stands, is_current, refuse_foreign, standing, walk
from dpmlc.text.artifact import RECORD, Output, stays_inside
from dpmlc.text.frozen import frozen
from dpmlc.text.spread import Spread, here

__all__ = ["Cleaned", "Difference", "PublishError", "Published", "clean", "compare", "publish", "refuse_brought_along"]

_WAIT = 10.0


@frozen
class Published:
    """How many files were written, were equal already, and are gone.

    `touched` are the folders in which something is another than what a `spare` saw, None where that may be anywhere.
    """

    written: int
    unchanged: int
    removed: int
    touched: frozenset[str] | None = None


@frozen
class Difference:
    """What a publish would do, by path: `added` and `changed` files would be written, `gone` ones removed."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.gone)


@frozen
class Cleaned:
    """Paths that were removed, and whether the folder itself is gone, too."""

    removed: tuple[str, ...]
    folder_removed: bool


def publish(
    folder: str | os.PathLike[str],
    outputs: Sequence[Output],
    contents: Contents,
    wait: float = _WAIT,
    spread: Spread = here,
    spare: Spare | None = None,
) -> Published:
    """Make `folder` hold exactly `outputs` (`build.json` among them) and what somebody else put there.

    Raises PublishError, with the folder as it was, where that is not possible. Another build into the same folder is
    waited for, at most `wait` seconds.
    The files may be written by several processes (`spread`). With a `spare` tree the cost is that of what changed.
    """
    where = places(folder)
    ordered = _ordered(outputs)
    try:
        if _is_current(where, ordered):
            return Published(0, len(ordered), 0)
        refuse_foreign(where)
        os.makedirs(os.path.dirname(where.folder), exist_ok=True)
        with holding(where.lock, where.shown, wait):
            _sweep(where)
            return _exchange(where, ordered, contents, spread, spare)
    except OSError as error:
        raise from_system(where.shown, error) from error


def refuse_brought_along(folder: str | os.PathLike[str], outputs: Iterable[Output]) -> None:
    """Raise PublishError where the folder holds a file that would stay there though dpmlc did not write it.

    For a folder inside a package that is not trusted: whoever wrote the package put the file there, to be published.
    """
    where = places(folder)
    try:
        found = standing(where)
        made = found.listed | {each.path for each in outputs}
        brought = (each.path for each in walk(where.folder) if each.kind != "directory" and each.path not in made)
        first = next(brought, None) if found.state == "ours" else None
    except OSError as error:
        raise from_system(where.shown, error) from error
    if first is not None:
        raise brought_along(where.shown, first)


def compare(folder: str | os.PathLike[str], outputs: Sequence[Output]) -> Difference:
    """What `publish` would change; writes nothing. Raises PublishError where it would not touch the folder."""
    where = places(folder)
    try:
        found = standing(where)
        current = [each.path for each in _ordered(outputs) if not is_current(where.folder, each)]
    except OSError as error:
        raise from_system(where.shown, error) from error
    here = {path for path in current if os.path.lexists(os.path.join(where.folder, native(path)))}
    gone = found.listed - {each.path for each in outputs}
    return Difference(
        tuple(path for path in current if path not in here),
        tuple(path for path in current if path in here),
        tuple(sorted(path for path in gone if os.path.lexists(os.path.join(where.folder, native(path))))),
    )


def clean(folder: str | os.PathLike[str], wait: float = _WAIT) -> Cleaned:
    """Remove the files that `build.json` lists, then folders and the folder itself where nothing is left in them.

    An absent folder is clean. Raises PublishError where the folder is not dpmlc's.
    """
    where = places(folder)
    try:
        if standing(where).state == "absent" and not os.path.lexists(where.retired):
            return Cleaned((), folder_removed=False)
        with holding(where.lock, where.shown, wait):
            _sweep(where)
            return _clean(where.folder, standing(where))
    except OSError as error:
        raise from_system(where.shown, error) from error


def _ordered(outputs: Iterable[Output]) -> list[Output]:
    """`outputs` by path, `build.json` last: a tree that has it is whole."""
    by_path = {each.path: each for each in outputs}
    for path in by_path:
        if not stays_inside(path):
            raise outside(path)
    if RECORD not in by_path:
        raise ValueError(f"outputs without {RECORD}")
    return sorted(by_path.values(), key=lambda each: (each.path == RECORD, each.path))


def _is_current(where: Places, outputs: list[Output]) -> bool:
    """Whether all bytes are equal. An equal `build.json` lists the same files, so nothing is left from before."""
    return bool(outputs) and all(is_current(where.folder, each) for each in reversed(outputs))


def _sweep(where: Places) -> None:
    """Put away what dead builds left; the lock is ours, so nobody uses it."""
    restored(where.folder, where.retired)
    discard(where.stage, where.folder)
    discard(where.retired, where.folder)


def _exchange(
    where: Places, outputs: list[Output], contents: Contents, spread: Spread, spare: Spare | None
) -> Published:
    """By the spare tree, if there is one, else by a new one."""
    try:
        done = renewed(where, outputs, contents, spare) if spare else None
        if done is not None:
            return Published(done.written, len(outputs) - done.written, done.removed, done.touched)
        made = _publish(where, outputs, contents, spread)
        if spare is not None:
            retire(where, spare, made.written, len(outputs))
        return made
    finally:
        # What cannot be removed now is the next build's to remove, or to report.
        with suppress(OSError):
            discard(where.stage, where.folder)
            discard(where.retired, where.folder)


def _publish(where: Places, outputs: list[Output], contents: Contents, spread: Spread) -> Published:
    found = standing(where)
    foreign = _foreign(where, found, outputs)
    stage = Stage(where.stage, where.folder, contents)
    stage.begin()
    *most, last = outputs
    written = _fill(stage, most, found, spread)
    stage.carry(foreign)
    written += _fill(stage, [last], found, here)
    if found.state == "ours":
        swap(where.stage, where.folder, where.retired)
    else:
        appear(where.stage, where.folder)
    removed = len(found.listed - {each.path for each in outputs})
    return Published(written, len(outputs) - written, removed)


def _fill(stage: Stage, outputs: list[Output], found: Standing, spread: Spread) -> int:
    """Write or link `outputs`; how many were written. Their folders are made first: who fills them is not alone."""
    stage.folders(each.path for each in outputs)

    def fill(output: Output) -> bool:
        if found.state == "ours" and is_current(stage.standing, output):
            stage.keep(output.path)
            return False
        stage.write(output)
        return True

    return sum(spread(fill, outputs))


def _foreign(where: Places, found: Standing, outputs: list[Output]) -> list[Stands]:
    """What somebody else put into the folder; raises PublishError where it is in the way of an output."""
    if found.state != "ours":
        return []
    folders_then = _with_folders(found.listed)
    paths = {each.path: each for each in outputs}
    folders_now = _with_folders(paths) - paths.keys()
    foreign = []
    for each in walk(where.folder):
        if each.path in found.listed or (each.kind == "directory" and each.path in folders_then):
            continue
        output = paths.get(each.path)
        if output is not None and is_current(where.folder, output):
            continue
        blocks = each.kind != "directory" and each.path in folders_now
        if output is not None or blocks or any(above in paths for above in _above(each.path)):
            raise foreign_in_the_way(where.shown, each.path)
        foreign.append(each)
    return foreign


def _with_folders(paths: Iterable[str]) -> set[str]:
    found = set(paths)
    for path in tuple(found):
        for above in _above(path):
            if above in found:
                break
            found.add(above)
    return found


def _above(path: str) -> Iterable[str]:
    """The folders that hold `path`, the nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _clean(folder: str, found: Standing) -> Cleaned:
    standing_files = [each.path for each in walk(folder) if each.kind == "file"] if found.listed else []
    removed = sorted(path for path in standing_files if path in found.listed and path != RECORD)
    for path in removed:
        os.unlink(os.path.join(folder, native(path)))
    # Deeper folders first: each is removed where nothing is left in it.
    for path in sorted(_with_folders(found.listed) - found.listed, key=lambda each: -each.count("/")):
        with suppress(OSError):
            os.rmdir(os.path.join(folder, native(path)))
    if found.state == "ours":
        os.unlink(os.path.join(folder, RECORD))
        removed.append(RECORD)
    with suppress(OSError):
        os.rmdir(folder)
    return Cleaned(tuple(removed), folder_removed=not os.path.lexists(folder))
