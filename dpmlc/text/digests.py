"""Values -> digests that are equal for equal values, in any process and on any machine.

Mappings and sets count whatever their order, as in a comparison. A value that is no plain data has no digest.
"""

import hashlib
from collections.abc import Callable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any

_SIZE = 16
_LONG = 512
_PLAIN = frozenset((str, int, float, bool, bytes, type(None)))

StandIns = Mapping[type, Callable[[Any], object]]
"""For a type what tells its values apart where comparing all of their parts would take long."""


class _NoDigestError(Exception):
    """The value holds something that is no plain data."""


class Digests:
    """Makes digests. Large values of the types `whole` are looked at once each: they are held, so that none takes
    another's place.
    """

    def __init__(self, whole: tuple[type, ...] = (), stand_ins: StandIns | None = None) -> None:
        self._whole = frozenset(whole)
        self._stand_ins = stand_ins or {}
        self._known: dict[int, tuple[object, str]] = {}
        self._parts: dict[type, Callable[[Any], tuple[object, ...]]] = {}

    def of(self, value: object) -> str:
        """A digest (hex); "" for a value that has none."""
        try:
            return _summed(self._told(value))
        except (_NoDigestError, RecursionError):
            return ""

    def _text(self, value: Any) -> str:
        """The value in characters. Different values have different ones."""
        kind = type(value)
        if kind in _PLAIN:
            return repr(value)
        if kind is tuple:
            return self._row(value)
        if kind not in self._whole:
            return self._told(value)
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        told = self._told(value)
        if len(told) < _LONG:  # To hold it would take more room than to tell it again takes time.
            return told
        digest = _summed(told)
        self._known[id(value)] = (value, digest)
        return digest

    def _row(self, values: tuple[object, ...]) -> str:
        return repr(values) if _PLAIN.issuperset(map(type, values)) else f"({','.join(map(self._text, values))})"

    def _told(self, value: object) -> str:
        kind = type(value)
        if kind in self._stand_ins:
            return f"{kind.__qualname__}{self._text(self._stand_ins[kind](value))}"
        if is_dataclass(value):
            return f"{kind.__qualname__}{self._text(self._fields(kind)(value))}"
        match value:
            case Enum() | str() | bytes():
                return f"{kind.__qualname__}{value!r}"
            case tuple() | list():
                return self._row(tuple(value))
            case Mapping():
                return f"{{{','.join(sorted(f'{self._text(key)}:{self._text(each)}' for key, each in value.items()))}}}"
            case Set():
                return f"{{{','.join(sorted(map(self._text, value)))}}}"
        if kind in _PLAIN:
            return repr(value)
        raise _NoDigestError

    def _fields(self, kind: type) -> Callable[[Any], tuple[object, ...]]:
        if kind not in self._parts:
            names = [each.name for each in fields(kind) if each.compare]
            self._parts[kind] = _getter(names)
        return self._parts[kind]


def _summed(told: str) -> str:
    return hashlib.blake2b(told.encode(), digest_size=_SIZE).hexdigest()


def _getter(names: list[str]) -> Callable[[Any], tuple[object, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, each) for each in names)
