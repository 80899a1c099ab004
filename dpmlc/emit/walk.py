"""The rows of a `Flat` -> the `Trail` of its prompt, in time linear in its text."""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TypeAlias

from dpmlc.emit.texts import Texts
from dpmlc.emit.trail import Indent, Inlined, Inset, Range, Trail
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Close, Flat, Kept, Open, Piece
from dpmlc.text.source import Position

_HAS_TEXT = frozenset({"document", "file"})

# Code points of one prompt line with one origin: column, length, path (None: dpmlc's own), line and column there, and
# the text that begins with them. A plain tuple: some hundred thousand are made in a build.
_Segment: TypeAlias = tuple[int, int, str | None, int, int, str]


def trail(flat: Flat, texts: Texts) -> Trail:
    """The prompt of `flat`, and where each of its characters came from."""
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
    return walk.trail()


@dataclass(slots=True)
class _Walk:
    texts: Texts
    line: int = 1
    column: int = 1
    characters: int = 0
    shown: list[str] = field(default_factory=list)
    segments: list[_Segment] = field(default_factory=list)
    last_filled: int = 0  # The last line before this one that is not empty.
    ranges: list[Range] = field(default_factory=list)
    indents: list[Indent] = field(default_factory=list)
    insets: list[Inset] = field(default_factory=list)
    inlined: list[Inlined] = field(default_factory=list)
    bounds: list[tuple[int, int]] = field(default_factory=list)  # First and last character of each inlined part.
    opened: list[tuple[int, str | None, Bound]] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)  # Opened parts whose text has not begun yet.

    def piece(self, piece: Piece) -> None:
        text, path = piece.text, piece.path
        if not text:
            return
        shown = piece.shown if piece.indent else text
        if self.waiting:
            self._begin(shown)
        self.shown.append(shown)
        self.characters += len(shown)
        line, column = (0, 0) if path is None else self._origin(path, piece.start)
        end = text.find("\n")
        length = end if end >= 0 else len(text)
        if length:
            self.segments.append((self.column, length, path, line, column, text))
            self.column += length
        if end < 0:
            return
        self._close_line(path, line)
        if end + 1 < len(text):
            self._more_lines(piece, end + 1, line + 1)

    def _more_lines(self, piece: Piece, start: int, source_line: int) -> None:
        """Whole lines of the piece from `start` on, then what begins a line; `source_line` is that of the first one."""
        text, path = piece.text, piece.path
        whole = text.count("\n", start)
        if whole:
            if path is not None and piece.indent:
                self._add_indent(self.line, self.line + whole - 1, len(piece.indent))
            self.last_filled = self.line + whole - 1
            self._add_range(whole, path, source_line)
        tail = text[text.rfind("\n") + 1 :]
        if not tail:
            return
        if piece.indent:
            self.segments.append((1, len(piece.indent), None, 0, 0, piece.indent))
        self.column = 1 + len(piece.indent)
        self.segments.append((self.column, len(tail), path, source_line + whole, 1, tail))
        self.column += len(tail)

    def open(self, row: Open) -> None:
        reference = row.bound.reference.span
        path = row.target.location if row.target.kind in _HAS_TEXT else None
        place = self.texts.start(reference)
        self.opened.append((len(self.inlined), path, row.bound))
        self.inlined.append(Inlined(row.name, path, self.line, self.line, reference.path, place, 0))
        self.bounds.append((self.characters, self.characters))
        self.waiting.append(len(self.inlined) - 1)

    def _begin(self, shown: str) -> None:
        """Parts begin with their first character that is no line end: what ends the line before them is a joint."""
        joint = len(shown) - len(shown.lstrip("\n"))
        if joint < len(shown):
            for number in self.waiting:
                self._begins(number, joint)
            self.waiting.clear()

    def _begins(self, number: int, joint: int) -> None:
        self.inlined[number].first = self.line + joint
        self.bounds[number] = (self.characters + joint, self.characters + joint)

    def close(self) -> None:
        number, _, _ = self.opened.pop()
        if self.waiting:
            self._begins(self.waiting.pop(), 0)
        part, (first, _) = self.inlined[number], self.bounds[number]
        self.bounds[number] = (first, self.characters)
        # Text that ends with a line end does not reach into the line after it.
        reaches = self.column > 1 or first == self.characters
        part.last = max(part.first, self.line if reaches else self.line - 1)

    def trail(self) -> Trail:
        if self.segments:
            self._close_line(None, 0)
        text = "".join(self.shown)
        for part, size in zip(self.inlined, _sizes(text, self.bounds), strict=True):
            part.bytes = size
        return Trail(
            text, self.line - 1, tuple(self.ranges), tuple(self.indents), tuple(self.insets), tuple(self.inlined)
        )

    def _origin(self, path: str, start: int) -> tuple[int, int]:
        if start == 0:
            return (1, 1)
        starts = self.texts.starts(path, self._encoding(path))
        line = bisect_right(starts, start)
        return (line, start - starts[line - 1] + 1)

    def _encoding(self, path: str) -> str:
        if not self.opened or self.opened[-1][1] != path:
            return ""
        parameters = self.opened[-1][2].parameters
        return next((each.value or "" for each in parameters if each.name == "encoding"), "")

    def _close_line(self, path: str | None, source_line: int) -> None:
        """End the current line; `path` and `source_line` are the origin of its line end."""
        segments = self.segments
        if segments:
            base = _base(segments)
            _, _, path, source_line, _, _ = base
            if path is not None and (len(segments) > 1 or base[0] != base[4]):
                self._divide(segments, base)
            segments.clear()
            self.last_filled = self.line
        self._add_range(1, path, source_line)
        self.column = 1

    def _divide(self, segments: list[_Segment], base: _Segment) -> None:
        """The indentation of a line, and insets for what does not stand where `base` says."""
        inserted = 0
        for column, length, path, source_line, source_column, text in segments:
            if path is None:
                if column == 1 and text[:length].isspace():
                    self._add_indent(self.line, self.line, length)
                else:
                    self.insets.append(Inset(self.line, column, length, None, None))
                inserted += length
            elif path != base[2] or source_line != base[3] or source_column != column - inserted:
                self.insets.append(Inset(self.line, column, length, path, Position(source_line, source_column)))

    def _add_indent(self, first: int, last: int, width: int) -> None:
        """Empty lines between two of one width are counted in: they begin with nothing."""
        before = self.indents[-1] if self.indents else None
        if before is not None and before.width == width and before.last >= self.last_filled:
            before.last = last
        else:
            self.indents.append(Indent(first, last, width))

    def _add_range(self, count: int, path: str | None, source_line: int) -> None:
        line = self.line
        last = self.ranges[-1] if self.ranges else None
        if (
            last is not None
            and last.path == path
            and (last.source_line is None or source_line == last.source_line + line - last.first)
        ):
            last.last += count
        else:
            self.ranges.append(Range(line, line + count - 1, path, None if path is None else source_line))
        self.line = line + count


def _base(segments: list[_Segment]) -> _Segment:
    """The segment whose file and line stand for the whole line: the first that is not only white space."""
    if len(segments) == 1:
        return segments[0]
    sourced = [each for each in segments if each[2] is not None]
    return next((each for each in sourced if not each[5][: each[1]].isspace()), (sourced or segments)[0])


def _sizes(text: str, bounds: list[tuple[int, int]]) -> list[int]:
    """UTF-8 bytes between each two characters of `text`, by one walk over the text."""
    if text.isascii():
        return [last - first for first, last in bounds]
    at, size, sizes = 0, 0, {0: 0}
    for place in sorted({place for pair in bounds for place in pair}):
        size += len(text[at:place].encode("utf-8", "surrogatepass"))
        sizes[place], at = size, place
    return [sizes[last] - sizes[first] for first, last in bounds]
