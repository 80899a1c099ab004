"""A text that many references may cut: its lines, headings and elements, each found once (SPEC 3.8)."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from dpmlc.link.headings import Heading, Region, headings
from dpmlc.report.suggest import nearest
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, elements
from dpmlc.text.regular import regular
from dpmlc.text.source import lines

_NUMBERED = regular(r"[0-9]+(?:\.[0-9]+)*(?![A-Za-z0-9])")
_NUMBER = regular(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")
_MOST_SUGGESTED = 50
_Each = TypeVar("_Each")


class Outline:
    """The outline of `text`; `scan` where it is a document's. What is not asked for is not made."""

    def __init__(self, text: str, scan: Scan | None) -> None:
        self.text = text
        self.scan = scan
        self._near: dict[tuple[str, Region], tuple[str, ...]] = {}

    @property
    def whole(self) -> Region:
        """All of the text but front matter."""
        front = self.scan.front if self.scan is not None else None
        return front.span.end if front else 0, len(self.text)

    @cached_property
    def plain(self) -> "Outline":
        """The same text, read as Markdown that is no document."""
        return self if self.scan is None else Outline(self.text, None)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Offsets of the line starts."""
        return lines(self.text).starts

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings in order."""
        return headings(self.text, self.scan)

    def heading(self, name: str, region: Region) -> int | None:
        """Number of the heading in `region` that `name` names: by its text, its slug, or its number."""
        found = self._named(self._texts, name, region)
        found = self._named(self._slugs, name, region) if found is None else found
        if found is not None or not _NUMBER.fullmatch(name):
            return found
        found = self._named(self._numbers, name, region)
        return self._counted(int(name), region) if found is None and "." not in name else found

    def end_of(self, number: int) -> int:
        """Where the section of the heading `number` ends: at the next of its level or higher, or with its room."""
        return self._ends[number]

    def element(self, name: str, region: Region) -> Element | None:
        """The first element in `region` with this id, else the first of this name."""
        for known in (self._ids, self._tags):
            inside = known.get(name, [])
            first = bisect_left(inside, region[0], key=lambda each: each.opening.start)
            for at in range(first, len(inside)):
                if inside[at].span.end <= region[1]:
                    return inside[at]
        return None

    def names(self, region: Region) -> tuple[str, ...]:
        """What a section in `region` may be called: headings, then ids and names of elements."""
        return self._names if region == self.whole else self._names_in(region)

    def near(self, name: str, region: Region) -> tuple[str, ...]:
        """Which of these names are like `name`; answered for the first few only, since each costs a look at all."""
        key = (name, region)
        if key not in self._near and len(self._near) < _MOST_SUGGESTED:
            self._near[key] = nearest(name, self.names(region))
        return self._near.get(key, ())

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return self._names_in(self.whole)

    def _names_in(self, region: Region) -> tuple[str, ...]:
        first, last = self._range(region)
        inside = [
            each for each in self._elements if region[0] <= each.opening.start and each.span.end <= region[1]
        ]
        ids = (found for each in inside if (found := each.attribute("id")))
        texts = (each.text for each in self.headings[first:last])
        return tuple(dict.fromkeys([*texts, *ids, *(each.name for each in inside)]))

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return tuple(each.start for each in self.headings)

    @cached_property
    def _texts(self) -> Mapping[str, list[int]]:
        return _grouped((name, number) for number, each in enumerate(self.headings) for name in {each.text, each.plain})

    @cached_property
    def _slugs(self) -> Mapping[str, list[int]]:
        return _grouped((each.slug, number) for number, each in enumerate(self.headings))

    @cached_property
    def _numbers(self) -> Mapping[str, list[int]]:
        begins = ((_NUMBERED.match(each.plain.strip()), number) for number, each in enumerate(self.headings))
        return _grouped((found[0], number) for found, number in begins if found)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """For each heading, walked from the last: what is lower than it cannot end a section before it."""
        ends = [each.room[1] for each in self.headings]
        open_: dict[Region, list[Heading]] = {}
        for number in range(len(ends) - 1, -1, -1):
            each = self.headings[number]
            later = open_.setdefault(each.room, [])
            while later and later[-1].level > each.level:
                later.pop()
            if later:
                ends[number] = min(ends[number], later[-1].start)
            later.append(each)
        return tuple(ends)

    @cached_property
    def _elements(self) -> tuple[Element, ...]:
        return tuple(elements(self.scan.nodes)) if self.scan is not None else ()

    @cached_property
    def _ids(self) -> Mapping[str, list[Element]]:
        return _grouped((found, each) for each in self._elements if (found := each.attribute("id")) is not None)

    @cached_property
    def _tags(self) -> Mapping[str, list[Element]]:
        return _grouped((name, each) for each in self._elements for name in {each.name, each.feature})

    def _named(self, known: Mapping[str, list[int]], name: str, region: Region) -> int | None:
        """The first of the headings called `name` that stands in `region`."""
        numbers = known.get(name, [])
        first, last = self._range(region)
        at = bisect_left(numbers, first)
        return numbers[at] if at < len(numbers) and numbers[at] < last else None

    def _counted(self, wanted: int, region: Region) -> int | None:
        """The heading that is number `wanted` of the highest level in `region`."""
        first, last = self._range(region)
        top = self._top if (first, last) == self._range(self.whole) else _highest(self.headings, first, last)
        return top[wanted - 1] if 1 <= wanted <= len(top) else None

    @cached_property
    def _top(self) -> list[int]:
        return _highest(self.headings, *self._range(self.whole))

    def _range(self, region: Region) -> tuple[int, int]:
        """Numbers of the headings in `region`: from the first up to, not including, the second."""
        return bisect_left(self._places, region[0]), bisect_left(self._places, region[1])


def _grouped(pairs: Iterable[tuple[str, _Each]]) -> dict[str, list[_Each]]:
    found: dict[str, list[_Each]] = {}
    for name, each in pairs:
        found.setdefault(name, []).append(each)
    return found


def _highest(known: tuple[Heading, ...], first: int, last: int) -> list[int]:
    """Numbers of the headings of the highest level between two numbers."""
    level = min((each.level for each in known[first:last]), default=0)
    return [number for number in range(first, last) if known[number].level == level]
