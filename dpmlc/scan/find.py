"""A document's prose -> the references in it (SPEC 3.2, 3.3), in one pass over its `@`."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_references as faults
from dpmlc.scan.candidates import Candidate, candidates, glued, look_alikes
from dpmlc.scan.characters import CJK, path_end
from dpmlc.scan.ends import Emphasis, bracket_end, cjk_end, trimmed_end, value_end
from dpmlc.scan.html import HTML_NAMES
from dpmlc.scan.parse import Flaw, chain, made, query
from dpmlc.scan.reference import REMOTE, Level, Reference
from dpmlc.scan.standing import stands_alone
from dpmlc.text.span import Span

_ILLEGAL = re.compile(r"<(/?)([^\s<>]+)>(?=[!#-&(-;=?-\[\]-_a-{}~\w])")
_PLACEHOLDER = re.compile(r"(?:^|(?<=/))(?:[^/]*(\{[^{},/]*\})[^/]*|(\[[^\]/]*\]))(?=/|$)")
_STARTS_CJK = re.compile(f"[{CJK}]")
_HAS_EXTENSION = re.compile(r"\.(?=[0-9]{0,7}[A-Za-z])[A-Za-z0-9]{1,8}$")
_EMPHASIS_BEFORE_CJK = re.compile(rf"(?<![/*_~])([*_~])\1*(?=[{CJK}])")


@dataclass(frozen=True, slots=True)
class Found:
    """The references of one document's prose and what is wrong with others, both in text order."""

    references: tuple[Reference, ...]
    diagnostics: tuple[Diagnostic, ...]


def find(text: str, path: str, regions: Sequence[tuple[int, int]]) -> Found:
    """References of `text` outside of `regions`.

    `regions` are sorted and apart: front matter, fences, code spans, comments, and the tags that are structure. A
    reference touches a tag as it touches the end of its line; code beside it is content.
    """
    if "@" not in text and "＠" not in text:
        return Found((), ())
    prose = _Prose(text, path, tuple(start for start, _ in regions), tuple(end for _, end in regions))
    references: list[Reference] = []
    diagnostics: list[Diagnostic] = []
    emphasis = Emphasis(text)
    skip = _Skip(regions, emphasis)
    behind = 0
    for candidate in candidates(text):
        if candidate.start < behind or prose.holds(candidate.start):
            continue
        skip.up_to(candidate.start)
        match _read(prose, candidate, emphasis):
            case Reference() as reference:
                references.append(reference)
                behind = reference.span.end
                emphasis.skip(reference.span.start, behind)
            case Diagnostic() as diagnostic:
                diagnostics.append(diagnostic)
                behind = candidate.path
    diagnostics += _hints(prose)
    diagnostics.sort(key=lambda each: each.span.start if each.span else 0)
    return Found(tuple(references), tuple(diagnostics))


@dataclass(frozen=True, slots=True)
class _Prose:
    """The text with what is not prose in it."""

    text: str
    path: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def holds(self, offset: int) -> bool:
        """Whether `offset` lies in a region."""
        before = bisect_right(self.starts, offset) - 1
        return before >= 0 and offset < self.ends[before]

    def limit(self, offset: int) -> int:
        """Where the prose that goes on at `offset` ends: the next region, or the end of the text."""
        following = bisect_right(self.starts, offset)
        return self.starts[following] if following < len(self.starts) else len(self.text)


class _Skip:
    """Tells the emphasis about the regions that were passed."""

    def __init__(self, regions: Sequence[tuple[int, int]], emphasis: Emphasis) -> None:
        self._regions = regions
        self._next = 0
        self._emphasis = emphasis

    def up_to(self, offset: int) -> None:
        while self._next < len(self._regions) and self._regions[self._next][0] < offset:
            self._emphasis.skip(*self._regions[self._next])
            self._next += 1


def _read(prose: _Prose, candidate: Candidate, emphasis: Emphasis) -> Reference | Diagnostic:
    text, start, place = prose.text, candidate.start, candidate.path
    levels = chain(text[start:place], prose.path, start)
    if isinstance(levels, Flaw):
        return _flawed(prose, start, place, levels.offset, levels.expected)
    limit = min(prose.limit(start), candidate.limit)
    protocol = levels[-1].protocol
    quoted = text.startswith('"', place) and text[start - 1 : start] not in ('"', "'", "“", "‘")
    if quoted:
        stop = text.find("\n", place, limit)
        closing = text.find('"', place + 1, limit if stop < 0 else stop)
        if closing < 0:
            return _flawed(prose, start, place + 1, place - start, "a closing quote")
        end = closing + 1
    else:
        end = _path_end(prose, candidate, limit, emphasis, protocol)
        if end == place or not _names(text[place:end]):
            return faults.reference_without_a_path(Span(prose.path, start, max(end, place)), text[start : max(end, place)])
    return _whole(prose, start, place, end, limit, levels, quoted, emphasis)


def _path_end(prose: _Prose, candidate: Candidate, limit: int, emphasis: Emphasis, protocol: str) -> int:
    """Offset behind the path, a query left out, prose at its end trimmed."""
    text, start, place = prose.text, candidate.start, candidate.path
    run = path_end(text, place, limit)
    for mark in _EMPHASIS_BEFORE_CJK.finditer(text, place, run):
        length = mark.end() - mark.start()
        if emphasis.closed_by(mark.group(1), length, start) == length:
            run = mark.start()
            break
    asked = text.find("?", place, run)
    end = bracket_end(text, place, run if asked < 0 else asked)
    if not text[place:end].isascii():
        whole = trimmed_end(text, place, bracket_end(text, place, run), emphasis)
        if not stands_alone(text, start, whole, prose.starts, prose.ends):
            end = cjk_end(text, place, end)
    if end == asked and _asks(text, asked, limit):
        return end
    return trimmed_end(text, place, end, emphasis)


def _asks(text: str, mark: int, limit: int) -> bool:
    """Whether the `?` at `mark` opens a query."""
    following = text[mark + 1 : mark + 2]
    return mark + 1 < limit and following.isascii() and following.isalpha()


def _names(path: str) -> bool:
    return any(each.isalnum() or each == "*" for each in path)


def _whole(
    prose: _Prose, start: int, place: int, end: int, limit: int, levels: tuple[Level, ...], quoted: bool, emphasis: Emphasis
) -> Reference | Diagnostic:
    text = prose.text
    behind = end
    if text.startswith("?", end) and _asks(text, end, limit):
        asked = _query_end(text, end, limit, emphasis, levels[-1].protocol)
        if isinstance(asked, Flaw):
            return _flawed(prose, start, asked.offset, asked.offset - start, asked.expected)
        behind = asked
    fault = _refused(prose, start, place, end, behind, quoted)
    if fault:
        return fault
    pairs = query(text, prose.path, 0, end, behind, levels[-1].protocol)
    if isinstance(pairs, Flaw):
        return _flawed(prose, start, behind, pairs.offset - start, pairs.expected)
    written = text[place + 1 : end - 1] if quoted else text[place:end]
    span = Span(prose.path, start, behind)
    local = type(pairs)(pairs.parameters, behind - start)
    return made(text[start:behind], span, levels, written, quoted, end - start, local, place - start)


def _query_end(text: str, mark: int, limit: int, emphasis: Emphasis, protocol: str) -> int | Flaw:
    """Offset behind the query at `mark`: quoted values whole, a CJK letter ends a value, prose is trimmed."""
    end = mark
    while end < limit and text[end] in "?&":
        run = path_end(text, end + 1, limit)
        equals = text.find("=", end + 1, run)
        if protocol not in REMOTE and equals >= 0 and text.startswith('"', equals + 1):
            closing = text.find('"', equals + 2, limit)
            if closing < 0:
                return Flaw(equals + 1, "a closing quote")
            end = closing + 1
            continue
        following = -1 if protocol in REMOTE else text.find("&", end + 1, run)
        stop = run if following < 0 else following
        cut = value_end(text, equals + 1, stop) if equals >= 0 and equals < stop else stop
        end = cut
        if cut < stop:
            break
    last = text[end - 1] == '"'
    return end if last else trimmed_end(text, mark + 1, bracket_end(text, mark + 1, end), emphasis)


def _refused(prose: _Prose, start: int, place: int, end: int, behind: int, quoted: bool) -> Diagnostic | None:
    """Why what was read is no reference after all."""
    text, path = prose.text, prose.text[place:end]
    span = Span(prose.path, start, behind)
    illegal = _ILLEGAL.match(text, behind) if text.startswith("<", behind) and not prose.holds(behind) else None
    if illegal and illegal.group(2).lower().rstrip("/") not in HTML_NAMES:
        return _flawed(prose, start, illegal.end(), behind - start, "no illegal character")
    if quoted:
        return None if path.strip('"').strip() else faults.reference_without_a_path(span, text[start:behind])
    placeholder = _PLACEHOLDER.search(path)
    if placeholder:
        segment = placeholder.group(1) or placeholder.group(2)
        return faults.reference_placeholder(span, text[start:behind], segment)
    if _STARTS_CJK.match(path) and "/" not in path and not _HAS_EXTENSION.search(path):
        if not stands_alone(text, start, behind, prose.starts, prose.ends):
            return faults.reference_without_a_path(span, text[start:behind])
    return None


def _flawed(prose: _Prose, start: int, end: int, offset: int, expected: str) -> Diagnostic:
    span = Span(prose.path, start, end)
    return faults.reference_syntax(span, prose.text[start : max(end, start + offset + 1)], offset, expected)


def _hints(prose: _Prose) -> Iterator[Diagnostic]:
    """Text that would be a reference if it were written a little otherwise."""
    for start, end in glued(prose.text):
        if not prose.holds(start):
            span = Span(prose.path, start, end)
            yield faults.reference_glued(span, prose.text[start:end], prose.text[start - 1])
    for start, end, plain in look_alikes(prose.text):
        if not prose.holds(start):
            yield faults.reference_look_alike(Span(prose.path, start, end), prose.text[start:end], plain)
