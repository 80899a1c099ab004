"""A planned page -> its head: where it stands, what is around it, and what comes before and after."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from urllib.parse import quote

from dpmlc.pages.plan.address import href, root_of, twin_of
from dpmlc.pages.plan.plan import BUILTIN, Kind, Plan, Planned
from dpmlc.pages.views import Head, Heading, Item, Link
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of, within

_AROUND = 20
_CONTENTS = 40


@frozen
class Heads:
    """Makes heads. `numbers` are the places of the pages in the plan, `groups` the pages of each folder.

    `listed` gives the pages of a folder as their navigation shows them, which is the same on all pages that stand side
    by side; None for groups whose pages do not. `places` tell for a kind and a subject which page of its group it
    is, `told` the labels and addresses of a group, in turn.
    """

    plan: Plan
    words: Mapping[str, str]
    numbers: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[tuple[Kind, str], Sequence[Planned]] = field(default_factory=dict)
    listed: Callable[[Kind, str], Sequence[Item] | None] = lambda *_: None
    places: Mapping[tuple[Kind, str], int] = field(default_factory=dict)
    told: Mapping[tuple[Kind, str], tuple[str, ...]] = field(default_factory=dict)

    def of(self, page: Planned, contents: Sequence[Heading], source: str = "", anchor: str = "") -> Head:
        """The head of a page about something; `source` is the package path that "edit this page" leads to, `anchor` the
        id of the title.
        """
        number = self.numbers[page.address]
        before = self._turn(number - 1, page)
        after = self._turn(number + 1, page)
        section = self.words[page.kind]
        trail = (
            Link(self.words["home"], href(page.address, "index.html")),
            Link(section, href(page.address, f"{page.kind}/index.html")),
            *(Link(each, where and href(page.address, where)) for each, where in self._folders(page)),
        )
        return Head(
            page.label, page.kind, section, page.address, root_of(page.address), _short(page.description), trail,
            self._navigation(page), _contents(contents), before, after, self.edit(source),
            _twin(page.address), self.whole(page.address), anchor,
        )  # fmt: skip

    def plain(self, title: str, kind: str, address: str, contents: Sequence[Heading] = ()) -> Head:
        """The head of a page that stands alone: the first one, a section's list, the glossary, …"""
        home = () if address in {"index.html", "404.html"} else (Link(self.words["home"], href(address, "index.html")),)
        description = self.plan.options.description if address == "index.html" else ""
        return Head(
            title, kind, title, address, root_of(address), description, home, (), _contents(contents),
            None, None, self.edit(self.plan.index) if address == "index.html" else "",
            "" if address == "404.html" else _twin(address), self.whole(address),
        )  # fmt: skip

    def edit(self, source: str) -> str:
        """The address under which the file at `source` can be edited; "" where none is known."""
        template = self.plan.options.edit
        if not template or not source or package_of(source) or source.startswith(BUILTIN):
            return ""
        return template.replace("{path}", quote(source, errors="replace"))

    def whole(self, address: str) -> str:
        """The full address of a page, "" without `[site] url`."""
        base = self.plan.options.url
        return f"{base.rstrip('/')}/{quote(address, errors='replace')}" if base else ""

    def around(self, page: Planned) -> tuple[object, ...]:
        """What tells labels and addresses of the pages that the head of `page` leads to: its folder's, those before and
        after.
        """
        key, number = (page.kind, page.group), self.numbers[page.address]
        length = len(self.groups[key])
        first, last = _window(self.places[page.kind, page.subject], length)
        turns = self.plan.pages[max(0, number - 1) : number + 2]
        told = (self.told[key][2 * first : 2 * last], _told(each for each in turns if each.kind == page.kind))
        return (last - first < length, *told, self._folders(page))

    def _folders(self, page: Planned) -> tuple[tuple[str, str], ...]:
        """The names of the folders that `page` lies in, each with the address of the folder's own page; "" for none."""
        names = page.group.split("/") if page.group else []
        if page.kind not in {"guide", "resources"}:  # The group of a bundle is a part of its id.
            return tuple((each, "") for each in names)
        package = package_of(page.subject)
        inside = [names[1 if package else 0 : number] for number in range(1, len(names) + 1)]
        fronts = [self.plan.fronts.get(within(package, "/".join(each)), "") for each in inside]
        return tuple(
            (each, self.plan.documents.get(front, "") if front != page.subject else "")
            for each, front in zip(names, fronts, strict=True)
        )

    def _turn(self, number: int, page: Planned) -> Link | None:
        if not 0 <= number < len(self.plan.pages):
            return None
        other = self.plan.pages[number]
        return Link(other.label, href(page.address, other.address)) if other.kind == page.kind else None

    def _navigation(self, page: Planned) -> tuple[Item, ...]:
        """The pages of the folder; of a large one those around the page, so that no page grows with the site."""
        key = (page.kind, page.group)
        group = self.groups[key]
        at = self.places[page.kind, page.subject]
        first, last = _window(at, len(group))
        here = Item(page.label, href(page.address, page.address), current=True)
        listed = self.listed(*key)
        if listed is not None:
            items = (*listed[first:at], here, *listed[at + 1 : last])
        else:
            others = enumerate(group[first:last], first)
            items = tuple(here if number == at else _item(page.address, each) for number, each in others)
        if last - first < len(group):
            items = (*items, Item(self.words["more"], href(page.address, f"{page.kind}/index.html")))
        return (Item(page.group, "", children=items),) if page.group else items


def _window(at: int, length: int) -> tuple[int, int]:
    """Which of `length` pages the navigation of number `at` lists: from the first, up to the second."""
    first = max(0, min(at - _AROUND, length - 2 * _AROUND))
    return first, min(first + 2 * _AROUND, length)


def heads(plan: Plan, words: Mapping[str, str]) -> Heads:
    """Makes heads for the pages of `plan`."""
    groups: dict[tuple[Kind, str], list[Planned]] = {}
    for each in plan.pages:
        groups.setdefault((each.kind, each.group), []).append(each)

    @cache  # Asked for only where a page of the group is made.
    def listed(kind: Kind, name: str) -> Sequence[Item] | None:
        group = groups[kind, name]
        if len({each.address.rpartition("/")[0] for each in group}) > 1:
            return None
        return tuple(_item(group[0].address, each) for each in group)

    numbers = {each.address: number for number, each in enumerate(plan.pages)}
    places = {(each.kind, each.subject): number for group in groups.values() for number, each in enumerate(group)}
    told = {key: _told(group) for key, group in groups.items()}
    return Heads(plan, words, numbers, groups, listed, places, told)


def _told(pages: Iterable[Planned]) -> tuple[str, ...]:
    return tuple(text for each in pages for text in (each.label, each.address))


def _item(page: str, other: Planned) -> Item:
    return Item(other.label, href(page, other.address))


def _twin(address: str) -> str:
    """The link from a page to its Markdown form, which stands beside it."""
    return href(address, twin_of(address))


def _contents(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """The headings; of many only the outer ones, as deep as they stay few enough to be read."""
    for level in range(6, 1, -1):
        shown = tuple(each for each in headings if each.level <= level)
        if len(shown) <= _CONTENTS:
            return shown
    return tuple(each for each in headings if each.level <= 1)[:_CONTENTS]


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 160 else f"{plain[:159]}…"
