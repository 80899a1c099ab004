"""Lines of a prompt while they are put together: source text in bulk, made text, and blocks inside of blocks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

from dpmlc.link.flat import Kept, Piece, Row
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted

_LINE_END = Piece("\n", None, 0)
_NOTHING = Piece("", None, 0)
_MATTERING = ("`", "|")


@frozen
class Chunk:
    """Whole lines of a source, the last line end left out."""

    text: str
    path: str
    start: int


@frozen
class Strand:
    """Content of one line as one row, so that content inside of content is not copied at each level.

    `first` and `last` are its outermost characters, `holds` which of the characters that matter stand in it, `kept`
    the last piece where that is a kept reference, `keeps` whether there is any.
    """

    rows: tuple["Row | Strand", ...]
    first: str
    last: str
    holds: frozenset[str]
    kept: Piece | None
    keeps: bool


Inline = Row | Strand


def strand(rows: tuple[Inline, ...]) -> Strand:
    """The rows as one."""
    first = last = ""
    holds: set[str] = set()
    keeps, reference, kept = False, False, None
    for row in rows:
        match row:
            case Kept():
                keeps = reference = True
                continue
            case Strand():
                text, mine = row.first + row.last, row.kept
                holds |= row.holds
                keeps = keeps or row.keeps
            case Piece():
                text, mine = row.text, row if reference else None
                holds |= {each for each in _MATTERING if each in text}
            case _:
                continue
        if text:
            first, last, kept = first or text[0], text[-1], mine
        reference = False
    return Strand(rows, first, last, frozenset(holds), kept, keeps)


def unstranded(rows: tuple[Inline, ...]) -> Iterator[Row]:
    """All rows, those of strands in their places."""
    stack = [iter(rows)]
    while stack:
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
        elif isinstance(row, Strand):
            stack.append(iter(row.rows))
        else:
            yield row


@frozen
class Line:
    """One line, made of rows without line ends. Without pieces it is blank."""

    rows: tuple[Inline, ...]


@frozen
class Nested:
    """A block that stands deeper by `indent`, with the rows that come before and after it (`Open`, `Close`)."""

    indent: str
    before: tuple[Row, ...]
    body: "Body"
    after: tuple[Row, ...]


@slotted
class Body:
    """Items from top to bottom."""

    items: list[Chunk | Line | Nested] = field(default_factory=list)

    @property
    def rows_of_line(self) -> tuple[Inline, ...] | None:
        """The rows, where the body is a single line; else None."""
        only = self.items[0] if len(self.items) == 1 else None
        return only.rows if isinstance(only, Line) else None


def rows_of(body: Body) -> Iterator[Row]:
    """All rows in order, line ends and indentation included, neighbours not yet joined. No recursion: depth is free."""
    first = True
    stack: list[tuple[Piece, Iterator[Chunk | Line | Nested], tuple[Row, ...]]] = [(_NOTHING, iter(body.items), ())]
    while stack:
        lead, items, after = stack[-1]
        item = next(items, None)
        if item is None:
            yield from after
            stack.pop()
        elif isinstance(item, Nested):
            yield from item.before
            deeper = Piece(lead.text + item.indent, None, 0) if item.indent else lead
            stack.append((deeper, iter(item.body.items), item.after))
        else:
            if not first:
                yield _LINE_END
            first = False
            yield from _chunk(item, lead) if isinstance(item, Chunk) else _line(item, lead)


def _chunk(chunk: Chunk, lead: Piece) -> tuple[Piece, ...]:
    whole = Piece(chunk.text, chunk.path, chunk.start, lead.text)
    return (lead, whole) if lead.text and not chunk.text.startswith("\n") else (whole,)


def _line(line: Line, lead: Piece) -> Sequence[Row]:
    found: list[Row] = []
    indent, filled = lead.text, False
    for row in line.rows:
        if isinstance(row, Strand):
            filled = True
            found += [_indented(each, indent) for each in unstranded(row.rows)]
        else:
            filled = filled or (isinstance(row, Piece) and row.text != "")
            found.append(_indented(row, indent))
    return [lead, *found] if filled and indent else found


def _indented(row: Row, indent: str) -> Row:
    if isinstance(row, Piece) and row.path and row.indent != indent:
        return Piece(row.text, row.path, row.start, indent)
    return row


class Join:
    """Rows -> the same rows with neighbouring pieces of one origin made one.

    Line ends between two pieces of a file belong to that file where its text has them there; `texts` gives the text
    of a document by its path. `most` is how many bytes of text there may be.
    """

    def __init__(self, texts: Callable[[str], str | None], most: int) -> None:
        self._texts = texts
        self._most = most
        self._rows: list[Row] = []
        self._open: list[str] = []
        self._first: Piece = _LINE_END
        self._end = 0
        self._made: list[str] = []

    def rows(self, rows: Iterable[Row]) -> tuple[Row, ...] | None:
        """The joined rows, or None where they have more than `most` bytes."""
        size, most = 0, self._most
        for row in rows:
            if not isinstance(row, Piece):
                self._flush()
                self._rows.append(row)
                continue
            text = row.text
            size += len(text)
            if row.path is None:
                self._made.append(text)
            elif text:
                size += text.count("\n") * len(row.indent) if row.indent else 0
                self._source(row)
            if size > most:
                return None
        self._flush()
        if size * 4 > self._most:  # A code point has at most four bytes.
            size = sum(len(row.shown.encode()) for row in self._rows if isinstance(row, Piece))
        return tuple(self._rows) if size <= self._most else None

    def _source(self, piece: Piece) -> None:
        first = self._first
        if self._open and piece.path == first.path and piece.indent == first.indent:
            ends = piece.start - self._end
            if not ends and not self._made:
                self._open.append(piece.text)
                self._end += len(piece.text)
                return
            wanted = "\n" * ends + (piece.indent if ends else "")
            if "".join(self._made) == wanted and (not ends or self._stand(piece, ends)):
                self._open += ("\n" * ends, piece.text)
                self._made = []
                self._end = piece.start + len(piece.text)
                return
        self._flush()
        self._first = piece
        self._open = [piece.text]
        self._end = piece.start + len(piece.text)

    def _stand(self, piece: Piece, ends: int) -> bool:
        text = self._texts(piece.path or "")
        return text is not None and text.startswith("\n" * ends, piece.start - ends)

    def _flush(self) -> None:
        if self._open:
            first = self._first
            text = "".join(self._open)
            self._rows.append(first if text is first.text else Piece(text, first.path, first.start, first.indent))
            self._open = []
        if self._made:
            made = "".join(self._made)
            if made:
                self._rows.append(Piece(made, None, 0))
            self._made = []
