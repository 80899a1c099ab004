"""Tokens of a folded text: one for each CJK character, one for each word of any other script.

Scripts that are written without spaces count as CJK here, Thai, Lao, Khmer and Burmese too. Their ranges are written
out, so that no two versions of Unicode divide a text differently. All other characters separate.
"""

import re
from bisect import bisect_right
from itertools import cycle

from dpmlc.pages.search.fold import INVISIBLE

CJK = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035"
    "\u3038-\u303b\u3041-\u309f\u30a1-\u30fa\u30fc-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
WHOLE_RUN = re.compile(f"[{CJK}]+|[^\\W_{CJK}]+")
WORD_MAX = 48
"""Characters of a word that count; what follows them is neither indexed nor compared."""

_WORD = f"[^\\W_{CJK}]"
_SPACES = re.compile(" +")
_BESIDE = re.compile(f" (?:(?<=[{CJK}] )(?={_WORD})|(?<={_WORD} )(?=[{CJK}]))")
# Each expression with these ranges takes 1 ms or more to compile, whenever a process starts.
_EDGES = [chr(ord(each) + more) for each, more in zip(CJK.replace("-", ""), cycle((0, 1)))]


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
    return bisect_right(_EDGES, run[:1]) % 2 == 1
