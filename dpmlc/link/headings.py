"""Markdown text -> its headings with the reach of each; for `section=` (SPEC 3.8)."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, elements
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

_ATX = regular(r"^[ \t]*(#{1,6})(?=[ \t]|$)(.*)$", re.MULTILINE)
_UNDERLINE = regular(r"^[ \t]*(=+|-{2,})[ \t]*$", re.MULTILINE)
_FENCE = regular(r"^[ \t]*(`{3,}|~{3,})(.*)$", re.MULTILINE)
_NO_TITLE = regular(r"[ \t]*(?:$|[#>|<]|[-*+][ \t]|[0-9]+[.)][ \t]|```|~~~)")
_MARKUP = regular(r"[*_`]+")
_NO_SLUG = regular(r"[^\w\- ]")

Region = tuple[int, int]


@frozen
class Heading:
    """A heading line: where it starts, and where the text it stands in ends (an element's content, else the file's)."""

    level: int
    text: str
    start: int
    room: Region

    @property
    def plain(self) -> str:
        """The text without emphasis and code marks."""
        return _MARKUP.sub("", self.text)

    @property
    def slug(self) -> str:
        """The anchor that Markdown sites make of it."""
        return _NO_SLUG.sub("", self.text.lower()).strip().replace(" ", "-")


def headings(text: str, scan: Scan | None) -> tuple[Heading, ...]:
    """The headings of `text` in order; of a document (`scan`) or of another Markdown text. None stands in a fence."""
    closed = [(each.start, each.end) for each in scan.opaque] if scan else list(fences(text))
    starts = [start for start, _ in closed]
    found = [each for each in _marked(text) if not _inside(each[2], closed, starts)]
    rooms = _rooms([each[2] for each in found], len(text), tuple(elements(scan.nodes)) if scan else ())
    return tuple(
        Heading(level, title, start, room) for (level, title, start), room in zip(found, rooms, strict=True)
    )


def content_of(element: Element) -> Region:
    """Where the content of `element` stands, tags left out."""
    end = element.opening.end if element.closing is None else element.closing.start
    return element.opening.end, end


def fences(text: str) -> Iterator[Region]:
    """Fenced code in Markdown that is no document; an unclosed fence reaches to the end."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            opened = line if line[1][0] == "~" or "`" not in line[2] else None
        elif line[1].startswith(opened[1]) and not line[2].strip():
            yield opened.start(), line.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text)


def _marked(text: str) -> list[tuple[int, str, int]]:
    """Level, title and start of every line that looks like a heading."""
    found = [(len(line[1]), _title(line[2]), line.start()) for line in _ATX.finditer(text)]
    for line in _UNDERLINE.finditer(text):
        start = text.rfind("\n", 0, max(line.start() - 1, 0)) + 1
        above = text[start : line.start() - 1] if line.start() else ""
        if not _NO_TITLE.match(above):
            found.append((1 if line[1][0] == "=" else 2, above.strip(), start))
    return sorted(found, key=lambda each: each[2])


def _title(text: str) -> str:
    """The title of `## title ##`."""
    title = text.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


def _inside(offset: int, regions: list[Region], starts: list[int]) -> bool:
    at = bisect_right(starts, offset) - 1
    return at >= 0 and offset < regions[at][1]


def _rooms(offsets: list[int], length: int, inside: Sequence[Element]) -> list[Region]:
    """For each offset the content of the innermost element around it, else the whole text."""
    rooms: list[Region] = []
    open_: list[Region] = [(0, length)]
    waiting = iter(inside)
    ahead = next(waiting, None)
    for offset in offsets:
        while ahead is not None and ahead.opening.end <= offset:
            _leave(open_, ahead.opening.start)
            open_.append(content_of(ahead))
            ahead = next(waiting, None)
        _leave(open_, offset)
        rooms.append(open_[-1])
    return rooms


def _leave(open_: list[Region], offset: int) -> None:
    while len(open_) > 1 and open_[-1][1] <= offset:
        open_.pop()
