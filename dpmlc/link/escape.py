"""Text that is not DPML -> the same text as data: fenced, or escaped in its line (SPEC 4.2, What goes in)."""

import re

_RUN = re.compile(r"`+")
_MARK = re.compile(r"(\\*)([<@`])")
_LEADING = re.compile(r"[ \t]*(~{3,})")


def fence_for(text: str) -> str:
    """Backticks that nothing in `text` can close: at least four, and longer than any run inside."""
    return "`" * max(4, max((len(run) for run in _RUN.findall(text)), default=0) + 1)


def escapes(text: str) -> tuple[tuple[int, str], ...]:
    """Where backslashes go into one line so that no tag, reference or code is read in it: (offset, backslashes).

    Backslashes directly before an escaped character are doubled, so that they stay what they are.
    """
    found = [(mark.start(2), "\\" * (len(mark.group(1)) + 1)) for mark in _MARK.finditer(text)]
    tildes = _LEADING.match(text)
    return tuple(([(tildes.start(1), "\\")] if tildes else []) + found)
