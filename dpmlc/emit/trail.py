"""Where a prompt came from, as values: ranges of lines, their indentation, insets within lines, inlined parts."""


from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted
from dpmlc.text.source import Position


@slotted
class Range:
    """Prompt lines `first` to `last` are the lines of `path` from `source_line` on, or made by dpmlc (None)."""

    first: int
    last: int
    path: str | None
    source_line: int | None


@slotted
class Indent:
    """Prompt lines `first` to `last` begin, if they are not empty, with `width` code points that dpmlc made."""

    first: int
    last: int
    width: int


@slotted
class Inset:
    """`length` code points from `column` on that stand elsewhere than the range of their line says."""

    line: int
    column: int
    length: int
    path: str | None
    source: Position | None


@slotted
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


@frozen
class Trail:
    """Where the prompt `text` came from. `ranges` cover all `lines`, without overlap, in order.

    A code point outside all insets and indents stands in the range's source line; its column there is its column in
    the prompt less the indent's width and the lengths of the insets without path before it in its line.
    """

    text: str
    lines: int
    ranges: tuple[Range, ...]
    indents: tuple[Indent, ...]
    insets: tuple[Inset, ...]
    inlined: tuple[Inlined, ...]
