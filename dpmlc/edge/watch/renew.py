"""A build's outputs -> the output folder, file by file: only those whose bytes differ, each put in place by a rename.

A reader of one file sees the old or the new one. `build.json` always lists whatever a dead process may leave behind, so
that the next build takes it for its own.
"""

import hashlib
import json
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.discard import discard, remove, remove_empty
from dpmlc.edge.output.fault import PublishError, foreign_in_the_way, from_system
from dpmlc.edge.output.lock import holding
from dpmlc.edge.output.names import Places, native, places
from dpmlc.edge.output.stage import Stage
from dpmlc.edge.output.standing import Standing, Stands, is_current, standing, walk
from dpmlc.edge.publish import publish
from dpmlc.text.artifact import RECORD, Output

_WAIT = 10.0
_RECORDED = 3
"""How much of a mark is about `build.json`."""
_ANNOUNCED = ".announced"
Outputs = Mapping[str, Output]


@dataclass(frozen=True, slots=True)
class Renewed:
    """Paths in the output folder that were written, and that are gone."""

    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class Renewer:
    """Keeps one output folder as the last build says."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._last: Mapping[str, str] = {}
        self._mark: tuple[int, ...] | None = None
        self._ahead: tuple[str, ...] = ()
        self._seen = 0

    def ahead(self, outputs: Sequence[Output], contents: Contents) -> None:
        """Write those `outputs` whose files stand there with other bytes, before `renew` does all else.

        Nobody who waits for one file has to wait for `build.json`, which tells of all. Raises PublishError as `renew`.
        """
        self._ahead = ()
        where = places(self._folder)
        if self._mark is None or self._mark != _mark(where):
            return
        old = [each for each in outputs if self._last.get(each.path, each.sha256) != each.sha256]  # No `build.json`.
        if not old:
            return
        try:
            with holding(where.lock, where.shown, 0), undisturbed():  # Whoever is before us is waited for by `renew`.
                _exchange(where, old, (), (), Stage(where.stage, where.folder, contents))
                self._last, self._mark = {**self._last, **{each.path: each.sha256 for each in old}}, _mark(where)
                self._ahead = tuple(each.path for each in old)
        except OSError as error:
            raise from_system(where.shown, error) from error

    def disturbed(self) -> bool:
        """Whether somebody removed the folder or a file of it, or wrote one since the last `renew` or call.

        Then the next `renew` looks at all files. Where somebody else's `build.json` stands, nothing is ours to tell.
        """
        where = places(self._folder)
        if self._mark is None:
            return False
        if os.path.lexists(where.folder):
            mark = _mark(where)
            if mark is None or mark[:_RECORDED] != self._mark[:_RECORDED]:
                return False
            newest = _newest(where.folder, self._last)
            if newest is not None and newest <= self._seen:
                return False
            self._seen = newest or self._seen
        self._mark = None
        return True

    def renew(self, outputs: Sequence[Output], contents: Contents, wait: float = _WAIT) -> Renewed:
        """Make the folder hold `outputs` (`build.json` among them) and what somebody else put there.

        Another build is waited for, at most `wait` seconds. Raises PublishError; then each file is the old or the new
        one. A Ctrl-C takes effect when all of them are.
        """
        where = places(self._folder)
        by_path = {each.path: each for each in outputs}
        now = {path: each.sha256 for path, each in by_path.items() if path != RECORD}
        try:
            done = self._renew(where, by_path, now, contents, wait)
            self._last, self._mark = now, _mark(where)
            self._seen = max(self._seen, time.time_ns())
            written, self._ahead = (*self._ahead, *done.written), ()
            return Renewed(written, done.removed)
        except OSError as error:
            raise from_system(where.shown, error) from error

    def _renew(
        self, where: Places, outputs: Outputs, now: Mapping[str, str], contents: Contents, wait: float
    ) -> Renewed:
        known = self._mark is not None and self._mark == _mark(where)
        found = Standing("ours", frozenset(self._last) | {RECORD}) if known else self._standing(where, now)
        differing = [each for each in outputs.values() if self._differs(where, each, now if known else {})]
        gone = sorted(found.listed - outputs.keys())
        if found.state == "ours" and not differing and not gone:
            return Renewed()
        fresh = [each for each in differing if each.path not in found.listed]
        if found.state != "ours" or ((fresh or gone) and _change_kind(found.listed, outputs)):
            publish(self._folder, list(outputs.values()), contents, wait)
            return Renewed(tuple(each.path for each in differing), tuple(gone))
        for each in fresh:
            if os.path.lexists(os.path.join(where.folder, native(each.path))):
                raise foreign_in_the_way(where.shown, each.path)
        with holding(where.lock, where.shown, wait), undisturbed():
            _exchange(where, differing, fresh, gone, Stage(where.stage, where.folder, contents))
        return Renewed(tuple(each.path for each in differing), tuple(gone))

    def _standing(self, where: Places, now: Mapping[str, str]) -> Standing:
        """What stands there. Of an output that somebody removed while it was written a few files may be left without
        their `build.json`: where all of them are this one's work they are removed, too.
        """
        try:
            return standing(where)
        except PublishError:
            if not self._last or not os.path.isdir(where.folder):
                raise
            files = (each for each in walk(where.folder) if each.kind != "directory")
            if not all(self._made(where.folder, each, now) for each in files):
                raise
            remove(where.folder)
            return Standing("absent")

    def _made(self, folder: str, found: Stands, now: Mapping[str, str]) -> bool:
        known = {self._last.get(found.path), now.get(found.path)} - {None}
        if found.kind != "file" or not known:
            return False
        with open(os.path.join(folder, native(found.path)), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() in known

    def _differs(self, where: Places, output: Output, now: Mapping[str, str]) -> bool:
        """Whether another file stands there. By its hash as long as nobody touched the folder: then `now` has it."""
        if output.path in now and self._last.get(output.path) == now[output.path]:
            return False
        return not is_current(where.folder, output)


def _exchange(
    where: Places,
    differing: Sequence[Output],
    fresh: Sequence[Output],
    gone: Sequence[str],
    stage: Stage,
) -> None:
    """Write beside the folder, then rename one after the other, `build.json` last; then take away what is gone."""
    discard(where.stage, where.folder)
    try:
        stage.begin()
        for each in differing:
            stage.write(each)
        if fresh:
            _announce(where, fresh)
        for each in differing:
            if each.path != RECORD:
                _move(where, each.path)
        for path in gone:
            _remove(where, path)
        if any(each.path == RECORD for each in differing):
            _move(where, RECORD)
    finally:
        with suppress(OSError):
            discard(where.stage, where.folder)


def _move(where: Places, path: str) -> None:
    target = os.path.join(where.folder, native(path))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.replace(os.path.join(where.stage, native(path)), target)


def _remove(where: Places, path: str) -> None:
    """Remove a file, and the folders that are empty then."""
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(where.folder, native(path)))
    remove_empty(where.folder, path)


def _announce(where: Places, fresh: Sequence[Output]) -> None:
    """Add new files to the standing `build.json` before they come."""
    standing_record = os.path.join(where.folder, RECORD)
    with open(standing_record, encoding="utf-8") as file:
        record: dict[str, Any] = json.load(file)
    record["outputs"] = [*record["outputs"], *({"path": each.path, "bytes": 0, "sha256": ""} for each in fresh)]
    beside = os.path.join(where.stage, _ANNOUNCED)
    with open(beside, "w", encoding="utf-8") as file:
        file.write(json.dumps(record, ensure_ascii=False))  # Many times as quick as `dump`, which writes bit by bit.
    os.replace(beside, standing_record)


def _mark(where: Places) -> tuple[int, ...] | None:
    """What tells whether somebody else wrote the folder since: the stamps of `build.json`, of the folder, and of those
    that stand in it, so that whoever removes a part of the output gets it back.
    """
    try:
        status = os.stat(os.path.join(where.folder, RECORD))
        with os.scandir(where.folder) as found:
            inside = sorted(each.path for each in found if each.is_dir(follow_symlinks=False))
        times = [os.stat(each, follow_symlinks=False).st_mtime_ns for each in (where.folder, *inside)]
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, *times


def _newest(folder: str, paths: Iterable[str]) -> int | None:
    """When the last of the files at `paths` was written, in nanoseconds; None where one is missing."""
    newest = 0
    for path in paths:
        try:
            newest = max(newest, os.stat(os.path.join(folder, native(path)), follow_symlinks=False).st_mtime_ns)
        except OSError:
            return None
    return newest


def _change_kind(listed: frozenset[str], outputs: Outputs) -> bool:
    """Whether a file becomes a folder or a folder a file; then one exchange of the whole tree is simpler and safe."""
    return bool(_folders(listed) & outputs.keys() or _folders(outputs) & listed)


def _folders(paths: Mapping[str, object] | frozenset[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        above = path.rpartition("/")[0]
        while above and above not in found:
            found.add(above)
            above = above.rpartition("/")[0]
    return found


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off a Ctrl-C until the body is through."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt
