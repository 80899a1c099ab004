"""How the engine's work is spread over processes; the result is the same for any number of them."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from dpmlc.text.spread import Spread, here

_WORTH_IT = 200
_CHUNKS = 16
_T = TypeVar("_T")
_R = TypeVar("_R")

# What the next children do, and to what. They are copies of this process, so nothing has to be sent to them.
_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


def spread_over(jobs: int) -> Spread:
    """Work in `jobs` processes. Little work is done here: starting a process takes longer.

    Systems that cannot copy a process (`fork`) do all work in one.
    """
    if jobs == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return here
    return partial(_spread, jobs)


def _spread(jobs: int, function: Callable[[_T], _R], things: Sequence[_T]) -> Iterable[_R]:
    return here(function, things) if len(things) < _WORTH_IT else _forked(jobs, function, things)


def _forked(jobs: int, function: Callable[[_T], _R], things: Sequence[_T]) -> Iterator[_R]:
    global _work  # noqa: PLW0603 - the one way to hand a closure to a forked child
    size = -(-len(things) // (jobs * _CHUNKS))
    chunks = [range(start, min(start + size, len(things))) for start in range(0, len(things), size)]
    _work = (function, things)
    try:
        with multiprocessing.get_context("fork").Pool(jobs, _quiet) as pool:
            for made in pool.imap(_chunk, chunks):
                yield from made
    finally:
        _work = None


def _quiet() -> None:
    """Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunk(numbers: range) -> list[Any]:
    if _work is None:
        raise RuntimeError("a child without work")
    function, things = _work
    return [function(things[number]) for number in numbers]
