"""How the engine's work is spread over processes; the result is the same for any number of them."""

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from dpmlc.edge.forked import MOST_PARTS, shared
from dpmlc.text.spread import Spread, here

# What the first few take is no measure: they make what all others need as well.
_FIRST = 4
_SOME = 64
_MOMENT = 0.01
_WORTH_IT = 0.1
_EACH = 16
_T = TypeVar("_T")
_R = TypeVar("_R")


def spread_over(jobs: int, worth_it: float = _WORTH_IT) -> Spread:
    """Work in `jobs` processes, this one among them, where that is expected to save `worth_it` seconds.

    Starting processes and ending them takes a good part of that. Systems that cannot copy a process (`fork`) do all
    work in one.
    """
    return here if jobs == 1 or not hasattr(os, "fork") else partial(_spread, jobs, worth_it)


def _spread(jobs: int, worth_it: float, function: Callable[[_T], _R], things: Sequence[_T]) -> Iterator[_R]:
    """Things are done here, a moment's worth at a time, until what the last ones took shows that sharing pays."""
    made = list(here(function, things[:_FIRST]))
    yield from made
    begun = len(made)
    while begun < len(things):
        made, make = _moment(function, things[begun : begun + _SOME])
        yield from made
        begun += len(made)
        left = len(things) - begun
        if saved(make, 0, 0, jobs) * left >= worth_it:
            pays = saved(make, *_carried(made), jobs) * left >= worth_it
            rest = things[begun:]
            yield from shared(jobs, function, rest, parts(left, jobs)) if pays else here(function, rest)
            return


def _moment(function: Callable[[_T], _R], things: Sequence[_T]) -> tuple[list[_R], float]:
    """Results for the first of `things`, and the seconds that each took."""
    start = time.perf_counter()
    made = []
    for thing in things:
        made.append(function(thing))
        if time.perf_counter() - start > _MOMENT:
            break
    return made, (time.perf_counter() - start) / len(made)


def _carried(results: Sequence[_R]) -> tuple[float, float]:
    """Seconds that it takes to send a result, and to take one."""
    pickle.loads(pickle.dumps(results, pickle.HIGHEST_PROTOCOL))  # The first of their kind take longer.
    start = time.perf_counter()
    content = pickle.dumps(results, pickle.HIGHEST_PROTOCOL)
    sent = time.perf_counter()
    pickle.loads(content)
    return (sent - start) / len(results), (time.perf_counter() - sent) / len(results)


def saved(make: float, send: float, take: float, jobs: int) -> float:
    """Seconds a thing by which `jobs` processes with a core each are sooner done than one.

    `make` is what a thing takes, `send` what its result takes in another process, `take` what it takes in this one,
    which does a share as well. Example: saved(0.003, 0, 0, 3) -> 0.002.
    """
    if make <= take:
        return 0.0
    return make - make / (1 + (jobs - 1) * (make - take) / (make + send))


def parts(number: int, jobs: int) -> Sequence[range]:
    """`number` things in order in at most MOST_PARTS, smaller towards the end, so that all processes end at once."""
    most = -(-number // (jobs * _EACH))
    found = []
    start = 0
    while start < number:
        size = min(most, -(-(number - start) // (2 * jobs)))
        found.append(range(start, start + size))
        start += size
    even = -(-number // MOST_PARTS)
    return found if len(found) <= MOST_PARTS else [range(at, min(at + even, number)) for at in range(0, number, even)]
