"""Which characters a path is made of, and which scripts touch a reference without a space (SPEC 3.3)."""

import re
import unicodedata
from bisect import bisect_right
from itertools import cycle

EXTENSION = r"\.(?=[0-9]{0,7}[A-Za-z])[A-Za-z0-9]{1,8}"
"""A file extension, as an expression: a dot and 1 to 8 ASCII letters or digits, at least one of them a letter."""

_RUN = re.compile(r"[^\x00- \"'<>\\`|\x7f\uff00-\uffef]*")
_DOUBTFUL = re.compile(r"[^\x00-\x7f\w]")

_CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# As a class of a regular expression it takes longer to compile than most packages to scan.
_EDGES = [chr(ord(each) + more) for each, more in zip(_CJK.replace("-", ""), cycle((0, 1)))]


def is_cjk(letter: str) -> bool:
    """Whether `letter` is one of Han, kana, Bopomofo or Hangul; "" is none."""
    return bisect_right(_EDGES, letter) % 2 == 1


def path_end(text: str, start: int, limit: int) -> int:
    """Offset behind the path characters that begin at `start`, at most `limit`.

    Printable ASCII except space, quotes, backtick, `<`, `>`, `|` and backslash; Unicode letters, marks and numbers
    outside U+FF00 to U+FFEF.
    """
    run = _RUN.match(text, start, limit)
    end = run.end() if run else start
    doubtful = _DOUBTFUL.search(text, start, end)
    while doubtful:
        if unicodedata.category(doubtful.group())[0] != "M":
            return doubtful.start()
        doubtful = _DOUBTFUL.search(text, doubtful.end(), end)
    return end
