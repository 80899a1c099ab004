"""What one process leaves to the next: bundles and pages by a digest of all that they were made from.

Nothing of it is decided here: a value that was left counts where the same value would be made again, and its files
stand in the output as they were. What is left is plain data; `Form` says how a value becomes that, and back.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from dpmlc.memory import Key, Lasting, Left, Wanted, always
from dpmlc.text.digests import Digests
from dpmlc.text.frozen import frozen
from dpmlc.text.spread import Spread

_V = TypeVar("_V")


@frozen
class Form:
    """How a value of one kind is left: `packed` gives tuples, text, bytes and numbers, or None for what is not left;
    `unpacked` the value again, or None where it cannot be had any more.
    """

    packed: Callable[[Any], tuple[object, ...] | None]
    unpacked: Callable[[Any], Any | None]


class Durable:
    """A memory that outlives its process, for the kinds that `forms` tells of; all else is made."""

    def __init__(self, left: Left, forms: Mapping[str, Form], digests: Digests) -> None:
        self._left = left
        self._forms = forms
        self._digests = digests
        self._here = Lasting()

    def turn(self, *, whole: bool) -> None:
        """Whatever is not left again is forgotten with the process."""

    def digest(self, value: object) -> str:
        """A digest (hex) of a value, as they are made of keys; "" for a value that has none."""
        return self._digests.of(value)

    def one(self, kind: str, name: str, key: Callable[[], Key], make: Callable[[], _V], *, same: bool = False) -> _V:
        if kind not in self._forms:  # A build that goes on asks for the few that have no name twice.
            return make() if name else self._here.one(kind, name, key, make)
        known, digest = self._found(kind, name, key, always, same=same)
        if known is None:
            return self._kept(kind, name, digest or self._digests.of(key()), make())
        self._left.again(kind, name)
        found: _V = known
        return found

    def many(self, wanted: Wanted[_V], spread: Spread) -> Iterable[_V]:
        kind = wanted.kind
        if kind not in self._forms:
            yield from spread(wanted.make, wanted.names)
            return
        digests: dict[str, str] = {}
        known: dict[str, _V] = {}
        for name in wanted.names:
            value, digests[name] = self._found(
                kind, name, partial(wanted.key, name), wanted.holds, same=wanted.same(name)
            )
            if value is not None:
                known[name] = value

        def made(name: str) -> tuple[str, _V]:
            # Where nothing was left, the digest is made here: by all processes that make values.
            return digests[name] or self._digests.of(wanted.key(name)), wanted.make(name)

        missing = iter(spread(made, [name for name in wanted.names if name not in known]))
        for name in wanted.names:
            if name in known:
                self._left.again(kind, name)
                yield known[name]
            else:
                yield self._kept(kind, name, *next(missing))

    def same(self, kind: str, value: _V) -> _V:
        return self._here.same(kind, value)

    def _found(
        self, kind: str, name: str, key: Callable[[], Key], holds: Callable[[Any], bool], *, same: bool
    ) -> tuple[Any | None, str]:
        """The value that was left, if it counts, and the digest of `key` where one had to be made, else ""."""
        if not self._left.has(kind, name):
            return None, ""
        value = self._unpacked(kind, self._left.last(kind, name)) if same else None
        if value is not None and holds(value):
            return value, ""
        digest = self._digests.of(key())
        value = self._unpacked(kind, self._left.found(kind, name, digest)) if digest else None
        return (value if value is not None and holds(value) else None), digest

    def _unpacked(self, kind: str, packed: tuple[Any, ...] | None) -> Any | None:
        return None if packed is None else self._forms[kind].unpacked(packed)

    def _kept(self, kind: str, name: str, digest: str, value: _V) -> _V:
        packed = self._forms[kind].packed(value) if digest else None
        if packed is not None:
            self._left.leave(kind, name, digest, packed)
        else:
            self._left.drop(kind, name)
        return value
