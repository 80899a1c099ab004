"""A run of Markdown of a flattened prompt -> stretches of one file each, so that each tells where it came from.

Between two paragraphs alone is a place where Markdown may be cut: what stands behind the cut means there what it meant.
"""

from collections.abc import Callable, Iterator

from dpmlc.pages.views import Origin
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_CUT = regular(r"\n[ \t]*\n(?=([ \t]*)[^\s:>|<`~\-+*\d])")
_SPANS = regular(r"(?m)^[ \t]*(?:\[[^\]\n]+\]:|:{3}|\$\$)")


def stretches(
    span: Span, text: str, in_code: Callable[[int], bool], origin: Callable[[int, int], Origin | None]
) -> Iterator[tuple[Span, Origin | None]]:
    """The parts of `span`, in order, each with its origin; a place that cannot be cut leaves files together.

    `in_code` says whether an offset is inside of a fence. Notes and the targets of links are defined for a whole run,
    and boxes and formulas may hold blank lines: a run with any of these stays whole.
    """
    start, here = span.start, origin(span.start, span.end)
    if here is not None and not _SPANS.search(text, span.start, span.end):
        margin = _margin(text, span)
        for found in _CUT.finditer(text, span.start, span.end):
            if len(found[1]) > margin or in_code(found.end()):
                continue
            stop = text.find("\n", found.end(), span.end)
            behind = origin(found.end(), span.end if stop < 0 else stop)
            if behind is not None and not same_file(behind, here):
                yield Span(span.path, start, found.end()), here
                start, here = found.end(), behind
    yield Span(span.path, start, span.end), here


def same_file(origin: Origin, other: Origin) -> bool:
    """Whether both are the same file: names of files in different folders may be equal."""
    return origin.place.rpartition(":")[0] == other.place.rpartition(":")[0]


def _margin(text: str, span: Span) -> int:
    """The indentation of the first line with text."""
    start = span.start
    while start < span.end and text[start].isspace():
        start += 1
    return start - max(span.start, text.rfind("\n", 0, start) + 1)
