"""Boxes made of boxes: in a row, in several rows, one of many, around, and again. Units as in `box`."""

import itertools
from collections.abc import Iterator, Sequence

from dpmlc.grammar.railroad.box import GAP, RADIUS, SKIP, Box, Line, Mark, across, leftwards
from dpmlc.text.frozen import frozen

_R = f"{RADIUS} {RADIUS} 0 0"


@frozen
class InRow:
    """Boxes side by side."""

    width: int
    up: int
    down: int
    drop: int
    boxes: tuple[Box, ...]

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The boxes and the lines between them."""
        for at, box in enumerate(self.boxes):
            if at:
                yield from across(x, y, x + GAP)
                x += GAP
            yield from box.marks(x, y)
            x += box.width
            y += box.drop


def in_row(boxes: Sequence[Box]) -> InRow:
    """`boxes` side by side; at least one."""
    up = down = drop = 0
    for box in boxes:
        up, down = max(up, box.up - drop), max(down, drop + box.down)
        drop += box.drop
    return InRow(sum(box.width for box in boxes) + GAP * (len(boxes) - 1), up, down, drop, tuple(boxes))


@frozen
class InRows:
    """Rows under each other, read like lines of text."""

    width: int
    up: int
    down: int
    drop: int
    rows: tuple[Box, ...]

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The rows, and the way from the end of each back to the beginning of the next."""
        left, right = x + RADIUS, x + self.width - RADIUS
        yield from across(x, y, left)
        for at, row in enumerate(self.rows):
            yield from row.marks(left, y)
            end = y + row.drop
            if at + 1 == len(self.rows):
                yield from across(left + row.width, end, x + self.width)
                return
            yield from across(left + row.width, end, right)
            between = y + row.down + SKIP + RADIUS
            y = between + max(2 * RADIUS, self.rows[at + 1].up + SKIP + RADIUS)
            yield Line(
                f"M{right} {end}a{_R} 1 {RADIUS} {RADIUS}V{between - RADIUS}a{_R} 1 {-RADIUS} {RADIUS}H{left}"
                f"a{_R} 0 {-RADIUS} {RADIUS}V{y - RADIUS}a{_R} 0 {RADIUS} {RADIUS}"
            )
            yield leftwards((left + right) // 2, between)


def in_rows(rows: Sequence[Box]) -> InRows:
    """`rows` under each other; at least two."""
    y = 0
    for one, other in itertools.pairwise(rows):
        y += one.down + SKIP + RADIUS + max(2 * RADIUS, other.up + SKIP + RADIUS)
    width = max(row.width for row in rows) + 2 * RADIUS
    return InRows(width, rows[0].up, y + rows[-1].down, y + rows[-1].drop, tuple(rows))


@frozen
class OneOf:
    """Boxes above each other, of which one is passed; the first stands on the main line."""

    width: int
    up: int
    down: int
    drop: int
    boxes: tuple[Box, ...]

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The boxes, with a way to each from the left and from each at the right."""
        left, right, out = x + 2 * RADIUS, x + self.width - 2 * RADIUS, y + self.drop
        yield from across(x, y, left)
        yield from across(right, out, x + self.width)
        for at, box in enumerate(self.boxes):
            if at:
                y += self.boxes[at - 1].down + SKIP + box.up
                end = y + box.drop
                yield Line(f"M{x} {out - self.drop}a{_R} 1 {RADIUS} {RADIUS}V{y - RADIUS}a{_R} 0 {RADIUS} {RADIUS}")
                yield Line(f"M{right} {end}a{_R} 0 {RADIUS} {-RADIUS}V{out + RADIUS}a{_R} 1 {RADIUS} {-RADIUS}")
            yield from box.marks(left, y)
            yield from across(left + box.width, y + box.drop, right)


def one_of(boxes: Sequence[Box]) -> OneOf:
    """One of `boxes`; at least one. None but the first is lower than two curves."""
    down = boxes[0].down + sum(SKIP + box.up + box.down for box in boxes[1:])
    width = max(box.width for box in boxes) + 4 * RADIUS
    return OneOf(width, boxes[0].up, down, boxes[0].drop, tuple(boxes))


@frozen
class Around:
    """A box, and a way around it above."""

    width: int
    up: int
    down: int
    drop: int
    box: Box

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The box and both ways."""
        left, right, over = x + 2 * RADIUS, x + self.width - 2 * RADIUS, y - self.up
        yield from across(x, y, left)
        yield from self.box.marks(left, y)
        out = y + self.drop
        yield from across(right, out, x + self.width)
        yield Line(
            f"M{x} {y}a{_R} 0 {RADIUS} {-RADIUS}V{over + RADIUS}a{_R} 1 {RADIUS} {-RADIUS}H{right}"
            f"a{_R} 1 {RADIUS} {RADIUS}V{out - RADIUS}a{_R} 0 {RADIUS} {RADIUS}"
        )


def around(box: Box) -> Around:
    """`box`, or nothing."""
    return Around(box.width + 4 * RADIUS, max(2 * RADIUS, box.up + SKIP), box.down, box.drop, box)


@frozen
class Back:
    """A box, and below it a way back to its beginning, over `separator`."""

    width: int
    up: int
    down: int
    drop: int
    box: Box
    separator: Box

    def marks(self, x: int, y: int) -> Iterator[Mark]:
        """The box, the way back, and the separator on it."""
        left, right, under = x + RADIUS, x + self.width - RADIUS, y + self.down - self.separator.down
        out = y + self.drop
        yield from across(x, y, left)
        yield from self.box.marks(left, y)
        yield from across(left + self.box.width, out, x + self.width)
        before = (left + right - self.separator.width) // 2
        behind = before + self.separator.width
        yield Line(f"M{right} {out}a{_R} 1 {RADIUS} {RADIUS}V{under - RADIUS}a{_R} 1 {-RADIUS} {RADIUS}H{behind}")
        yield from self.separator.marks(before, under)
        yield Line(f"M{before} {under}H{left}a{_R} 1 {-RADIUS} {-RADIUS}V{y + RADIUS}a{_R} 1 {RADIUS} {-RADIUS}")
        if before - left > 2 * RADIUS:
            yield leftwards((left + before) // 2, under)
        elif before == behind:
            yield leftwards(before, under)


def back(box: Box, separator: Box) -> Back:
    """`box` once or more often, with `separator` between."""
    under = max(box.drop + 2 * RADIUS, box.down + SKIP + separator.up)
    width = max(box.width, separator.width + 2 * RADIUS) + 2 * RADIUS
    return Back(width, box.up, under + separator.down, box.drop, box, separator)
