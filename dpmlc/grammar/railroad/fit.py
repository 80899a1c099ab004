"""Shape -> boxes that keep to a width: long rows go on in the next line, long texts are shortened."""

from typing import assert_never

from dpmlc.grammar.railroad.box import GAP, RADIUS, Bare, Box, Plate
from dpmlc.grammar.railroad.group import around, back, in_row, in_rows, one_of
from dpmlc.grammar.railroad.shape import Bypass, Fork, Label, Loop, Row, Shape, Skip
from dpmlc.grammar.railroad.wording import Wording
from dpmlc.report.width import columns, visible
from dpmlc.text.frozen import frozen

COLUMN = 8
"""Units that one column of text takes; a wide East Asian character takes two columns."""

_PADDING = 10
_MOST_COLUMNS = 40
_LEAST_ROOM = 112


@frozen
class Fitting:
    """How labels are shown; `wording` says what was cut."""

    wording: Wording

    def box(self, shape: Shape, room: int) -> Box:
        """`shape` at most `room` units wide, where its parts let it."""
        room = max(room, _LEAST_ROOM)
        match shape:
            case Skip():
                return Bare()
            case Label():
                return self._plate(shape, room)
            case Row(items):
                return self._row(items, room)
            case Fork(options):
                return one_of([self.box(each, room - 4 * RADIUS) for each in options])
            case Bypass(item):
                return around(self.box(item, room - 4 * RADIUS))
            case Loop(item, separator):
                return back(self.box(item, room - 2 * RADIUS), self.box(separator, room - 4 * RADIUS))
            case _:
                assert_never(shape)

    def written(self, label: Label) -> str:
        """The whole text of `label`, as one safe line."""
        match label.kind:
            case "terminal":
                return quoted(label.text)
            case "cut":
                return self.wording.more.format(label.count) if label.count else self.wording.cut
            case _:
                return visible(label.text)

    def _plate(self, label: Label, room: int) -> Box:
        most = min(_MOST_COLUMNS, (room - 2 * _PADDING) // COLUMN)
        shown = shortened(self.written(label), most)
        return Plate(columns(shown) * COLUMN + 2 * _PADDING, label, shown)

    def _row(self, items: tuple[Shape, ...], room: int) -> Box:
        inner = room - 2 * RADIUS
        rows: list[list[Box]] = [[]]
        width = 0
        boxes = [self.box(each, inner) for each in items]
        if sum(box.width + GAP for box in boxes) - GAP <= room:
            return in_row(boxes)
        for box in boxes:
            if rows[-1] and width + GAP + box.width > inner:
                rows.append([])
                width = 0
            width += box.width + (GAP if rows[-1] else 0)
            rows[-1].append(box)
        return in_rows([in_row(row) for row in rows]) if len(rows) > 1 else in_row(boxes)


def quoted(text: str) -> str:
    """A terminal as it is shown: in quotes, on one line, spaces that a reader could overlook as `␣`."""
    mark = '"' if "'" in text else "'"
    inner = visible(text)
    kept = inner.strip(" ")
    if kept != inner or "  " in inner:
        inner = inner.replace(" ", "␣")
    return f"{mark}{inner}{mark}"


def shortened(text: str, most: int) -> str:
    """`text` in at most `most` columns, its end replaced by `…` where it is longer."""
    if columns(text) <= most:
        return text
    left = most - 1
    for at, char in enumerate(text):
        left -= columns(char)
        if left < 0:
            return text[:at] + "…"
    return text
