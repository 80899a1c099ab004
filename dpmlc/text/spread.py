"""How one function is applied to many things: here, or, by the edge, in several processes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


class Spread(Protocol):
    """Applies a function to each of `things`. The results come in their order, however many processes make them.

    What the function returns may cross a process border, so it is a value; what it changes may be lost.
    """

    def __call__(self, function: Callable[[_T], _R], things: Sequence[_T]) -> Iterable[_R]:
        """The results."""


def here(function: Callable[[_T], _R], things: Sequence[_T]) -> Iterable[_R]:
    """One after the other, in this process."""
    return map(function, things)
