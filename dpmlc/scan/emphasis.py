"""Which emphasis stands open at a place of a document (SPEC 3.3), read only as far as someone asks."""

from collections.abc import Sequence

from dpmlc.text.regular import regular

_EVENT = regular(r"\n[ \t>]*(?:\n|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])|(?<!\\)(\*+|_+|~+)")


class Emphasis:
    """Which runs of `*`, `_`, `~` stand open at a place; asked in rising order, so all of it costs one pass.

    Runs inside of the regions and of the references that were found do not count. Most documents never ask.
    """

    def __init__(self, text: str, regions: Sequence[tuple[int, int]]) -> None:
        self._text = text
        self._place = 0
        self._open: set[str] = set()
        self._regions = regions
        self._region = 0
        self._found: list[tuple[int, int]] = []
        self._next = 0

    def skip(self, start: int, end: int) -> None:
        """Leave the reference from `start` to `end` out; behind all that were left out before."""
        self._found.append((start, end))

    def closed_by(self, mark: str, length: int, place: int) -> int:
        """How many of a run of `length` marks close what is open at `place`; 0 where nothing is."""
        self._read_to(place)
        if mark * min(length, 4) in self._open:
            return length
        if length == 3 and {mark, mark * 2} <= self._open:
            return length
        return next((each for each in range(min(length, 3) - 1, 0, -1) if mark * each in self._open), 0)

    def _read_to(self, place: int) -> None:
        while self._next < len(self._found):
            start, end = self._found[self._next]
            self._read_prose(start)
            self._place = max(self._place, end)
            self._next += 1
        self._read_prose(place)

    def _read_prose(self, place: int) -> None:
        while self._region < len(self._regions) and self._regions[self._region][0] < place:
            start, end = self._regions[self._region]
            self._read(start)
            self._place = max(self._place, end)
            self._region += 1
        self._read(place)

    def _read(self, place: int) -> None:
        # What stands before the last empty line is over; nearly always that is nearly all.
        blank = self._text.rfind("\n\n", self._place, max(place, self._place))
        if blank >= 0:
            self._open.clear()
            self._place = blank + 1
        for event in _EVENT.finditer(self._text, self._place, max(place, self._place)):
            if event.group(1) is None:
                self._open.clear()
            else:
                self._turn(event.group(1)[:4], event.start(), event.end())
        self._place = max(place, self._place)

    def _turn(self, run: str, start: int, end: int) -> None:
        """Open or close a run; four marks and more are all one, as no author nests so many."""
        text = self._text
        three = run[0] * 3
        if three in self._open and len(run) < 3 and not text[start - 1].isspace():
            self._open ^= {three, run[0] * (3 - len(run))}  # Of three marks some close; the others stay open.
            return
        inside_word = run[0] == "_" and text[start - 1 : start].isalnum() and text[end : end + 1].isalnum()
        if run in self._open or not (inside_word or text[end : end + 1].isspace() or end == len(text)):
            self._open ^= {run}
