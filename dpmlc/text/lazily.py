"""Mappings of which every value is made when it is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

_V = TypeVar("_V")


class Lazily(Mapping[str, _V]):
    """Values by name, for all `names`; each is made by `make` once, and `known` are those that are there already."""

    def __init__(
        self, names: Iterable[str], make: Callable[[str], _V], known: Mapping[str, _V] | None = None
    ) -> None:
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[str, _V] = dict(known or {})

    def __getitem__(self, name: str) -> _V:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def over(self, changes: Mapping[str, _V]) -> "Lazily[_V]":
        """The same with other values for some names, or with more."""
        return Lazily({**self._names, **dict.fromkeys(changes)}, self._make, {**self._made, **changes})


def over(before: Mapping[str, _V], changes: Mapping[str, _V]) -> Mapping[str, _V]:
    """`before` with the values of `changes` in the place of its own; nothing is made for it."""
    return before.over(changes) if isinstance(before, Lazily) else {**before, **changes}
