"""A regular expression -> the ASCII characters that its matches may begin with, for asking fewer of many expressions.

The expression is taken apart by the module with which Python reads it. That module is no public one, so whatever is
unknown or not as expected here gives all characters: then each expression is asked, which is never wrong.
"""

import re
from collections.abc import Iterable
from typing import Any

ASCII = frozenset(map(chr, range(128)))
_SPACES = frozenset(filter(str.isspace, ASCII))
_WORDS = frozenset(each for each in ASCII if each.isalnum() or each == "_")
_DIGITS = frozenset("0123456789")
_CATEGORIES = {
    "CATEGORY_SPACE": _SPACES, "CATEGORY_NOT_SPACE": ASCII - _SPACES, "CATEGORY_WORD": _WORDS,
    "CATEGORY_NOT_WORD": ASCII - _WORDS, "CATEGORY_DIGIT": _DIGITS, "CATEGORY_NOT_DIGIT": ASCII - _DIGITS,
}  # fmt: skip
_UNSURE = frozenset("\x1c\x1d\x1e\x1f")
"""White space or not, as the expression's flags say."""

Begins = tuple[frozenset[str], bool]
"""Characters that a part may begin with, and whether it may also take none."""


def begins(pattern: re.Pattern[str]) -> frozenset[str]:
    """ASCII characters that a match may begin with; all where it may be empty. Too many at times, never too few.

    Example: begins(re.compile("(?:ab|[0-4])c?")) holds `a` and the digits up to 4.
    """
    try:
        parts = re._parser.parse(pattern.pattern, pattern.flags)  # type: ignore[attr-defined]  # See above.
        found, empty = _sequence(parts, pattern.flags)
    except Exception:  # Whatever a later Python says in place of what is expected here.
        return ASCII
    return ASCII if empty else found | _UNSURE


def _sequence(parts: Iterable[Any], flags: int) -> Begins:
    found: frozenset[str] = frozenset()
    for code, value in parts:
        begin, empty = _part(code.name, value, flags)
        found |= begin
        if not empty:
            return found, False
    return found, True


def _part(code: str, value: Any, flags: int) -> Begins:
    match code:
        case "LITERAL":
            return _range(value, value, flags), False
        case "NOT_LITERAL":
            return ASCII if flags & re.IGNORECASE else ASCII - {chr(value)}, False
        case "ANY":
            return ASCII, False
        case "IN":
            return _set(value, flags), False
        case "BRANCH":
            each = [_sequence(branch, flags) for branch in value[1]]
            return frozenset().union(*(begin for begin, _ in each)), any(empty for _, empty in each)
        case "SUBPATTERN":
            _, more, fewer, inside = value
            return _sequence(inside, (flags | more) & ~fewer)
        case "ATOMIC_GROUP":
            return _sequence(value, flags)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, _, inside = value
            begin, empty = _sequence(inside, flags)
            return begin, empty or least == 0
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return frozenset(), True
        case _:
            return ASCII, True


def _set(items: Iterable[Any], flags: int) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    negated = False
    for code, value in items:
        match code.name:
            case "NEGATE":
                negated = True
            case "LITERAL":
                found |= _range(value, value, flags)
            case "RANGE":
                found |= _range(value[0], value[1], flags)
            case "CATEGORY":
                found |= _CATEGORIES[value.name]
            case _:
                return ASCII
    if not negated:
        return found
    return ASCII if flags & re.IGNORECASE else ASCII - found


def _range(first: int, last: int, flags: int) -> frozenset[str]:
    if not flags & re.IGNORECASE:
        return frozenset(map(chr, range(first, min(last, 127) + 1)))
    # A letter beyond ASCII may be the other case of one within: the Kelvin sign is.
    if last > 127:
        return ASCII
    return frozenset(each for each in ASCII if any(first <= ord(case) <= last for case in (each.lower(), each.upper())))
