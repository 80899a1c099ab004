"""How the engine's work is spread over processes; the result is the same for any number of them."""

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from dpmlc.edge.forked import MOST_PARTS, shared
from dpmlc.text.spread import Spread, here

_FIRST = 8
_MOMENT = 0.05
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
    """Of the first things, done here, a few make what all others need as well; the next few show what one takes."""
    made, _ = _timed(function, things)
    more, make = _timed(function, things[len(made) :])
    rest = things[len(made) + len(more) :]
    saves = bool(rest) and saved(make, *_carried(made, more), jobs) * len(rest) >= worth_it
    yield from made
    yield from more
    yield from shared(jobs, function, rest, parts(len(rest), jobs)) if saves else here(function, rest)


def _timed(function: Callable[[_T], _R], things: Sequence[_T]) -> tuple[list[_R], float]:
    """Some results, and the seconds of this process that one took."""
    start = time.process_time()
    made = []
    for thing in things[:_FIRST]:
        made.append(function(thing))
        if time.process_time() - start > _MOMENT:
            break
    return made, (time.process_time() - start) / max(1, len(made))


def _carried(first: Sequence[_R], results: Sequence[_R]) -> tuple[float, float]:
    """Seconds that it takes to send a result, and to take one. The first of their kind take longer, and are many."""
    pickle.loads(pickle.dumps(first, pickle.HIGHEST_PROTOCOL))
    start = time.process_time()
    content = pickle.dumps(results, pickle.HIGHEST_PROTOCOL)
    sent = time.process_time()
    pickle.loads(content)
    return (sent - start) / len(results), (time.process_time() - sent) / len(results)


def saved(make: float, send: float, take: float, jobs: int) -> float:
    """Seconds a thing by which `jobs` processes with a core each are sooner done than one.

    `make` is what a thing takes, `send` what its result takes in another process, `take` what it takes in this one,
    which does a share as well. Example: saved(0.003, 0, 0, 3) -> 0.002.
    """
    return make - make / (1 + (jobs - 1) * max(0.0, make - take) / (make + send))


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
