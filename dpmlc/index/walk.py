"""A content model read like an automaton: where a row of children leaves it, and what could stand there.

lxml judges, this explains (and judges where a row is so long that lxml would take quadratic time).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from dpmlc.grammar.expression import Choice, Expression, Name, Option, Prose, Repeat
from dpmlc.grammar.expression import Sequence as InOrder
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted

TEXT = ""
"""What a walk calls Markdown; every other symbol is the rule of a child."""

_MOST_MISFITS = 20
_MOST_SEEN = 500

_Places: TypeAlias = frozenset[int]


@frozen
class Misfit:
    """The symbol number `at` does not fit (the row's length: something is missing at its end).

    `expected` are the symbols that could stand there; `skipped` those that must stand before it and do not. Any one of
    `instead` would do as well as the only one that is skipped.
    """

    at: int
    expected: tuple[str, ...]
    skipped: tuple[str, ...]
    instead: tuple[str, ...] = ()


def misfits(content: Expression, row: Sequence[str]) -> tuple[Misfit, ...]:
    """Where `row`, symbols in order, leaves `content`; () where it fits.

    After a misfit the walk goes on as if what is missing had stood there, else as if the symbol did not. It ends
    after twenty: those after them follow from the first.
    """
    net = _net(content)
    places = net.closure(frozenset((net.start,)))
    found: list[Misfit] = []
    owed: Counter[str] = Counter()
    for at, symbol in enumerate(row):
        following = net.step(places, symbol)
        if following:
            places = following
        elif owed[symbol]:
            owed[symbol] -= 1  # Told where it was missed.
        elif len(found) >= _MOST_MISFITS:
            return tuple(found)
        elif symbol == TEXT:
            found.append(Misfit(at, net.expected(places), ()))
        else:
            way = net.way(places, symbol)
            found.append(Misfit(at, net.expected(places), way or ()))
            if way is not None:
                owed.update(way)
                places = net.after(places, (*way, symbol))
    missing = net.way(places, None)
    if missing:
        expected = net.expected(places)
        ends = tuple(each for each in expected if each not in missing and net.end in net.step(places, each))
        found.append(Misfit(len(row), expected, missing, ends if len(missing) == 1 else ()))
    return tuple(found)


@slotted
class _Net:
    """`edges` of a place lead on by a symbol, `free` ones without."""

    edges: list[list[tuple[str, int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)
    start: int = 0
    end: int = 0

    def add(self) -> int:
        self.edges.append([])
        self.free.append([])
        return len(self.edges) - 1

    def build(self, each: Expression, start: int, end: int) -> None:
        match each:
            case Name(rule):
                self.edges[start].append((rule, end))
            case Prose():
                self.edges[start].append((TEXT, start))
                self.free[start].append(end)
            case InOrder(items):
                for item in items[:-1]:
                    middle = self.add()
                    self.build(item, start, middle)
                    start = middle
                self.build(items[-1], start, end)
            case Choice(options):
                for option in options:
                    self._apart(option, start, end)
            case Option(item):
                self._apart(item, start, end)
                self.free[start].append(end)
            case Repeat(item, least):
                loop = self.add()
                first, last = self.add(), self.add()
                self.build(item, first, last)
                self.free[last].append(loop)
                self.free[loop] += [first, end]
                self.free[start].append(first if least else loop)
            case _:
                self.free[start].append(end)

    def _apart(self, each: Expression, start: int, end: int) -> None:
        # A loop inside an option must not begin at the place that the other options share.
        first = self.add()
        self.free[start].append(first)
        self.build(each, first, end)

    def closure(self, places: _Places) -> _Places:
        seen = set(places)
        open_ = list(places)
        while open_:
            new = [each for each in self.free[open_.pop()] if each not in seen]
            seen.update(new)
            open_ += new
        return frozenset(seen)

    def step(self, places: _Places, symbol: str) -> _Places:
        following = {to for at in places for name, to in self.edges[at] if name == symbol}
        return self.closure(frozenset(following)) if following else frozenset()

    def after(self, places: _Places, symbols: Sequence[str]) -> _Places:
        for symbol in symbols:
            places = self.step(places, symbol)
        return places

    def expected(self, places: _Places) -> tuple[str, ...]:
        """The symbols that may come next, in the order of the model."""
        found = dict.fromkeys(name for at in sorted(places) for name, _ in self.edges[at] if name != TEXT)
        return (*found, TEXT) if any(name == TEXT for at in places for name, _ in self.edges[at]) else tuple(found)

    def way(self, places: _Places, symbol: str | None) -> tuple[str, ...] | None:
        """The fewest symbols after which `symbol` (None: the end) may come; None where there is no way."""
        seen: set[_Places] = {places}
        waiting: list[tuple[_Places, tuple[str, ...]]] = [(places, ())]
        for current, way in waiting:  # Grows while it is walked.
            if (self.end in current) if symbol is None else self.step(current, symbol):
                return way
            for name in self.expected(current):
                following = self.step(current, name)
                if name != TEXT and following not in seen and len(seen) < _MOST_SEEN:
                    seen.add(following)
                    waiting.append((following, (*way, name)))
        return None


def _net(content: Expression) -> _Net:
    net = _Net()
    net.start, net.end = net.add(), net.add()
    net.build(content, net.start, net.end)
    return net
