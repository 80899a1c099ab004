"""The elements of a picture that copy others by their ids (`<use href="#leaf"/>`) -> how much they make of it."""

from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from urllib.parse import unquote

MOST_COPIED = 100_000
"""Elements that all copies of a picture may come to: copies of copies make endlessly much of little."""

_ROOT = ""


@dataclass(slots=True)
class Copies:
    """Told of each element in the order of the text, within which the next one is until it ends.

    `_around` are the elements around: the id that is innermost there (`_ROOT` for none), and whether it is their own.
    `_ties` leads from an id to the ids directly within it, and to those that are copied there.
    """

    _count: int = 0
    _around: list[tuple[str, bool]] = field(default_factory=lambda: [(_ROOT, False)])
    _begins: dict[str, int] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _ties: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)

    def start(self, name: str) -> None:
        """An element with the id `name`, or "". Of two with one id the first counts."""
        home, own = self._around[-1][0], bool(name) and name not in self._begins
        if own:
            self._ties.setdefault(home, []).append((name, False))
            self._begins[name] = self._count
        self._count += 1
        self._around.append((name if own else home, own))

    def end(self) -> None:
        """The innermost element ends."""
        name, own = self._around.pop()
        if own:
            self._sizes[name] = self._count - self._begins[name]

    def copy(self, name: str) -> None:
        """Here stands a copy of the element with the id `name`; browsers also find it by its name in percent signs."""
        ties = self._ties.setdefault(self._around[-1][0], [])
        ties += [(each, True) for each in dict.fromkeys((name, unquote(name)))]

    def fit(self) -> bool:
        """Whether all copies come to no more than `MOST_COPIED` elements; False where one would copy itself."""
        more: dict[str, int] = {}
        order = TopologicalSorter({each: [name for name, _ in ties] for each, ties in self._ties.items()})
        try:
            for each in order.static_order():
                ties = self._ties.get(each, ())
                found = sum(more[name] + (self._sizes.get(name, 0) if copied else 0) for name, copied in ties)
                more[each] = min(found, MOST_COPIED + 1)
        except CycleError:
            return False
        return more.get(_ROOT, 0) <= MOST_COPIED
