"""Patterns of paths in the settings -> what they match among the documents, and a word on those that match nothing."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from dpmlc.emit.faults import unmatched_pattern
from dpmlc.link.globs import expression, literal_marks, past_limits
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.report.suggest import nearest
from dpmlc.text.limits import Limits

# Each suggestion looks at all documents.
_MOST_SUGGESTED = 20


def matcher(patterns: Iterable[str], key: str) -> tuple[Callable[[str], bool], list[Diagnostic]]:
    """Whether a path matches one of `patterns`, which stand in the settings at `key`.

    A pattern past a limit is reported and matches nothing.
    """
    compiled, faults = [], []
    for pattern in patterns:
        found = _expression(pattern)
        if found is not None:
            compiled.append(found)
            continue
        excess = past_limits(pattern, Limits())
        what, number, allowed = (excess.what, excess.found, excess.allowed) if excess else ("alternatives", None, 1000)
        row = excess.key if excess else "glob_braces"
        faults.append(limit(None, f"`{key}` pattern `{pattern}`: {what}", number, allowed, row))
    return lambda path: any(each.match(path) for each in compiled), faults


def unmatched(patterns: Iterable[str], key: str, documents: Sequence[str], mark: str = "") -> list[Diagnostic]:
    """A hint for each of `patterns`, in the settings at `key`, that none of `documents` (package paths) matches.

    `mark` is what the settings have before each. Nothing is said of those past a limit, which `matcher` reports.
    """
    found = [each for each in dict.fromkeys(patterns) if _matches_any(each, documents) is False]
    likely = [_meant(each, documents) for each in found[:_MOST_SUGGESTED]]
    likely += [""] * (len(found) - len(likely))
    return [unmatched_pattern(key, mark + each, like and mark + like) for each, like in zip(found, likely, strict=True)]


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
