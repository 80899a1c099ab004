"""Where a reference may begin (SPEC 3.2), and what only looks like one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_AT = re.compile(r"(?<![A-Za-z0-9_./\\@])@[!?]?(?:[A-Za-z][A-Za-z0-9_-]*)?(?::(?:@[!?]?)?[A-Za-z][A-Za-z0-9_-]*)*")
_GLUED = re.compile(r"(?<=[A-Za-z0-9_./@])@[!?]?[A-Za-z][A-Za-z0-9_-]*://[A-Za-z0-9*./_-]*[A-Za-z0-9*]")
_WIDE = re.compile(r"[@＠][!?！？]?[A-Za-z][A-Za-z0-9_-]*[:：][/／]{2}[^\s，。、）]*")
_PLAIN = str.maketrans("＠！？：／", "@!?:/")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where prefix, names and `://` stand: from `start`, the path begins at `path`.

    `limit` is where the next candidate begins, or the end of the text: no path goes on behind it.
    """

    start: int
    path: int
    limit: int


def candidates(text: str) -> Iterator[Candidate]:
    """All candidates, in text order. A chain that fails rules out every `@` inside of it, so the cost is linear."""
    places = [(at.start(), at.end() + 3) for at in _AT.finditer(text) if text.startswith("://", at.end())]
    for number, (start, path) in enumerate(places):
        yield Candidate(start, path, places[number + 1][0] if number + 1 < len(places) else len(text))


def glued(text: str) -> Iterator[tuple[int, int]]:
    """Spans of what would be a reference if its `@` did not follow a letter, digit or mark."""
    return (each.span() for each in _GLUED.finditer(text)) if "@" in text else iter(())


def look_alikes(text: str) -> Iterator[tuple[int, int, str]]:
    """Spans of references written with full-width characters, and how they read in ASCII."""
    for wide in _WIDE.finditer(text):
        head = re.match(r"[^/／]*[/／]{2}", wide.group())
        if head and not head.group().isascii():
            yield wide.start(), wide.end(), wide.group().translate(_PLAIN)
