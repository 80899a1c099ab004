"""An unknown name and the known ones -> the few it was probably meant to be."""

from collections.abc import Iterable

_MOST = 3
_LONGEST = 256
# More than three fifths: how a library rounds must not decide about two edits in five letters.
_ALIKE = 0.6001
_LONG = 8
_ROUNDING = 1e-6
_FEW = 50
"""So many names are looked at before the library is loaded that compares them."""


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """At most three of `known` that look like `name`, the best first; () where none does.

    Compared without case, by optimal string alignment (a swap of two neighbours is one edit). `name` itself is never
    an answer. Equal scores stand in the names' own order, so the order of `known` does not matter.
    """
    others = set(known) - {name}
    if not name or len(name) > _LONGEST:
        return ()
    if len(others) <= _FEW and not any(_may_be_near(name, each) for each in others):
        return ()
    from rapidfuzz import process  # noqa: PLC0415  7 ms that nobody need pay who mistypes nothing.
    from rapidfuzz.distance import OSA  # noqa: PLC0415  As above.

    found = process.extract(
        name,
        others,
        scorer=OSA.normalized_similarity,
        processor=str.casefold,
        score_cutoff=_cutoff(name),
        limit=None,
    )
    return tuple(other for other, _, _ in sorted(found, key=lambda each: (-each[1], each[0]))[:_MOST])


def _may_be_near(name: str, other: str) -> bool:
    """Whether the letters alone leave it open that two names are near: an edit takes one and brings one at most."""
    one, two = name.casefold(), other.casefold()
    letters, others = set(one), set(two)
    edits = max(len(letters - others), len(others - letters), abs(len(one) - len(two)))
    longest = max(len(one), len(two))
    return longest - edits + _ROUNDING >= _cutoff(name) * longest


def is_slip(name: str, meant: str) -> bool:
    """Whether `name` is most likely `meant`, mistyped: one letter is different, two from eight letters on.

    Case does not count. A plural is another word.
    """
    one, other = name.casefold(), meant.casefold()
    if f"{one}s" == other or f"{other}s" == one or max(len(one), len(other)) > _LONGEST:
        return False
    from rapidfuzz.distance import OSA  # noqa: PLC0415  As above.

    return OSA.distance(one, other) <= (1 if len(one) < _LONG else 2)


def _cutoff(name: str) -> float:
    # A short name, most CJK ones are, may differ in one letter: 需求 and 要求.
    return _ALIKE if len(name) > 2 else 0.5
