"""Source ranges, made text and blocks, one after the other -> a `Body`."""

from dpmlc.link.body import Body, Chunk, Inline, Line, Nested, Strand
from dpmlc.link.flat import Piece


class Builder:
    """Collects the lines of one body from the text of one document; `dedent` columns are taken off each line."""

    def __init__(self, path: str, text: str, dedent: int) -> None:
        self.body = Body()
        self._path = path
        self._text = text
        self._dedent = dedent
        self._line: list[Inline] = []
        self._blank = True
        self._begun = False

    def source(self, start: int, end: int) -> None:
        """The source text from `start` to `end`. At a line's start, its indentation loses `dedent` columns."""
        text = self._text
        if start >= end:
            return
        newline = text.find("\n", start, end)
        if newline < 0:
            self._piece(start, end)
            return
        self._piece(start, newline)
        self.end_line()
        last = text.rfind("\n", start, end)
        if last > newline:
            self._lines(newline + 1, last)
        if last + 1 < end:
            self._piece(last + 1, end)

    def made(self, text: str) -> None:
        """Text made by dpmlc, inside of a line."""
        if text:
            self._line.append(Piece(text, None, 0))
            self._blank = self._blank and text.isspace()
            self._begun = True

    def rows(self, rows: tuple[Inline, ...]) -> None:
        """Rows inside of a line."""
        self._line += rows
        if self._blank:
            held = (row for row in rows if isinstance(row, Piece | Strand))
            self._blank = not any(isinstance(row, Strand) or row.text.strip() for row in held)
        self._begun = True

    def margin(self, text: str) -> None:
        """Made indentation of a line that goes on with source text from the middle of a source line."""
        self._line, self._blank, self._begun = [Piece(text[self._dedent :], None, 0)] if text else [], True, True

    @property
    def holds_block(self) -> bool:
        """Whether the last thing is a block."""
        return bool(self.body.items) and isinstance(self.body.items[-1], Nested)

    def end_line(self) -> None:
        """End the line that was begun; a line of white space becomes a blank one."""
        rows = [row for row in self._line if not isinstance(row, Piece)] if self._blank else self._line
        self.body.items.append(Line(tuple(rows)))
        self._line, self._blank, self._begun = [], True, False

    def block(self, nested: Nested) -> None:
        """A block of its own lines; a line that was begun ends before it."""
        self.settle()
        self.body.items.append(nested)

    def settle(self) -> None:
        """End the line that was begun, if there is anything on it; drop mere indentation."""
        if any(not isinstance(row, Piece) for row in self._line) or not self._blank:
            self.end_line()
        self._line, self._blank, self._begun = [], True, False

    def blank_line(self) -> None:
        """A blank line, unless the last line is one or nothing stands before."""
        self.settle()
        if self.body.items and not self._ends_blank():
            self.body.items.append(Line(()))

    def done(self) -> Body:
        """The body; blank lines at its end are gone."""
        self.settle()
        while self.body.items and self._ends_blank():
            self.body.items.pop()
        return self.body

    def _ends_blank(self) -> bool:
        last = self.body.items[-1]
        return isinstance(last, Line) and not last.rows

    def _piece(self, start: int, end: int) -> None:
        if not self._begun and self._dedent:
            start += min(self._dedent, end - start, _indentation(self._text, start, end))
        if start < end:
            self._line.append(Piece(self._text[start:end], self._path, start))
            self._blank = self._blank and self._text[start:end].isspace()
        self._begun = True

    def _lines(self, start: int, end: int) -> None:
        """Whole lines in bulk; a blank one at the end stays an item of its own, for `blank_line`."""
        text = self._text
        if not self._dedent:
            ends_blank = end > start and text[end - 1] == "\n"
            body = text[start : end - 1] if ends_blank else text[start:end]
            self.body.items.append(Chunk(body, self._path, start) if body else Line(()))
            if ends_blank:
                self.body.items.append(Line(()))
            return
        for line in text[start:end].split("\n"):
            cut = min(self._dedent, _indentation(line, 0, len(line)))
            made = (Piece(line[cut:], self._path, start + cut),) if line[cut:] else ()
            self.body.items.append(Line(made))
            start += len(line) + 1


def _indentation(text: str, start: int, end: int) -> int:
    """Blanks and tabs at `start`."""
    place = start
    while place < end and text[place] in " \t":
        place += 1
    return place - start
