"""Tokens of a folded text: one for each CJK character, one for each word of any other script.

Scripts that are written without spaces count as CJK here, Thai, Lao, Khmer and Burmese too. Their ranges are written
out, so that no two versions of Unicode divide a text differently. All other characters separate.
"""

import re

from dpmlc.pages.search.fold import INVISIBLE

CJK = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035"
    "\u3038-\u303b\u3041-\u309f\u30a1-\u30fa\u30fc-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
RUN = re.compile(f"([{CJK}]+)|([^\\W_{CJK}]+)")
WHOLE_RUN = re.compile(f"[{CJK}]+|[^\\W_{CJK}]+")
FIRST_TERM = re.compile(f"[{CJK}]{{1,2}}|[^\\W_{CJK}]{{1,48}}")
IS_CJK = re.compile(f"[{CJK}]")
SPACE = "\t-\r \x1c-\x1f\x85\u1680\u2028\u2029"
SPACED = re.compile(f"[{SPACE}]")
BLANK = re.compile(f"[{SPACE}]*")
_AT_MOST_A_SPACE = ("", " ")
_WORD = f"[^\\W_{CJK}]"
_SPACES = re.compile(" +")
_BESIDE = re.compile(f" (?:(?<=[{CJK}] )(?={_WORD})|(?<={_WORD} )(?=[{CJK}]))")
WORD_MAX = 48
"""Characters of a word that count; what follows them is neither indexed nor compared."""


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


def closed_up(text: str) -> str:
    """`text` without the spaces between a word and CJK, which follow each other without a gap."""
    if text.isascii():
        return text
    for invisible in INVISIBLE:
        text = text.replace(invisible, "")
    if "  " in text:  # Composing makes spaces of some characters.
        text = _SPACES.sub(" ", text)
    return _BESIDE.sub("", text)


def is_cjk(run: str) -> bool:
    """Whether a run, or the beginning of one, is CJK."""
    return run >= "\u0e00" and IS_CJK.match(run) is not None
