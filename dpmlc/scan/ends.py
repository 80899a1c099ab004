"""Where a reference in prose ends: brackets, CJK letters, trailing punctuation (SPEC 3.3)."""

import re

from dpmlc.scan.characters import CJK

_GLUED = re.compile(rf"(?<=[A-Za-z0-9\[\](){{}}])[{CJK}]")
_EXTENSION = re.compile(r"\.(?=[A-Za-z0-9]{0,7}[A-Za-z])[A-Za-z0-9]{1,8}(?![A-Za-z0-9])")
_AFTER_EXTENSION = re.compile(rf"\.(?=[0-9]{{0,7}}[A-Za-z])[A-Za-z0-9]{{1,8}}(?=[{CJK}])")
_VALUE_GLUED = re.compile(rf"(?<=[A-Za-z0-9])[{CJK}]")
_BRACKET = re.compile(r"[()\[\]{}]")
_OPENING = {")": "(", "]": "[", "}": "{"}


def cjk_end(text: str, start: int, end: int) -> int:
    """The first CJK letter that belongs to the prose behind the path `text[start:end]`, or `end`."""
    run = text[start:end]
    if run.isascii():
        return end
    after = _AFTER_EXTENSION.search(run)
    stop = after.end() if after else len(run)
    slash = run.rfind("/")
    extension = max((each.start() for each in _EXTENSION.finditer(run)), default=-1)
    for glued in _GLUED.finditer(run, 0, min(stop + 1, len(run))):
        if glued.start() >= stop or max(slash, extension) < glued.start():
            return start + min(glued.start(), stop)
    return start + stop


def value_end(text: str, start: int, end: int) -> int:
    """The first CJK letter behind an ASCII letter or digit of a parameter's value `text[start:end]`, or `end`."""
    glued = _VALUE_GLUED.search(text, start + 1, end)
    return glued.start() if glued else end


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


def trimmed_end(text: str, start: int, end: int, emphasis: "Emphasis") -> int:
    """`end` without what belongs to the prose: punctuation, emphasis opened before `start`, an opening bracket."""
    while end > start:
        last = text[end - 1]
        if last in ".,;:!?":
            end -= 1
        elif last in "([{" and _unbalanced(text, start, end):
            end -= 1
        elif last in "*_~" and (run := _closing_run(text, start, end, emphasis)):
            end -= run
        else:
            break
    return end


def _unbalanced(text: str, start: int, end: int) -> bool:
    # Nothing stands behind the last bracket, so nothing can have closed it.
    return bracket_end(text, start, end) == end


def _closing_run(text: str, start: int, end: int, emphasis: "Emphasis") -> int:
    """Length of the run of one mark at the end of `text[start:end]`, where it closes emphasis; else 0."""
    mark = text[end - 1]
    length = end - len(text[start:end].rstrip(mark)) - start
    behind_slash = end - length > start and text[end - length - 1] == "/"
    return 0 if behind_slash else emphasis.closed_by(mark, length, start)


class Emphasis:
    """Which runs of `*`, `_`, `~` stand open at a place; asked in rising order, so all of it costs one pass.

    Runs inside of `regions` and of the references that were found do not count.
    """

    _EVENT = re.compile(r"\n[ \t>]*(?:\n|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])|(?<!\\)(\*+|_+|~+)")

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._open: set[str] = set()

    def skip(self, start: int, end: int) -> None:
        """Leave `start` to `end` out; they lie at or behind every place asked for so far."""
        if end > self._place:
            self._read_to(start)
            self._place = end

    def closed_by(self, mark: str, length: int, place: int) -> int:
        """How many of a run of `length` marks close what is open at `place`; 0 where nothing is."""
        self._read_to(place)
        if mark * length in self._open:
            return length
        if length == 3 and {mark, mark * 2} <= self._open:
            return length
        return next((each for each in range(min(length, 3) - 1, 0, -1) if mark * each in self._open), 0)

    def _read_to(self, place: int) -> None:
        for event in self._EVENT.finditer(self._text, self._place, max(place, self._place)):
            if event.group(1) is None:
                self._open.clear()
            elif not self._text[event.end() : event.end() + 1].isspace() or event.group(1) in self._open:
                self._open ^= {event.group(1)}
        self._place = max(place, self._place)
