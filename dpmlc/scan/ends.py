"""Where a reference in prose ends: brackets, CJK letters, trailing punctuation (SPEC 3.3)."""

import re

from dpmlc.scan.characters import EXTENSION, is_cjk
from dpmlc.scan.emphasis import Emphasis
from dpmlc.text.regular import regular

_GLUED = regular(r"(?<=[A-Za-z0-9\[\](){}])[.,;:!]*+[^\x00-\x7f]")
_EXTENSION = regular(rf"{EXTENSION}(?![A-Za-z0-9])")
_AFTER_EXTENSION = regular(r"[,;:!]*+(.)")
_VALUE_GLUED = regular(r"(?<=[A-Za-z0-9])[.,;:!]*+[^\x00-\x7f]")
_EMPHASIS = regular(r"([*_~])(?<![/*_~].)\1*(?=[.,;:!]*+([^\x00-\x7f]))")
_BRACKET = regular(r"[()\[\]{}]")
_OPENING = {")": "(", "]": "[", "}": "{"}


def cjk_end(text: str, start: int, end: int) -> int:
    """The first CJK text that belongs to the prose behind the path `text[start:end]`, or `end`.

    It may begin with punctuation, as many write half-width marks: `@file://a.md,然后`. A dot behind an extension rather
    goes on with the name: `说明.zh.最终.md`.
    """
    run = text[start:end]
    if run.isascii():
        return end
    extensions = list(_EXTENSION.finditer(run))
    stop = next((each.end() for each in extensions if _is_left(run, each.end())), len(run))
    extension = max((each.start() for each in extensions), default=-1)
    return start + _glued(_GLUED, run, max(run.rfind("/"), extension) + 1, stop)


def value_end(text: str, start: int, end: int) -> int:
    """The first CJK text behind an ASCII letter or digit of a parameter's value `text[start:end]`, or `end`."""
    return _glued(_VALUE_GLUED, text, start + 1, end)


def _is_left(run: str, end: int) -> bool:
    """Whether CJK text begins at `end`, behind a file extension."""
    behind = _AFTER_EXTENSION.match(run, end)
    return behind is not None and is_cjk(behind[1])


def _glued(expression: re.Pattern[str], text: str, start: int, end: int) -> int:
    """The first CJK text in `text[start:end]` that `expression` finds, or `end`."""
    return next((each.start() for each in expression.finditer(text, start, end) if is_cjk(each[0][-1])), end)


def emphasis_end(text: str, start: int, place: int, end: int, emphasis: Emphasis) -> int:
    """The first run of marks in `text[place:end]` that CJK text follows and that closes emphasis, or `end`.

    The reference begins at `start`. Only CJK text, and punctuation before it, stands directly behind
    the end of emphasis.
    """
    for mark in _EMPHASIS.finditer(text, place, end):
        length = mark.end() - mark.start()
        if is_cjk(mark.group(2)) and emphasis.closed_by(mark.group(1), length, start) == length:
            return mark.start()
    return end


def bracket_end(text: str, start: int, end: int) -> int:
    """The first closing bracket of `text[start:end]` that nothing inside it opened, or `end`."""
    opened: list[str] = []
    for bracket in _BRACKET.finditer(text, start, end):
        opening = _OPENING.get(bracket.group())
        if opening is None:
            opened.append(bracket.group())
        elif opened and opened[-1] == opening:
            opened.pop()
        else:
            return bracket.start()
    return end


def trimmed_end(text: str, start: int, end: int, emphasis: Emphasis, reference: int) -> int:
    """`end` without what belongs to the prose: punctuation, an opening bracket, emphasis opened before `reference`."""
    while end > start:
        last = text[end - 1]
        # Nothing stands behind a bracket that opens at the end, so nothing closes it.
        if last in ".,;:!?([{":
            end -= 1
        elif last in "*_~":
            begin = _run_start(text, start, end)
            closing = 0 if text[begin - 1] == "/" else emphasis.closed_by(last, end - begin, reference)
            end -= closing
            if not closing or end > begin:
                break
        else:
            break
    return end


def _run_start(text: str, start: int, end: int) -> int:
    """Where the run of one mark at the end of `text[start:end]` begins."""
    begin = end - 1
    while begin > start and text[begin - 1] == text[end - 1]:
        begin -= 1
    return begin
