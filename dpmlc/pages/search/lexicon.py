"""A stretch of text without a space -> the terms that stand at each of its places, looked up where it came before.

Words come again and again, so most stretches of a site are divided once and found in a `Lexicon` from then on.
"""

import re
from itertools import chain, pairwise
from operator import add

from dpmlc.pages.search.fold import lowered
from dpmlc.pages.search.tokens import CJK, WORD_MAX

GAP = ""
"""What stands at a place without a token."""
ALSO = "\0"
"""It parts the terms of one place: a token, the parts of its word, and the pair that it is with the next token."""
FIELD_END = "\n"
"""A stretch that ends a field, and what stands at the last of the three places behind it: more than a query's gap."""
BEGINS = "=^"
"""What follows two syllables that begin a word of Korean, which alone of CJK has spaces between words."""

_LETTER = f"[^\\W_{CJK}]"
_WORD = re.compile(f"{_LETTER}+")
_WORD_START = re.compile(f"({_LETTER}{{1,{WORD_MAX}}}){_LETTER}*")
_WIDE = re.compile(f"[{CJK}]+")
_HANGUL = re.compile("[\uac00-\ud7a3]{2}")
# A run of CJK with the word that follows at once; a word with what follows, for another word whatever stands between.
_RUN = re.compile(
    f"([{CJK}]+)(?:(?=({_LETTER}{{1,{WORD_MAX}}}))|)"
    f"|({_LETTER}{{1,{WORD_MAX}}}){_LETTER}*(?:(?=([{CJK}])|(?:[^\\w{CJK}]|_)+({_LETTER}{{1,{WORD_MAX}}}))|)"
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
        return _wide_alone(_WIDE.findall(stretch))
    folded = lowered(stretch)
    humps = _humps(stretch) if len(stretch) == len(folded) and stretch != folded else []
    if folded.isascii() and not humps:
        return _words_alone(_WORD_START.findall(folded))
    return _mixed(folded, humps)


def _wide_alone(runs: list[str]) -> list[str]:
    """The places of runs of CJK between which anything but words stands."""
    places: list[str] = []
    for run in runs:
        places += _pairs(run)
        places += (run[-1], GAP)
    return places


def _pairs(run: str) -> list[str]:
    """The pairs of a run of CJK; two syllables of Hangul that begin it stand there as a beginning too."""
    pairs = list(map(add, run, run[1:]))
    if _HANGUL.match(run):
        pairs[0] += f"{ALSO}{pairs[0]}{BEGINS}"
    return pairs


def _words_alone(words: list[str]) -> list[str]:
    """The places of words between which nothing but punctuation stands."""
    return [*(f"{word}{ALSO}-{word}-{behind}" for word, behind in pairwise(words)), words[-1], GAP] if words else []


def _mixed(folded: str, humps: list[int]) -> list[str]:
    """The places of words and CJK. Beside each word stand its parts, beside a token what it is with the next one.

    Words follow each other without a gap, a word and CJK only if nothing stands between them.
    """
    whole = iter([ALSO.join(_with_parts(found, humps)) for found in _WORD.finditer(folded)] if humps else [])
    places: list[str] = []
    for wide, word_behind, word, wide_behind, next_word in _RUN.findall(folded):
        token = word or wide[-1]
        terms = next(whole, word) if word else token
        places += _pairs(wide)
        behind = word_behind or wide_behind or next_word
        places += (f"{terms}{ALSO}-{token}-{behind}",) if behind else (terms, GAP)
    return places


def _humps(plain: str) -> list[int]:
    """Where in a text a capital begins a part of a word, the last one first."""
    return [found.start() for found in _HUMP.finditer(plain)][::-1]


def _with_parts(found: re.Match[str], humps: list[int]) -> list[str]:
    """A word and the ends of it that humps begin, each once; its humps are taken from the list."""
    word, start = found[0], found.start()
    terms = {word[:WORD_MAX]: None}
    while humps and humps[-1] < start + len(word):
        at = max(0, humps.pop() - start)
        terms[word[at : at + WORD_MAX]] = None
    return list(terms)
