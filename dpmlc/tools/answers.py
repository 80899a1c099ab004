"""What a tool answered when it was asked -> what reading it left open is filled in (SPEC 5.1). Nothing is run here."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.tools.outline import Member, Outline
from dpmlc.tools.values import Entries, Read, gaps, stood

DESCRIBING = ("getMetadata", "getSchema", "getPackage", "getDependencies")
"""The members that say something of the tool, and do nothing else."""


@frozen
class Answered:
    """`members`: `function` or another kind of value by name; `values`: what they gave, as JSON, by name.

    Names are those of the specification.
    """

    members: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]


@frozen
class Unanswered:
    """The tool was asked in vain; `reason` continues the words "could not be asked: "."""

    reason: str


Answer = Answered | Unanswered

Answers = Mapping[str, Answer]
"""By the tool's package path."""

UNASKED: Answers = MappingProxyType({})
"""No tool was run."""


def open_questions(found: Outline) -> tuple[str, ...]:
    """The members of `DESCRIBING` that are to be called to learn what reading the file did not tell.

    () where all is known, and where the file is no tool: then running it would tell nothing.
    """
    if found.faults:
        return ()
    if found.unsure:
        return DESCRIBING
    known = {name for name, value in found.values.items() if not _open(value)}
    possible = {each.name for each in found.members if each.kind != "value"}
    return tuple(name for name in DESCRIBING if name in possible - known)


def completed(path: str, found: Outline, answer: Answer | None) -> Outline:
    """`found`, the outline of the tool in the file `path`, with what the tool answered.

    A value that was read as a whole stays as it is. One that was not is taken from the answer as a whole, and stands
    where the member gives it.
    """
    if not isinstance(answer, Answered) or found.faults:
        return found
    values = {**found.values, **dict(_values(found, answer))}
    if not found.unsure:
        return replace(found, values=values)
    members = (*found.members, *_members(path, found, answer))
    return replace(found, values=values, members=members, unsure="")


def _values(found: Outline, answer: Answered) -> Iterator[tuple[str, Read]]:
    for name, text in answer.values:
        read = found.values.get(name)
        if name in DESCRIBING and (read is None or _open(read)):
            start, end = (read.start, read.end) if read is not None else (0, 0)
            yield name, _placed(stood(json.loads(text)), start, end)


def _members(path: str, found: Outline, answer: Answered) -> Iterator[Member]:
    known = {each.name for each in found.members}
    for name, kind in answer.members:
        if name not in known:
            yield Member(name, name, Span(path, 0, 0), "unknown" if kind == "function" else "value")


def _open(value: Read) -> bool:
    return next(gaps(value), None) is not None


def _placed(value: Read, start: int, end: int) -> Read:
    """`value` with all of its parts at one place."""
    match value.value:
        case tuple():
            parts = tuple(_placed(each, start, end) for each in value.value)
            return Read(parts, start, end, value.size, value.depth)
        case Mapping():
            entries: Entries = {key: _placed(each, start, end) for key, each in value.value.items()}
            return Read(entries, start, end, value.size, value.depth)
        case _:
            return value.moved(start, end)
