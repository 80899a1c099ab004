"""What linking looked up once and may look up again, owned by whoever runs it for one index, options and files."""

import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import field

from dpmlc.link.bound import Bound, Target
from dpmlc.link.loaded import Passage
from dpmlc.link.outline import Outline
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.document import Scan
from dpmlc.text.files import Entry, Files, Refusal
from dpmlc.text.paths import inner, package_of
from dpmlc.text.slotted import slotted
from dpmlc.tools.answers import UNASKED, Answers
from dpmlc.tools.read_tool import ReadTool

_MANY = 5_000
_MOST_ASKED = 200
_MOST_TEXT = 32 << 20


@slotted
class Memo:
    """Answers that only depend on the index, the options and the files: valid as long as these are the same.

    `clock` gives seconds that only grow; without one no chain is timed (SPEC 3.12). `bounds` holds decisions by text,
    form and folder or package, `members` the matches of those that are patterns. `left_out` are documents that some
    pattern of theirs matches. `plain` are files and documents by path, each as the one target there is. `misfits` is
    what was found wrong with a passage (True: some text, False: nothing) in outer levels. `outlines` are documents' by
    path. `answers` are what tools said that were run, `read_tools` the tools read till now, `tools` the texts that
    tell of them, both by path.
    """

    clock: Callable[[], float] | None = None
    answers: Answers = field(default_factory=lambda: UNASKED)
    bounds: dict[tuple[str, str, str], Bound] = field(default_factory=dict)
    probes: dict[str, Entry | Refusal] = field(default_factory=dict)
    matches: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    targets: dict[tuple[str, str], tuple[Target, ...]] = field(default_factory=dict)
    plain: dict[str, tuple[Target, ...]] = field(default_factory=dict)
    matched: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    members: dict[tuple[str, str, str], frozenset[str]] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)
    outlines: dict[str, Outline] = field(default_factory=dict)
    misfits: dict[tuple[Passage | bool, tuple[str, ...]], tuple[Diagnostic, ...]] = field(default_factory=dict)
    read_tools: dict[str, ReadTool | None] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    _texts: dict[tuple[str, str], Outline] = field(default_factory=dict)
    _size: int = 0
    _inventories: dict[str, list[str]] = field(default_factory=dict)
    _elsewhere: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    _folded: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    _asked: dict[str, int] = field(default_factory=dict)
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _near: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def outline(self, scan: Scan) -> Outline:
        """The outline of a document."""
        found = self.outlines.get(scan.path)
        if found is None:
            found = self.outlines[scan.path] = Outline(scan.text, scan)
        return found

    def text(self, path: str, encoding: str) -> Outline | None:
        """The text of a file that is no document, in this encoding, where it was kept."""
        return self._texts.get((path, encoding))

    def keep(self, path: str, encoding: str, outline: Outline) -> None:
        """Remember the text of a file; where that is too much, forget those before it."""
        self._size += len(outline.text)
        if self._size > _MOST_TEXT:
            self._texts.clear()
            self._size = len(outline.text)
        self._texts[(path, encoding)] = outline

    def now(self) -> float:
        """Seconds on the caller's clock, 0 without one."""
        return self.clock() if self.clock else 0.0

    def inventory(self, files: Files, package: str) -> list[str]:
        """The files of `package` by path from its root, in byte order."""
        if not self._inventories:
            self._inventories[package] = []
            for entry in files.entries:
                if entry.kind == "file":
                    self._inventories.setdefault(package_of(entry.path), []).append(inner(entry.path))
            for paths in self._inventories.values():
                paths.sort()
        return self._inventories.get(package, [])

    def has_folder(self, files: Files, package: str, path: str) -> bool:
        """Whether a file of the inventory stands somewhere below the folder `path`."""
        paths, start = self.inventory(files, package), path + "/"
        at = bisect_left(paths, start)
        return at < len(paths) and paths[at].startswith(start)

    def elsewhere(self, files: Files, package: str, name: str) -> tuple[str, ...]:
        """Files of `package` called `name`, wherever they stand."""
        if not self._elsewhere:
            grouped: dict[tuple[str, str], list[str]] = {("", ""): []}
            for entry in files.entries:
                key = (package_of(entry.path), entry.path.rpartition("/")[2])
                grouped.setdefault(key, []).append(inner(entry.path))
            self._elsewhere.update((key, tuple(paths)) for key, paths in grouped.items())
        return self._elsewhere.get((package, name), ())

    def alike(self, files: Files, folder: str, name: str) -> tuple[str, ...]:
        """Names in `folder` that are `name` but for case and normal form; `name` too where it stands there."""
        if folder not in self._folded:
            grouped: dict[str, list[str]] = {}
            for each in files.listing(folder):
                grouped.setdefault(_fold(each), []).append(each)
            self._folded[folder] = {key: tuple(names) for key, names in grouped.items()}
        return self._folded[folder].get(_fold(name), ())

    def near(self, kind: str, name: str, known: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        """Names like `name` among `known`; `kind` tells apart what is known.

        Of very many names only those with the same first letter are compared, and only for the first few that are
        asked about: whoever misspells hundreds of names meant something else.
        """
        key = (kind, name)
        if key not in self._near:
            if kind not in self._known:
                self._known[kind] = known()
            names = self._known[kind]
            asked = self._asked[kind] = self._asked.get(kind, 0) + 1
            if asked > _MOST_ASKED and len(names) > _MOST_ASKED:
                return ()
            if len(names) > _MANY:
                names = self._known_by(kind, name[:1])
            self._near[key] = nearest(name, names)
        return self._near[key]

    def _known_by(self, kind: str, first: str) -> tuple[str, ...]:
        key = f"{kind} {first}"
        if key not in self._known:
            self._known[key] = tuple(name for name in self._known[kind] if name.startswith(first))
        return self._known[key]


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
