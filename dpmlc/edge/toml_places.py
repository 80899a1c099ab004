"""The text of a TOML file that `tomllib` has read -> where each of its keys and values stands."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress

from dpmlc.text.regular import regular

Key = tuple[str, ...]

_GAP = regular(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = regular(r"[ \t]*")
_STRING = regular(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}' r"|'''(?:[^']|'(?!''))*'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.DOTALL
)
_BARE_KEY = regular(r"[A-Za-z0-9_-]+")
_SCALAR = regular(r"[^,\]}\n#]*")


def key_places(text: str) -> Mapping[Key, tuple[int, int]]:
    """Start and end of the first mention of every key, by its path: `("policy", "symlinks")`.

    A table's own key is where its header names it. Keys of arrays of tables are not told apart.
    """
    return _read(text).places


def value_places(text: str) -> Mapping[Key, tuple[int, int]]:
    """Start and end of the first value of every key, by the key's path; a table that a header makes has none."""
    return _read(text).values


def item_places(text: str) -> Mapping[Key, Sequence[tuple[int, int]]]:
    """Start and end of each item of the first array of every key, by the key's path."""
    return _read(text).items


def value_place(text: str, *key: str) -> tuple[int, int]:
    """Start and end of the first value of `key`; of the key itself where it has none, (0, 0) where it is not found."""
    reader = _read(text)
    return reader.values.get(key) or reader.places.get(key, (0, 0))


def _read(text: str) -> "_Reader":
    reader = _Reader(text)
    # What `tomllib` could just read may be too deep here; what was found till then holds.
    with suppress(RecursionError):
        reader.read()
    return reader


def _unquoted(name: str) -> str:
    if "\\" not in name or name[0] == "'":
        return name[1:-1]
    return next(iter(tomllib.loads(f"{name} = 0")))


class _Reader:
    """Walks over the text once; what `tomllib` would refuse never gets here."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.places: dict[Key, tuple[int, int]] = {}
        self.values: dict[Key, tuple[int, int]] = {}
        self.items: dict[Key, list[tuple[int, int]]] = {}

    def read(self) -> None:
        table: Key = ()
        self._skip(_GAP)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                self._skip(re.compile(r"\[+"))
                table = self._key(())
                self._skip(re.compile(r"[ \t]*\]+"))
            else:
                self._pair(table)
            self._skip(_GAP)

    def _pair(self, table: Key) -> None:
        key = self._key(table)
        self._at += 1  # The equals sign.
        self._skip(_GAP)
        self.values.setdefault(key, self._spanned(key))

    def _key(self, table: Key) -> Key:
        """A dotted key below `table`; stops behind it and the space after it."""
        while True:
            self._skip(_SPACE)
            start = self._at
            quoted = self._text[start] in "\"'"
            self._skip(_STRING if quoted else _BARE_KEY)
            name = self._text[start : self._at]
            table = (*table, _unquoted(name) if quoted else name)
            self.places.setdefault(table, (start, self._at))
            self._skip(_SPACE)
            if self._text[self._at : self._at + 1] != ".":
                return table
            self._at += 1

    def _value(self, key: Key) -> None:
        self._skip(_GAP)
        match self._text[self._at : self._at + 1]:
            case '"' | "'":
                self._skip(_STRING)
            case "[":
                self._items("]", key)
            case "{":
                self._items("}", key)
            case _:
                self._skip(_SCALAR)

    def _items(self, closing: str, key: Key) -> None:
        self._at += 1
        self._skip(_GAP)
        # An array in an array has the same key, which the outer one has taken by then.
        found = self.items.setdefault(key, []) if closing == "]" and key not in self.items else []
        while self._at < len(self._text) and self._text[self._at] != closing:
            if closing == "}":
                self._pair(key)
            else:
                found.append(self._spanned(key))
            self._skip(_GAP)
            if self._text[self._at : self._at + 1] == ",":
                self._at += 1
                self._skip(_GAP)
        self._at += 1

    def _spanned(self, key: Key) -> tuple[int, int]:
        """Reads a value of `key`; where it stands, without the space behind it."""
        start = self._at
        self._value(key)
        return start, start + len(self._text[start : self._at].rstrip(" \t\r"))

    def _skip(self, expression: re.Pattern[str]) -> None:
        found = expression.match(self._text, self._at)
        self._at = max(self._at, found.end()) if found else self._at + 1
