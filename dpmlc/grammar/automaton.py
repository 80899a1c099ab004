"""An expression -> an automaton that reads text once, character by character, and never goes back.

Ambiguity costs nothing: all readings are followed at the same time. What leads back to itself is refused before.
"""

from bisect import bisect_right
from collections.abc import Iterable
from collections.abc import Sequence as Row
from dataclasses import field
from functools import reduce

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.expression import (
    LAST_CODE_POINT,
    CharClass,
    Choice,
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Sequence,
    Terminal,
)
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted

DEEPEST = 150
"""How many rules and brackets may stand inside each other, counted together."""

_MOST_WORK = 20_000
_MOST_KNOWN = 1_000


@frozen
class Char:
    """Take one character of `ranges` and go on at `next`. `expected` says it in words, `rule` where it stands."""

    ranges: tuple[tuple[int, int], ...]
    next: int
    expected: str
    rule: str


@frozen
class Fork:
    """Go on at `first` and, less wanted, at `second`."""

    first: int
    second: int


@frozen
class Note:
    """Remember where the text of the name numbered `slot` begins (even) or ends (odd)."""

    slot: int
    next: int


@frozen
class Accept:
    """The text may end here."""


State = Char | Fork | Note | Accept


@frozen
class Table:
    """The same automaton without choice: `bounds` part the code points, a row has the next state of each part or -1."""

    bounds: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]


@frozen
class Automaton:
    """`names` are the rules whose texts are noted, by slot // 2. `table` is None where it would be too large."""

    states: tuple[State, ...]
    starts: tuple[int, ...]
    names: tuple[str, ...]
    table: Table | None = None

    def refused(self, text: str) -> int | None:
        """Offset of the first character that cannot stand there, `len(text)` where more is needed, else None."""
        return self._by_states(text) if self.table is None else _by_table(self.table, text)

    def _by_states(self, text: str) -> int | None:
        firsts = _firsts(self.states)
        known: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        current = closure(self.states, self.starts)
        for offset, char in enumerate(text):
            key = (current, bisect_right(firsts, ord(char)))
            following = known.get(key)
            if following is None:
                following = closure(self.states, step(self.states, current, ord(char)))
                if len(known) < _MOST_KNOWN:
                    known[key] = following
            if not following:
                return offset
            current = following
        return None if accepts(self.states, current) else len(text)

    def reached(self, text: str) -> tuple[int, ...]:
        """The states in which the automaton is behind `text`."""
        current = closure(self.states, self.starts)
        for char in text:
            current = closure(self.states, step(self.states, current, ord(char)))
        return current


class TooLarge(Exception):  # noqa: N818 -- the caller turns it into the message about the limit.
    """The expression has more states than allowed, or is nested deeper than `DEEPEST`."""


def automaton(expression: Expression, grammar: Grammar | None, most: int, rule: str = "") -> Automaton:
    """The automaton of `expression`, the body of `rule`, with the rules of `grammar`, which are not recursive.

    Raises `TooLarge` where it has more than `most` states. A name without a rule is free text of at least one
    character (SPEC 2.2).
    """
    rules = {each.name: each.body for each in grammar.rules} if grammar else {}
    builder = _Builder(rules, most)
    start = builder.build(expression, builder.add(Accept()), rule, 0)
    return Automaton(tuple(builder.states), (start,), tuple(builder.names), _table(builder.states, (start,)))


def moved(made: Automaton, starts: tuple[int, ...]) -> Automaton:
    """The same automaton, begun at `starts`."""
    return Automaton(made.states, starts, made.names, _table(made.states, starts))


def closure(states: Row[State], starts: tuple[int, ...]) -> tuple[int, ...]:
    """What can be reached from `starts` without a character: `Char` and `Accept` states, the most wanted first."""
    found: dict[int, None] = {}
    seen: set[int] = set()
    open_ = list(reversed(starts))
    while open_:
        at = open_.pop()
        if at in seen:
            continue
        seen.add(at)
        match states[at]:
            case Fork(first, second):
                open_ += (second, first)
            case Note(_, following):
                open_.append(following)
            case _:
                found[at] = None
    return tuple(found)


def step(states: Row[State], current: tuple[int, ...], code: int) -> tuple[int, ...]:
    """Where `current` goes on with the character `code`."""
    return tuple(
        state.next for state in map(states.__getitem__, current) if isinstance(state, Char) and _holds(state, code)
    )


def accepts(states: Row[State], current: tuple[int, ...]) -> bool:
    """Whether the text may end in one of the states `current`."""
    return any(isinstance(states[at], Accept) for at in current)


def _holds(state: Char, code: int) -> bool:
    return any(low <= code <= high for low, high in state.ranges)


def _by_table(table: Table, text: str) -> int | None:
    at = 0
    for offset, char in enumerate(text):
        at = table.rows[at][bisect_right(table.bounds, ord(char))]
        if at < 0:
            return offset
    return None if table.accepting[at] else len(text)


@slotted
class _Builder:
    """Builds states from the end backwards, so that each knows the next one."""

    rules: dict[str, Expression]
    most: int
    states: list[State] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, state: State) -> int:
        if len(self.states) >= self.most:
            raise TooLarge
        self.states.append(state)
        return len(self.states) - 1

    def build(self, each: Expression, following: int, rule: str, depth: int) -> int:
        """The state at which `each` begins, if what comes after it begins at `following`."""
        if depth > DEEPEST:
            raise TooLarge
        match each:
            case Empty():
                return following
            case Terminal(text):
                return self._terminal(text, following, rule)
            case CharClass(ranges, text):
                return self.add(Char(ranges, following, f"`{text}`", rule))
            case Sequence(items):
                for item in reversed(items):
                    following = self.build(item, following, rule, depth + 1)
                return following
            case Choice(options):
                entries = [self.build(option, following, rule, depth + 1) for option in options]
                return reduce(lambda later, entry: self.add(Fork(entry, later)), reversed(entries))
            case Option(item):
                return self.add(Fork(self.build(item, following, rule, depth + 1), following))
            case Repeat(item, least):
                return self._repeat(item, least, following, rule, depth)
            case Name():
                return self._name(each, following, depth)
            case Prose(text):
                return self._free(following, text, rule)

    def _terminal(self, text: str, following: int, rule: str) -> int:
        for at in range(len(text) - 1, -1, -1):
            code = ord(text[at])
            following = self.add(Char(((code, code),), following, f"`{text[at:]}`", rule))
        return following

    def _repeat(self, item: Expression, least: int, following: int, rule: str, depth: int) -> int:
        loop = self.add(Accept())  # Its place is needed before what it forks to is known.
        entry = self.build(item, loop, rule, depth + 1)
        self.states[loop] = Fork(entry, following)
        return entry if least else loop

    def _name(self, name: Name, following: int, depth: int) -> int:
        slot = len(self.names) * 2
        self.names.append(name.name)
        end = self.add(Note(slot + 1, following))
        if name.name in self.rules:
            entry = self.build(self.rules[name.name], end, name.name, depth + 1)
        else:
            entry = self._free(end, f"<{name.name}>", name.name)
        return self.add(Note(slot, entry))

    def _free(self, following: int, expected: str, rule: str) -> int:
        loop = self.add(Accept())
        entry = self.add(Char(((0, LAST_CODE_POINT),), loop, expected, rule))
        self.states[loop] = Fork(entry, following)
        return entry


def _table(states: Row[State], starts: tuple[int, ...]) -> Table | None:
    firsts = _firsts(states)
    numbers = {closure(states, starts): 0}
    waiting = list(numbers)
    rows: list[tuple[int, ...]] = []
    work = 0
    for current in waiting:  # Grows while it is walked.
        work += len(firsts) * (len(current) + 1)
        if work > _MOST_WORK:
            return None
        row: list[int] = []
        for code in firsts:
            following = closure(states, step(states, current, code))
            if following and following not in numbers:
                numbers[following] = len(waiting)
                waiting.append(following)
            row.append(numbers[following] if following else -1)
        rows.append(tuple(row))
    return Table(tuple(firsts[1:]), tuple(rows), tuple(accepts(states, current) for current in waiting))


def _firsts(states: Iterable[State]) -> list[int]:
    """The first code point of each part that the states tell apart, 0 included."""
    edges = {0}
    for state in states:
        if isinstance(state, Char):
            edges.update(edge for low, high in state.ranges for edge in (low, high + 1))
    return sorted(edge for edge in edges if edge <= LAST_CODE_POINT)
