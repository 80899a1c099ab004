"""The values of a TOML file, asked for by key and type; what does not fit becomes a diagnostic at its place."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from dpmlc.edge import faults
from dpmlc.edge.toml_places import item_places, key_places, value_places
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.text.regular import regular
from dpmlc.text.source import Source, lines
from dpmlc.text.span import Span

_T = TypeVar("_T")
_WIDE = 64
_PLACE = regular(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_PLAIN = dict(zip("“”＂‘’＇＝：［］，、", "\"\"\"'''==[],,", strict=True))
_TUPLE = regular(r"\(('[^']*'(?:, '[^']*')*),?\)")
_ENDS = regular(r"[\s=.,\[\]{}\"'#]")


def _any(_text: str) -> bool:
    return True


class UnreadTomlError(Exception):
    """The text is not TOML; `diagnostic` says where and why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Table:
    """A TOML document. Each question names a key by its path and gives the answer, or the default where it is absent.

    `faults` grows with each answer that does not fit.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._values = _read(source)
        self._places: Mapping[tuple[str, ...], tuple[int, int]] | None = None
        self._value_places: Mapping[tuple[str, ...], tuple[int, int]] | None = None
        self._item_places: Mapping[tuple[str, ...], Sequence[tuple[int, int]]] | None = None
        self.faults: list[Diagnostic] = []

    def only(self, known: Sequence[str], *key: str) -> None:
        """Complain about every key of the table at `key` that is not `known`."""
        for name in self.names(*key):
            if name not in known:
                full = ".".join((*key, name))
                near = nearest(name, known)
                self.faults.append(faults.unknown_key(self.place(*key, name), full, known, near))

    def names(self, *key: str) -> tuple[str, ...]:
        """The keys of the table at `key`, in their order; () where there is none."""
        found = self._get(key, {})
        if isinstance(found, dict):
            return tuple(found)
        self._complain(key, "a table", found)
        return ()

    def text(self, default: str, *key: str) -> str:
        """A string."""
        found = self._get(key, default)
        return found if isinstance(found, str) else self._wrong(key, "a string", found, default)

    def texts(self, *key: str, kind: str = "strings", form: Callable[[str], object] = _any) -> tuple[str, ...]:
        """An array of strings that have the `form`, called `kind`; () by default. Others are left out."""
        found = self._get(key, [])
        if not isinstance(found, list):
            return self._wrong(key, f"an array of {kind}", found, ())
        for number, each in enumerate(found):
            if not isinstance(each, str) or not form(each):
                self._complain(key, f"an array of {kind}", each, number)
        return tuple(each for each in found if isinstance(each, str) and form(each))

    def choice(self, choices: Sequence[str], *key: str) -> str:
        """One of `choices`; the first is the default."""
        found = self._get(key, choices[0])
        if isinstance(found, str) and found in choices:
            return found
        return self._wrong(key, f"one of {', '.join(f'`{each}`' for each in choices)}", found, choices[0])

    def switch(self, *key: str) -> bool:
        """true or false; false by default."""
        found = self._get(key, False)
        return found if isinstance(found, bool) else self._wrong(key, "`true` or `false`", found, False)

    def count(self, default: int, *key: str) -> int:
        """A whole number above zero."""
        found = self._get(key, default)
        if isinstance(found, int) and not isinstance(found, bool) and found > 0:
            return found
        return self._wrong(key, "a whole number above zero", found, default)

    def number(self, *key: str) -> float | None:
        """Any number; None by default."""
        found = self._get(key, None)
        if found is None or (isinstance(found, int | float) and not isinstance(found, bool)):
            return found
        return self._wrong(key, "a number", found, None)

    def pairs(self, *key: str) -> dict[str, str]:
        """A table whose values are strings; others are left out."""
        texts = {name: self.text("", *key, name) for name in self.names(*key)}
        return {name: text for name, text in texts.items() if self.is_text(*key, name)}

    def holds(self, *key: str) -> bool:
        """Whether the key is there."""
        return self._get(key, None) is not None

    def is_text(self, *key: str) -> bool:
        """Whether the key is there and a string."""
        return isinstance(self._get(key, None), str)

    def is_table(self, *key: str) -> bool:
        """Whether the key is there and a table."""
        return isinstance(self._get(key, None), dict)

    def place(self, *key: str) -> Span:
        """Where `key` is first mentioned; the start of the file where it is not found."""
        if self._places is None:
            self._places = key_places(self._source.text)
        return Span(self._source.path, *self._places.get(key, (0, 0)))

    def value_place(self, *key: str) -> Span:
        """Where the value of `key` stands, or where it is mentioned."""
        if self._value_places is None:
            self._value_places = value_places(self._source.text)
        place = self._value_places.get(key)
        return Span(self._source.path, *place) if place else self.place(*key)

    def item_places(self, *key: str) -> tuple[Span, ...]:
        """Where each item of the array at `key` stands; () where that is not found."""
        if self._item_places is None:
            self._item_places = item_places(self._source.text)
        return tuple(Span(self._source.path, *each) for each in self._item_places.get(key, ()))

    def refuse(self, expected: str, *key: str) -> None:
        """Complain about the value at `key`."""
        self._complain(key, expected, self._get(key, None))

    def _get(self, key: Sequence[str], default: Any) -> Any:
        found: Any = self._values
        for name in key:
            if not isinstance(found, dict) or name not in found:
                return default
            found = found[name]
        return found

    def _wrong(self, key: tuple[str, ...], expected: str, found: object, default: _T) -> _T:
        self._complain(key, expected, found)
        return default

    def _complain(self, key: tuple[str, ...], expected: str, found: object, number: int = -1) -> None:
        """`number` is that of the item of an array that is wrong; -1 means the value as a whole."""
        items = self.item_places(*key) if number >= 0 else ()
        span = items[number] if items else self.value_place(*key)
        inside = " in it" if number >= 0 else ""
        self.faults.append(faults.wrong_value(span, ".".join(key), expected, f"{_named(found)}{inside}"))


def _read(source: Source) -> dict[str, Any]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadTomlError(_syntax(source, str(error))) from error
    except RecursionError as error:
        raise UnreadTomlError(faults.toml_syntax(Span(source.path, 0, 0), "it is nested too deep")) from error
    except ValueError as error:  # What Python refuses to make of correct TOML: a number of thousands of digits.
        raise UnreadTomlError(faults.toml_syntax(Span(source.path, 0, 0), "a number in it is too long")) from error


def _syntax(source: Source, message: str) -> Diagnostic:
    found = _PLACE.search(message)
    offset = len(source.text)
    if found and found[1]:
        offset = lines(source.text).starts[int(found[1]) - 1] + int(found[2]) - 1
    why = _TUPLE.sub(lambda found: f"`{found[1][1:-1]}`".replace("', '", "."), _PLACE.sub("", message))
    wide = source.text[offset : offset + 1]
    help_ = f"write `{_PLAIN[wide]}` in place of `{wide}`" if wide in _PLAIN else _help(source.text, offset)
    return faults.toml_syntax(Span(source.path, offset, offset + 1), why[:1].lower() + why[1:], help_)


def _help(text: str, offset: int) -> str:
    """What helps where a word at `offset` is one that must stand in quotes for one of its letters; else ""."""
    at = text[offset : offset + 1]
    if at.isascii() or not at.isalpha():
        return ""
    line = text.rfind("\n", 0, offset) + 1
    start = max((each.end() for each in _ENDS.finditer(text, line, offset)), default=line)
    found = _ENDS.search(text, offset)
    word = text[start : found.start() if found else len(text)]
    return f'letters beyond A to Z stand in quotes: `"{word}"`'


def _named(value: object) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case int() if value.bit_length() > _WIDE:
            return "a longer number"
        case int() | float():
            return f"the number {value}"
        case str():
            return f'"{value}"' if len(value) <= 40 else "a longer string"
        case list():
            return "an array"
        case dict():
            return "a table"
        case _:
            return "a date or time"
