"""What changes in a document's text on its way into a prompt: canonical form and references, by source position."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from dpmlc.link.body import Nested
from dpmlc.link.flat import Row
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Node, Opaque

_SPACES = re.compile(r"(?m)^[^\S\n]+$")
_INNER = re.compile(r"(?m)^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*`{3,}")
_RUN = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Edit:
    """The source from `start` to `end` gives way to `rows`."""

    start: int
    end: int
    rows: tuple[Row, ...] | str


@dataclass(frozen=True, slots=True)
class Insert:
    """The source from `start` to `end` gives way to blocks that stand on lines of their own.

    `rest` is the indentation of what follows on the same line, which gets a line of its own; None where nothing does.
    """

    start: int
    end: int
    blocks: tuple[Nested, ...]
    rest: str | None


def canonical(scan: Scan, start: int, end: int) -> Iterator[Edit]:
    """The edits of SPEC 4.2's canonical form within the range: comments, closing tags, fences, blank lines."""
    text = scan.text
    for group in _comments(scan, start, end):
        yield _without(text, group, start, end)
    for opaque in scan.opaque:
        if opaque.kind == "fence" and start <= opaque.start and opaque.end <= end:
            yield from _lengthened(text, opaque)
    yield from _plain_closings(scan, start, end)
    code = [each for each in scan.opaque if each.kind != "comment"]
    for spaces in _SPACES.finditer(text, start, end):
        at = bisect_right(code, spaces.start(), key=lambda each: each.start) - 1
        if at < 0 or code[at].end <= spaces.start():
            yield Edit(spaces.start(), spaces.end(), "")


def _comments(scan: Scan, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Ranges of comments; neighbours with nothing but blanks between are one."""
    group: tuple[int, int] | None = None
    for each in scan.opaque:
        if each.kind != "comment" or each.start < start or each.end > end:
            continue
        if group is not None and not scan.text[group[1] : each.start].strip(" \t"):
            group = (group[0], each.end)
            continue
        if group is not None:
            yield group
        group = (each.start, each.end)
    if group is not None:
        yield group


def _without(text: str, group: tuple[int, int], start: int, end: int) -> Edit:
    """A comment alone on its lines goes with them; another becomes nothing beside white space, else one space."""
    first, last = group
    line = max(text.rfind("\n", start, first) + 1, start)
    newline = text.find("\n", last, end)
    stop = end if newline < 0 else newline
    before, after = text[line:first], text[last:stop]
    if not before.strip() and not after.strip():
        return Edit(line, min(stop + 1, end), "")
    if not after.strip():
        return Edit(first - (len(before) - len(before.rstrip())), stop, "")
    beside = not before or before[-1].isspace() or after[0].isspace()
    return Edit(first, last, "" if beside else " ")


def _plain_closings(scan: Scan, start: int, end: int) -> Iterator[Edit]:
    for element in elements(scan.nodes):
        closing = element.closing
        if not element.plain_closing and closing is not None and start <= closing.start and closing.end <= end:
            yield Edit(closing.start, closing.end, f"</{element.name}>")


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
        yield Edit(fence.end, fence.end, "`" * (longest + 1 - len(mark)))


def elements(nodes: tuple[Node, ...]) -> Iterator[Element]:
    """All elements below `nodes`, in document order."""
    stack = [iter(nodes)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
        elif isinstance(node, Element):
            yield node
            stack.append(iter(node.children))
