"""File names -> the ids that they register (SPEC 2.4)."""

from collections.abc import Iterable, Mapping
from unicodedata import normalize

from dpmlc.text.files import Entry
from dpmlc.text.paths import name as file_name
from dpmlc.text.paths import package_of


def names(entries: Iterable[Entry], suffixes: Mapping[str, str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Protocol and id (NFC) -> the files that claim it: the package's own first, then dependencies', in byte order."""
    claimed: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        key = claim(entry.path, suffixes) if entry.kind == "file" else None
        if key is not None:
            claimed.setdefault(key, []).append(entry.path)
    return {key: tuple(sorted(paths, key=order)) for key, paths in claimed.items()}


def claim(path: str, suffixes: Mapping[str, str]) -> tuple[str, str] | None:
    """The protocol and id that the file's name claims, by its longest known suffix; None for any other name."""
    name = file_name(path)
    dot = name.find(".", 1)
    while dot > 0:
        protocol = suffixes.get(name[dot + 1 :])
        if protocol is not None:
            return protocol, nfc(name[:dot])
        dot = name.find(".", dot + 1)
    return None


def nfc(name: str) -> str:
    """`name` in the form in which ids are compared."""
    return name if name.isascii() else normalize("NFC", name)


def order(path: str) -> tuple[bool, str]:
    """Sort key: the package's own files first; code points and UTF-8 bytes sort alike."""
    return bool(package_of(path)), path
