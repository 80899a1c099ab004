"""Standard input, output and error of a process that was started without them (`>&-`): they lead nowhere.

Python makes them None, and the number of one that is closed goes to the next file that is opened, which whatever
writes to that number would spoil.
"""

import os
import sys
from contextlib import suppress

FAILED = 2


def open_closed_streams() -> None:
    """Open each of the three that is closed: nothing is read from it, and what is written to it is lost."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The lowest number that is free is given, so it is the one of the closed stream.
            opened = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(opened, opened == number)
            setattr(sys, name, open(opened, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115  Never closed.


def tell(text: str) -> int:
    """Write a result to standard output; the exit code of what has nothing else to do."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        return _lost(error)
    return 0


def complain(message: str, help_: str = "") -> int:
    """Say why the process fails, with as little as can be: there may be no memory, and no libraries; its exit code."""
    with suppress(OSError):
        sys.stderr.write(f"error: {message}\n" + (f"help: {help_}\n" if help_ else ""))
        sys.stderr.flush()
    return FAILED


def written_out(status: int) -> int:
    """`status` of a process that ends, after all that still waits in its streams was written.

    One that failed has said so; another one whose result cannot be written has failed, too.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        status = status or _lost(error)
    with suppress(OSError):
        sys.stderr.flush()
    return status


def _lost(error: OSError) -> int:
    """A reader that has gone wants no more, which is no error."""
    if isinstance(error, BrokenPipeError):
        return 0
    return complain(f"`standard output`: {(error.strerror or str(error)).lower()}")
