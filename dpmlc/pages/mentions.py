"""What documents mention, by name -> for each name the documents that mention it, at the cost of those that changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar

from dpmlc.text.frozen import frozen

_T = TypeVar("_T")

Counts: TypeAlias = Mapping[str, int]
"""By name a number of places, at least one."""


@frozen
class Mentions(Generic[_T]):
    """Who mentions what. `of` leads from a document to the names that it mentions, `by` from a name to the documents,
    in one order everywhere; both say how often. `told` gives the places themselves: in the document at a path, those
    that mention a name. Only who asks for places needs the document.
    """

    of: Mapping[str, Counts]
    by: Mapping[str, Counts]
    told: Callable[[str, str], tuple[_T, ...]]

    def count(self, name: str) -> int:
        """How many places mention `name`."""
        return sum(self.by.get(name, {}).values())

    def places(self, name: str, documents: Iterable[str] | None = None) -> Iterator[_T]:
        """The places that mention `name`, in all documents or in those named, which do mention it."""
        for path in self.by.get(name, {}) if documents is None else documents:
            yield from self.told(path, name)


def mentions(of: Mapping[str, Counts], told: Callable[[str, str], tuple[_T, ...]]) -> Mentions[_T]:
    """Who mentions what, where each document mentions what `of` says."""
    by: dict[str, dict[str, int]] = {}
    for path, names in of.items():
        for name, count in names.items():
            by.setdefault(name, {})[path] = count
    return Mentions(of, by, told)


def renewed(
    before: Mentions[_T],
    changed: Mapping[str, Counts],
    told: Callable[[str, str], tuple[_T, ...]],
    documents: Iterable[str],
) -> Mentions[_T]:
    """The same where the documents in `changed` mention something else. `documents` are all there are, in order."""
    by = dict(before.by)
    others: dict[str, dict[str, int]] = {}
    for path, now in changed.items():
        old = before.of.get(path, {})
        for name in dict.fromkeys((*old, *now)):
            if old.get(name) == now.get(name):
                continue
            if name not in others:
                by[name] = others[name] = dict(by.get(name, {}))
            if name in now:
                others[name][path] = now[name]
            else:
                del others[name][path]
    order: dict[str, int] = {}
    for name, counts in others.items():
        if not counts:
            del by[name]
        elif not counts.keys() <= before.by.get(name, {}).keys():
            order = order or {path: number for number, path in enumerate(documents)}
            by[name] = {path: counts[path] for path in sorted(counts, key=order.__getitem__)}
    return Mentions({**before.of, **changed}, by, told)
