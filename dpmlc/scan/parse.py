"""A whole text -> one reference (SPEC 3.1): registry cells, `src` values, command-line arguments."""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_references as faults
from dpmlc.scan.characters import path_end
from dpmlc.scan.reference import REMOTE, Level, Loading, Parameter, Reference
from dpmlc.text.span import Span

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why a text is no reference; `offset` is the character of the text at which the error points, from 0."""

    diagnostic: Diagnostic
    offset: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query's pairs and the offset behind it."""

    parameters: tuple[Parameter, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """What was expected at `offset` and not found there."""

    offset: int
    expected: str


def parse(text: str, path: str, start: int) -> Reference | Malformed:
    """The reference that is all of `text`; `start` is the offset of `text` in the file `path`.

    Nothing is trimmed (3.3), and an empty path is an error (3.4). Example: parse("@!thought://a", "x.md", 0).
    """
    levels = chain(text, path, start)
    if isinstance(levels, Flaw):
        return _malformed(text, path, start, levels)
    place = _behind(text, levels, start)
    target = _path(text, place, levels[-1].protocol)
    if isinstance(target, Flaw):
        return _malformed(text, path, start, target)
    written, quoted, end = target
    pairs = query(text, path, start, end, len(text), levels[-1].protocol)
    if isinstance(pairs, Flaw):
        return _malformed(text, path, start, pairs)
    if pairs.end < len(text):
        return _malformed(text, path, start, Flaw(pairs.end, _unexpected(text, pairs.end)))
    span = Span(path, start, start + len(text))
    return made(text, span, levels, written, quoted, end, pairs, place)


def made(
    text: str, span: Span, levels: tuple[Level, ...], written: str, quoted: bool, end: int, pairs: Query, place: int
) -> Reference:
    """The value of what was read: `place` is where the path begins in `text`, `end` where the query does."""
    first = span.start + place + quoted
    remote = levels[-1].protocol in REMOTE
    return Reference(
        text, span, levels, written, written if remote else decoded(written),
        Span(span.path, first, first + len(written)), text[end : pairs.end], pairs.parameters, quoted,
    )  # fmt: skip


def decoded(path: str) -> str:
    """`path` with `%20` and the like decoded once; as it is where that gives no UTF-8 text."""
    if "%" not in path:
        return path
    try:
        return unquote(path, errors="strict")
    except UnicodeDecodeError:
        return path


def chain(text: str, path: str, start: int) -> tuple[Level, ...] | Flaw:
    """The levels of `text` up to its `://`, outermost first."""
    levels: list[Level] = []
    place = 0
    if not text.startswith("@"):
        return Flaw(0, "`@`, `@!` or `@?`")
    while True:
        loading, place = _prefix(text, place)
        name = NAME.match(text, place)
        if name is None:
            return Flaw(place, "a protocol name")
        span = Span(path, start + name.start(), start + name.end())
        levels.append(Level(loading, name.group(), span))
        place = name.end()
        if text.startswith("://", place):
            return tuple(levels)
        if not text.startswith(":", place):
            return Flaw(place, "`://`")
        place += 1


def _prefix(text: str, place: int) -> tuple[Loading, int]:
    if not text.startswith("@", place):
        return Loading.DEFAULT, place
    match text[place + 1 : place + 2]:
        case "!":
            return Loading.HOT, place + 2
        case "?":
            return Loading.LAZY, place + 2
        case _:
            return Loading.DEFAULT, place + 1


def _behind(text: str, levels: tuple[Level, ...], start: int) -> int:
    return levels[-1].span.end - start + len("://")


def _path(text: str, place: int, protocol: str) -> tuple[str, bool, int] | Flaw:
    """Path as written, whether it was quoted, and the offset behind it."""
    if text.startswith('"', place):
        closing = text.find('"', place + 1)
        if closing < 0:
            return Flaw(place, "a closing quote")
        written = text[place + 1 : closing]
        return (written, True, closing + 1) if written.strip() else Flaw(place + 1, "a path")
    run = path_end(text, place, len(text))
    mark = text.find("?", place, run)
    end = run if mark < 0 else mark
    if run < len(text) and mark < 0:
        return Flaw(end, _unexpected(text, end))
    if not any(each.isalnum() or each == "*" for each in text[place:end]):
        return Flaw(end if end == place else place, "a path")
    return text[place:end], False, end


def _unexpected(text: str, offset: int) -> str:
    return f"no illegal character `{text[offset]}`; a path that holds it is written in quotes"


def query(text: str, path: str, start: int, place: int, limit: int, protocol: str) -> Query | Flaw:
    """The pairs of the query that begins at `place`, if one does; nothing behind `limit` is looked at."""
    if not text.startswith("?", place) or place >= limit:
        return Query((), place)
    if protocol in REMOTE:
        return _as_written(text, path, start, place, limit)
    pairs: list[Parameter] = []
    while True:
        pair = _pair(text, path, start, place + 1, limit)
        if isinstance(pair, Flaw):
            return pair
        parameter, place = pair
        pairs.append(parameter)
        if place >= limit or text[place] != "&":
            return Query(tuple(pairs), place)


def _pair(text: str, path: str, start: int, place: int, limit: int) -> tuple[Parameter, int] | Flaw:
    name = NAME.match(text, place, limit)
    if name is None:
        return Flaw(place, "a parameter name")
    if name.end() >= limit or text[name.end()] != "=":
        return Flaw(name.end(), "`=` and a value")
    begin = name.end() + 1
    if begin < limit and text[begin] == '"':
        closing = text.find('"', begin + 1, limit)
        if closing < 0:
            return Flaw(begin, "a closing quote")
        value, end = text[begin + 1 : closing], closing + 1
    else:
        run = path_end(text, begin, limit)
        ampersand = text.find("&", begin, run)
        end = run if ampersand < 0 else ampersand
        value = text[begin:end]
        if not value:
            return Flaw(begin, "a value")
    return Parameter(name.group(), value, Span(path, start + name.start(), start + end)), end


def _as_written(text: str, path: str, start: int, place: int, limit: int) -> Query:
    """A remote protocol's query follows its own standard: pairs are only listed."""
    end = path_end(text, place, limit)
    pairs: list[Parameter] = []
    begin = place + 1
    for part in text[begin:end].split("&"):
        name, equals, value = part.partition("=")
        if name:
            span = Span(path, start + begin, start + begin + len(part))
            pairs.append(Parameter(name, value if equals else None, span))
        begin += len(part) + 1
    return Query(tuple(pairs), end)


def _malformed(text: str, path: str, start: int, flaw: Flaw) -> Malformed:
    return Malformed(faults.reference_syntax(Span(path, start, start + len(text)), text, flaw.offset, flaw.expected),
                     flaw.offset)  # fmt: skip
