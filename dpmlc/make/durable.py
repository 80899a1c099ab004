"""What one process leaves to the next: bundles and pages by a digest of all that they were made from.

Nothing of it is decided here: a value that was left counts where the same value would be made again, and its files
stand in the output as they were. What is left is plain data; `Form` says how a value becomes that, and back.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from dpmlc.memory import Key, Lasting, Left, Wanted
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
        known: _V | None = self._same(kind, name) if same else None
        digest = self._digests.of(key()) if known is None else ""
        known = self._known(kind, name, digest) if known is None else known
        if known is None:
            return self._kept(kind, name, digest, make())
        self._left.again(kind, name)
        return known

    def many(self, wanted: Wanted[_V], spread: Spread) -> Iterable[_V]:
        kind = wanted.kind
        if kind not in self._forms:
            yield from spread(wanted.make, wanted.names)
            return
        digests: dict[str, str] = {}
        known: dict[str, _V] = {}
        for name in wanted.names:
            if not self._left.has(kind, name):
                continue
            value = self._same(kind, name) if wanted.same(name) else None
            if value is None or not wanted.holds(value):
                digests[name] = self._digests.of(wanted.key(name))
                value = self._known(kind, name, digests[name])
            if value is not None and wanted.holds(value):
                known[name] = value

        def made(name: str) -> tuple[str, _V]:
            # Where nothing was left, the digest is made here: by all processes that make values.
            digest = digests[name] if name in digests else self._digests.of(wanted.key(name))
            return digest, wanted.make(name)

        missing = iter(spread(made, [name for name in wanted.names if name not in known]))
        for name in wanted.names:
            if name in known:
                self._left.again(kind, name)
                yield known[name]
            else:
                yield self._kept(kind, name, *next(missing))

    def same(self, kind: str, value: _V) -> _V:
        return self._here.same(kind, value)

    def _same(self, kind: str, name: str) -> Any | None:
        """What was left of one that is known to be the same."""
        packed = self._left.last(kind, name)
        return None if packed is None else self._forms[kind].unpacked(packed)

    def _known(self, kind: str, name: str, digest: str) -> Any | None:
        packed = self._left.found(kind, name, digest) if digest else None
        return None if packed is None else self._forms[kind].unpacked(packed)

    def _kept(self, kind: str, name: str, digest: str, value: _V) -> _V:
        packed = self._forms[kind].packed(value) if digest else None
        if packed is not None:
            self._left.leave(kind, name, digest, packed)
        else:
            self._left.drop(kind, name)
        return value
