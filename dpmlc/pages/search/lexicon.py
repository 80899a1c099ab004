"""A stretch of text without a space -> the terms that stand at each of its places, looked up where it came before.

Words come again and again, so most stretches of a site are divided once and found in a `Lexicon` from then on.
"""

import re
from itertools import chain, pairwise

from dpmlc.pages.search.fold import lowered
from dpmlc.pages.search.tokens import CJK, WORD_MAX, is_cjk

GAP = ""
"""What stands at a place without a token."""
ALSO = "\0"
"""It parts the terms of one place: a token, the parts of its word, and the pair that it is with the next token."""
FIELD_END = "\n"
"""A stretch that ends a field, and what stands at the last of the three places behind it: more than a query's gap."""

_LETTER = f"[^\\W_{CJK}]"
_WORD = re.compile(f"{_LETTER}+")
_WORD_START = re.compile(f"({_LETTER}{{1,{WORD_MAX}}}){_LETTER}*")
_CJK_PLACES = re.compile(f"(?=([{CJK}]{{1,2}}))[{CJK}]|[^{CJK}]+")
_BETWEEN = f"(?:[^\\w{CJK}]|_)+"
# What stands between two words is no place, between others it is one.
_PLACES = re.compile(
    f"(?=([{CJK}]{{1,2}}|{_LETTER}{{1,{WORD_MAX}}}))(?:[{CJK}]|{_LETTER}+(?:{_BETWEEN}(?={_LETTER}))?)|{_BETWEEN}"
)
_HUMP = re.compile("[A-Z](?:(?<=[a-z0-9].)|(?<=[A-Z].)(?=[a-z]))")
_LONGEST = 24
_MOST = 16384
_END = (GAP, FIELD_END)


class Lexicon(dict[str, tuple[str, ...]]):
    """The places of stretches of text that are composed but not yet lowered, the gap behind them included.

    A stretch without a token has no places at all. One lexicon serves all pages that a process makes in a build;
    it keeps 16,384 stretches of 24 characters at most, since longer ones hardly come again, and then begins anew.
    """

    def __init__(self) -> None:
        super().__init__({FIELD_END: _END})

    def __missing__(self, stretch: str) -> tuple[str, ...]:
        places = tuple(_divided(stretch))
        if len(stretch) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
                self[FIELD_END] = _END
            self[stretch] = places
        return places

    def places(self, text: str) -> list[str]:
        """The places of a composed text, one after the other."""
        return list(chain.from_iterable(map(self.__getitem__, text.split(" "))))


def _divided(stretch: str) -> list[str]:
    if not _WORD.search(stretch):
        return _trimmed(_CJK_PLACES.findall(stretch))
    folded = lowered(stretch)
    humps = _humps(stretch) if len(stretch) == len(folded) and stretch != folded else []
    if folded.isascii() and not humps:
        return _words_alone(_WORD_START.findall(folded))
    places = _trimmed(_PLACES.findall(folded))
    _join(places, folded, humps)
    return places


def _words_alone(words: list[str]) -> list[str]:
    """The places of words between which nothing but punctuation stands."""
    return [*(f"{word}{ALSO}-{word}-{behind}" for word, behind in pairwise(words)), words[-1], GAP] if words else []


def _trimmed(places: list[str]) -> list[str]:
    """Places without a gap before the first token and with one behind the last."""
    if places and not places[0]:
        del places[0]
    if places and places[-1]:
        places.append(GAP)
    return places


def _join(places: list[str], folded: str, humps: list[int]) -> None:
    """Put the parts of each word beside it, and what it is with the token before and behind if there is no gap."""
    at = -1
    for found in _WORD.finditer(folded):
        word = found[0][:WORD_MAX]
        at = places.index(word, at + 1)
        if humps:
            places[at] = ALSO.join((word, *_parts(found[0], found.start(), humps)))
        if behind := places[at + 1]:
            places[at] += f"{ALSO}-{word}-{behind[0] if is_cjk(behind) else behind}"
        if at and is_cjk(before := places[at - 1]):
            places[at - 1] += f"{ALSO}-{before}-{word}"


def _humps(plain: str) -> list[int]:
    """Where in a text a capital begins a part of a word, the last one first."""
    return [found.start() for found in _HUMP.finditer(plain)][::-1]


def _parts(word: str, start: int, humps: list[int]) -> list[str]:
    """The ends of a word that humps begin, each once, without the word itself; its humps are taken from the list."""
    parts: dict[str, None] = {}
    while humps and humps[-1] < start + len(word):
        at = max(0, humps.pop() - start)
        parts[word[at : at + WORD_MAX]] = None
    parts.pop(word[:WORD_MAX], None)
    return list(parts)
