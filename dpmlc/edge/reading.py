"""The content of one file behind a door: whole, up to a limit, or as a fingerprint."""

import hashlib
import os

from dpmlc.edge.found import ClosedError
from dpmlc.edge.safe_open import Door
from dpmlc.text.files import Fingerprint

# A larger buffer goes through mmap and costs four times as much for small files.
_CHUNK = 128 << 10
_POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_POINTER_SIZE = 1024


class TooLargeError(Exception):
    """The file holds more bytes than asked for; `size` as far as it is known."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def content(entrance: Door, path: str, limit: int) -> bytes:
    """The bytes of the regular file at `path`. Raises ClosedError, or TooLargeError above `limit` bytes."""
    descriptor, size = entrance.open(path)
    try:
        if size > limit:
            raise TooLargeError(size)
        found = _read(descriptor, size, limit)
    except OSError as error:
        raise ClosedError("failed", (error.strerror or "the system refused").lower()) from error
    finally:
        os.close(descriptor)
    _refuse_pointer(found)
    return found


def fingerprint(entrance: Door, path: str) -> Fingerprint:
    """Size and SHA-256 of the regular file at `path`, read in pieces. Raises ClosedError."""
    descriptor, size = entrance.open(path)
    digest, total = hashlib.sha256(), 0
    try:
        while piece := os.read(descriptor, _CHUNK):
            if total == 0 and size < _POINTER_SIZE:
                _refuse_pointer(piece)
            digest.update(piece)
            total += len(piece)
    except OSError as error:
        raise ClosedError("failed", (error.strerror or "the system refused").lower()) from error
    finally:
        os.close(descriptor)
    return Fingerprint(total, digest.hexdigest())


def _read(descriptor: int, size: int, limit: int) -> bytes:
    """A file that grows while it is read is read to its end, or to the limit."""
    first = os.read(descriptor, min(size + 1, _CHUNK))
    if len(first) == size:
        return first
    pieces, total = [first], len(first)
    while piece := os.read(descriptor, _CHUNK):
        pieces.append(piece)
        total += len(piece)
        if total > limit:
            raise TooLargeError(total)
    return b"".join(pieces)


def _refuse_pointer(found: bytes) -> None:
    if len(found) < _POINTER_SIZE and found.startswith(_POINTER):
        raise ClosedError("failed", "is a git-lfs pointer, its content was not fetched (`git lfs pull` does)")
