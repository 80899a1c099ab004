"""Standard output and error that never crash: any encoding, a closed pipe, text that means to attack the terminal."""

import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from dpmlc.report.width import visible_lines


class Console:
    """Results go to `results`, everything else to `remarks`. After the reader has gone, writing does nothing.

    Results that cannot be written for another reason, as on a full disk, raise OSError; remarks are lost then.
    """

    def __init__(self, results: TextIO, remarks: TextIO) -> None:
        self._results = results
        self._remarks = remarks
        for stream in (results, remarks):
            _never_crash(stream)

    def result(self, text: str) -> None:
        """Write a result for people; what the console's encoding lacks becomes an escape."""
        _write(self._results, text)

    def document(self, text: str) -> None:
        """Write a file's text: its own UTF-8 bytes into a pipe or file, what is safe to see on a terminal."""
        if is_terminal(self._results):
            _write(self._results, visible_lines(text))
            return
        buffer: Any = getattr(self._results, "buffer", None)
        if buffer is None:
            _write(self._results, text)
            return

        def write() -> None:
            self._results.flush()
            buffer.write(text.encode("utf-8", "backslashreplace"))
            buffer.flush()

        _guarded(self._results, write)

    def remark(self, text: str) -> None:
        """Write to people what is no result."""
        with suppress(OSError):
            _write(self._remarks, text)


def standard_console() -> Console:
    """The console of this process."""
    return Console(sys.stdout, sys.stderr)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads along."""
    try:
        return stream.isatty()
    except (ValueError, AttributeError):
        return False


def _never_crash(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        # Files have LF line ends on every system, also where the shell writes them.
        reconfigure(errors="backslashreplace", newline="\n")


def _write(stream: TextIO, text: str) -> None:
    def write() -> None:
        stream.write(text)
        stream.flush()

    _guarded(stream, write)


def _guarded(stream: TextIO, write: Any) -> None:
    try:
        write()
    except BrokenPipeError:
        _silence(stream)
    except OSError as error:
        _silence(stream)
        raise OSError(error.errno, error.strerror, "standard output") from error


def _silence(stream: TextIO) -> None:
    """Nobody reads any more; the work goes on to its exit code, and Python's last flush finds an open file."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        return
