"""A text and a `line` or `section` parameter -> the range that it names, or what is wrong with it (SPEC 3.8)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from dpmlc.link.headings import Region, content_of
from dpmlc.link.outline import Outline
from dpmlc.link.parameters import line_range
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Node
from dpmlc.text.frozen import frozen

_SHOWN = 12


@frozen
class Unfit:
    """A parameter that does not fit the text: why, and what does exist."""

    message: str
    help: tuple[str, ...] = ()


def lines_of(outline: Outline, region: Region, value: str) -> Region | Unfit:
    """The lines `value` of the text between `region`'s ends, the last line's end left out."""
    wanted = line_range(value)
    if isinstance(wanted, str):
        return Unfit(f"`line={value}`: {wanted}")
    start, end = region
    # Line starts inside the region, behind its own first line's.
    low, high = bisect_right(outline.starts, start), bisect_right(outline.starts, end)
    last_start = outline.starts[high - 1] if high > low else start
    count = high - low + (last_start < end)
    last = count if wanted.last is None else wanted.last
    if wanted.first > count or last > count:
        return Unfit(f"`line={value}` is outside of the text, which has {_counted(count)}")
    first = start if wanted.first == 1 else outline.starts[low + wanted.first - 2]
    return first, outline.starts[low + last - 1] - 1 if low + last - 1 < high else end


def section_of(outline: Outline, region: Region, value: str) -> Region | Unfit:
    """The section `value`: from its heading to the next of the same or a higher level.

    A heading's section never leaves the element that holds the heading. In a document an element's id or name is a
    section, too.
    """
    name = value.strip()
    number = outline.heading(name, region)
    if number is not None:
        start = outline.headings[number].start
        return start, _filled(outline.text, start, min(outline.end_of(number), region[1]))
    element = outline.element(name, region)
    if element is not None:
        return element.span.start, element.span.end
    return _nothing(outline, region, value)


def balanced(scan: Scan, region: Region) -> bool:
    """Whether the range cuts no fence, code, comment or element of the document apart."""
    start, end = region
    if scan.front is not None and start < scan.front.span.end:
        return False
    at = bisect_right(scan.opaque, start, key=lambda each: each.end)
    if at < len(scan.opaque) and scan.opaque[at].start < start:
        return False
    at = bisect_left(scan.opaque, end, key=lambda each: each.end)
    if at < len(scan.opaque) and scan.opaque[at].start < end < scan.opaque[at].end:
        return False
    return not any(_cuts(each, start, end) for place in region for each in _around(scan.nodes, place))


def _around(nodes: Sequence[Node], place: int) -> Iterator[Element]:
    """The elements that reach over `place`, outermost first: what cuts a range apart does so at one of its ends."""
    while True:
        at = bisect_left(nodes, place, key=lambda each: each.span.start) - 1
        found = nodes[at] if at >= 0 else None
        if not isinstance(found, Element) or found.span.end <= place:
            return
        yield found
        nodes = found.children


def _cuts(element: Element, start: int, end: int) -> bool:
    span, (inner, outer) = element.span, content_of(element)
    apart = end <= span.start or span.end <= start
    return not (apart or (start <= span.start and span.end <= end) or (inner <= start and end <= outer))


def _filled(text: str, start: int, end: int) -> int:
    """`end` without the white space before it."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def _nothing(outline: Outline, region: Region, value: str) -> Unfit:
    names = outline.names(region)
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    near = outline.near(value, region)
    help_ = (f"did you mean `{near[0]}`?",) if near else ()
    exists = f"sections are {shown}" if names else "the text has no headings"
    return Unfit(f"there is no section `{value}`", (*help_, exists))


def _counted(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"
