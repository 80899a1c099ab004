"""A whole tree beside the output folder: new files are written, unchanged and foreign ones linked from the old tree."""

import os
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.discard import remove, remove_empty
from dpmlc.edge.output.names import native
from dpmlc.edge.output.standing import Stands
from dpmlc.text.artifact import Output

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(slots=True)
class Stage:
    """A tree that grows in `folder`; `standing` is the one that it will replace."""

    folder: str
    standing: str
    contents: Contents
    _folders: set[str] = field(default_factory=lambda: {""})

    def begin(self) -> None:
        """Make the folder."""
        os.mkdir(self.folder)

    def resume(self, folders: Iterable[str]) -> None:
        """Go on with a tree that is there already, and has or will get these folders."""
        self._folders = {"", *folders}

    def folders(self, paths: Iterable[str]) -> None:
        """The folders for files at `paths`."""
        for path in paths:
            self._folder(path.rpartition("/")[0])

    def write(self, output: Output) -> None:
        """A new file with the content of `output`."""
        path = self._place(output.path)
        if not self.contents.linked(output, path):
            _create(path, self.contents.of(output))

    def keep(self, path: str) -> None:
        """The regular file `path` of the standing tree, by link."""
        source = os.path.join(self.standing, native(path))
        target = self._place(path)
        try:
            _link(source, target)
        except FileNotFoundError:
            raise
        except (OSError, NotImplementedError):  # File systems without links, or with too many of one file.
            shutil.copy2(source, target, follow_symlinks=False)

    def like(self, path: str) -> None:
        """A folder, with the mode of the one that stands at `path`; it may be here."""
        with suppress(FileExistsError):
            os.mkdir(os.path.join(self.folder, native(path)))
        self._mode(path)

    def drop(self, path: str) -> None:
        """Take away what is here at `path`, if anything is."""
        remove(os.path.join(self.folder, native(path)))

    def leave(self, path: str) -> None:
        """Take away the folders above `path` that are empty now."""
        self._folders.difference_update(remove_empty(self.folder, path))

    def carry(self, foreign: Iterable[Stands]) -> None:
        """What somebody else put into the standing tree, with the modes of its folders and of the tree itself."""
        folders = [""]
        for each in foreign:
            if each.kind == "directory":
                self._folder(each.path)
                folders.append(each.path)
            else:
                with suppress(FileNotFoundError):  # It was taken away meanwhile.
                    self.keep(each.path)
        for path in reversed(folders):
            with suppress(FileNotFoundError):
                self._mode(path)

    def _place(self, path: str) -> str:
        self._folder(path.rpartition("/")[0])
        return os.path.join(self.folder, native(path))

    def _folder(self, path: str) -> None:
        if path not in self._folders:
            self._folder(path.rpartition("/")[0])
            os.mkdir(os.path.join(self.folder, native(path)))
            self._folders.add(path)

    def _mode(self, path: str) -> None:
        mode = stat.S_IMODE(os.stat(os.path.join(self.standing, native(path))).st_mode)
        os.chmod(os.path.join(self.folder, native(path)), mode)


def _link(source: str, target: str) -> None:
    if os.link in os.supports_follow_symlinks:
        os.link(source, target, follow_symlinks=False)
    else:
        os.link(source, target)


def _create(path: str, content: bytes) -> None:
    descriptor = os.open(path, _NEW, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)
