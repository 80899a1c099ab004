"""Ids with wildcards, as a registry row may hold them: `core-*`, `{sage,mint}`, `[ab]-tea`."""

import re
from collections.abc import Iterable
from itertools import product

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

_BRACES = regular(r"\{([^{}]*,[^{}]*)\}")
_TOKEN = regular(r"\*+|\[[^\]]+\]|.", re.DOTALL)
_WILD = regular(r"\*|\[[^\]]+\]|\{[^{}]*,[^{}]*\}")


@frozen
class Wildcard:
    """A pattern without braces: the characters that may stand at each place, "" where any run of them may.

    Bit i of `stars` is set where place i is such a run, of `deep` where the run may hold a `/` (written `**`).
    """

    places: tuple[str, ...]
    stars: int
    deep: int

    def fits(self, name: str) -> bool:
        """Whether all of `name` fits; one step per character, whatever the pattern."""
        if not self.stars & 1 and not (self.places and name and name[0] in self.places[0]):
            return not (self.places or name)
        takes = {char: _bits(char in place for place in self.places) for char in set(name)}
        states = self._skipping(1)
        for char in name:
            stay = self.deep if char == "/" else self.stars
            states = self._skipping(((states & takes[char]) << 1) | (states & stay))
        return bool(states >> len(self.places) & 1)

    def _skipping(self, states: int) -> int:
        # Two runs never stand side by side, so one step over a run is enough.
        return states | ((states & self.stars) << 1)


def is_wild(name: str) -> bool:
    """Whether an id is written as a pattern; `?` is no wildcard, `{word}` is a placeholder."""
    return _WILD.search(name) is not None


def alternatives(pattern: str) -> int:
    """How many patterns without braces `pattern` stands for."""
    count = 1
    for group in _BRACES.finditer(pattern):
        count *= group[1].count(",") + 1
    return count


def wildcards(pattern: str) -> tuple[Wildcard, ...]:
    """`pattern` with its braces written out; the caller has bounded the number of its `alternatives`."""
    parts = _BRACES.split(pattern)
    choices = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    return tuple(_wildcard("".join(chosen)) for chosen in product(*choices))


def _wildcard(pattern: str) -> Wildcard:
    tokens = _TOKEN.findall(pattern)
    stars = [token.startswith("*") for token in tokens]
    places = tuple("" if star else _characters(token) for token, star in zip(tokens, stars, strict=True))
    return Wildcard(places, _bits(stars), _bits(token.startswith("**") for token in tokens))


def _characters(token: str) -> str:
    return token[1:-1] if len(token) > 1 else token


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)
