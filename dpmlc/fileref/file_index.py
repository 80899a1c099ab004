"""The files of a workspace as a value that is searched, and that gives a new value where files change."""

from collections.abc import Iterable, Mapping

from dpmlc.fileref.columns import bits_of, rows_of
from dpmlc.fileref.segment import File, Segment, segment
from dpmlc.text.frozen import frozen

# A change makes the small segment anew; past this size, or with half of the large one gone, the large one is due.
_FRESH = 2048
RECENT = 50


@frozen
class Held:
    """A segment, which of its files are still there, and which of these are among the newest of the whole index."""

    segment: Segment
    alive: int
    recent: int


@frozen
class FileIndex:
    """`base` holds the files as they once were, `fresh` those that changed since."""

    base: Held
    fresh: Held

    @property
    def parts(self) -> tuple[Held, Held]:
        """What is to be searched."""
        return (self.base, self.fresh)

    @property
    def size(self) -> int:
        """The number of files."""
        return self.base.alive.bit_count() + self.fresh.alive.bit_count()

    @property
    def is_worn(self) -> bool:
        """Whether `renewed` would make searching cheaper."""
        gone = len(self.base.segment.files) - self.base.alive.bit_count()
        return len(self.fresh.segment.files) > _FRESH or gone > _FRESH + len(self.base.segment.files) // 2

    def files(self) -> tuple[File, ...]:
        """All files, in no order that means anything."""
        return tuple(file for held in self.parts for file in _alive(held))

    def file(self, path: str) -> File | None:
        """The file at `path`."""
        for held in self.parts:
            number = held.segment.numbers.get(path)
            if number is not None and held.alive >> number & 1:
                return held.segment.files[number]
        return None


def file_index(files: Iterable[File]) -> FileIndex:
    """The index of `files`; the last one of each path counts."""
    base = segment({file.path: file for file in files}.values())
    return _with_recent(base, base.every, segment(()))


def changed(index: FileIndex, gone: Iterable[str], come: Iterable[File]) -> FileIndex:
    """`index` without the paths `gone` and with the files `come`, which replace those of the same path.

    Costs in proportion to what changed since the index was made, not to its size: ask `is_worn` for when to make it
    anew.
    """
    arrived = {file.path: file for file in come}
    leaving = {*gone, *arrived}
    fresh = {file.path: file for file in _alive(index.fresh) if file.path not in leaving}
    base = index.base.segment
    left = bits_of([base.numbers[path] for path in leaving if path in base.numbers], len(base.files))
    return _with_recent(base, index.base.alive & ~left, segment({**fresh, **arrived}.values()))


def renewed(index: FileIndex) -> FileIndex:
    """The same files in an index without wear."""
    return file_index(index.files())


def differences(index: FileIndex, files: Iterable[File]) -> tuple[tuple[str, ...], tuple[File, ...]]:
    """What `changed` has to be told, so that `index` holds exactly `files`."""
    known: Mapping[str, File] = {file.path: file for file in index.files()}
    found = {file.path: file for file in files}
    return tuple(known.keys() - found.keys()), tuple(file for path, file in found.items() if known.get(path) != file)


def newest(index: FileIndex, within: tuple[int, int], most: int) -> list[tuple[int, int]]:
    """The `most` newest files of the sets `within`, one for each part, as (part, number), the newest first."""
    found = [
        (-held.segment.files[number].modified, held.segment.files[number].path, part, number)
        for part, (held, allowed) in enumerate(zip(index.parts, within, strict=True))
        for number in _first_of(held.segment, allowed, most)
    ]
    return [(part, number) for _, _, part, number in sorted(found)[:most]]


def _with_recent(base: Segment, alive: int, fresh: Segment) -> FileIndex:
    plain = FileIndex(Held(base, alive, 0), Held(fresh, fresh.every, 0))
    top = newest(plain, (alive, fresh.every), RECENT)
    recent = [
        bits_of([number for at, number in top if at == part], len(of.files)) for part, of in enumerate((base, fresh))
    ]
    return FileIndex(Held(base, alive, recent[0]), Held(fresh, fresh.every, recent[1]))


def _alive(held: Held) -> list[File]:
    if held.alive == held.segment.every:
        return list(held.segment.files)
    return [held.segment.files[number] for number in rows_of(held.alive)]


def _first_of(of: Segment, allowed: int, most: int) -> list[int]:
    found: list[int] = []
    # One bit of a large integer costs the whole of it, a byte costs nothing.
    flags = allowed.to_bytes(len(of.files) // 8 + 1, "little")
    for number in of.newest if allowed else ():
        if flags[number >> 3] >> (number & 7) & 1:
            found.append(number)
            if len(found) == most:
                break
    return found
