"""A text and a `line` or `section` parameter -> the range that it names, or what is wrong with it (SPEC 3.8)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from dpmlc.link.headings import Heading, content_of, headings
from dpmlc.link.parameters import line_range
from dpmlc.report.suggest import nearest
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, elements

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")
_SHOWN = 12

Region = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unfit:
    """A parameter that does not fit the text: why, and what does exist."""

    message: str
    help: tuple[str, ...] = ()


def lines_of(text: str, region: Region, value: str) -> Region | Unfit:
    """The lines `value` of the text between `region`'s ends, the last line's end left out."""
    wanted = line_range(value)
    if isinstance(wanted, str):
        return Unfit(f"`line={value}`: {wanted}")
    start, end = region
    body = text[start:end]
    starts = [0, *(found.end() for found in re.finditer("\n", body))]
    count = len(starts) - 1 if starts[-1] == len(body) else len(starts)
    last = count if wanted.last is None else wanted.last
    if wanted.first > count or last > count:
        return Unfit(f"`line={value}` is outside of the text, which has {_counted(count)}")
    stop = starts[last] - 1 if last < len(starts) else len(body)
    return start + starts[wanted.first - 1], start + stop


def section_of(text: str, region: Region, value: str, scan: Scan | None) -> Region | Unfit:
    """The section `value`: from its heading to the next of the same or a higher level.

    A heading's section never leaves the element that holds the heading. In a document (`scan`) an element's id or
    name is a section, too.
    """
    known = [each for each in headings(text, scan) if region[0] <= each.start < region[1]]
    heading = _heading(known, value.strip())
    if heading is not None:
        return _reach(text, region, known, heading)
    inside = [
        each
        for each in (elements(scan.nodes) if scan else ())
        if region[0] <= each.span.start and each.span.end <= region[1]
    ]
    element = _element(inside, value.strip())
    if element is not None:
        return element.span.start, element.span.end
    return _nothing(known, inside, value)


def balanced(scan: Scan, region: Region) -> bool:
    """Whether the range cuts no fence, code, comment or element of the document apart."""
    start, end = region
    if scan.front is not None and start < scan.front.span.end:
        return False
    at = bisect_left(scan.opaque, start, key=lambda each: each.end)
    for each in scan.opaque[max(at - 1, 0) :]:
        if each.start >= end:
            break
        if each.end > start and not (start <= each.start and each.end <= end):
            return False
    return not any(_cuts(each, start, end) for each in elements(scan.nodes))


def _cuts(element: Element, start: int, end: int) -> bool:
    span, (inner, outer) = element.span, content_of(element)
    apart = end <= span.start or span.end <= start
    return not (apart or (start <= span.start and span.end <= end) or (inner <= start and end <= outer))


def _heading(known: list[Heading], name: str) -> Heading | None:
    found = next((each for each in known if name in {each.text, each.plain}), None)
    found = found or next((each for each in known if each.slug == name), None)
    return found or (_numbered(known, name) if _NUMBER.fullmatch(name) else None)


def _numbered(known: list[Heading], number: str) -> Heading | None:
    """The heading that begins with the number, else the n-th of the highest level."""
    begins = re.compile(re.escape(number) + r"(?![A-Za-z0-9]|\.[0-9])")
    found = next((each for each in known if begins.match(each.plain.strip())), None)
    if found is not None or "." in number or not known:
        return found
    highest = min(each.level for each in known)
    top = [each for each in known if each.level == highest]
    return top[int(number) - 1] if 1 <= int(number) <= len(top) else None


def _reach(text: str, region: Region, known: list[Heading], heading: Heading) -> Region:
    starts = [each.start for each in known]
    end = min(heading.room[1], region[1])
    for each in known[bisect_right(starts, heading.start) :]:
        if each.start >= end:
            break
        if each.level <= heading.level and each.room == heading.room:
            end = each.start
            break
    return heading.start, heading.start + len(text[heading.start : end].rstrip())


def _element(inside: Iterable[Element], name: str) -> Element | None:
    named: Element | None = None
    for each in inside:
        if each.attribute("id") == name:
            return each
        if named is None and name in {each.name, each.feature}:
            named = each
    return named


def _nothing(known: list[Heading], inside: list[Element], value: str) -> Unfit:
    ids = [found for each in inside if (found := each.attribute("id"))]
    names = tuple(dict.fromkeys([*(each.text for each in known), *ids, *(each.name for each in inside)]))
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    near = nearest(value, names)
    help_ = (f"did you mean `{near[0]}`?",) if near else ()
    exists = f"sections are {shown}" if names else "the text has no headings"
    return Unfit(f"there is no section `{value}`", (*help_, exists))


def _counted(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"
