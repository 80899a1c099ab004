"""Where the content of a reference goes: in its place, on lines of its own, or behind its block (SPEC 4.2, Placement)."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dpmlc.link.blocks import Block, block_at, blocks
from dpmlc.link.edits import elements
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element


@dataclass(frozen=True, slots=True)
class Alone:
    """Only indentation and tags share the reference's line.

    `start` to `end` is what the content's lines take the place of, `indent` where they stand; `rest` is the
    indentation of the tags behind, None where there are none.
    """

    start: int
    end: int
    indent: str
    rest: str | None


@dataclass(frozen=True, slots=True)
class Hoisted:
    """The content goes to `start` to `end`, behind the block or before the closing tag, at `indent`."""

    start: int
    end: int
    indent: str
    rest: str | None


class Layout:
    """The lines, tags and blocks of one document, found when they are first asked for."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def alone(self, start: int, end: int) -> Alone | None:
        """How the reference stands, if it is alone on its line."""
        text = self._scan.text
        line = text.rfind("\n", 0, start) + 1
        newline = text.find("\n", end)
        stop = len(text) if newline < 0 else newline
        if not (self._only_tags(line, start) and self._only_tags(end, stop)):
            return None
        before, after = text[line:start], text[end:stop]
        if not before.strip() and not after.strip():
            return Alone(line, stop, before, None)
        margin = before[: len(before) - len(before.lstrip())]
        first = line + len(before.rstrip())
        last = stop - len(after.lstrip()) if after.strip() else stop
        return Alone(first, last, margin + "  ", margin if after.strip() else None)

    def hoisted(self, start: int, end: int) -> Hoisted:
        """Where the content of a reference goes that stands in other text."""
        text = self._scan.text
        block = block_at(self.blocks, start) or self._line_block(start, end)
        indent = text[block.start : block.start + block.indent]
        element = self._innermost(start)
        if element is not None and element.closing is not None and element.closing.start <= block.end:
            closing = element.closing.start
            first = _behind_text(text, closing)
            return Hoisted(max(first, end), closing, indent, indent)
        return Hoisted(max(block.end, end), max(block.end, end), indent, None)

    def in_link(self, start: int) -> bool:
        """Whether the reference is a link's destination."""
        return self._scan.text.endswith(("](", "](<"), 0, start)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        fences = [(each.start, each.end) for each in self._scan.opaque if each.kind == "fence"]
        lines = [(self._scan.text.rfind("\n", 0, start) + 1, end) for start, end in fences]
        return blocks(self._scan.text, lines)

    @cached_property
    def _tags(self) -> dict[int, int]:
        """Ends of tags and comments by their start."""
        spans = {each.start: each.end for each in self._scan.opaque if each.kind == "comment"}
        for element in elements(self._scan.nodes):
            spans[element.opening.start] = element.opening.end
            if element.closing is not None and element.closing.end > element.closing.start:
                spans[element.closing.start] = element.closing.end
        return spans

    @cached_property
    def _ranges(self) -> Sequence[tuple[int, int, Element]]:
        """Inner ranges of all elements, by their start."""
        return [
            (each.opening.end, each.closing.start, each)
            for each in elements(self._scan.nodes)
            if each.closing is not None
        ]

    def _only_tags(self, start: int, end: int) -> bool:
        text, place = self._scan.text, start
        while place < end:
            if text[place] in " \t":
                place += 1
            elif place in self._tags:
                place = self._tags[place]
            else:
                return False
        return True

    def _innermost(self, offset: int) -> Element | None:
        """The innermost element whose inside holds `offset`: the last one that begins before and ends behind."""
        at = bisect_left(self._ranges, offset + 1, key=lambda each: each[0])
        while at > 0:
            at -= 1
            _, closing, element = self._ranges[at]
            if closing >= offset:
                return element
        return None

    def _line_block(self, start: int, end: int) -> Block:
        text = self._scan.text
        line = text.rfind("\n", 0, start) + 1
        newline = text.find("\n", end)
        indent = len(text[line:start]) - len(text[line:start].lstrip(" \t"))
        return Block(line, len(text) if newline < 0 else newline, indent)


def _behind_text(text: str, place: int) -> int:
    """Offset behind the last character before `place` that is no white space."""
    while place > 0 and text[place - 1].isspace():
        place -= 1
    return place
