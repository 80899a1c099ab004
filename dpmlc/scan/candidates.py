"""Where a reference may begin (SPEC 3.2), and what only looks like one."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from dpmlc.text.regular import regular

# Each expression begins with the `@` itself and looks back behind it: only so does a search jump from `@` to `@`.
_AT = re.compile(r"@(?<![A-Za-z0-9_./\\@]@)[!?]?(?:[A-Za-z][A-Za-z0-9_-]*)?(?::(?:@[!?]?)?[A-Za-z][A-Za-z0-9_-]*)*")
_GLUED = re.compile(r"@(?<=[A-Za-z0-9_./@]@)[!?]?[A-Za-z][A-Za-z0-9_-]*://[A-Za-z0-9*./_-]*[A-Za-z0-9*]")
_LIKE = r"[!?！？]?[A-Za-z][A-Za-z0-9_-]*[:：][/／]{2}"
_LOOK_ALIKE = re.compile(rf"@(?<!\\@)(?![!?]?[A-Za-z][A-Za-z0-9_-]*://){_LIKE}")
_WIDE_AT = regular(rf"＠(?<!\\＠){_LIKE}")
_REST = regular(r"[^\s，。、）]*")
_PLAIN = str.maketrans("＠！？：／", "@!?:/")


class Candidate(NamedTuple):
    """A place where prefix, names and `://` stand: from `start`, the path begins at `path`."""

    start: int
    path: int


def candidates(text: str) -> list[Candidate]:
    """All candidates, in text order. A chain that fails rules out every `@` inside of it, so the cost is linear."""
    found = [at.span() for at in _AT.finditer(text)]
    return [Candidate(start, end + 3) for start, end in found if text.startswith("://", end)]


def glued(text: str) -> Iterator[tuple[int, int]]:
    """Spans of what would be a reference if its `@` did not follow a letter, digit or mark."""
    return (each.span() for each in _GLUED.finditer(text))


def look_alikes(text: str) -> Iterator[tuple[int, int, str]]:
    """Spans of references written with full-width characters, and how they read in ASCII."""
    heads = list(_LOOK_ALIKE.finditer(text))
    if "＠" in text:
        heads = sorted([*heads, *_WIDE_AT.finditer(text)], key=re.Match.start)
    end = 0
    for head in heads:
        if head.start() >= end:
            rest = _REST.match(text, head.end())
            end = rest.end() if rest else head.end()
            yield head.start(), end, text[head.start() : end].translate(_PLAIN)
