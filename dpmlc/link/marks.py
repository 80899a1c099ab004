"""A document's tags and comments in a row, and walks over the white space between them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Node
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Lines, lines


@frozen
class Mark:
    """A tag of `element`, or a comment."""

    start: int
    end: int
    element: Element | None
    kind: Literal["opening", "closing", "empty", "comment"]


class Marks:
    """Tags and comments by place. An element that is a reference is no tag: something takes its place."""

    def __init__(self, scan: Scan) -> None:
        self._text = scan.text
        references = {each.span.start for each in scan.references if each.form == "element"}
        found = [Mark(each.start, each.end, None, "comment") for each in scan.opaque if each.kind == "comment"]
        for element, _ in rooted(scan.nodes):
            if element.opening.start not in references:
                found += _tags(element)
        found.sort(key=lambda each: each.start)
        self._row = tuple(found)
        self._starts = {each.start: each for each in found}
        self._ends = {each.end: each for each in found}

    def line_start(self, place: int) -> int:
        """Where the line of `place` begins."""
        starts = self._lines.starts
        return starts[bisect_right(starts, place) - 1]

    @cached_property
    def _lines(self) -> Lines:
        return lines(self._text)

    def back(self, place: int) -> tuple[int, list[Mark]]:
        """Back from `place` over blanks, tags and comments: where that ends, and the tags, nearest first."""
        tags: list[Mark] = []
        while True:
            place, mark = self.blanks_back(place)
            if mark is None:
                return place, tags
            place = mark.start
            tags += [mark] if mark.element is not None else []

    def onward(self, place: int) -> tuple[int, list[Mark]]:
        """On from `place` over blanks, tags and comments: where that ends, and the tags, nearest first."""
        tags: list[Mark] = []
        while True:
            place, mark = self.blanks_onward(place)
            if mark is None:
                return place, tags
            place = mark.end
            tags += [mark] if mark.element is not None else []

    def blanks_back(self, place: int) -> tuple[int, Mark | None]:
        """Before the blanks that end at `place`, and the tag or comment that ends there."""
        while place > 0 and self._text[place - 1] in " \t":
            place -= 1
        return place, self._ends.get(place)

    def blanks_onward(self, place: int) -> tuple[int, Mark | None]:
        """Behind the blanks that begin at `place`, and the tag or comment that begins there."""
        while place < len(self._text) and self._text[place] in " \t":
            place += 1
        return place, self._starts.get(place)

    def tags_of(self, element: Element) -> tuple[Mark, ...]:
        """The tags of one element."""
        return tuple(self._starts[each.start] for each in _tags(element) if each.start in self._starts)

    def run(self, mark: Mark, taken: frozenset[int]) -> Sequence[Mark]:
        """The tags and comments with nothing but blanks between them that `mark` is one of; none across `taken`."""
        first = last = bisect_left(self._row, mark.start, key=lambda each: each.start)
        while first > 0 and self._row[first].start not in taken and self._meets(first - 1):
            first -= 1
        while last + 1 < len(self._row) and self._row[last].end not in taken and self._meets(last):
            last += 1
        return self._row[first : last + 1]

    def _meets(self, at: int) -> bool:
        return self.blanks_onward(self._row[at].end)[0] == self._row[at + 1].start


def rooted(nodes: tuple[Node, ...]) -> Iterator[tuple[Element, int]]:
    """All elements in document order, each with the number of its parent in that order, or -1."""
    stack = [(iter(nodes), -1)]
    count = 0
    while stack:
        rest, parent = stack[-1]
        node = next(rest, None)
        if node is None:
            stack.pop()
        elif isinstance(node, Element):
            yield node, parent
            stack.append((iter(node.children), count))
            count += 1


def _tags(element: Element) -> Iterator[Mark]:
    closing = element.closing
    yield Mark(element.opening.start, element.opening.end, element, "empty" if closing is None else "opening")
    if closing is not None and closing.end > closing.start:
        yield Mark(closing.start, closing.end, element, "closing")
