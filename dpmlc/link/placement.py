"""Where the content of a reference goes: in its place, on its own lines, or behind its block (SPEC 4.2, Placement)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from dpmlc.link.blocks import Block, block_at, blocks, marker_width
from dpmlc.link.edits import Break
from dpmlc.link.marks import Mark, Marks, rooted
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element
from dpmlc.text.frozen import frozen


@frozen
class Room:
    """Where content stands on lines of its own: it takes the place of `start` to `end`, at `indent`.

    `rest` is the indentation of what follows on the same line, None where nothing does. `strong` are the elements whose
    tags share that line, or which the content would tear from theirs: their tags get lines of their own.
    """

    start: int
    end: int
    indent: str
    rest: str | None
    strong: tuple[Element, ...]


@frozen
class Sides:
    """On which sides of tags a line must end."""

    before: bool
    behind: bool


_BOTH = Sides(before=True, behind=True)


class Layout:
    """The lines, tags and blocks of one document, found when they are first asked for."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def alone(self, start: int, end: int) -> Room | None:
        """How the reference stands, if it is alone on its line."""
        line, before = self.marks.back(start)
        stop, behind = self.marks.onward(end)
        if not (self._line_starts(line) and self._line_ends(stop)):
            return None
        margin = self._margin(line)
        if not before and not behind:
            return Room(line, stop, margin, None, ())
        strong = tuple(each.element for each in (*before, *behind) if each.element is not None)
        first = before[0].end if before else line
        last = behind[0].start if behind else stop
        return Room(first, last, margin + "  ", margin if behind else None, strong)

    def hoisted(self, start: int, end: int, last: int) -> Room:
        """Where the content of a reference goes that stands in other text; never behind `last`."""
        text = self._scan.text
        block = block_at(self.blocks, start) or self._line_block(start, end)
        element = self._innermost(start)
        closing = element.closing if element is not None else None
        if element is not None and closing is not None and closing.start <= min(block.end, last):
            parted = self._parted(element)
            line = self.marks.line_start(start)
            indent = self._inner_margin(line) if parted else self._margin(block.start)
            rest = indent if parted else self._margin(self.marks.line_start(element.opening.start))
            return Room(max(_behind_text(text, closing.start), end), closing.start, indent, rest, (element, *parted))
        place = max(_behind_text(text, self._outside(min(block.end, last), element)), end)
        return Room(place, place, self._margin(block.start), None, ())

    def breaks(self, strong: Iterable[Element], taken: frozenset[int], around: frozenset[str]) -> tuple[Break, ...]:
        """Line ends that let the tags of `strong`, and those beside them, pair although content comes between.

        An opening tag must begin its line and a closing one end it (SPEC 1.7); where an element of the same name is
        around, they must stand alone, or one of them pairs with a tag of that. `taken` are the places where content
        goes, which has lines of its own anyway, `around` names of elements whose tags come to stand before or around.
        """
        found: dict[int, Break] = {}
        waiting = list(strong)
        seen: set[int] = set()
        for element in waiting:
            if element.opening.start in seen:
                continue
            seen.add(element.opening.start)
            for tag in self.marks.tags_of(element):
                run = self.marks.run(tag, taken)
                waiting += [each.element for each in run if each.element is not None]
                for made in self._around(run, taken, self._needs(run, around)):
                    found[made.start] = made
        return tuple(found.values())

    def beside(self, start: int, end: int) -> list[Element]:
        """The elements of several lines whose tags stand beside the range, which is no longer a tag but text."""
        tags = (*self.marks.back(start)[1], *self.marks.onward(end)[1])
        found = (each.element for each in tags if each.element is not None)
        return [each for each in found if self._scan.text.find("\n", each.opening.end, _inner_end(each)) >= 0]

    def in_link(self, start: int) -> bool:
        """Whether the reference is the destination of a link, in Markdown or HTML."""
        return self._scan.text.endswith(("](", "](<", 'href="', 'src="'), 0, start)

    def in_table(self, start: int) -> bool:
        """Whether the reference stands in a row of a table."""
        block = block_at(self.blocks, start)
        return block is not None and self._scan.text.startswith("|", block.start + block.indent)

    def is_strong(self, element: Element) -> bool:
        """Whether both tags of the element stand on lines without other text."""
        return all(self._strong_tags(element))

    def names_around(self, offset: int) -> frozenset[str]:
        """Names of the elements that hold `offset`."""
        return frozenset(each.name for each in self._holding(offset))

    def uneven(self, around: frozenset[str], trailing: frozenset[str], parted: frozenset[str]) -> list[Element]:
        """Elements of several lines with one tag alone on its line, not the other, that could pair with other tags.

        Those are the ones with a name of `around`, and where an element of the same name is around, of `parted`; those
        with a name of `trailing` or `parted` whose closing tag is alone. `parted` are names of elements whose tags get
        lines of their own.
        """
        return [
            each
            for each, (opens, closes) in self._beside_text
            if (opens != closes and (each.name in around or (each.name in parted and self._repeated(each))))
            or (closes and (each.name in trailing or each.name in parted))
        ]

    @cached_property
    def trailing(self) -> frozenset[str]:
        """Names of elements of several lines whose closing tag is not alone on its line."""
        return frozenset(each.name for each, (_, closes) in self._beside_text if not closes)

    @cached_property
    def _beside_text(self) -> tuple[tuple[Element, tuple[bool, bool]], ...]:
        """Elements of several lines with a tag that is not alone on its line, and which of the two are."""
        found: list[tuple[Element, tuple[bool, bool]]] = []
        for _, closing, each, _ in self._ranges:
            if self._text_beside(each) and self._scan.text.find("\n", each.opening.end, closing) >= 0:
                strong = self._strong_tags(each)
                found += [(each, (strong[0], strong[1]))] if len(strong) == 2 and not all(strong) else []
        return tuple(found)

    def _text_beside(self, element: Element) -> bool:
        """Whether something else stands on the line of a tag."""
        for tag in (element.opening, element.closing or element.opening):
            before, behind = self.marks.blanks_back(tag.start)[0], self.marks.blanks_onward(tag.end)[0]
            if not (self._line_starts(before) and self._line_ends(behind)):
                return True
        return False

    def _strong_tags(self, element: Element) -> list[bool]:
        runs = [self.marks.run(tag, frozenset()) for tag in self.marks.tags_of(element)]
        return [not any(True for _ in self._around(run, frozenset(), _BOTH)) for run in runs]

    @cached_property
    def marks(self) -> Marks:
        """The tags and comments of the document."""
        return Marks(self._scan)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the document; comments do not count."""
        return blocks(self._scan)

    @cached_property
    def _ranges(self) -> Sequence[tuple[int, int, Element, int]]:
        """Inner ranges of all elements by their start, each with the place of its parent in the row, or -1."""
        return [(each.opening.end, _inner_end(each), each, parent) for each, parent in rooted(self._scan.nodes)]

    def _needs(self, run: Sequence[Mark], around: frozenset[str]) -> Sides:
        """On which sides the tags need a line end."""
        if any(each.element.name in around or self._repeated(each.element) for each in run if each.element is not None):
            return _BOTH
        kinds = {each.kind for each in run}
        return Sides("opening" in kinds, "closing" in kinds)

    def _repeated(self, element: Element) -> bool:
        """Whether an element of the same name is around."""
        return any(each.name == element.name for each in self._holding(element.opening.start))

    def _around(self, run: Sequence[Mark], taken: frozenset[int], needs: Sides) -> Iterator[Break]:
        first, last = run[0].start, run[-1].end
        line, _ = self.marks.blanks_back(first)
        if needs.before and first not in taken and not self._line_starts(line):
            yield Break(line, first, self._inner_margin(self.marks.line_start(first)))
        stop, _ = self.marks.blanks_onward(last)
        if needs.behind and last not in taken and not self._line_ends(stop):
            yield Break(last, stop, self._inner_margin(self.marks.line_start(last)))

    def _innermost(self, offset: int) -> Element | None:
        """The innermost element whose inside holds `offset`."""
        return next(self._holding(offset), None)

    def _holding(self, offset: int) -> Iterator[Element]:
        """The elements whose inside holds `offset`, the innermost first."""
        at = bisect_right(self._ranges, offset, key=lambda each: each[0]) - 1
        while at >= 0:
            _, closing, element, at = self._ranges[at]
            if closing >= offset:
                yield element

    def _outside(self, place: int, element: Element | None) -> int:
        """`place`, or where the outermost element begins that holds it and stands inside of `element`."""
        for each in self._holding(place):
            if each is element:
                break
            place = each.opening.start
        return place

    def _parted(self, element: Element) -> tuple[Element, ...]:
        """The elements around that begin and end on one line, `element` included."""
        found: list[Element] = []
        at = bisect_left(self._ranges, element.opening.end, key=lambda each: each[0])
        while at >= 0:
            _, _, around, parent = self._ranges[at]
            if self._scan.text.find("\n", around.opening.end, around.span.end) >= 0:
                break
            found.append(around)
            at = parent
        return tuple(found)

    def _line_starts(self, place: int) -> bool:
        return place == 0 or self._scan.text[place - 1] == "\n"

    def _line_ends(self, place: int) -> bool:
        return place == len(self._scan.text) or self._scan.text[place] == "\n"

    def _margin(self, line: int) -> str:
        """The indentation of the line that begins at `line`."""
        text, place = self._scan.text, line
        while place < len(text) and text[place] in " \t":
            place += 1
        return text[line:place]

    def _inner_margin(self, line: int) -> str:
        """The indentation of what goes on inside of the line's list item, or of the line where it is none."""
        margin = self._margin(line)
        return margin + " " * marker_width(self._scan.text, line + len(margin))

    def _line_block(self, start: int, end: int) -> Block:
        text = self._scan.text
        line = self.marks.line_start(start)
        newline = text.find("\n", end)
        return Block(line, len(text) if newline < 0 else newline, len(self._margin(line)))


def _inner_end(element: Element) -> int:
    return element.opening.start if element.closing is None else element.closing.start


def _behind_text(text: str, place: int) -> int:
    """Offset behind the last character before `place` that is no white space."""
    while place > 0 and text[place - 1].isspace():
        place -= 1
    return place
