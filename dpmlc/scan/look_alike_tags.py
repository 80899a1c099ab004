"""Prose -> pairs of lines that look like tags and are text: names such as `开场`, full-width `＜role＞`."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

# What is between the brackets never holds a bracket, so that a search goes on where it stopped.
_FOREIGN = re.compile(r"<(/?+)([^\x00-\x7f][^\s<>/]{0,63}+)[^<>\n]{0,200}+>")
_WIDE = re.compile(r"＜([/／]?+)([^\s＜＞<>/／]{1,64}+)[^＜＞<>\n]{0,200}+[＞>]")
_NAME = regular(r"[A-Za-z][A-Za-z0-9_-]*")
_MARGIN = 200


def look_alike_tags(text: str, path: str, regions: Sequence[tuple[int, int]]) -> Iterator[Diagnostic]:
    """A hint for the first of each name that stands as elements do: alone on its line, with a partner (SPEC 1.6).

    `regions` are sorted and apart: whatever is no prose. Lines indented by more than 200 characters are passed over.
    """
    if not text.isascii():
        for form in (_FOREIGN, _WIDE):
            yield from _paired(form, text, path, regions)


def _paired(form: re.Pattern[str], text: str, path: str, regions: Sequence[tuple[int, int]]) -> Iterator[Diagnostic]:
    starts = [start for start, _ in regions]
    opened: dict[str, Span] = {}
    said: set[str] = set()
    for found in form.finditer(text):
        name = found[2]
        before = bisect_right(starts, found.start()) - 1
        if name in said or (before >= 0 and found.start() < regions[before][1]) or not _alone(text, *found.span()):
            continue
        if not found[1]:
            opened.setdefault(name, Span(path, *found.span()))
        elif name in opened:
            said.add(name)
            span = opened[name]
            yield faults.tag_look_alike(span, text[span.start : span.end], name if _NAME.fullmatch(name) else "")


def _alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but blanks stands beside a place of the text, up to the ends of its line."""
    before = text[max(0, start - _MARGIN) : start].rpartition("\n")
    after = text[end : end + _MARGIN].partition("\n")
    whole = bool(before[1] or start <= _MARGIN) and bool(after[1] or end + _MARGIN >= len(text))
    return whole and not before[2].strip() and not after[0].strip()
