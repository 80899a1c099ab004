"""Tags and their places -> which closing tag ends which opening one (SPEC 1.7).

Each pass walks the tags once. Pairs already made are floors: nothing outside of one pairs with anything inside.
"""

from collections.abc import Callable, Sequence

from dpmlc.scan.strength import Places, Strength
from dpmlc.scan.tags import Tag

Key = tuple[str, bool]
"""A tag's name, and whether it is strong."""

ALONE = -1
"""The partner of a tag that has none."""


def pair(places: Places) -> list[int]:
    """The partner's index for each tag: its own for `<x/>`, `ALONE` for none."""
    return _pair_nested(places) or _pair_in_passes(places)


def _pair_nested(places: Places) -> list[int] | None:
    """The partners where every tag has one and each pair is strong, or weak on one line: the passes agree then.

    Nearly every document is so written.
    """
    strengths, lines = places.strengths, places.lines
    strong = Strength.STRONG
    partners = list(range(len(places.tags)))
    waiting: list[tuple[int, str]] = []
    for index, (_, _, name, kind, _) in enumerate(places.tags):
        if kind == "open":
            waiting.append((index, name))
        elif kind == "close":
            opening, opened = waiting.pop() if waiting else (ALONE, "")
            if opened != name:
                return None
            strengthened = (strengths[opening] is strong) + (strengths[index] is strong)
            if strengthened == 1 or (strengthened == 0 and lines[opening] != lines[index]):
                return None
            partners[index], partners[opening] = opening, index
        elif kind == "quoted":
            return None
    return None if waiting else partners


def _pair_in_passes(places: Places) -> list[int]:
    tags = places.tags
    partners = [index if tag.kind == "empty" else ALONE for index, tag in enumerate(tags)]
    strengths = places.strengths

    def weak_keys(index: int) -> tuple[Key, ...]:
        return () if strengths[index] is Strength.STRONG else ((tags[index].name, False),)

    def strong_keys(index: int) -> tuple[Key, ...]:
        return ((tags[index].name, True),) if strengths[index] is Strength.STRONG else ()

    def edge_keys(index: int) -> tuple[Key, ...]:
        name = tags[index].name
        if strengths[index] is Strength.WEAK:
            return ()
        if strengths[index] is Strength.STRONG or tags[index].kind == "close":
            return (name, True), (name, False)
        return ((name, False),)

    _match(tags, partners, weak_keys, "close", places.lines)
    _match(tags, partners, strong_keys, "close")
    if _waiting(partners, strengths):
        _match(tags, partners, edge_keys, "close")
        _match(tags, partners, strong_keys, "quoted")
        _match_misspelt(tags, partners, strengths)
    return partners


class _Open:
    """Openings that wait for their closing tags, the innermost last. Each is put in and taken out once."""

    __slots__ = ("_floors", "_of_key", "_stack")

    def __init__(self) -> None:
        self._stack: list[tuple[int, Key]] = []
        self._of_key: dict[Key, list[int]] = {}
        self._floors = [0]

    def push(self, index: int, key: Key) -> None:
        self._of_key.setdefault(key, []).append(len(self._stack))
        self._stack.append((index, key))

    def take(self, key: Key) -> int:
        """The innermost opening with `key` above the floor, or ALONE; what was opened inside of it is closed off."""
        depths = self._of_key.get(key)
        if not depths or depths[-1] < self._floors[-1]:
            return ALONE
        depth = depths[-1]
        index = self._stack[depth][0]
        self._cut(depth)
        return index

    def innermost(self) -> tuple[int, Key] | None:
        """The last opening above the floor."""
        return self._stack[-1] if len(self._stack) > self._floors[-1] else None

    def enter(self) -> None:
        self._floors.append(len(self._stack))

    def leave(self) -> None:
        self._cut(self._floors.pop())

    def clear(self) -> None:
        self._cut(0)

    def _cut(self, depth: int) -> None:
        while len(self._stack) > depth:
            self._of_key[self._stack.pop()[1]].pop()


def _match(
    tags: Sequence[Tag],
    partners: list[int],
    keys: Callable[[int], tuple[Key, ...]],
    closing: str,
    lines: Sequence[int] = (),
) -> None:
    """Pair what has no partner yet: an opening waits under its first key, a closing tag takes its keys in turn.

    With `lines`, on one line only.
    """
    waiting = _Open()
    for index, tag in enumerate(tags):
        if lines and index and lines[index] != lines[index - 1]:
            waiting.clear()
        partner = partners[index]
        if partner != ALONE:
            _step(waiting, index, partner)
        elif tag.kind == "open":
            for key in keys(index)[:1]:
                waiting.push(index, key)
        elif tag.kind == closing:
            for key in keys(index):
                opening = waiting.take(key)
                if opening != ALONE:
                    partners[index], partners[opening] = opening, index
                    break


def _match_misspelt(tags: Sequence[Tag], partners: list[int], strengths: Sequence[Strength]) -> None:
    """A closing tag at a line's end that misspells the innermost open strong element closes it."""
    waiting = _Open()
    for index, tag in enumerate(tags):
        partner = partners[index]
        if partner != ALONE:
            _step(waiting, index, partner)
        elif tag.kind == "open" and strengths[index] is Strength.STRONG:
            waiting.push(index, (tag.name, True))
        elif tag.kind == "close" and strengths[index] is not Strength.WEAK:
            innermost = waiting.innermost()
            if innermost and _misspells(tag.name, innermost[1][0]):
                waiting.take(innermost[1])
                partners[index], partners[innermost[0]] = innermost[0], index


def _step(waiting: _Open, index: int, partner: int) -> None:
    """Go into a pair already made, or out of it."""
    if partner > index:
        waiting.enter()
    elif partner < index:
        waiting.leave()


def _waiting(partners: Sequence[int], strengths: Sequence[Strength]) -> bool:
    return any(partner == ALONE and strengths[index] is not Strength.WEAK for index, partner in enumerate(partners))


def _misspells(written: str, meant: str) -> bool:
    """One or two edits away (a swap of neighbours is one), with something in common."""
    if abs(len(written) - len(meant)) > 2:
        return False
    return any(_within(written, meant, edits) for edits in (1, 2) if edits < min(len(written), len(meant)))


def _within(left: str, right: str, edits: int) -> bool:
    common = 0
    while common < min(len(left), len(right)) and left[common] == right[common]:
        common += 1
    left, right = left[common:], right[common:]
    if not left or not right:
        return len(left) + len(right) <= edits
    if not edits:
        return False
    rest = edits - 1
    swapped = left[:2] == right[1::-1] and _within(left[2:], right[2:], rest)
    return swapped or any(
        _within(*both, rest) for both in ((left[1:], right[1:]), (left[1:], right), (left, right[1:]))
    )
