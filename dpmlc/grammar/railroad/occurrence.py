"""Content -> how often each thing may stand in it, read off its structure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from dpmlc.grammar.expression import Choice, Expression, Name, Option, Prose, Repeat, parts
from dpmlc.grammar.expression import Sequence as InOrder
from dpmlc.text.frozen import frozen

MANY = 1_000_000
"""Stands for "as often as wanted"; no sum goes past it."""

FREE = ""
"""The key of free text among the names."""


@frozen
class Times:
    """At least `least` and at most `most` times, `most` perhaps `MANY`."""

    least: int
    most: int

    @property
    def kind(self) -> Literal["exactly_one", "at_most_one", "any_number", "one_or_more", "between"]:
        """The usual ones by name, for a caller to put into words; any other is `between`."""
        match self.least, self.most:
            case 1, 1:
                return "exactly_one"
            case 0, 1:
                return "at_most_one"
            case 0, most if most >= MANY:
                return "any_number"
            case 1, most if most >= MANY:
                return "one_or_more"
            case _:
                return "between"

    @property
    def words(self) -> str:
        """In English, as a table shows it."""
        return _WORDS.get(self.kind) or self._range()

    def _range(self) -> str:
        if self.most >= MANY:
            return f"{self.least} or more"
        return f"exactly {self.most}" if self.least == self.most else f"{self.least} to {self.most}"


_WORDS = {
    "exactly_one": "exactly one",
    "at_most_one": "at most one",
    "any_number": "zero or more",
    "one_or_more": "one or more",
}


def occurrences(expression: Expression) -> dict[str, Times]:
    """How often each rule that `expression` names stands in it, and free text as `FREE`; keys in text order.

    Exact for each name by itself; that two exclude each other is not told. Literal text is not counted.
    Takes any depth; the cost is the number of parts times the depth at worst.
    """
    counted: list[dict[str, Times]] = []
    open_: list[tuple[Expression, bool]] = [(expression, False)]
    while open_:
        each, ready = open_.pop()
        inner = parts(each)
        if inner and not ready:
            open_.append((each, True))
            open_.extend((part, False) for part in reversed(inner))
            continue
        begin = len(counted) - len(inner)
        counted[begin:] = [_counts(each, counted[begin:])]
    return counted[0]


def _counts(expression: Expression, inner: Sequence[Mapping[str, Times]]) -> dict[str, Times]:
    match expression:
        case Name(name, _, _):
            return {name: Times(1, 1)}
        case Prose():
            return {FREE: Times(1, 1)}
        case InOrder():
            return _added(inner)
        case Choice():
            return _either(inner)
        case Option():
            return {name: Times(0, times.most) for name, times in inner[0].items()}
        case Repeat(_, least):
            return {name: Times(min(least, times.least), MANY) for name, times in inner[0].items()}
        case _:
            return {}


def _added(inner: Iterable[Mapping[str, Times]]) -> dict[str, Times]:
    made: dict[str, Times] = {}
    for counts in inner:
        for name, times in counts.items():
            before = made.get(name, Times(0, 0))
            made[name] = Times(before.least + times.least, min(MANY, before.most + times.most))
    return made


def _either(inner: Sequence[Mapping[str, Times]]) -> dict[str, Times]:
    made: dict[str, Times] = {}
    holders: dict[str, int] = {}
    for counts in inner:
        for name, times in counts.items():
            before = made.get(name, times)
            made[name] = Times(min(before.least, times.least), max(before.most, times.most))
            holders[name] = holders.get(name, 0) + 1
    return {name: times if holders[name] == len(inner) else Times(0, times.most) for name, times in made.items()}
