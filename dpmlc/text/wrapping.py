"""Lines that were wrapped -> one line: Chinese and Japanese put no space where a line ends, all others do."""

from bisect import bisect_right
from itertools import chain, pairwise
from operator import itemgetter

# Without Hangul: Korean puts spaces between words.
_UNSPACED = (
    "\u2e80\u303e", "\u3041\u312f", "\u31a0\u4dbf", "\u4e00\u9fff", "\uf900\ufaff", "\ufe30\ufe4f", "\uff01\uff9f",
    "\uffe0\uffee", "\U0001aff0\U0001b16f", "\U00020000\U0003fffd",
)  # fmt: skip
_SHARED = frozenset("“”‘’…—·")


def one_line(text: str) -> str:
    """`text` in one line, with single spaces in it."""
    lines = [line for line in (" ".join(each.split()) for each in text.splitlines()) if line]
    ends = ("" if joined(one[-1], other[0]) else " " for one, other in pairwise(lines))
    return "".join(f"{line}{end}" for line, end in zip(lines, chain(ends, [""]), strict=False))


def joined(before: str, after: str) -> bool:
    """Whether a line break between the two is no space: both belong to Chinese or Japanese.

    Quotation marks and dashes that other scripts use too follow the character on the other side.
    """
    first, second = is_in(_UNSPACED, before), is_in(_UNSPACED, after)
    if first and second:
        return True
    return bool((first and after in _SHARED) or (second and before in _SHARED))


def is_in(ranges: tuple[str, ...], character: str) -> bool:
    """Whether it lies between the two ends of a range, both within; `ranges` are sorted."""
    at = bisect_right(ranges, character, key=itemgetter(0))
    return at > 0 and character <= ranges[at - 1][1]
