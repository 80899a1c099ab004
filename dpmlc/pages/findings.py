"""Diagnostics -> those that say the same, together: what a page tells once, with all its places."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.snippet import Snippet
from dpmlc.report.width import columns

Alike: TypeAlias = tuple[Diagnostic, ...]
"""At least one, in the order given; they differ only in their places and in what stands under the caret there."""


def alike(diagnostics: Iterable[Diagnostic]) -> tuple[Alike, ...]:
    """The diagnostics, those of equal words together where the first of them stands."""
    found: dict[object, list[Diagnostic]] = {}
    for each in diagnostics:
        found.setdefault((each.code, each.severity, each.message, each.help, each.notes), []).append(each)
    return tuple(map(tuple, found.values()))


def shared_out(groups: Iterable[Sequence[Diagnostic]], most: int) -> tuple[int, ...]:
    """How many places each group shows, at least one; beyond the first ones `most` in all, earlier groups first."""
    shown = []
    for each in groups:
        more = min(len(each) - 1, most)
        most -= more
        shown.append(1 + more)
    return tuple(shown)


def divided(shown: Snippet) -> tuple[str, str, str]:
    """The line of a snippet before the guilty part, that part (a space where there is none), and what is behind it.

    A caret below would miss it: browsers rarely show wide letters twice as wide as others.
    """
    starts = [0]
    for character in shown.shown:
        starts.append(starts[-1] + columns(character))
    # Marks take no column and belong to what stands before them.
    first = bisect_right(starts, shown.indent) - 1
    last = max(first + 1, bisect_right(starts, shown.indent + shown.underlined) - 1)
    line = shown.shown
    return line[:first], line[first:last] or " ", line[last:]
