"""What builds leave of their bundles and pages: records in one file, in order, sealed with the key of the user.

A record is plain data as Python writes it (`marshal`, text, bytes, numbers and tuples), and is read only by the same
Python and the same dpmlc, and only where the seal holds. Nothing in it is ever run.
"""

import hashlib
import hmac
import marshal
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

from dpmlc.edge.cache.folder import content, write_parts

_FIRST = b"dpmlc leaves 1\n"
_SEAL = 32
_LENGTHS = struct.Struct("<II")
_IN_MEMORY = 4 << 20
_CHUNK = 1 << 20
_LARGEST = 1 << 30


# A named tuple: the state's module is loaded by builds that have nothing to do.
class Remembered(NamedTuple):
    """What the last build left. `rows` tell by kind and name the digest, and where in `held` the record stands."""

    held: memoryview
    rows: Mapping[tuple[str, str], tuple[str, int, int]]


NOTHING = Remembered(memoryview(b""), {})


class Results:
    """What the last build left, and what this one leaves. Nothing is left where the system has no room for it."""

    def __init__(self, before: Remembered = NOTHING) -> None:
        self._before = before
        self._spool: IO[bytes] | None = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it lives as long as this

    def found(self, kind: str, name: str, digest: str) -> tuple[object, ...] | None:
        """What the last build left under this digest, None for nothing."""
        known = self._before.rows.get((kind, name))
        return self.last(kind, name) if known is not None and known[0] == digest else None

    def has(self, kind: str, name: str) -> bool:
        """Whether the last build left anything."""
        return (kind, name) in self._before.rows

    def last(self, kind: str, name: str) -> tuple[Any, ...] | None:
        """What the last build left, whatever its digest; None for nothing."""
        known = self._before.rows.get((kind, name))
        if known is None:
            return None
        row: tuple[Any, ...] = marshal.loads(self._before.held[known[1] : known[2]])
        return row

    def again(self, kind: str, name: str) -> None:
        """Leave to the next build what was found."""
        digest, start, end = self._before.rows[kind, name]
        self._add((kind, name, digest), self._before.held[start:end])

    def leave(self, kind: str, name: str, digest: str, packed: tuple[Any, ...]) -> None:
        """Leave a value for the next build."""
        self._add((kind, name, digest), marshal.dumps(packed))

    def drop(self, kind: str, name: str) -> None:
        """Leave nothing, even if it was left again before."""
        if self.has(kind, name):
            self._add((kind, name, ""), b"")

    def keep(self, path: str, bound: str, secret: bytes) -> None:
        """Put at `path` what this build leaves, to be read by who knows `bound` and `secret`. Raises OSError."""
        if self._spool is not None:
            write_parts(path, self._sealed(self._spool, bound, secret))

    def _add(self, head: tuple[str, str, str], record: bytes | memoryview) -> None:
        if self._spool is None:
            return
        named = marshal.dumps(head)
        try:
            self._spool.write(_LENGTHS.pack(len(named), len(record)))
            self._spool.write(named)
            self._spool.write(record)
        except OSError:
            with suppress(OSError):
                self._spool.close()
            self._spool = None

    @staticmethod
    def _sealed(spool: IO[bytes], bound: str, secret: bytes) -> Iterator[bytes]:
        seal = _seal(bound, secret)
        yield _FIRST
        spool.seek(0)
        while part := spool.read(_CHUNK):
            seal.update(part)
            yield part
        yield seal.digest()


def results(path: str, bound: str, secret: bytes) -> Remembered | None:
    """What `Results.keep` put at `path`; None where that is damaged, foreign, or bound to something else."""
    try:
        held = memoryview(content(path, _LARGEST))
    except FileNotFoundError:
        return NOTHING
    except OSError:
        return None
    body = held[len(_FIRST) : -_SEAL]
    seal = _seal(bound, secret)
    seal.update(body)
    if held[: len(_FIRST)] != _FIRST or not hmac.compare_digest(seal.digest(), held[-_SEAL:]):
        return None
    rows = dict(_rows(body))
    return Remembered(body, {key: row for key, row in rows.items() if row[1] < row[2]})  # An empty one was dropped.


def _rows(body: memoryview) -> Iterator[tuple[tuple[str, str], tuple[str, int, int]]]:
    at = 0
    while at < len(body):
        named, length = _LENGTHS.unpack_from(body, at)
        at += _LENGTHS.size
        kind, name, digest = marshal.loads(body[at : at + named])
        at += named
        yield (kind, name), (digest, at, at + length)
        at += length


def _seal(bound: str, secret: bytes) -> "hashlib.blake2b":
    seal = hashlib.blake2b(key=secret, digest_size=_SEAL)
    seal.update(bound.encode() + b"\n")
    return seal
