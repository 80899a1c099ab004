"""What documents mention, by name -> for each name the documents that mention it, at the cost of those that changed."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

_T = TypeVar("_T")

Mentions: TypeAlias = Mapping[str, Mapping[str, tuple[_T, ...]]]
"""For each name, by document, all places that mention it. The documents are in one order everywhere."""

Told: TypeAlias = Callable[[str], Mapping[str, tuple[_T, ...]]]
"""What the document at a path mentions, by name."""


def mentions(documents: Iterable[str], told: Told[_T]) -> Mentions[_T]:
    """What all `documents` mention."""
    found: dict[str, dict[str, tuple[_T, ...]]] = {}
    for path in documents:
        for name, places in told(path).items():
            found.setdefault(name, {})[path] = places
    return found


def renewed(
    before: Mentions[_T], touched: Iterable[str], old: Told[_T], new: Told[_T], documents: Iterable[str]
) -> Mentions[_T]:
    """What all `documents` mention, where only those that were `touched` mention something else than `before`.

    `old` tells what they mentioned, `new` what they mention.
    """
    found = dict(before)
    changed: dict[str, dict[str, tuple[_T, ...]]] = {}
    for path in touched:
        now = new(path)
        for name in dict.fromkeys((*old(path), *now)):
            if name not in changed:
                found[name] = changed[name] = dict(before.get(name, {}))
            if name in now:
                changed[name][path] = now[name]
            else:
                del changed[name][path]
    order: dict[str, int] = {}
    for name, places in changed.items():
        if not places:
            del found[name]
        elif not places.keys() <= before.get(name, {}).keys():
            order = order or {path: number for number, path in enumerate(documents)}
            found[name] = {path: places[path] for path in sorted(places, key=order.__getitem__)}
    return found


def by_name(found: Iterable[tuple[str, _T]]) -> Mapping[str, tuple[_T, ...]]:
    """What one document mentions, from pairs of a name and a place, in the order of places."""
    places: dict[str, list[_T]] = {}
    for name, place in found:
        places.setdefault(name, []).append(place)
    return {name: tuple(each) for name, each in places.items()}
