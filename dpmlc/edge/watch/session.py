"""A package under somebody's hands -> one round for each change: what changed, and what was built of it."""

import gc
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from dpmlc.compiler import Compiler, Draft
from dpmlc.edge.package import Package, Trust, open_package
from dpmlc.edge.watch.asked import AskedFiles
from dpmlc.edge.watch.events import Asking, UnwatchableError, Watcher
from dpmlc.edge.watch.git import Git
from dpmlc.edge.watch.held import Held
from dpmlc.edge.watch.inputs import Inputs, differing
from dpmlc.edge.watch.rebuild import TROUBLE, Built, Failed, rebuild
from dpmlc.edge.watch.scope import absolute, dependencies, first_scope, scope_of, shown
from dpmlc.edge.watch.stamps import FOLDER
from dpmlc.pages.figures.renderer import Renderer

_HEARTBEAT = 5.0
_SLOWEST = 60.0
_SHARE = 200
_PAUSE = 0.06
_BURST = 20
_LONG_PAUSE = 0.15
_PATIENCE = 10.0
_TRIES = 5
_EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The hash of no bytes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is watched and built: the root, absolute; `written` are the folders that this run writes to.

    `renderer` draws the diagrams of the site.
    """

    root: str
    trust: Trust
    written: tuple[str, ...] = ()
    with_site: bool = True
    renderer: Renderer | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One rebuild. `changed` are paths for people, none at the first; it began at `started` of `time.perf_counter`."""

    changed: tuple[str, ...]
    outcome: Built | Failed
    started: float


class Listener(Protocol):
    """Somebody who wants to know when what is there becomes old, and when it is new again."""

    def begin(self) -> None:
        """Something changed; a build will follow, or `done`."""

    def done(self) -> None:
        """There was nothing to build."""

    def drafted(self, package: Package, draft: Draft) -> None:
        """All of a build is there but its search's index and its record."""

    def quiet(self, package: Package) -> None:
        """Nothing happened for a while; `package` is as it was last built."""

    def say(self, text: str) -> None:
        """A word to people."""


class Session:
    """Watches one package for as long as the process lives."""

    def __init__(self, wanted: Wanted, watcher: Watcher, listener: Listener) -> None:
        self._wanted = wanted
        self._watcher = watcher
        self._listener = listener
        self._compiler = Compiler()
        self._asked: set[str] = {os.path.abspath(wanted.trust.policy)} if wanted.trust.policy else set()
        self._inputs = Inputs(first_scope(wanted.root, wanted.written, self._asked))
        self._git = Git(wanted.root)
        self._built: dict[str, str] | None = None
        self._held: Held | None = None
        self._missed: frozenset[str] = frozenset()
        self._trouble: Exception | None = None
        self._cost = 0.0

    @property
    def how(self) -> str:
        """How it watches, in two words."""
        return self._watcher.how

    def rounds(self) -> Iterator[Round]:
        """The first build, then one for each change, for ever. A round's package is open until the next is asked for.

        The watching begins before the first file is read: a save during any build, the first too, makes one more.
        """
        try:
            self._listener.begin()
            self._look()
            changed: frozenset[str] = frozenset()
            while True:
                yield from self._round(changed)
                gc.collect(0)  # A round makes so little that its garbage would lie there for a thousand more.
                changed = self._next()
        finally:
            self._watcher.close()
            self._let_go()

    def _next(self) -> frozenset[str]:
        """Wait for a change of something that counts."""
        missed, self._missed = self._missed, frozenset()
        if late := self._unbuilt() | missed:
            late = self._look(late) | self._unbuilt() | missed
            if late:
                self._listener.begin()
                return self._settled(late)
        rest = max(_HEARTBEAT, _SHARE * self._cost)
        until = time.monotonic() + rest
        while True:
            where = self._wait(until - time.monotonic())
            changed = self._look(where)
            if changed:
                self._listener.begin()
                return self._settled(changed)
            if self._trouble is not None and where is None:
                return changed  # What is missing may come where nobody looks.
            if time.monotonic() >= until:
                self._rest()
                rest = max(rest, min(2 * rest, _SLOWEST))
                until = time.monotonic() + rest

    def _rest(self) -> None:
        if self._held is not None and self._built is not None:
            self._listener.quiet(self._held.package)

    def _unbuilt(self) -> frozenset[str]:
        """The files of which the last build saw something else than the last look."""
        return frozenset() if self._built is None else differing(self._built, self._inputs.counting())

    def _wait(self, seconds: float) -> frozenset[str] | None:
        """Where something happened that may count. After `seconds` of silence: anywhere, for notices can be lost."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            found = self._watcher.wait(left)
            if found is None:
                return None
            found = frozenset(filter(self._inputs.matters, found))
            if found:
                return found
        return None

    def _look(self, where: frozenset[str] | None = None) -> frozenset[str]:
        start = time.perf_counter()
        changed = self._inputs.look(where)
        if where is None:
            self._cost = time.perf_counter() - start
            self._watcher.took(self._cost)
        return changed | self._follow()

    def _follow(self) -> frozenset[str]:
        """Watch what there is now. A folder that is watched only now may have got files before: look once more."""
        changed: frozenset[str] = frozenset()
        try:
            while self._watcher.follow(self._inputs.roots(), self._inputs.folders()):
                changed |= self._inputs.look()
        except UnwatchableError as error:
            self._listener.say(f"note: {error}; polling instead\n")
            self._watcher.close()
            self._watcher = Asking()
        return changed

    def _settled(self, changed: frozenset[str]) -> frozenset[str]:
        """What changed in the end: editors exchange files in steps, git brings many; then wait for more."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and (pause := self._pause(changed)):
            more = self._wait(pause)
            again = self._look(more)
            if not again and not self._git.is_busy():
                break
            changed |= again
        return changed

    def _pause(self, changed: frozenset[str]) -> float:
        """How long to wait for more after these changes, in seconds."""
        if len(changed) > _BURST or self._git.is_busy():
            return _LONG_PAUSE
        found = self._inputs.contents
        return _PAUSE if any(found.get(path, _EMPTY) == _EMPTY for path in changed) else 0.0

    def _round(self, changed: frozenset[str]) -> Iterator[Round]:
        started = time.perf_counter()
        try:
            held = self._package(changed)
        except TROUBLE as error:
            last, self._trouble, self._built = self._trouble, error, None
            if changed or str(last) != str(error):
                yield Round(self._named(changed), Failed(error), started)
            return
        self._trouble = None
        now = self._inputs.counting()
        if now == self._built:
            self._listener.done()
            return
        made = self._build(held, now, changed, started)
        if made is not None:
            yield made

    def _package(self, changed: frozenset[str]) -> Held:
        """The package as it is now; it is not opened anew where only contents of its files changed."""
        held = None if self._held is None else self._held.after(changed, self._inputs.shape)
        if held is None:
            self._let_go()
            package = self._opened()
            held = Held.of(package, self._inputs.shape)
        self._held = held
        return held

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.package.files.close()
            self._held = None

    def _opened(self) -> Package:
        """The package. What opening it reads is looked at before, so where it leads to other folders it is repeated."""
        for _ in range(_TRIES):
            package = open_package(self._wanted.root, self._wanted.trust, self._wanted.written)
            scope = scope_of(package, self._wanted.written, self._asked)
            old, self._inputs.scope = self._inputs.scope, scope
            if scope.trees == old.trees:
                break
            self._look()
            package.files.close()
        else:
            package = open_package(self._wanted.root, self._wanted.trust, self._wanted.written)
        return package

    def _build(self, held: Held, now: dict[str, str], changed: frozenset[str], started: float) -> Round | None:
        """The build; None where it read a file just as that was emptied to be written: the next one follows at once."""
        package, contents = held.package, self._inputs.contents
        others = changed if self._built is None else differing(self._built, now)
        told = None if self._built is None else held.paths(others)
        files = AskedFiles(package.files, lambda path: contents.get(held.places.get(path, ""), ""))

        def drafted(package: Package, draft: Draft) -> None:
            if _EMPTY not in files.late.values():
                self._listener.drafted(package, draft)

        outcome = rebuild(
            package, files, self._compiler, told, drafted, with_site=self._wanted.with_site,
            renderer=self._wanted.renderer,
        )  # fmt: skip
        named = self._named(others)
        self._built = None
        if isinstance(outcome, Built):
            self._built = now | self._learn(package, outcome, files.asked)
        if files.late:
            # What was read is not what the look found: nothing that was remembered by it may be used.
            self._compiler = Compiler()
            read = {path: "" if content == _EMPTY else content for path, content in files.late.items()}
            late = {held.places[path]: content for path, content in read.items()}
            if self._built is None:
                self._missed |= late.keys()
            else:
                self._built |= late
        return None if _EMPTY in files.late.values() else Round(named, outcome, started)

    def _learn(self, package: Package, built: Built, asked: Mapping[str, str]) -> dict[str, str]:
        """Watch what this build asked for the first time, too; the contents of it that the build saw."""
        folders = dependencies(package)
        found = {absolute(path, package.root, folders): word for path, word in asked.items()}
        fresh = {path for path in found.keys() - self._asked if not self._is_written(path)}
        if not fresh:
            return {}
        known = {absolute(path, package.root, folders): each.sha256 for path, each in built.build.inputs.items()}
        self._asked |= fresh
        self._inputs.scope = scope_of(package, self._wanted.written, self._asked)
        self._missed = self._look() - fresh  # Nobody else hears of a file that came during the build.
        there = {path: self._inputs.contents.get(path, "") for path in fresh if found[path] == "there"}
        closed = {path: word for path, word in self._inputs.contents.items() if found.get(path) == "closed"}
        return {path: known.get(path, word) for path, word in (there | closed).items()}

    def _is_written(self, path: str) -> bool:
        """Whether it is this run's own output. A package may refer to it, but a build that follows each never ends."""
        return any(path == folder or path.startswith(folder + os.sep) for folder in self._wanted.written)

    def _named(self, changed: frozenset[str]) -> tuple[str, ...]:
        """The files among `changed`, for people; folders only where there is nothing else."""
        known = self._inputs.contents
        files = [path for path in changed if known.get(path) != FOLDER] or changed
        return tuple(sorted(shown(path, self._wanted.root) for path in files))
