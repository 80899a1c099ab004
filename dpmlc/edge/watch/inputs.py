"""What a build depends on, as it stands on the disk now, and what became different since the last look."""

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress

from dpmlc.edge.watch.scope import Scope
from dpmlc.edge.watch.stamps import Memory, Stamp, stamp, stamp_at
from dpmlc.edge.watch.survey import Survey, survey
from dpmlc.text.paths import is_hidden

_FEW = 50


class Inputs:
    """The files of a scope. `contents` maps their absolute paths to words for what is in them, as of the last look.

    `shape` is another number whenever files or folders were found that were not there before, or are gone.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.contents: dict[str, str] = {}
        self._memory = Memory()
        self._counted: tuple[Scope, dict[str, str], dict[str, str]] = (scope, self.contents, {})
        self._survey = Survey({}, {})
        self._singles: frozenset[str] = frozenset()
        self._above: frozenset[str] = frozenset()
        self.shape = 0

    def look(self, where: frozenset[str] | None = None) -> frozenset[str]:
        """Paths whose content is another one since the last look, or that came or went.

        `where` are the paths at which something happened. As long as each is a file known before, only they are looked
        at; anything else, a folder above all, means that everything is.
        """
        before = self.contents
        if where is None or len(where) > _FEW or not self._stamped(where):
            self._surveyed(survey(self.scope.trees))
            self._singles = self.scope.single | frozenset(map(os.path.realpath, self.scope.single))
            self._above = frozenset(_folders(self._singles))
            self.contents = self._memory.contents(self._stamps(self._survey.files))
            return differing(before, self.contents)
        stamps = self._stamps({path: self._survey.files[path] for path in where})
        if any(path in before for path in self.scope.single if path not in stamps):
            self.contents = self._memory.contents(self._stamps(self._survey.files))
            return differing(before, self.contents)
        now = self._memory.some(stamps)
        changed = frozenset(path for path, word in now.items() if before.get(path) != word)
        if changed:
            scope, contents, counted = self._counted
            self.contents = {**before, **now}
            if scope is self.scope and contents is before:
                counted = {**counted, **{path: word for path, word in now.items() if scope.counts(path)}}
                self._counted = (scope, self.contents, counted)
        return changed

    def _surveyed(self, found: Survey) -> None:
        before, self._survey = self._survey, found
        if found.folders != before.folders or found.files.keys() != before.files.keys():
            self.shape += 1

    def counting(self) -> dict[str, str]:
        """The contents on which a build depends."""
        scope, contents, found = self._counted
        if scope is not self.scope or contents is not self.contents:
            found = {path: word for path, word in self.contents.items() if self.scope.counts(path)}
            self._counted = (self.scope, self.contents, found)
        return found

    def folders(self) -> dict[str, tuple[int, int]]:
        """What is to be watched: every folder, those around the roots, and the real ones of single files."""
        found = dict(self._survey.folders)
        for path in (*self.roots(), *map(os.path.realpath, self.roots()), *self._singles):
            folder = os.path.dirname(path)
            if folder not in found:
                folder = _existing(folder)
                with suppress(FileNotFoundError):  # It goes in this moment; its own parent will tell.
                    status = os.stat(folder)
                    found[folder] = (status.st_dev, status.st_ino)
        return found

    def roots(self) -> tuple[str, ...]:
        """The folders that hold everything."""
        return tuple(tree.root for tree in self.scope.trees)

    def matters(self, path: str) -> bool:
        """Whether something that happened at `path` is worth a look."""
        if path in self._survey.files or path in self._singles or path in self._above or path in self.roots():
            return True
        tree = self.scope.trees[0]
        if is_hidden(os.path.basename(path)) and not path.endswith(".gitignore") and not tree.shown:
            return False
        if path in tree.skipped or path in self.scope.left_out:
            return False
        return path in self._survey.folders or os.path.dirname(path) in self._survey.folders

    def _stamped(self, where: Iterable[str]) -> bool:
        """Whether all of `where` are known files still, whose stamps then are the new ones."""
        for path in where:
            try:
                status = os.lstat(path)
            except OSError:
                return False
            if path not in self._survey.files or not stat.S_ISREG(status.st_mode):
                return False
            self._survey.files[path] = stamp(status)
        return True

    def _stamps(self, files: Mapping[str, Stamp]) -> Mapping[str, Stamp]:
        """Those of `files` that count, and of everything that was asked for by name: links lead to other files."""
        out = self.scope.left_out - self.scope.single
        found = {path: each for path, each in files.items() if path not in out}
        for path in self.scope.single:
            each = stamp_at(path)
            if each is not None:
                found[path] = each
        return found


def differing(before: Mapping[str, str], now: Mapping[str, str]) -> frozenset[str]:
    """The paths under which two looks found different contents, or only one found any."""
    if before == now:
        return frozenset()
    changed = [path for path, word in now.items() if before.get(path) != word]
    return frozenset(changed) | (before.keys() - now.keys())


def _folders(paths: Iterable[str]) -> set[str]:
    """All folders above these."""
    found: set[str] = set()
    for path in paths:
        above = os.path.dirname(path)
        while above not in found:
            found.add(above)
            above = os.path.dirname(above)
    return found


def _existing(folder: str) -> str:
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder
