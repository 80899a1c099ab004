"""Bytes of a stream -> its lines, whatever their length, and the JSON in them."""

import json
import os
from collections.abc import Iterator

from dpmlc.fileref.faults import message_form
from dpmlc.fileref.messages import Message, Misread, read_message
from dpmlc.text.frozen import frozen

LONGEST = 1 << 20
_PIECE = 1 << 16


@frozen
class Overlong:
    """A line of more than `LONGEST` bytes, of which nothing is kept."""

    size: int


def lines(descriptor: int) -> Iterator[bytes | Overlong]:
    """Each line without its end, also the last one where it has none. Empty lines are left out."""
    line = _Line()
    while piece := os.read(descriptor, _PIECE):
        first, *others = piece.split(b"\n")
        line.add(first)
        for part in others:
            if line.size:
                yield line.whole()
            line = _Line()
            line.add(part)
    if line.size:
        yield line.whole()


def message(line: bytes | Overlong) -> Message | Misread:
    """The message in a line; nothing that a line can hold raises."""
    if isinstance(line, Overlong):
        return _misread(f"at most {LONGEST} bytes long", f"{line.size} bytes")
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        return _misread("UTF-8", f"another byte at {error.start}")
    except RecursionError:
        return _misread("JSON", "more brackets in each other than can be read")
    except ValueError as error:
        return _misread("JSON", _syntax(error))
    return read_message(found)


class _Line:
    """A line as far as it was read; past the limit only its size is kept."""

    def __init__(self) -> None:
        self.size = 0
        self._pieces: list[bytes] = []

    def add(self, piece: bytes) -> None:
        """Read on."""
        self.size += len(piece)
        if self.size <= LONGEST:
            self._pieces.append(piece)
        else:
            self._pieces.clear()

    def whole(self) -> bytes | Overlong:
        """All of it."""
        return Overlong(self.size) if self.size > LONGEST else b"".join(self._pieces)


def _misread(expected: str, found: str) -> Misread:
    return Misread("", "", (message_form("the line", expected, found),))


def _syntax(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"something else at character {error.pos + 1} ({error.msg.lower()})"
    return "a number that JSON does not have"


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
