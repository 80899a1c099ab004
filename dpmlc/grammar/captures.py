"""An automaton and a text that it takes -> which rule took which part, in linear time.

Every reading is one thread; a state holds the most wanted thread that reaches it, the others die (Pike 1987).
"""

from typing import TypeAlias

from dpmlc.grammar.automaton import Accept, Automaton, Char, Fork, Note

_Marks: TypeAlias = tuple[int, ...]
_Threads: TypeAlias = dict[int, _Marks]


def captured(made: Automaton, text: str) -> dict[str, str] | None:
    """Text of each rule that took part, by name, of a rule used twice the first; None where `text` does not fit.

    Of several readings it is that which takes most as early as possible.
    """
    threads = _spread(made, [(at, ()) for at in made.starts], 0)
    for offset, char in enumerate(text, 1):
        code = ord(char)
        moved: list[tuple[int, _Marks]] = []
        for at, marks in threads.items():
            state = made.states[at]
            if isinstance(state, Char) and any(low <= code <= high for low, high in state.ranges):
                moved.append((state.next, marks))
        threads = _spread(made, moved, offset)
        if not threads:
            return None
    for at, marks in threads.items():
        if isinstance(made.states[at], Accept):
            return _texts(made, marks, text)
    return None


def _spread(made: Automaton, starts: list[tuple[int, _Marks]], offset: int) -> _Threads:
    threads: _Threads = {}
    seen: set[int] = set()
    open_ = starts[::-1]
    while open_:
        at, marks = open_.pop()
        if at in seen:
            continue
        seen.add(at)
        match made.states[at]:
            case Fork(first, second):
                open_ += ((second, marks), (first, marks))
            case Note(slot, following):
                # Only the first place of a rule is told, so a repetition does not make the marks longer.
                known = slot in marks[::2]
                open_.append((following, marks if known else (*marks, slot, offset)))
            case _:
                threads[at] = marks
    return threads


def _texts(made: Automaton, marks: _Marks, text: str) -> dict[str, str]:
    places = dict(zip(marks[::2], marks[1::2], strict=True))
    found: dict[str, str] = {}
    for slot in sorted(places, key=lambda each: (places[each], -each)):
        if slot % 2 == 0 and slot + 1 in places:
            found.setdefault(made.names[slot // 2], text[places[slot] : places[slot + 1]])
    return found
