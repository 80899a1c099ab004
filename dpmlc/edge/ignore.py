"""The text of `.gitignore` files -> which paths they leave out, as git reads them (SPEC 1.1)."""

import re
from typing import Any

from dpmlc.text.frozen import frozen

_STARS = 4
_LONGEST = 1024


@frozen
class IgnoreFile:
    """One `.gitignore`. `folder` is where it stands, `""` or with a slash at its end.

    `quick` matches whatever any of its lines matches; None where it has no lines.
    """

    folder: str
    quick: re.Pattern[str] | None
    spec: Any

    def decision(self, path: str) -> bool | None:
        """Whether `path` (below `folder`; a folder with a slash at its end) is left out; None: no line speaks of it."""
        relative = path[len(self.folder) :]
        if self.quick is None or not self.quick.match(relative):
            return None
        include: bool | None = self.spec.check_file(relative).include
        return include


def ignore_file(folder: str, text: str) -> IgnoreFile:
    """Lines that git does not take either, and those that would take too long to match, say nothing."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  Most packages have no such file, and the import takes 30 ms.

    lines = [line for line in text.splitlines() if _is_plain(line)]
    spec = GitIgnoreSpec.from_lines(line for line in lines if _is_valid(GitIgnoreSpec, line))
    sources = [each.regex.pattern for each in spec.patterns if each.regex is not None and each.include is not None]
    # Most paths match no line at all: one expression says so many times faster than line by line.
    joined = "|".join(f"(?:{source})" for source in sources)
    return IgnoreFile(folder, re.compile(re.sub(r"\(\?P<\w+>", "(?:", joined)) if joined else None, spec)


def left_out(path: str, files: tuple[IgnoreFile, ...]) -> IgnoreFile | None:
    """The file that leaves `path` out; the one deepest in the tree decides, `files` stand outermost first."""
    for each in reversed(files):
        decision = each.decision(path)
        if decision is not None:
            return each if decision else None
    return None


def _is_plain(line: str) -> bool:
    # A segment with many stars backtracks: its cost grows with the name's length to the power of their number.
    return len(line) <= _LONGEST and all(segment.count("*") <= _STARS for segment in line.split("/"))


def _is_valid(spec: Any, line: str) -> bool:
    try:
        spec.from_lines([line])
    except ValueError:
        return False
    return True
