"""A run of Markdown between two tags, indented by their depth -> Markdown at the margin, and where it came from."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from dpmlc.scan.tree import Opaque
from dpmlc.text.frozen import frozen

_TAB = 4
_ALL = 1 << 30


@frozen
class Run:
    """`text` at the margin. Its line n begins at `starts[n]`, with `pads[n]` spaces for the part of a tab that is left,
    and shows the source from `sources[n]` on.
    """

    text: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    pads: tuple[int, ...]

    def source(self, offset: int) -> int:
        """The source offset of the character at `offset` of `text`."""
        line = bisect_right(self.starts, offset) - 1
        return self.sources[line] + max(0, offset - self.starts[line] - self.pads[line])

    def offset(self, source: int) -> int:
        """The offset in `text` of the source character at `source`; the line's start for what was cut away."""
        line = max(0, bisect_right(self.sources, source) - 1)
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        return min(self.starts[line] + self.pads[line] + max(0, source - self.sources[line]), end)


def at_margin(text: str, start: int, end: int, opaque: Sequence[Opaque]) -> Run:
    """`text[start:end]` without the indentation that its lines share; `opaque` are the document's regions, sorted.

    What stands on the line of the tag before it does not count, nor do lines inside a fence: those lose what the
    others lose, as far as they have it. Where the first heading stands further left than all that follows, the rest
    loses the next smallest indentation too (formatters leave text so).
    """
    firsts = _firsts(text, start, end)
    fenced = _fenced(firsts, opaque, end)
    if _stands_there(text, firsts, fenced, start):
        # Nearly every text that no tag is around.
        return Run(text[start:end], tuple([each - start for each in firsts]), tuple(firsts), (0,) * len(firsts))
    lines = list(pairwise([*firsts, end]))
    widths = [_width(text, at, stop) for at, stop in lines]
    begins = start == 0 or text[start - 1] == "\n"
    counted = [n for n, width in enumerate(widths) if width >= 0 and n not in fenced and (n or begins)]
    margin = min((widths[n] for n in counted), default=0)
    later = _second(text, lines, widths, counted, margin)
    made: list[str] = []
    starts: list[int] = []
    sources: list[int] = []
    pads: list[int] = []
    at = 0
    for n, (first, stop) in enumerate(lines):
        cut = _ALL if n == 0 and not begins else later if counted and n > counted[0] else margin
        pad, source = _cut(text, first, stop, cut)
        kept = " " * pad + text[source:stop]
        starts.append(at)
        sources.append(source)
        pads.append(pad)
        made.append(kept)
        at += len(kept)
    return Run("".join(made), tuple(starts), tuple(sources), tuple(pads))


def _stands_there(text: str, firsts: list[int], fenced: frozenset[int], start: int) -> bool:
    """Whether the text begins at a margin of no columns, and no line behind its first one needs another."""
    if start and text[start - 1] != "\n":
        return False
    outside = 0
    for n, first in enumerate(firsts):
        if text[first] not in " \t\n" and n not in fenced:
            outside += 1
            if outside == 2:
                return True
    return False


def _firsts(text: str, start: int, end: int) -> list[int]:
    """Where the lines begin; behind a last line end there is no other line."""
    firsts = list(accumulate([len(line) + 1 for line in text[start:end].split("\n")[:-1]], initial=start))
    if firsts[-1] == end:
        firsts.pop()
    return firsts


def _fenced(firsts: list[int], opaque: Sequence[Opaque], end: int) -> frozenset[int]:
    """Numbers of the lines inside a fence, its first line left out."""
    if not firsts:
        return frozenset()
    found: set[int] = set()
    at = bisect_left(opaque, firsts[0], key=lambda each: each.start)
    while at < len(opaque) and opaque[at].start < end:
        region = opaque[at]
        if region.kind == "fence":
            found.update(range(bisect_right(firsts, region.start), bisect_left(firsts, region.end)))
        at += 1
    return frozenset(found)


def _width(text: str, at: int, stop: int) -> int:
    """Columns of white space that begin a line; -1 for a line with nothing else."""
    width = 0
    for offset in range(at, stop):
        match text[offset]:
            case " ":
                width += 1
            case "\t":
                width += _TAB - width % _TAB
            case "\n":
                return -1
            case _:
                return width
    return -1


def _second(text: str, lines: list[tuple[int, int]], widths: list[int], counted: list[int], margin: int) -> int:
    """What the lines behind the first counted one lose."""
    if len(counted) < 2 or widths[counted[0]] != margin:
        return margin
    first = lines[counted[0]][0]
    if not text[first : lines[counted[0]][1]].lstrip().startswith("#"):
        return margin
    return min(widths[n] for n in counted[1:])


def _cut(text: str, first: int, stop: int, margin: int) -> tuple[int, int]:
    """How many spaces stand for a tab cut in two, and where the rest of the line less `margin` columns begins."""
    width, at = 0, first
    while at < stop and width < margin and text[at] in " \t":
        width += 1 if text[at] == " " else _TAB - width % _TAB
        at += 1
    return max(0, width - margin), at
