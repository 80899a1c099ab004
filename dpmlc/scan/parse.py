"""A whole text -> one reference (SPEC 3.1): registry cells, `src` values, command-line arguments."""

from urllib.parse import unquote

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_references as faults
from dpmlc.scan.characters import path_end
from dpmlc.scan.faults_references import Expected
from dpmlc.scan.reference import REMOTE, Level, Loading, Parameter, Reference
from dpmlc.scan.simple import simple
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_NAME = regular(r"[A-Za-z][A-Za-z0-9_-]*")


@frozen
class Malformed:
    """Why a text is no reference; `offset` is the character of the text at which the error points, from 0."""

    diagnostic: Diagnostic
    offset: int


@frozen
class _Flaw:
    """What was expected at `offset` and not found there."""

    offset: int
    expected: Expected


@frozen
class _Path:
    """Where the path stands, quotes left out."""

    start: int
    end: int
    quoted: bool


def parse(text: str, path: str, start: int) -> Reference | Malformed:
    """The reference that is all of `text`; `start` is the offset of `text` in the file `path`.

    Nothing is trimmed (3.3), and an empty path is an error (3.4). Example: parse("@!thought://a", "x.md", 0).
    """
    return simple(text, path, start) or by_clause(text, path, start)


def by_clause(text: str, path: str, start: int) -> Reference | Malformed:
    """`parse` without the short way for simple references: the grammar of SPEC 3.1, one rule after the other."""
    read = _read(text, Span(path, start, start + len(text)))
    if isinstance(read, _Flaw):
        place = Span(path, start + read.offset, start + min(read.offset + 1, len(text)))
        found = text[read.offset : read.offset + 1]
        return Malformed(faults.reference_syntax(place, read.expected, found), read.offset)
    return read


def names_something(path: str) -> bool:
    """Whether a path holds a letter, a digit or `*`: one without is as good as empty (3.4)."""
    return any(each.isalnum() or each == "*" for each in path)


def _read(text: str, span: Span) -> Reference | _Flaw:
    levels = _chain(text, span)
    if isinstance(levels, _Flaw):
        return levels
    protocol = levels[-1].protocol
    place = _path(text, levels[-1].span.end - span.start + len("://"))
    if isinstance(place, _Flaw):
        return place
    query = place.end + place.quoted
    parameters = _parameters(text, query, protocol, span)
    if isinstance(parameters, _Flaw):
        return parameters
    written = text[place.start : place.end]
    return Reference(
        text,
        span,
        levels,
        written,
        written if protocol in REMOTE else _decoded(written),
        Span(span.path, span.start + place.start, span.start + place.end),
        text[query:],
        parameters,
        place.quoted,
    )


def _decoded(path: str) -> str:
    """`path` with `%20` and the like decoded once; as it is where that gives no UTF-8 text."""
    if "%" not in path:
        return path
    try:
        return unquote(path, errors="strict")
    except UnicodeDecodeError:
        return path


def _chain(text: str, span: Span) -> tuple[Level, ...] | _Flaw:
    """The levels of `text` up to its `://`, outermost first."""
    if not text.startswith("@"):
        return _Flaw(0, Expected.PREFIX)
    levels: list[Level] = []
    place = 0
    while True:
        loading, place = _prefix(text, place)
        name = _NAME.match(text, place)
        if name is None:
            return _Flaw(place, Expected.PROTOCOL)
        place = name.end()
        levels.append(Level(loading, name[0], Span(span.path, span.start + name.start(), span.start + place)))
        if text.startswith("://", place):
            return tuple(levels)
        if not text.startswith(":", place):
            return _Flaw(place, Expected.DIVIDER)
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


def _path(text: str, place: int) -> _Path | _Flaw:
    if text.startswith('"', place):
        closing = text.find('"', place + 1)
        if closing < 0:
            return _Flaw(place, Expected.CLOSING_QUOTE)
        blank = not text[place + 1 : closing].strip()
        return _Flaw(place + 1, Expected.PATH) if blank else _Path(place + 1, closing, True)
    mark = text.find("?", place)
    limit = mark if mark >= 0 else len(text)
    end = path_end(text, place, limit)
    if end < limit:
        return _Flaw(end, Expected.PATH_CHARACTER)
    if not names_something(text[place:end]):
        return _Flaw(place, Expected.PATH)
    return _Path(place, end, False)


def _parameters(text: str, place: int, protocol: str, span: Span) -> tuple[Parameter, ...] | _Flaw:
    """The pairs of the query that begins at `place` and goes on to the end of the text."""
    if not text.startswith("?", place):
        return () if place == len(text) else _Flaw(place, Expected.PATH_CHARACTER)
    if protocol in REMOTE:
        return _as_written(text, place, span)
    pairs: list[Parameter] = []
    while True:
        pair = _pair(text, place + 1, span)
        if isinstance(pair, _Flaw):
            return pair
        pairs.append(pair)
        place = pair.span.end - span.start
        if place == len(text):
            return tuple(pairs)
        if text[place] != "&":
            return _Flaw(place, Expected.PATH_CHARACTER)


def _pair(text: str, place: int, span: Span) -> Parameter | _Flaw:
    name = _NAME.match(text, place)
    if name is None:
        return _Flaw(place, Expected.PARAMETER)
    if not text.startswith("=", name.end()):
        return _Flaw(name.end(), Expected.EQUALS)
    begin = name.end() + 1
    if text.startswith('"', begin):
        closing = text.find('"', begin + 1)
        if closing < 0:
            return _Flaw(begin, Expected.CLOSING_QUOTE)
        value, end = text[begin + 1 : closing], closing + 1
    else:
        following = text.find("&", begin)
        end = path_end(text, begin, following if following >= 0 else len(text))
        value = text[begin:end]
        if not value:
            return _Flaw(begin, Expected.VALUE)
    return Parameter(name[0], value, Span(span.path, span.start + place, span.start + end))


def _as_written(text: str, place: int, span: Span) -> tuple[Parameter, ...] | _Flaw:
    """A remote protocol's query follows its own standard: pairs are only listed."""
    end = path_end(text, place, len(text))
    if end < len(text):
        return _Flaw(end, Expected.PATH_CHARACTER)
    pairs: list[Parameter] = []
    begin = span.start + place + 1
    for part in text[place + 1 :].split("&"):
        name, equals, value = part.partition("=")
        if name:
            pairs.append(Parameter(name, value if equals else None, Span(span.path, begin, begin + len(part))))
        begin += len(part) + 1
    return tuple(pairs)
