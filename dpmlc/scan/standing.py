"""Whether a reference stands alone in its line, list item, cell or element (SPEC 3.3)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

_FAR = 80
_LEAD = re.compile(r"(?:[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|>))*[ \t]*[*_~]*")
_TRAIL = re.compile(r"[*_~]*[ \t]*(?=\n|\||\Z|<)")


def stands_alone(text: str, start: int, end: int, starts: Sequence[int], ends: Sequence[int]) -> bool:
    """Whether nothing but marks and tags shares the place of `text[start:end]`.

    `starts` and `ends` are those of the regions that are not prose. Looks at most 80 characters back, so that many
    references in one endless line stay linear.
    """
    return _nothing_behind(text, end, starts) and _nothing_before(text, start, ends)


def _nothing_behind(text: str, end: int, starts: Sequence[int]) -> bool:
    trail = _TRAIL.match(text, end)
    if trail is None:
        return False
    if not text.startswith("<", trail.end()):
        return True
    following = bisect_left(starts, trail.end())
    return following < len(starts) and starts[following] == trail.end()


def _nothing_before(text: str, start: int, ends: Sequence[int]) -> bool:
    begin = max(0, start - _FAR)
    newline = text.rfind("\n", begin, start)
    if newline < 0 and begin:
        begin = max(begin, text.rfind("|", begin, start) + 1)
    else:
        begin = newline + 1
    region = bisect_right(ends, start) - 1
    if region >= 0 and ends[region] > begin and text[ends[region] - 1] == ">":
        begin = ends[region]
    begin = max(begin, text.rfind("|", begin, start) + 1)
    return _LEAD.fullmatch(text, begin, start) is not None
