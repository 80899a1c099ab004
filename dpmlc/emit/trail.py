"""The rows of a `Flat` -> where the prompt came from: ranges of lines, their indentation, insets, inlined parts."""

from dataclasses import dataclass, field

from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Close, Flat, Kept, Open, Piece
from dpmlc.text.source import Position

_HAS_TEXT = frozenset({"document", "file"})


@dataclass(slots=True)
class Range:
    """Prompt lines `first` to `last` are the lines of `path` from `source_line` on, or made by dpmlc (None)."""

    first: int
    last: int
    path: str | None
    source_line: int | None


@dataclass(slots=True)
class Indent:
    """Prompt lines `first` to `last` begin, if they are not empty, with `width` code points that dpmlc made."""

    first: int
    last: int
    width: int


@dataclass(slots=True)
class Inset:
    """`length` code points from `column` on that stand elsewhere than the range of their line says."""

    line: int
    column: int
    length: int
    path: str | None
    source: Position | None


@dataclass(slots=True)
class Inlined:
    """Prompt lines `first` to `last` hold what was inlined as `name` from `path` (None: made by a handler).

    `place` is where the reference stands, `referrer` the document that holds it. `bytes` count UTF-8.
    """

    name: str
    path: str | None
    first: int
    last: int
    referrer: str
    place: Position
    bytes: int


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a prompt came from. `ranges` cover all `lines`, without overlap, in order.

    A code point outside all insets and indents stands in the range's source line; its column there is its column in
    the prompt less the indent's width and the lengths of the insets without path before it in its line.
    """

    lines: int
    ranges: tuple[Range, ...]
    indents: tuple[Indent, ...]
    insets: tuple[Inset, ...]
    inlined: tuple[Inlined, ...]


def trail(flat: Flat, texts: Texts) -> Trail:
    """The trail of `flat`, in time linear in its text."""
    walk = _Walk(texts)
    for row in flat.rows:
        match row:
            case Piece():
                walk.piece(row)
            case Open():
                walk.open(row)
            case Close():
                walk.close()
            case Kept():
                pass
    walk.end()
    return Trail(walk.line - 1, tuple(walk.ranges), tuple(walk.indents), tuple(walk.insets), tuple(walk.inlined))


@dataclass(slots=True)
class _Segment:
    """Code points of one prompt line with one origin; `path` and `source` are None for dpmlc's own.

    Not frozen, as all that is made once a line: making a frozen value takes three times as long.
    """

    column: int
    length: int
    path: str | None
    source: Position | None
    blank: bool


@dataclass(slots=True)
class _Walk:
    texts: Texts
    line: int = 1
    column: int = 1
    bytes: int = 0
    segments: list[_Segment] = field(default_factory=list)
    last_filled: int = 0  # The last line before this one that is not empty.
    ranges: list[Range] = field(default_factory=list)
    indents: list[Indent] = field(default_factory=list)
    insets: list[Inset] = field(default_factory=list)
    inlined: list[Inlined] = field(default_factory=list)
    opened: list[tuple[Inlined, Bound]] = field(default_factory=list)

    def piece(self, piece: Piece) -> None:
        text = piece.text
        if not text:
            return
        shown = piece.shown
        self.bytes += len(shown) if shown.isascii() else len(shown.encode("utf-8", "surrogatepass"))
        source = self._source(piece)
        line_end = text.find("\n")
        if line_end < 0:
            self._segment(text, piece.path, source)
            return
        self._segment(text[:line_end], piece.path, source)
        self._close_line(piece.path, source)
        if line_end + 1 < len(text):
            self._more_lines(piece, line_end + 1, None if source is None else source.line + 1)

    def _more_lines(self, piece: Piece, start: int, source_line: int | None) -> None:
        """Whole lines of the piece from `start` on, then what begins a line; `source_line` is that of the first one."""
        text, path = piece.text, piece.path
        whole = text.count("\n", start)
        if whole:
            if path is not None:
                self._add_indent(self.line, self.line + whole - 1, len(piece.indent))
            self.last_filled = self.line + whole - 1
            self._add_range(whole, path, source_line)
        tail = text[text.rfind("\n") + 1 :]
        if tail:
            self._segment(piece.indent, None, None)
        self._segment(tail, path, None if source_line is None else Position(source_line + whole, 1))

    def open(self, row: Open) -> None:
        reference = row.bound.reference.span
        path = row.target.location if row.target.kind in _HAS_TEXT else None
        place = self.texts.start(reference)
        part = Inlined(row.name, path, self.line, self.line, reference.path, place, self.bytes)
        self.inlined.append(part)
        self.opened.append((part, row.bound))

    def close(self) -> None:
        part, _ = self.opened.pop()
        part.bytes = self.bytes - part.bytes
        # Text that ends with a line end does not reach into the line after it.
        part.last = max(part.first, self.line - 1 if self.column == 1 and part.bytes else self.line)

    def end(self) -> None:
        if self.segments:
            self._close_line(None, None)

    def _source(self, piece: Piece) -> Position | None:
        if piece.path is None:
            return None
        return self.texts.position(piece.path, piece.start, self._encoding(piece.path))

    def _encoding(self, path: str) -> str:
        if not self.opened or self.opened[-1][0].path != path:
            return ""
        parameters = self.opened[-1][1].parameters
        return next((each.value or "" for each in parameters if each.name == "encoding"), "")

    def _segment(self, text: str, path: str | None, source: Position | None) -> None:
        if text:
            self.segments.append(_Segment(self.column, len(text), path, source, text.isspace()))
            self.column += len(text)

    def _close_line(self, path: str | None, source: Position | None) -> None:
        """End the current line; `path` and `source` are the origin of the piece that holds its line end."""
        base = _base(self.segments)
        if base is not None:
            path, source = base.path, base.source
            indent = self.segments[0].length if self.segments[0].path is None and self.segments[0].blank else 0
            self._add_indent(self.line, self.line, indent)
            self.insets += _insets(self.line, self.segments[1:] if indent else self.segments, base, indent)
        elif self.segments:
            path, source = None, None
        if self.segments:
            self.last_filled = self.line
        self._add_range(1, path, None if source is None else source.line)
        self.segments.clear()
        self.column = 1

    def _add_indent(self, first: int, last: int, width: int) -> None:
        """Empty lines between two of one width are counted in: they begin with nothing."""
        if not width:
            return
        before = self.indents[-1] if self.indents else None
        if before is not None and before.width == width and before.last >= self.last_filled:
            before.last = last
        else:
            self.indents.append(Indent(first, last, width))

    def _add_range(self, count: int, path: str | None, source_line: int | None) -> None:
        if not count:
            return
        last = self.ranges[-1] if self.ranges else None
        if last is not None and last.path == path and _goes_on(last, self.line, source_line):
            last.last += count
        else:
            self.ranges.append(Range(self.line, self.line + count - 1, path, source_line))
        self.line += count


def _goes_on(last: Range, line: int, source_line: int | None) -> bool:
    return last.source_line is None or source_line == last.source_line + line - last.first


def _base(segments: list[_Segment]) -> _Segment | None:
    """The segment whose file and line stand for the whole line: the first that is not only white space."""
    sourced = [each for each in segments if each.path is not None]
    return next((each for each in sourced if not each.blank), sourced[0] if sourced else None)


def _insets(line: int, segments: list[_Segment], base: _Segment, inserted: int) -> list[Inset]:
    """Insets of `segments`, which stand behind `inserted` code points of indentation."""
    found = []
    for each in segments:
        if each.source is None or base.source is None:
            found.append(Inset(line, each.column, each.length, None, None))
            inserted += each.length
            continue
        expected = Position(base.source.line, each.column - inserted)
        if each.path != base.path or each.source != expected:
            found.append(Inset(line, each.column, each.length, each.path, each.source))
    return found
