"""Files in the order in which equal matches stand, ready to be searched: a part of an index that never changes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from dpmlc.fileref.columns import PAD, Columns, bits_of, columns
from dpmlc.fileref.fold import Folded, fold, fold_keys
from dpmlc.text.frozen import frozen

# What lies further out is not searched: no name or folder that people type letters of is longer.
_NAME = 128
_FOLDER = 128

Value = TypeVar("Value", int, str)


@frozen
class File:
    """A file as the list brings it. `path` is from the workspace's root, outside of it with `../` in front.

    `size` in bytes; `modified` in nanoseconds since 1970, UTC.
    """

    path: str
    size: int = 0
    modified: int = 0

    @property
    def name(self) -> str:
        """The last component of the path."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The path before the name, "" for the root."""
        return self.path.rpartition("/")[0]

    @property
    def extension(self) -> str:
        """The last suffix with its dot, as written; "" for none and for names like `.env`."""
        stem, dot, suffix = self.name.rpartition(".")
        return f".{suffix}" if dot and stem.strip(".") and suffix else ""


@frozen
class Segment:
    """`files` by length of name, then the newest first, then by path; each set below has a bit for each of them.

    `names` is the position where names begin in `columns`. `lengths` and `stems` are the files whose name, or name
    without extension, has so many keys. The other mappings hold numbers of files: by extension in lower case, by
    folder, by the keys of the whole path, by path.
    """

    files: tuple[File, ...]
    columns: Columns
    names: int
    lengths: Mapping[int, int]
    stems: Mapping[int, int]
    extensions: Mapping[str, tuple[int, ...]]
    folders: Mapping[str, tuple[int, ...]]
    outside: int
    paths: Mapping[str, tuple[int, ...]]
    numbers: Mapping[str, int]
    newest: tuple[int, ...]

    @property
    def every(self) -> int:
        """The set of all files."""
        return (1 << len(self.files)) - 1


def order_of(file: File, length: int) -> tuple[int, int, str]:
    """The key by which equal matches stand; `length` is the number of keys of the name."""
    return (length, -file.modified, file.path)


def segment(files: Iterable[File]) -> Segment:
    """The segment of `files`, whose paths differ. Linear in their number, but for sorting."""
    folded = [(file, fold(file.name)) for file in files]
    folded.sort(key=lambda each: order_of(each[0], len(each[1].keys)))
    listed, lengths = tuple(file for file, _ in folded), [len(name.keys) for _, name in folded]
    extensions = [file.extension for file in listed]
    rows, number = _rows(listed, [name for _, name in folded]), len(listed)
    return Segment(
        files=listed,
        columns=rows.columns,
        names=rows.names,
        lengths=_sets(lengths, number),
        stems=_sets([length - len(fold_keys(end)) for length, end in zip(lengths, extensions, strict=True)], number),
        extensions=_numbers([each.lower() for each in extensions]),
        folders=_numbers([file.folder for file in listed]),
        outside=bits_of([at for at, file in enumerate(listed) if file.path.startswith("../")], number),
        paths=_numbers(rows.paths),
        numbers={file.path: at for at, file in enumerate(listed)},
        newest=tuple(sorted(range(number), key=lambda at: (-listed[at].modified, listed[at].path))),
    )


@frozen
class _Rows:
    columns: Columns
    names: int
    paths: list[str]


def _rows(files: Sequence[File], names: Sequence[Folded]) -> _Rows:
    folders = {folder: fold(f"{folder}/" if folder else "") for folder in {file.folder for file in files}}
    split = min(_FOLDER, max((len(each.keys) for each in folders.values()), default=0)) or 1
    width = split + min(_NAME, max((len(each.keys) for each in names), default=1))
    rows, words, paths = [], [], []
    for file, name in zip(files, names, strict=True):
        before = folders[file.folder]
        keys = before.keys + name.keys
        paths.append(keys)
        # Names begin at the same position in every row, so that one column holds all their first letters.
        shift = split - len(before.keys)
        starts = before.starts | name.starts << len(before.keys)
        row = keys.rjust(split + len(name.keys), PAD) if shift >= 0 else keys[-shift:]
        words.append((starts << shift if shift >= 0 else starts >> -shift) & (1 << width) - 1)
        rows.append(row[:width].ljust(width, PAD))
    return _Rows(columns(rows, words, width), split, paths)


def _sets(values: Sequence[int], number: int) -> dict[int, int]:
    return {value: bits_of(rows, number) for value, rows in _numbers(values).items()}


def _numbers(values: Sequence[Value]) -> dict[Value, tuple[int, ...]]:
    found: dict[Value, list[int]] = {}
    for at, value in enumerate(values):
        found.setdefault(value, []).append(at)
    return {value: tuple(rows) for value, rows in found.items()}
