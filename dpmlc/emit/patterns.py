"""Patterns of paths in the settings -> what they match among the documents, and a word on those that match nothing."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dpmlc.emit.faults import unmatched_pattern
from dpmlc.link.globs import expression, literal_marks, past_limits
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.report.suggest import nearest
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.span import Span

# Each suggestion looks at all documents.
_MOST_SUGGESTED = 20


@frozen
class Stated:
    """Patterns as the settings have them: at `key`, with `mark` before each, at the `places` of each with its mark."""

    patterns: tuple[str, ...]
    key: str
    places: Mapping[str, Span]
    mark: str = ""


def matcher(stated: Stated) -> tuple[Callable[[str], bool], list[Diagnostic]]:
    """Whether a path matches one of the patterns. One past a limit is reported and matches nothing."""
    compiled, faults = [], []
    for pattern in stated.patterns:
        found = _expression(pattern)
        if found is not None:
            compiled.append(found)
            continue
        excess = past_limits(pattern, Limits())
        what, number, allowed = (excess.what, excess.found, excess.allowed) if excess else ("alternatives", None, 1000)
        row = excess.key if excess else "glob_braces"
        place = stated.places.get(stated.mark + pattern)
        faults.append(limit(place, f"`{stated.key}` pattern `{pattern}`: {what}", number, allowed, row))
    return lambda path: any(each.match(path) for each in compiled), faults


def unmatched(stated: Stated, documents: Sequence[str]) -> list[Diagnostic]:
    """A hint for each pattern that none of `documents` (package paths) matches.

    Nothing is said of those past a limit, which `matcher` reports.
    """
    found = [each for each in dict.fromkeys(stated.patterns) if _matches_any(each, documents) is False]
    likely = [_meant(each, documents) for each in found[:_MOST_SUGGESTED]]
    likely += [""] * (len(found) - len(likely))
    return [_unmatched(stated, each, like) for each, like in zip(found, likely, strict=True)]


def _unmatched(stated: Stated, pattern: str, like: str) -> Diagnostic:
    written = stated.mark + pattern
    return unmatched_pattern(stated.places.get(written), stated.key, written, like and stated.mark + like)


def _expression(pattern: str) -> re.Pattern[str] | None:
    return None if past_limits(pattern, Limits()) else expression(literal_marks(pattern))


def _matches_any(pattern: str, documents: Iterable[str]) -> bool | None:
    """None for a pattern past a limit."""
    compiled = _expression(pattern)
    return None if compiled is None else any(map(compiled.match, documents))


def _meant(pattern: str, documents: Sequence[str]) -> str:
    """What was probably meant by a pattern that matches nothing: one that does, or ""."""
    return next((each for each in _like(pattern, documents) if _matches_any(each, documents)), "")


def _like(pattern: str, documents: Sequence[str]) -> Iterator[str]:
    """Written from the root, as a folder, at any depth; a name that is nearly right."""
    plain = pattern.replace("\\", "/").removeprefix("./").strip("/")
    if plain:
        yield from (plain, f"{plain}/**", f"**/{plain}", f"**/{plain}/**")
    yield from nearest(pattern, documents)[:1]
