"""What one process remembers from build to build, so that only what changed is made again.

Everything is kept with all that it was made from; it counts as long as that is equal, never longer. What a whole build
does not ask for is forgotten after it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from dpmlc.text.frozen import frozen
from dpmlc.text.spread import Spread

_V = TypeVar("_V")

Key = tuple[object, ...]
"""All that a value was made from. Parts that are the very same object compare in no time."""


def always(_: object) -> bool:
    """What is known holds without a further look."""
    return True


def never(_: object) -> bool:
    """Nothing is known beforehand."""
    return False


@frozen
class Wanted(Generic[_V]):
    """Values of one `kind`, one for each name: the `key` of each, and how to `make` it.

    `holds` tells of a known value whether what it asked on its way would be answered in the same way now. `same` tells
    for which names the key is known to be what it was, so that it need not be made.
    """

    kind: str
    names: Sequence[str]
    key: Callable[[str], Key]
    make: Callable[[str], _V]
    holds: Callable[[_V], bool] = always
    same: Callable[[str], bool] = never


class Left(Protocol):
    """What one process leaves to the next as plain data, by kind and name, each with the digest of its key."""

    def found(self, kind: str, name: str, digest: str) -> tuple[Any, ...] | None:
        """What the last build left under this digest, None for nothing."""

    def has(self, kind: str, name: str) -> bool:
        """Whether the last build left anything."""

    def last(self, kind: str, name: str) -> tuple[Any, ...] | None:
        """What the last build left, whatever its digest; None for nothing."""

    def again(self, kind: str, name: str) -> None:
        """Leave to the next build what was found."""

    def leave(self, kind: str, name: str, digest: str, packed: tuple[Any, ...]) -> None:
        """Leave a value for the next build."""

    def drop(self, kind: str, name: str) -> None:
        """Leave nothing, even if it was left again before."""


class Memory(Protocol):
    """Where a build looks before it makes something."""

    def turn(self, *, whole: bool) -> None:
        """A build begins. A `whole` one asks for all that it needs: what the one before it did not use is forgotten.

        Any other asks only for what changed; of what it does not ask for nothing is forgotten.
        """

    def one(self, kind: str, name: str, key: Callable[[], Key], make: Callable[[], _V], *, same: bool = False) -> _V:
        """The value of `kind` for `name`, made now unless it is known with an equal key. It may be known beforehand to
        be the `same` as at the build before, where there is one: then no key is made.
        """

    def many(self, wanted: Wanted[_V], spread: Spread) -> Iterable[_V]:
        """All values that are `wanted`, in the order of their names; those that are not known are made by `spread`."""

    def same(self, kind: str, value: _V) -> _V:
        """The value of `kind` that was last seen, if it is equal to `value`: then both are the very same object."""


class Forgetful:
    """Remembers nothing: for a build that is the only one of its process. No key is even made."""

    def turn(self, *, whole: bool) -> None:
        """Nothing is there to be forgotten."""

    def one(self, kind: str, name: str, key: Callable[[], Key], make: Callable[[], _V], *, same: bool = False) -> _V:
        return make()

    def many(self, wanted: Wanted[_V], spread: Spread) -> Iterable[_V]:
        return spread(wanted.make, wanted.names)

    def same(self, kind: str, value: _V) -> _V:
        return value


@dataclass(slots=True)
class Lasting:
    """Values by what they are (`scan`, `page`, …) and a name, each with its key."""

    _old: dict[tuple[str, str], tuple[Key, Any]] = field(default_factory=dict)
    _new: dict[tuple[str, str], tuple[Key, Any]] = field(default_factory=dict)

    def turn(self, *, whole: bool) -> None:
        self._old, self._new = (self._new, {}) if whole else ({}, self._new)

    def one(self, kind: str, name: str, key: Callable[[], Key], make: Callable[[], _V], *, same: bool = False) -> _V:
        found = self._found(kind, name) if same else None
        parts = key() if found is None else found[0]
        found = self._known(kind, name, parts) if found is None else found
        made: _V = self._made(kind, name, make) if found is None else found[1]
        self._new[kind, name] = (parts, made)
        return made

    def many(self, wanted: Wanted[_V], spread: Spread) -> Iterable[_V]:
        keys: dict[str, Key] = {}
        values: dict[str, _V] = {}
        for name in wanted.names:
            known = self._found(wanted.kind, name)
            if known is None or not wanted.same(name):
                keys[name] = wanted.key(name)
                known = known if known is not None and known[0] == keys[name] else None
            else:
                keys[name] = known[0]
            if known is not None and wanted.holds(known[1]):
                values[name] = known[1]
        missing = [name for name in wanted.names if name not in values]
        values.update(zip(missing, spread(wanted.make, missing), strict=True))
        self._new.update({(wanted.kind, name): (keys[name], value) for name, value in values.items()})
        return [values[name] for name in wanted.names]

    def same(self, kind: str, value: _V) -> _V:
        return self.one(kind, "", lambda: (value,), lambda: value)

    def _made(self, kind: str, name: str, make: Callable[[], _V]) -> _V:
        """A new value; where it came out as before, that one, so that whatever was made from it is not made again."""
        made = make()
        before: tuple[Key, _V] | None = self._found(kind, name)
        return before[1] if before is not None and before[1] == made else made

    def _known(self, kind: str, name: str, key: Key) -> tuple[Key, Any] | None:
        found = self._found(kind, name)
        return found if found is not None and found[0] == key else None

    def _found(self, kind: str, name: str) -> tuple[Key, Any] | None:
        return self._new.get((kind, name)) or self._old.get((kind, name))


FORGETFUL: Memory = Forgetful()
"""The memory of a build that is alone."""
