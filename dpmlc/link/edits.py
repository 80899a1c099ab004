"""What changes in a document's text on its way into a prompt: canonical form and references, by source position."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from dpmlc.link.body import Inline, Nested
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Opaque, elements
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

_SPACES = re.compile(r"(?m)^[^\S\n]+$")
_BLANK = re.compile(r"\n[^\S\n]++(?:\n|\Z)")
_BLANKS = regular(r"(?>(?:[^\S\n]*+\n)*)")
_INNER = regular(r"(?m)^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*`{3,}")
_RUN = regular(r"`+")


@frozen
class Edit:
    """The source from `start` to `end` gives way to `rows`."""

    start: int
    end: int
    rows: tuple[Inline, ...] | str


@frozen
class Insert:
    """The source from `start` to `end` gives way to blocks that stand on lines of their own.

    `rest` is the indentation of what follows on the same line, which gets a line of its own; None where nothing does.
    """

    start: int
    end: int
    blocks: tuple[Nested, ...]
    rest: str | None


@frozen
class Break:
    """The blanks from `start` to `end` give way to a line end and `indent`."""

    start: int
    end: int
    indent: str


Change = Edit | Insert | Break


def order_of(change: Change) -> tuple[int, int, int]:
    """Sort key: by place; what ends a line there comes before what changes the text behind."""
    return (change.start, isinstance(change, Edit), change.end)


def escape(place: int) -> Edit:
    """A backslash before the character at `place`."""
    return Edit(place, place, "\\")


def canonical(scan: Scan) -> Iterator[Edit]:
    """The edits of SPEC 4.2's canonical form: comments, closing tags, fences, blank lines; not sorted."""
    text = scan.text
    start = scan.front.span.end if scan.front else 0
    yield from _without_comments(scan, start)
    for opaque in scan.opaque:
        if opaque.kind == "fence":
            yield from _lengthened(text, opaque)
    for element in elements(scan.nodes):
        closing = element.closing
        if not element.plain_closing and closing is not None and closing.start < closing.end:
            yield Edit(closing.start, closing.end, f"</{element.name}>")
    if not (_BLANK.search(text, start) or _SPACES.match(text, start)):
        return  # Most documents have no such line, and to see that from line end to line end takes a fifth of the time.
    code = [each for each in scan.opaque if each.kind != "comment"]
    for spaces in _SPACES.finditer(text, start):
        at = bisect_right(code, spaces.start(), key=lambda each: each.start) - 1
        if at < 0 or code[at].end <= spaces.start():
            yield Edit(spaces.start(), spaces.end(), "")


def _comments(scan: Scan) -> Iterator[tuple[int, int]]:
    """Ranges of comments; neighbours with nothing but blanks between are one."""
    group: tuple[int, int] | None = None
    for each in scan.opaque:
        if each.kind != "comment":
            continue
        if group is not None and not scan.text[group[1] : each.start].strip(" \t"):
            group = (group[0], each.end)
            continue
        if group is not None:
            yield group
        group = (each.start, each.end)
    if group is not None:
        yield group


def _without_comments(scan: Scan, start: int) -> Iterator[Edit]:
    """A comment alone on its lines goes with them; another becomes nothing beside white space, else one space.

    Blank lines behind the lines that go, go too where nothing parts them from a blank line, an opening tag or `start`.
    """
    groups = tuple(_comments(scan))
    if not groups:
        return
    text, cleared = scan.text, start
    openings = {each.opening.end for each in elements(scan.nodes)}
    for group in groups:
        edit = _without(text, group, start)
        if edit.end > group[1] and text[edit.end - 1] == "\n":
            before = _back(text, edit.start, start)
            if before == cleared or before in openings or text.count("\n", before, edit.start) > 1:
                blanks = _BLANKS.match(text, edit.end)
                edit = Edit(edit.start, blanks.end() if blanks else edit.end, "")
                cleared = group[1]
        yield edit
    yield from _without_end(text, groups, start)


def _without_end(text: str, groups: tuple[tuple[int, int], ...], start: int) -> Iterator[Edit]:
    """Comments at the end of a text go with all white space before them, as white space there does."""
    stop = len(text)
    for first, last in reversed(groups):
        if text[last:stop].strip():
            break
        stop = first
    if stop < len(text):
        yield Edit(_back(text, stop, start), groups[-1][1], "")


def _back(text: str, place: int, start: int) -> int:
    """Behind what is no white space before `place`, at least `start`."""
    while place > start and text[place - 1].isspace():
        place -= 1
    return place


def _without(text: str, group: tuple[int, int], start: int) -> Edit:
    """The edit that takes one comment out, with its lines if it stands alone on them."""
    first, last = group
    before, behind = first, last
    while before > start and text[before - 1] in " \t":
        before -= 1
    while behind < len(text) and text[behind] in " \t":
        behind += 1
    begins = before == start or text[before - 1] == "\n"
    if behind == len(text) or text[behind] == "\n":
        return Edit(before, min(behind + 1, len(text)), "") if begins else Edit(before, behind, "")
    beside = begins or before < first or last < behind
    return Edit(first, last, "" if beside else " ")


def _lengthened(text: str, fence: Opaque) -> Iterator[Edit]:
    """A three-backtick fence that holds fence lines gets one longer than any run inside."""
    if not text.startswith("```", fence.start) or text.startswith("````", fence.start):
        return
    body = text.find("\n", fence.start, fence.end)
    closing = text.rfind("\n", fence.start, fence.end)
    if body < 0 or closing <= body or not _INNER.search(text, body + 1, closing):
        return
    longest = max(len(run) for run in _RUN.findall(text, body, closing))
    mark = text[closing:fence.end].strip(" \t\n>")
    if not mark or mark.strip("`"):
        return
    yield Edit(fence.start, fence.start, "`" * (longest + 1 - 3))
    if len(mark) <= longest:
        yield Edit(fence.end - len(mark), fence.end, "`" * (longest + 1))
