"""One candidate in prose -> the reference it is, or why it is none (SPEC 3.3, 3.4)."""

from dataclasses import replace

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_references as faults
from dpmlc.scan.candidates import Candidate
from dpmlc.scan.characters import EXTENSION, is_cjk, path_end
from dpmlc.scan.emphasis import Emphasis
from dpmlc.scan.ends import bracket_end, cjk_end, emphasis_end, trimmed_end, value_end
from dpmlc.scan.faults_references import FULL_WIDTH, QUOTES, SLASHES, Expected
from dpmlc.scan.html import HTML_NAMES
from dpmlc.scan.parse import Malformed, names_something, parse
from dpmlc.scan.prose import Prose
from dpmlc.scan.reference import REMOTE, Reference
from dpmlc.scan.standing import stands_alone
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_ILLEGAL = regular(r"</?([^\s<>]+?)/?>(?=[!#-&(-;=?-\[\]-_a-{}~\w])")
_PLACEHOLDER = regular(r"\{[^{},/]*\}|(?:^|(?<=/))\[[^\]/]*\](?=/|$)")
_HAS_EXTENSION = regular(rf"{EXTENSION}(?![A-Za-z0-9])")
_WINDOWS = regular(r"(?:\.{1,2}|\\)\\[\w.]")
_QUOTES = ('"', "'", "“", "‘")
_OTHER_QUOTES = ("'", "‘", "“", "「", "『", "《")


@frozen
class _Place:
    """A path, its quotes counted in."""

    start: int
    end: int
    quoted: bool


@frozen
class _Extent:
    """How far a reference reaches: its path, the values of its query that stand without quotes, all of it."""

    place: _Place
    values: tuple[tuple[int, int], ...]
    end: int


def read(prose: Prose, candidate: Candidate, emphasis: Emphasis) -> Reference | Diagnostic:
    """The reference that begins at `candidate`, or the diagnostic that says why its text is none."""
    text, start = prose.text, candidate.start
    protocol = text[start : candidate.path - len("://")].rpartition(":")[2].lstrip("@!?")
    if not protocol:
        return _parsed(prose, start, candidate.path)
    extent = _extent(prose, candidate, protocol, emphasis)
    if isinstance(extent, Diagnostic):
        return extent
    return _refused(prose, candidate, extent) or _parsed(prose, start, extent.end)


def _parsed(prose: Prose, start: int, end: int) -> Reference | Diagnostic:
    match parse(prose.text[start:end], prose.path, start):
        case Malformed(diagnostic):
            return diagnostic
        case reference:
            return reference


def _extent(prose: Prose, candidate: Candidate, protocol: str, emphasis: Emphasis) -> _Extent | Diagnostic:
    text, begin = prose.text, candidate.path
    if text.startswith('"', begin) and text[candidate.start - 1 : candidate.start] not in _QUOTES:
        closing = _closing_quote(prose, begin)
        if closing < 0:
            return _flawed(prose, begin, Expected.CLOSING_QUOTE)
        place = _Place(begin, closing + 1, True)
    else:
        limit = _bare_limit(prose, candidate, emphasis)
        mark = text.find("?", begin, limit)
        place = _Place(begin, bracket_end(text, begin, limit if mark < 0 else mark), False)
    if _asks(prose, place.end):
        whole = _queried(prose, candidate, place, protocol, emphasis)
    else:
        end = place.end if place.quoted else trimmed_end(text, begin, place.end, emphasis, candidate.start)
        whole = _Extent(_Place(begin, end, place.quoted), (), end)
    return whole if isinstance(whole, Diagnostic) else _cut(prose, candidate, whole, emphasis)


def _bare_limit(prose: Prose, candidate: Candidate, emphasis: Emphasis) -> int:
    """Where the path characters behind `://` end, or emphasis that CJK text follows."""
    text, begin = prose.text, candidate.path
    end = path_end(text, begin, prose.limit(begin))
    if text[begin:end].isascii():
        return end
    return emphasis_end(text, candidate.start, begin, end, emphasis)


def _asks(prose: Prose, mark: int) -> bool:
    """Whether a query begins at `mark`: a `?` and an ASCII letter."""
    text = prose.text
    following = text[mark + 1 : mark + 2]
    return text.startswith("?", mark) and following.isascii() and following.isalpha() and mark + 1 < prose.limit(mark)


def _queried(
    prose: Prose, candidate: Candidate, place: _Place, protocol: str, emphasis: Emphasis
) -> _Extent | Diagnostic:
    """The extent with the query behind `place`, prose at its end left out."""
    text, run = prose.text, 0
    limit, trimmable, end = prose.limit(place.end), place.end + 1, place.end
    values: list[tuple[int, int]] = []
    while end < limit and text[end] in "?&":
        begin = end + 1
        if begin > run:
            run = emphasis_end(text, candidate.start, begin, path_end(text, begin, limit), emphasis)
        following = -1 if protocol in REMOTE else text.find("&", begin, run)
        end = run if following < 0 else following
        equals = text.find("=", begin, end)
        if protocol not in REMOTE and equals == end - 1 and text.startswith('"', end):
            closing = _closing_quote(prose, end)
            if closing < 0:
                return _flawed(prose, end, Expected.CLOSING_QUOTE)
            trimmable = end = closing + 1
            limit = prose.limit(end)
        else:
            values.append((equals + 1 if equals >= 0 else begin, end))
    end = trimmed_end(text, trimmable, bracket_end(text, trimmable, end), emphasis, candidate.start)
    return _Extent(place, tuple(values), end)


def _closing_quote(prose: Prose, opening: int) -> int:
    """The quote that ends what the one at `opening` begins, on the same line and in prose; else -1."""
    # The quote first: to look for the line's end first would cost the whole line for each of its references.
    closing = prose.text.find('"', opening + 1, prose.wall(opening))
    return -1 if closing < 0 or prose.text.find("\n", opening, closing) >= 0 else closing


def _cut(prose: Prose, candidate: Candidate, whole: _Extent, emphasis: Emphasis) -> _Extent:
    """The extent without CJK text that touches it, unless it stands alone."""
    text, start, place = prose.text, candidate.start, whole.place
    if text[place.start : whole.end].isascii() or stands_alone(prose, start, whole.end):
        return whole
    stop = place.end if place.quoted else cjk_end(text, place.start, place.end)
    if stop < place.end:
        end = trimmed_end(text, place.start, stop, emphasis, start)
        return _Extent(_Place(place.start, end, False), (), end)
    for begin, end in whole.values:
        stop = value_end(text, begin, min(end, whole.end))
        if stop < min(end, whole.end):
            return _Extent(place, whole.values, trimmed_end(text, begin, stop, emphasis, start))
    return whole


def _refused(prose: Prose, candidate: Candidate, extent: _Extent) -> Diagnostic | None:
    """Why what was read is no reference after all."""
    text, start, place, end = prose.text, candidate.start, extent.place, extent.end
    path, span = text[place.start : place.end], Span(prose.path, start, end)
    if not (path.strip('"').strip() if place.quoted else names_something(path)):
        fault = faults.reference_without_a_path(span, text[start:end], "")
        help_ = _hindered(text, start, end)
        return replace(fault, help=(help_,)) if help_ else fault
    if _goes_on(prose, end):
        return _flawed(prose, end, Expected.PATH_CHARACTER)
    if place.quoted:
        return None
    if placeholder := _PLACEHOLDER.search(path):
        return faults.reference_placeholder(span, text[start:end], placeholder.group())
    if _names_in_cjk(path) and not stands_alone(prose, start, end):
        return faults.reference_without_a_path(span, text[start:end], f'{text[start : place.start]}"{path}"')
    return None


def _hindered(text: str, start: int, end: int) -> str:
    """What helps where the reference without path in `text[start:end]` goes on with what cannot begin one, or ""."""
    following = text[end : end + 1]
    if _WINDOWS.match(text, end):
        return SLASHES
    if following in _OTHER_QUOTES and text[start - 1 : start] != following:
        return QUOTES
    return FULL_WIDTH if "\uff00" < following <= "\uffef" and following.isalnum() else ""


def _goes_on(prose: Prose, end: int) -> bool:
    """Whether a `<...>` at `end` that is no tag stands inside of what was meant as one path."""
    if not prose.text.startswith("<", end) or prose.holds(end):
        return False
    illegal = _ILLEGAL.match(prose.text, end)
    return illegal is not None and illegal.group(1).lower() not in HTML_NAMES


def _names_in_cjk(path: str) -> bool:
    """Whether `path` begins with a CJK letter and has neither `/` nor extension, as prose about a protocol has."""
    return is_cjk(path[:1]) and "/" not in path and not _HAS_EXTENSION.search(path)


def _flawed(prose: Prose, offset: int, expected: Expected) -> Diagnostic:
    return faults.reference_syntax(Span(prose.path, offset, offset + 1), expected, prose.text[offset])
