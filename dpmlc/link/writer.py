"""A document's text and the changes to it -> lines of a body, with a blank line where content meets text."""

from bisect import bisect_left
from collections.abc import Sequence

from dpmlc.link.builder import Builder
from dpmlc.link.edits import Break, Change, Edit, Insert
from dpmlc.link.spacing import Spacing


class Writer:
    """Writes ranges of one document into a builder. `changes` are sorted by place and made once for all ranges."""

    def __init__(self, text: str, changes: Sequence[Change], builder: Builder, spacing: Spacing) -> None:
        self._text = text
        self._changes = changes
        self._builder = builder
        self._spacing = spacing
        self._done: set[int] = set()

    def write(self, start: int, end: int) -> None:
        """The text from `start` to `end`, changed."""
        place = start
        before: Change | None = None
        first = bisect_left(self._changes, start, key=lambda each: each.start)
        for change in self._changes[first:]:
            if change.start > end or (isinstance(change, Edit) and change.start == end < change.end):
                break
            # Content may go behind a line that gives way to other content, its line end with it: it follows that.
            passed = change.start < place and not isinstance(change, Insert)
            if passed or id(change) in self._done or change == before:
                continue
            before = change
            self._done.add(id(change))
            if place < change.start:
                self._builder.source(place, change.start)
            place = max(place, min(change.end, end))
            match change:
                case Edit():
                    self._edit(change)
                case Break():
                    self._builder.settle()
                    self._builder.margin(change.indent)
                case Insert():
                    place = max(place, self._insert(change, start, end))
        self._builder.source(place, end)

    def _edit(self, edit: Edit) -> None:
        if isinstance(edit.rows, str):
            self._builder.made(edit.rows)
        else:
            self._builder.rows(edit.rows)

    def _insert(self, insert: Insert, start: int, end: int) -> int:
        """Blocks on lines of their own, apart from text and from each other. Gives where the text goes on."""
        builder, spacing, text = self._builder, self._spacing, self._text
        builder.settle()
        if builder.holds_block or spacing.parted_before(insert.start, start):
            builder.blank_line()
        for number, block in enumerate(insert.blocks):
            if number:
                builder.blank_line()
            builder.block(block)
        place = insert.end
        if insert.rest is None and text.startswith("\n", place) and place < end:
            place += 1
        if spacing.parted_behind(place, end) and not text.startswith("\n", place):
            builder.blank_line()
        if insert.rest is not None:
            builder.margin(insert.rest)
        return place
