"""Headings -> ids that people can read and link to, in any script."""

import re
from collections.abc import Container

from dpmlc.pages.markdown.characters import nfc

_NO_PART = re.compile(r"[^\w\s-]+")
_GAPS = re.compile(r"[\s-]+")
_LONGEST = 80


def slug(text: str) -> str:
    """Lower-case letters, digits and `_` of any script, with a hyphen for each gap: "快速 开始" -> "快速-开始".

    Other characters are left out, so that most anchors written for GitHub fit. "section" where nothing is left.
    """
    words = _GAPS.sub("-", _NO_PART.sub("", nfc(text).lower())).strip("-")
    return words[:_LONGEST].rstrip("-") or "section"


def free(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or one of `wanted-2`, `wanted-3`… that is not `taken`: the first, as long as they are taken in order.

    A page may ask many thousand times for one id, so the number is found by halves.
    """
    if wanted not in taken:
        return wanted
    low, high = 1, 2
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
        """Whether `wanted` was still free; it is no longer."""
        if wanted in self:
            return False
        self.given[wanted] = None
        return True

    def release(self, name: str) -> None:
        """Take back an id: what had it is not shown."""
        del self.given[name]

    def unique(self, wanted: str) -> str:
        """`wanted`, or a free one of `wanted-2`, `wanted-3`…"""
        found = free(wanted, self)
        self.given[found] = None
        return found
