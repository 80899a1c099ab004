"""The decisions of a visit -> edits and inserts in its document's text, by source position."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from dpmlc.link.body import Body, Line, Nested, Strand, strand
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.content import Content
from dpmlc.link.edits import Change, Edit, Insert
from dpmlc.link.flat import Kept, Piece, Row
from dpmlc.link.joints import Joints, in_cell, restated
from dpmlc.link.placement import Layout, Room
from dpmlc.link.visits import Part, Pointer, Splice, Stay, Visit
from dpmlc.scan.tree import Element
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span

Contents = Mapping[int, Content | None]
"""What each part became, by the part's `id()`; None where it could not be made."""


_TICKS = frozenset({"`"})


@frozen
class Surface:
    """A document's text from which a passage is taken, up to `end`; `margin` columns are taken off each line.

    `around` are the names of the elements that it comes to stand in, `trailing` of those that some document of the
    prompt closes behind text: an opening tag on a line of tags then pairs with the next closing one on such a line.
    """

    text: str
    layout: Layout
    joints: Joints
    end: int
    margin: int
    around: frozenset[str]
    trailing: frozenset[str]


def changes(visit: Visit, contents: Contents, surface: Surface) -> Iterator[Change]:
    """The changes that the references of one visit make, not sorted."""
    return _Changes(contents, surface).made(visit)


@slotted
class _Changes:
    """What several references of one visit share: places of content, marks to escape, elements to part from a line."""

    contents: Contents
    surface: Surface
    inserts: dict[tuple[int, int], Insert] = field(default_factory=dict)
    escapes: dict[int, Edit] = field(default_factory=dict)
    strong: list[Element] = field(default_factory=list)
    bared: list[int] = field(default_factory=list)

    def made(self, visit: Visit) -> Iterator[Change]:
        for decision in visit.decisions:
            match decision:
                case Stay(bound):
                    yield _stay(bound, self.surface.text)
                case Splice():
                    yield from self._splice(decision)
        yield from self.inserts.values()
        yield from self.escapes.values()
        taken = frozenset(place for range_ in self.inserts for place in range_)
        around = self.surface.around
        trailing = self.surface.trailing if around or self.inserts else frozenset()
        parted = frozenset(each.name for each in self.strong)
        if around or trailing or parted:
            self.strong += self.surface.layout.uneven(around, trailing, parted)
        breaks = self.surface.layout.breaks(self.strong, taken, around | trailing)
        yield from breaks
        bared = (*self.bared, *(each.start for each in breaks))
        lines = map(self.surface.layout.marks.line_start, bared)
        yield from self.surface.joints.exposed(lines, (each.end for each in breaks))

    def _splice(self, splice: Splice) -> Iterator[Edit]:
        if any(isinstance(part, Part) and self.contents.get(id(part)) is None for part in splice.parts):
            yield _stay(splice.bound, self.surface.text)
            return
        made = [(part, content) for part in splice.parts if (content := self._content(part)) is not None]
        span, layout = splice.bound.reference.span, self.surface.layout
        if not made:
            yield self._nothing(span.start, span.end)
        elif layout.in_link(span.start):
            yield from self._linked(splice, made)
        elif all(content.line is not None for _, content in made):
            lines = [content.line for _, content in made if content.line is not None]
            self.strong += layout.beside(span.start, span.end) if splice.bound.reference.form == "element" else ()
            yield self._in_place(span.start, span.end, lines)
        else:
            yield from self._on_lines(splice, made)

    def _content(self, part: Part | Pointer) -> Content | None:
        """What stands for the part; None where it is empty."""
        if isinstance(part, Pointer):
            line = _pointer(part.name)
            return Content(line, Nested("", (), Body([Line((line,))]), ()))
        content = self.contents[id(part)]
        return content if content is not None and content.block.body.items else None

    def _linked(self, splice: Splice, made: list[tuple[Part | Pointer, Content]]) -> Iterator[Edit]:
        """The name is the link's destination; what it names follows."""
        span = splice.bound.reference.span
        fresh = [content for part, content in made if isinstance(part, Part)]
        if fresh:
            self._insert(self.surface.layout.hoisted(span.start, span.end, self.surface.end), fresh)
        yield Edit(span.start, span.end, _label(splice))

    def _on_lines(self, splice: Splice, made: list[tuple[Part | Pointer, Content]]) -> Iterator[Edit]:
        span, layout = splice.bound.reference.span, self.surface.layout
        contents = [content for _, content in made]
        alone = layout.alone(span.start, span.end)
        if alone is not None:
            self._insert(alone, contents)
            return
        self._insert(layout.hoisted(span.start, span.end, self.surface.end), contents)
        yield self._in_place(span.start, span.end, [_pointer(_label(splice))])

    def _in_place(self, start: int, end: int, lines: list[Strand]) -> Edit:
        """The lines one after the other, where the reference stood."""
        made = lines[0]
        if len(lines) > 1:
            comma = Piece(", ", None, 0)
            made = strand(tuple(row for line in lines for row in (comma, line))[1:])
        layout, joints = self.surface.layout, self.surface.joints
        if made.keeps and layout.alone(start, end) is None:
            made = restated(made)
        if "|" in made.holds and layout.in_table(start):
            made = in_cell(made)
        for edit in joints.escapes(start, made):
            if edit.start in self.escapes and self.surface.text[edit.start] == "`":
                break  # What stands before it was seen to for an earlier reference of the paragraph.
            self.escapes[edit.start] = edit
        return Edit(start, end, joints.spaced(start, end, made))

    def _nothing(self, start: int, end: int) -> Edit:
        """An empty resource: the reference goes, its line with it where nothing else stands there."""
        text = self.surface.text
        alone = self.surface.layout.alone(start, end)
        if alone is not None and not alone.strong:
            return Edit(alone.start, min(alone.end + 1, len(text)), "")
        self.strong += alone.strong if alone is not None else ()
        self.bared.append(start)
        last = end
        while last < len(text) and text[last] in " \t":
            last += 1
        if last < len(text) and text[last] != "\n":
            return Edit(start, end, " " if text[start - 1 : start] == "`" == text[end] else "")
        while start > 0 and text[start - 1] in " \t":
            start -= 1
        return Edit(start, last, "")

    def _insert(self, place: Room, contents: list[Content]) -> None:
        """Content that goes to one place goes there in text order."""
        indent = place.indent[self.surface.margin :]
        blocks = [Nested(indent, each.block.before, each.block.body, each.block.after) for each in contents]
        before = self.inserts.get((place.start, place.end))
        held = before.blocks if before is not None else ()
        self.inserts[place.start, place.end] = Insert(place.start, place.end, (*held, *blocks), place.rest)
        self.strong += place.strong


def _stay(bound: Bound, text: str) -> Edit:
    """A reference that is not inlined: as it stands, or as it must be written in the prompt."""
    span = _without_blanks(bound.reference.span, text)
    kept = bound.outcome is Outcome.KEEP
    written = bound.written if kept else masked(text[span.start : span.end])
    if written != text[span.start : span.end]:
        piece = Piece(written, None, 0)
    else:
        piece = Piece(text[span.start : span.end], span.path, span.start)
    rows: tuple[Row, ...] = (Kept(bound), piece)
    if kept:
        for outer in bound.outers:
            rows = (Piece(f"<{outer.protocol}>", None, 0), *rows, Piece(f"</{outer.protocol}>", None, 0))
    return Edit(span.start, span.end, rows)


def _without_blanks(span: Span, text: str) -> Span:
    """An element without closing tag ends behind the blanks that follow; they are not part of it."""
    end = span.end
    while end > span.start and text[end - 1].isspace():
        end -= 1
    return Span(span.path, span.start, end)


def _label(splice: Splice) -> str:
    return splice.bound.name if len(splice.parts) != 1 else splice.parts[0].name


def _pointer(name: str) -> Strand:
    """The name in code marks, percent-encoded where it could end them."""
    plain = name.replace("`", "%60").replace("\n", "%0A") if "`" in name or "\n" in name else name
    holds = _TICKS if "|" not in name else _TICKS | {"|"}
    return Strand((Piece(f"`{plain}`", None, 0),), "`", "`", holds, None, keeps=False)
