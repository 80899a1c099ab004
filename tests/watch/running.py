"""A command of dpmlc that goes on running: started, listened to, ended."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROUND = re.compile(r"\d+ ms$")
DEADLINE = 15.0


class Running:
    """A process, and what it says on standard error, line by line; `under` is a command that runs it."""

    def __init__(
        self, *arguments: str | Path, environment: Mapping[str, str] | None = None, under: Sequence[str] = ()
    ) -> None:
        self.process = subprocess.Popen(
            [*under, sys.executable, "-m", "dpmlc", *map(str, arguments)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, **(environment or {})}, start_new_session=True,
        )  # fmt: skip
        self.lines: list[str] = []
        self._said = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def heard(self, pattern: str, after: int = 0) -> str:
        """The first line from number `after` on in which `pattern` is found, as soon as it is said."""
        until = time.monotonic() + DEADLINE
        with self._said:
            while True:
                for line in self.lines[after:]:
                    if re.search(pattern, line):
                        return line
                left = until - time.monotonic()
                assert left > 0, f"`{pattern}` was never said:\n" + "\n".join(self.lines)
                assert self.process.poll() is None or self._reader.is_alive(), "\n".join(self.lines)
                self._said.wait(min(left, 0.5))

    @property
    def mark(self) -> int:
        """The number of the next line."""
        return len(self.lines)

    def rounds(self, after: int = 0) -> list[str]:
        """The lines about rebuilds."""
        return [line for line in self.lines[after:] if ROUND.search(line)]

    def interrupted(self) -> int:
        """The exit code after a Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        if self.process.stderr:
            self.process.stderr.close()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._said:
                self.lines.append(line.rstrip("\n"))
                self._said.notify_all()


@contextmanager
def running(
    *arguments: str | Path, environment: Mapping[str, str] | None = None, under: Sequence[str] = ()
) -> Iterator[Running]:
    """The command, as long as the block runs."""
    process = Running(*arguments, environment=environment, under=under)
    try:
        yield process
    finally:
        process.end()


def until(true: Callable[[], object], what: str) -> None:
    """Wait until the call returns something true."""
    end = time.monotonic() + DEADLINE
    while not true():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.01)
