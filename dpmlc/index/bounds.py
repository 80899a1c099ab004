"""The bounds of a number, as a table's type cell writes them: `1-5`, `0.0..1.0`, `(1-5)`."""

import re

from dpmlc.text.frozen import frozen

_WRITTEN = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)(?:-|–|～|~|\.\.)(-?[0-9]+(?:\.[0-9]+)?)")


@frozen
class Bounds:
    """Both ends belong to it; `low` is at most `high`."""

    low: float
    high: float


def bounds(text: str) -> Bounds | None:
    """The bounds that `text` writes, brackets around them ignored; None where it writes none, or falling ones."""
    found = _WRITTEN.fullmatch(text.strip("()（）[]").replace(" ", ""))
    made = Bounds(float(found[1]), float(found[2])) if found else None
    return made if made and made.low <= made.high else None
