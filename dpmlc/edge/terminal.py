"""What a person at a terminal gets on top: colour, and a word of progress for work that takes long."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TextIO

from dpmlc.edge.console import is_terminal
from dpmlc.report.text import COLOURED, PLAIN, Paint

Colour = Literal["auto", "always", "never"]

_AFTER = 1.0
_EVERY = 0.2
_CLEAR = b"\r\x1b[K"


def paint(colour: Colour, stream: TextIO) -> Paint:
    """The colours for `stream`: `auto` means on a terminal, unless `NO_COLOR` is set (no-color.org).

    `FORCE_COLOR` (force-color.org) is for what shows colours and is no terminal, such as the log of a pipeline.
    """
    if colour == "always":
        return COLOURED
    if colour == "never" or os.environ.get("NO_COLOR"):
        return PLAIN
    if os.environ.get("FORCE_COLOR"):
        return COLOURED
    return COLOURED if is_terminal(stream) and os.environ.get("TERM") != "dumb" else PLAIN


@contextmanager
def progress(words: Callable[[float], str]) -> Iterator[None]:
    """While the body runs past a second, show `words(seconds)` on standard error, if that is a terminal.

    By an interval timer, not a thread: the work may fork, and most work is over before the first tick.
    """
    if not _can_tick():
        yield
        return
    start = time.monotonic()
    previous = signal.signal(signal.SIGALRM, lambda *_: _show(words(time.monotonic() - start)))
    signal.setitimer(signal.ITIMER_REAL, _AFTER, _EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        if time.monotonic() - start >= _AFTER:
            _tell(_CLEAR)


def _can_tick() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer") and is_terminal(sys.stderr)


def _show(words: str) -> None:
    _tell(_CLEAR + words.encode("ascii", "backslashreplace"))


def _tell(content: bytes) -> None:
    """Past Python's buffers: the tick may come while one of them is being written."""
    descriptor: Any = sys.stderr.fileno()
    try:
        os.write(descriptor, content)
    except OSError:
        return
