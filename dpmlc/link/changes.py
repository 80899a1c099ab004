"""The decisions of a visit -> edits and inserts in its document's text, by source position."""

from collections.abc import Iterator, Mapping

from dpmlc.link.body import Body, Line, Nested
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.content import Content
from dpmlc.link.edits import Edit, Insert
from dpmlc.link.flat import Kept, Piece, Row
from dpmlc.link.placement import Alone, Hoisted, Layout
from dpmlc.link.visits import Part, Pointer, Splice, Stay, Visit

Contents = Mapping[int, Content | None]
"""What each part became, by the part's `id()`; None where it could not be made."""


def changes(visit: Visit, contents: Contents, layout: Layout, text: str) -> Iterator[Edit | Insert]:
    """The changes that the references of one visit make, not sorted."""
    inserts: dict[tuple[int, int], Insert] = {}
    for decision in visit.decisions:
        match decision:
            case Stay(bound):
                yield from _stay(bound, text)
            case Splice():
                yield from _splice(decision, contents, layout, text, inserts)
    yield from inserts.values()


def _stay(bound: Bound, text: str) -> Iterator[Edit]:
    """A reference that is not inlined: as it stands, or as it must be written in the prompt."""
    span = bound.reference.span
    kept = bound.outcome is Outcome.KEEP
    if kept and bound.written != text[span.start : span.end]:
        piece = Piece(bound.written, None, 0)
    else:
        piece = Piece(text[span.start : span.end], span.path, span.start)
    rows: tuple[Row, ...] = (Kept(bound), piece)
    if kept:
        for outer in bound.outers:
            rows = (Piece(f"<{outer.protocol}>", None, 0), *rows, Piece(f"</{outer.protocol}>", None, 0))
    yield Edit(span.start, span.end, rows)


def _splice(
    splice: Splice, contents: Contents, layout: Layout, text: str, inserts: dict[tuple[int, int], Insert]
) -> Iterator[Edit]:
    span = splice.bound.reference.span
    made = [(part, contents.get(id(part))) for part in splice.parts]
    if any(isinstance(part, Part) and each is None for part, each in made):
        yield from _stay(splice.bound, text)
        return
    alone = layout.alone(span.start, span.end)
    if not made:
        yield _nothing(text, span.start, span.end, alone)
        return
    linked = layout.in_link(span.start)
    lines = [_line(part, each) for part, each in made]
    whole = [line for line in lines if line is not None]
    if len(whole) == len(lines) and not (linked and any(isinstance(part, Part) for part, _ in made)):
        pointing = all(isinstance(part, Pointer) for part, _ in made)
        if linked and pointing:
            yield Edit(span.start, span.end, splice.bound.name)
        else:
            yield Edit(span.start, span.end, _apart(text, span.start, span.end, whole))
        return
    if alone is not None:
        _insert(inserts, alone, [_block(part, each, alone.indent) for part, each in made])
        return
    place = layout.hoisted(span.start, span.end)
    _insert(inserts, place, [_block(part, each, place.indent) for part, each in made])
    label = splice.bound.name if len(splice.parts) != 1 else splice.parts[0].name
    if linked:
        yield Edit(span.start, span.end, label)
    else:
        yield Edit(span.start, span.end, _apart(text, span.start, span.end, [(_pointer(label),)]))


def _nothing(text: str, start: int, end: int, alone: Alone | None) -> Edit:
    """An empty resource: the reference goes, its line with it where nothing else stands there."""
    if alone is None or alone.rest is not None or text[alone.start : start].strip():
        return Edit(start, end, "")
    return Edit(alone.start, min(alone.end + 1, len(text)), "")


def _pointer(name: str) -> Piece:
    return Piece(f"`{name}`", None, 0)


def _line(part: Part | Pointer, content: Content | None) -> tuple[Row, ...] | None:
    if isinstance(part, Pointer):
        return (_pointer(part.name),)
    return content.line if content is not None else None


def _apart(text: str, start: int, end: int, lines: list[tuple[Row, ...]]) -> tuple[Row, ...]:
    """The lines one after the other; a blank keeps a pointer from a backtick beside it."""
    rows: list[Row] = [Piece(" ", None, 0)] if start and text[start - 1] == "`" else []
    for number, line in enumerate(lines):
        if number:
            rows.append(Piece(", ", None, 0))
        rows += line
    if text.startswith("`", end):
        rows.append(Piece(" ", None, 0))
    return tuple(rows)


def _block(part: Part | Pointer, content: Content | None, indent: str) -> Nested:
    if isinstance(part, Pointer):
        return Nested(indent, (), Body([Line((_pointer(part.name),))]), ())
    assert content is not None
    return Nested(indent, content.block.before, content.block.body, content.block.after)


def _insert(inserts: dict[tuple[int, int], Insert], place: Alone | Hoisted, blocks: list[Nested]) -> None:
    """Content that goes to one place goes there in text order."""
    before = inserts.get((place.start, place.end))
    held = before.blocks if before is not None else ()
    inserts[place.start, place.end] = Insert(place.start, place.end, (*held, *blocks), place.rest)
