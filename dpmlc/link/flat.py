"""A flattened document as a row of values: joined, its pieces are the prompt; each knows where it came from."""


from dpmlc.link.bound import Bound, Target
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_FILLED = regular(r"\n(?=[^\n])")


@frozen
class Piece:
    """Text of the prompt. With `path`, it is code point for code point the text of that file from `start` on
    (for a resource: of its text with LF line ends); with None it was made by dpmlc.

    In the prompt each line but the first stands behind `indent`, unless it is empty: `shown` is the text as it stands
    there. So a whole inlined document is one piece.
    """

    text: str
    path: str | None
    start: int
    indent: str = ""

    @property
    def shown(self) -> str:
        """The text with its lines indented."""
        if not self.indent:
            return self.text
        return _FILLED.sub("\n" + self.indent, self.text)


@frozen
class Open:
    """Here begins what was inlined for `bound` from `target` (envelope included); `Close` ends it. They nest."""

    bound: Bound
    target: Target
    name: str


@frozen
class Close:
    """Here ends the innermost `Open`."""


@frozen
class Kept:
    """Here stands, at the start of the next piece, a reference that was not inlined (kept, lazy, broken)."""

    bound: Bound


Row = Piece | Open | Close | Kept


@frozen
class Flat:
    """One entry, flattened. `complete` is False where a hot reference could not be inlined."""

    entry: str
    rows: tuple[Row, ...]
    complete: bool
    diagnostics: tuple[Diagnostic, ...]

    @property
    def text(self) -> str:
        """The prompt."""
        return "".join(row.shown for row in self.rows if isinstance(row, Piece))


@frozen
class Cycle:
    """Documents that reach each other by inlined references, with the shortest chain of references around."""

    documents: tuple[str, ...]
    chain: tuple[tuple[str, Span], ...]
