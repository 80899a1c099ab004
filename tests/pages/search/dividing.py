"""What the words and characters of a text are, said plainly: what a lexicon and `search.js` are compared with."""

import re

from dpmlc.pages.search.tokens import CJK

RUN = re.compile(f"([{CJK}]+)|([^\\W_{CJK}]+)")
SPACE = "\t-\r \x1c-\x1f\x85\u1680\u2028\u2029"
SPACED = re.compile(f"[{SPACE}]")
BLANK = re.compile(f"[{SPACE}]*")
_AT_MOST_A_SPACE = ("", " ")

Run = tuple[str, str, bool, int]
"""What stands before a run, the run, whether it is CJK (one token a character) or a word (one token), and its gap.

The gap to the run before is 0 for two words with only punctuation between (`core-ideas`), and for a word beside CJK
with a space or nothing between; otherwise 1, so that no phrase reaches over it unseen.
"""


def runs(text: str) -> list[Run]:
    """The runs of a folded text in order; the first one's gap says nothing."""
    parts: list[str] = RUN.split(text)
    found: list[Run] = []
    before = False
    for between, wide, word in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
        cjk = word is None
        if cjk is not before:
            gap = between not in _AT_MOST_A_SPACE and BLANK.fullmatch(between) is None
        else:
            gap = cjk or " " in between or SPACED.search(between) is not None
        found.append((between, wide if cjk else word, cjk, gap))
        before = cjk
    return found
