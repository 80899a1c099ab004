"""Values as they stand in source text: JSON with the place of each part; what could not be read, with the reason."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import TypeGuard

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

LARGEST = 50_000
"""Parts of one value at most: constants that name each other can stand for far more than is written."""

DEEPEST = 100
"""Objects and lists in each other at most."""

LONGEST = 64 << 10
"""Code points of one string at most."""


@frozen
class Unread:
    """A part that only running the tool would tell. `reason` continues the words "could not be read: "."""

    reason: str


_HALF = regular("[\ud800-\udfff]")

Scalar = bool | int | float | str | None


@frozen
class Read:
    """A value and where it stands: code points `start` up to `end` of the tool's file.

    `size` counts the parts, itself included, and `depth` the levels; they keep reading linear.
    """

    value: "Scalar | tuple[Read, ...] | Mapping[str, Read] | Unread"
    start: int
    end: int
    size: int = 1
    depth: int = 1

    def moved(self, start: int, end: int) -> "Read":
        """The same value where it is used, so that a message points to the place that the author looks at."""
        return Read(self.value, start, end, self.size, self.depth)


Entries = Mapping[str, Read]


def unread(reason: str, start: int, end: int) -> Read:
    """A part that was not read."""
    return Read(Unread(reason), start, end)


def listed(parts: tuple[Read, ...], start: int, end: int) -> Read:
    """A list, unless it is too large."""
    return _measured(parts, parts, start, end)


def keyed(entries: Entries, start: int, end: int) -> Read:
    """An object, unless it is too large."""
    return _measured(entries, tuple(entries.values()), start, end)


def _measured(value: tuple[Read, ...] | Entries, parts: tuple[Read, ...], start: int, end: int) -> Read:
    size = sum(each.size for each in parts) + 1
    depth = max((each.depth for each in parts), default=0) + 1
    if size > LARGEST:
        return unread(f"it has more than {LARGEST} parts", start, end)
    if depth > DEEPEST:
        return unread(f"it is nested deeper than {DEEPEST} levels", start, end)
    return Read(value, start, end, size, depth)


def scalar(value: Scalar, start: int, end: int) -> Read:
    """A string, number, truth value or null that JSON can hold."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            return unread(f"the string is longer than {LONGEST} characters", start, end)
        if not value.isascii() and _HALF.search(value):
            return unread("the string holds half of a surrogate pair", start, end)
    elif isinstance(value, float) and (not isfinite(value)):
        return unread("JSON has no such number", start, end)
    return Read(value, start, end)


def is_keyed(value: object) -> TypeGuard[Entries]:
    """Whether a `Read.value` is an object."""
    return isinstance(value, Mapping)


Trail = tuple[()] | tuple["Trail", str]
"""A path as its last step and the path before it: paths of ten thousand siblings share what they have in common."""


def shown(trail: Trail) -> str:
    """A path as JavaScript writes it: `.properties.size`, `.items[0]`; long keys are cut."""
    steps: list[str] = []
    while trail:
        trail, step = trail
        steps.append(step if len(step) <= 60 else f"{step[:59]}…")
    return "".join(reversed(steps))


def gaps(value: Read) -> Iterator[tuple[str, Read]]:
    """Every part that was not read, with its path."""
    waiting: list[tuple[Trail, Read]] = [((), value)]
    while waiting:
        trail, part = waiting.pop()
        match part.value:
            case Unread():
                yield shown(trail), part
            case tuple():
                waiting.extend(((trail, f"[{number}]"), each) for number, each in reversed([*enumerate(part.value)]))
            case Mapping():
                waiting.extend(((trail, f".{key}"), each) for key, each in reversed([*part.value.items()]))


def plain(value: Read) -> object:
    """The value as plain JSON; parts that were not read are left out of objects and are null in lists."""
    match value.value:
        case tuple():
            return [plain(each) for each in value.value]
        case Mapping():
            return {key: plain(each) for key, each in value.value.items() if not isinstance(each.value, Unread)}
        case Unread():
            return None
        case found:
            return found


def stood(value: object) -> Read:
    """Plain JSON, as a run of the tool gave it, without any place."""
    match value:
        case list():
            return listed(tuple(stood(each) for each in value), 0, 0)
        case dict():
            return keyed({str(key): stood(each) for key, each in value.items()}, 0, 0)
        case None | bool() | int() | float() | str():
            return scalar(value, 0, 0)
    return unread("JSON has no such value", 0, 0)
