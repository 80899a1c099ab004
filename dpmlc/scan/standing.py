"""Whether a reference stands alone in its line, list item, cell or element (SPEC 3.3)."""

from bisect import bisect_left, bisect_right

from dpmlc.scan.prose import Prose
from dpmlc.text.regular import regular

_FAR = 80
_LEAD = regular(r"(?>(?:[ \t]*+(?:(?:[-+*]|\d{1,9}[.)])[ \t]++(?:\[[ xX]\][ \t]++)?|\#{1,6}[ \t]++|>))*)[ \t]*+[*_~]*")
_TRAIL = regular(r"[*_~]*+[ \t]*+")


def stands_alone(prose: Prose, start: int, end: int) -> bool:
    """Whether nothing but marks, comments and tags shares the place of `start` to `end`.

    Looks at most 80 characters back, so that many references in one endless line stay linear.
    """
    return _nothing_behind(prose, end) and _nothing_before(prose, start)


def _nothing_behind(prose: Prose, end: int) -> bool:
    text = prose.text
    while trail := _TRAIL.match(text, end):
        end = trail.end()
        if end == len(text) or text[end] in "\n|":
            return True
        region = bisect_left(prose.starts, end)
        if region == len(prose.starts) or prose.starts[region] != end or text[end] != "<":
            return False
        if not text.startswith("<!--", end):
            return True
        end = prose.ends[region]
    return False


def _nothing_before(prose: Prose, start: int) -> bool:
    text, place = prose.text, start
    while True:
        first = max(0, start - _FAR)
        region = bisect_right(prose.ends, place) - 1
        wall = prose.ends[region] if region >= 0 else 0
        begin = max(wall, first, text.rfind("\n", first, place) + 1, text.rfind("|", first, place) + 1)
        if _LEAD.fullmatch(text, begin, place) is None:
            return False
        if begin > wall or not begin:
            return not begin or text[begin - 1] in "\n|"
        if not text.startswith("<!--", prose.starts[region]):
            return text[wall - 1] in ">\n"
        place = prose.starts[region]
