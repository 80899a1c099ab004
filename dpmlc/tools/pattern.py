"""A regular expression as JSON Schema has it (ECMA-262) -> Python's."""

import re
from functools import lru_cache

_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<(?![=!])|\$|.", re.DOTALL)


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern, to be searched for anywhere in a text; None where Python has no such expression.

    `$` is the very end, `\\d` and `\\w` are ASCII, as in JavaScript without flags.
    """
    text = "".join(_translated(found.group()) for found in _PIECE.finditer(pattern))
    try:
        return re.compile(text, re.ASCII)
    except (re.error, OverflowError, RecursionError):
        return None


def _translated(piece: str) -> str:
    return {"$": r"\Z", "(?<": "(?P<", r"\/": "/"}.get(piece, piece)
