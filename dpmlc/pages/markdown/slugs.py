"""Headings -> ids that people can read and link to, in any script."""

import re
from collections.abc import Collection

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


class Ids:
    """The ids of one page as they are given out."""

    __slots__ = ("_next", "_taken", "given")

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}
        self.given: dict[str, None] = {}

    def claim(self, wanted: str) -> bool:
        """Whether `wanted` was still free; it is no longer."""
        if wanted in self._taken:
            return False
        self._taken.add(wanted)
        self.given[wanted] = None
        return True

    def release(self, name: str) -> None:
        """Take back an id: what had it is not shown."""
        self._taken.discard(name)
        del self.given[name]

    def unique(self, wanted: str) -> str:
        """`wanted`, or the first free one of `wanted-2`, `wanted-3`…"""
        if self.claim(wanted):
            return wanted
        number = self._next.get(wanted, 2)
        while not self.claim(f"{wanted}-{number}"):
            number += 1
        self._next[wanted] = number + 1
        return f"{wanted}-{number}"
