"""Lines of a prompt while they are put together: source text in bulk, made text, and blocks inside of blocks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from dpmlc.link.flat import Piece, Row


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole lines of a source, the last line end left out."""

    text: str
    path: str
    start: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line, made of rows without line ends. Without pieces it is blank."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Nested:
    """A block that stands deeper by `indent`, with the rows that come before and after it (`Open`, `Close`)."""

    indent: str
    before: tuple[Row, ...]
    body: "Body"
    after: tuple[Row, ...]


@dataclass(slots=True)
class Body:
    """Items from top to bottom."""

    items: list[Chunk | Line | Nested] = field(default_factory=list)

    @property
    def rows_of_line(self) -> tuple[Row, ...] | None:
        """The rows, where the body is a single line; else None."""
        if len(self.items) != 1:
            return None
        match self.items[0]:
            case Line(rows):
                return rows
            case Chunk(text, path, start) if "\n" not in text:
                return (Piece(text, path, start),)
            case _:
                return None


def rows_of(body: Body) -> Iterator[Row]:
    """All rows in order, line ends and indentation included, neighbours not yet joined. No recursion: depth is free."""
    first = True
    stack: list[tuple[str, Iterator[Chunk | Line | Nested], tuple[Row, ...]]] = [("", iter(body.items), ())]
    while stack:
        indent, items, after = stack[-1]
        item = next(items, None)
        if item is None:
            yield from after
            stack.pop()
        elif isinstance(item, Nested):
            yield from item.before
            stack.append((indent + item.indent, iter(item.body.items), item.after))
        else:
            if not first:
                yield Piece("\n", None, 0)
            first = False
            yield from _chunk(item, indent) if isinstance(item, Chunk) else _line(item, indent)


def _chunk(chunk: Chunk, indent: str) -> Iterator[Piece]:
    if not indent:
        yield Piece(chunk.text, chunk.path, chunk.start)
        return
    start = chunk.start
    for number, line in enumerate(chunk.text.split("\n")):
        if number:
            yield Piece("\n", chunk.path, start - 1)
        if line:
            yield Piece(indent, None, 0)
            yield Piece(line, chunk.path, start)
        start += len(line) + 1


def _line(line: Line, indent: str) -> Iterator[Row]:
    if indent and any(isinstance(row, Piece) and row.text for row in line.rows):
        yield Piece(indent, None, 0)
    yield from line.rows


def joined(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The same rows with neighbouring pieces of one origin made one."""
    made: list[Row] = []
    texts: list[str] = []
    path: str | None = None
    start = end = 0
    for row in rows:
        if isinstance(row, Piece):
            if not row.text:
                continue
            if texts and row.path == path and (path is None or row.start == end):
                texts.append(row.text)
                end += len(row.text)
                continue
        if texts:
            made.append(Piece("".join(texts), path, start))
            texts = []
        if isinstance(row, Piece):
            texts, path, start, end = [row.text], row.path, row.start, row.start + len(row.text)
        else:
            made.append(row)
    if texts:
        made.append(Piece("".join(texts), path, start))
    return tuple(made)
