"""Draw Mermaid diagrams: a source a line as JSON on standard input, an answer a line on standard output.

Alone, without dpmlc. A source that takes too long or too much memory ends the process, which is the answer to it.
"""

import faulthandler
import json
import os
import sys
from contextlib import suppress

UNLOADABLE = "the library `mmdr` cannot be loaded on this machine"
_PROCESSOR_SECONDS = 3
_SECONDS = 60
_MEMORY = 2 << 30


def _draw(source: str) -> dict[str, str]:
    try:
        from mmdr import render  # noqa: PLC0415  It is there where this is run at all.
    except ImportError as error:  # A library that it needs is not, as in a small container.
        return {"reason": f"{UNLOADABLE}: {_without_folders(str(error))}"}
    try:
        return {"svg": render(source, backend="merman").svg()}
    except Exception as error:  # Whatever is wrong with a source is told to its author.
        return {"reason": str(error)}


def _without_folders(words: str) -> str:
    """Where this machine has its files is nothing for a site."""
    return " ".join(each.rpartition(os.sep)[2] for each in words.split())


def _limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  Not on Windows.

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _limit_time(processor: int, altogether: int) -> None:
    """0 takes the limit away. Both end the process while it is in native code, which no Python handler would."""
    with suppress(ImportError, AttributeError):
        import signal  # noqa: PLC0415

        signal.setitimer(signal.ITIMER_VIRTUAL, processor)
    faulthandler.cancel_dump_traceback_later()
    if altogether:
        faulthandler.dump_traceback_later(altogether, exit=True)


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a library prints is no answer.
    _limit_memory()
    for line in sys.stdin.buffer:
        _limit_time(_PROCESSOR_SECONDS, _SECONDS)
        answer = _draw(json.loads(line))
        _limit_time(0, 0)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
