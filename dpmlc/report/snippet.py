"""A place in a text -> the line it stands on, with a caret under the guilty characters."""

from collections.abc import Iterable

from dpmlc.report.place import Places
from dpmlc.report.width import columns, visible
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked
from dpmlc.text.span import Span

_WIDEST = 120
_BEFORE = 40
_CUT = "..."
_LONGEST_ADDRESS = 400


@frozen
class Snippet:
    """`shown` is the line, or its part around the place. The underline starts at column `indent`, at least 1 wide."""

    line: int
    shown: str
    indent: int
    underlined: int


def snippet(span: Span, places: Places) -> Snippet | None:
    """The snippet for `span`; a span over several lines is shown by its first. None where the text is not known.

    Costs the width of what is shown, not the length of the line: a line may be megabytes long.
    """
    text = places.text(span.path)
    if not text:
        return None
    starts = places.lines(span.path).starts
    at = min(span.start, len(text))
    number = places.lines(span.path).position(at).line
    first = starts[number - 1]
    last = starts[number] - 1 if number < len(starts) else len(text)
    begin, end = _window(text, first, last, at)
    line = masked(text[max(first, begin - _LONGEST_ADDRESS) : min(last, end + _LONGEST_ADDRESS)])
    ahead = begin - max(first, begin - _LONGEST_ADDRESS)
    line = line[ahead : ahead + end - begin]
    before, rest = visible(line[: at - begin]), visible(line[at - begin :])
    left, right = _CUT if begin > first else "", _CUT if end < last else ""
    guilty = visible(line[at - begin : max(at, min(span.end, end)) - begin])
    return Snippet(number, f"{left}{before}{rest}{right}".rstrip(), columns(left + before), max(1, columns(guilty)))


def _window(text: str, first: int, last: int, at: int) -> tuple[int, int]:
    if last - first <= _WIDEST and columns(visible(text[first:last])) <= _WIDEST:
        return first, last
    begin, end = max(first, at - _BEFORE), min(last, at + _WIDEST - _BEFORE)
    if not _is_plain(text[begin:at]):
        begin = at - _fitting(reversed(text[begin:at]), _BEFORE)
    if not _is_plain(text[at:end]):
        end = at + _fitting(text[at:end], _WIDEST - _BEFORE)
    return begin, end


def _is_plain(text: str) -> bool:
    """Whether each character takes one column, which saves asking each."""
    return text.isascii() and text.isprintable()


def _fitting(characters: Iterable[str], room: int) -> int:
    """How many of `characters` it takes to fill `room` columns."""
    count = 0
    for character in characters:
        if room <= 0:
            break
        room -= columns(visible(character))
        count += 1
    return count
