"""Headings -> ids that people can read and link to, in any script."""

import re
from collections.abc import Container
from unicodedata import category

from dpmlc.pages.markdown.characters import nfc

_NO_PART = re.compile(r"[^\w\s-]")
_GAP = re.compile(r"\s")
_LONGEST = 200


def slug(text: str) -> str:
    """What GitHub makes of a heading, so that links which lead there lead here, too: "快速 & 开始" -> "快速--开始".

    Lower-case letters, marks, digits, `_` and `-` of any script, with a hyphen for each space; all else is left out.
    "section" where nothing is left. Unlike GitHub's it is cut where it gets very long.
    """
    return _GAP.sub("-", _NO_PART.sub(_mark, nfc(text).lower().strip()))[:_LONGEST] or "section"


def _mark(found: re.Match[str]) -> str:
    return found[0] if category(found[0]).startswith("M") else ""


def free(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or one of `wanted-1`, `wanted-2`… that is not `taken`: the first, as long as they are taken in order.

    They are numbered as on GitHub. A page may ask many thousand times for one id, so the number is found by halves.
    """
    if wanted not in taken:
        return wanted
    low, high = 0, 1
    while f"{wanted}-{high}" in taken:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if f"{wanted}-{middle}" in taken else (low, middle)
    return f"{wanted}-{high}"


class Ids:
    """The ids of one text as they are given out; `taken` are those that its page has already."""

    __slots__ = ("_taken", "given")

    def __init__(self, taken: Container[str]) -> None:
        self._taken = taken
        self.given: dict[str, None] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.given or name in self._taken

    def claim(self, wanted: str) -> bool:
        """Whether `wanted` was still free; it is no longer. The page's own parts have ids that begin with `page.`."""
        if wanted in self or wanted.startswith("page."):
            return False
        self.given[wanted] = None
        return True

    def release(self, name: str) -> None:
        """Take back an id: what had it is not shown."""
        del self.given[name]

    def unique(self, wanted: str) -> str:
        """`wanted`, or a free one of `wanted-1`, `wanted-2`…"""
        found = free(wanted, self)
        self.given[found] = None
        return found
