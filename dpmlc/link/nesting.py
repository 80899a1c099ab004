"""The marks of a reference's levels -> what is done now and what is kept for later (SPEC 3.10)."""

from typing import Literal

from dpmlc.scan.reference import Loading, Reference
from dpmlc.text.frozen import frozen


@frozen
class Plan:
    """`marks` are the effective prefixes, outermost first. `now`: the innermost level is loaded now.

    The first `outside` levels are carried out now: all but the innermost where `now`, else those around a lazy rest.
    `hot`: the author asked for it with `@!`, so any failure is an error.
    """

    marks: tuple[Loading, ...]
    now: bool
    outside: int
    hot: bool


def plan(reference: Reference, mapped: Literal["id", ""], load: Literal["auto", "inline", "keep"]) -> Plan:
    """How `reference` is loaded; `mapped` is "id" where its innermost level is an id, `load` is `[load] default`."""
    marks = effective(reference)
    if Loading.LAZY in marks:
        return Plan(marks, now=False, outside=marks.index(Loading.LAZY), hot=False)
    hot = Loading.HOT in marks
    now = hot or load == "inline" or (load == "auto" and mapped == "id")
    return Plan(marks, now, outside=len(marks) - 1 if now else 0, hot=hot)


def effective(reference: Reference) -> tuple[Loading, ...]:
    """The prefix of each level, where one without mark takes that of the level outside it."""
    if len(reference.levels) == 1:
        return (reference.levels[0].loading,)
    marks: list[Loading] = []
    for level in reference.levels:
        inherits = level.loading is Loading.DEFAULT and marks
        marks.append(marks[-1] if inherits else level.loading)
    return tuple(marks)
