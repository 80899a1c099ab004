"""Programs that go on running beside the measuring one: started, listened to, held still for a while, ended.

Every time is of `time.perf_counter`, which on Linux and macOS is the system's monotonic clock.
"""

import http.client
import os
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter, sleep

from run import FailedError, environment

PATIENCE = 60.0
_SHORTEST = 0.0005
_SHARE = 100


@dataclass(frozen=True, slots=True)
class Line:
    """What a program said, without line end, and when it was read."""

    text: str
    at: float


class Running:
    """A process in a group of its own, and what it says, line by line, on both outputs."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.name = " ".join(command)
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace", env=environment(), cwd=folder, start_new_session=True,
        )  # fmt: skip
        self.lines: list[Line] = []
        self._said = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def mark(self) -> int:
        """The number of the next line."""
        return len(self.lines)

    def heard(self, pattern: str, after: int = 0, patience: float = PATIENCE) -> Line:
        """The first line from number `after` on with `pattern` in it, as soon as it is said; FailedError if never."""
        until = monotonic() + patience
        with self._said:
            while True:
                for line in self.lines[after:]:
                    if re.search(pattern, line.text):
                        return line
                left = until - monotonic()
                if left <= 0 or not self._reader.is_alive():
                    last = "; ".join(line.text for line in self.lines[-3:])
                    raise FailedError(f"`{self.name}` never said `{pattern}` (at last: {last})")
                self._said.wait(min(left, 0.5))

    @property
    def resident(self) -> float | None:
        """MB of memory that the process holds now; None where the system does not tell (it is asked as on Linux)."""
        with suppress(OSError):
            found = re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text(), re.MULTILINE)
            return int(found[1]) / 1024 if found else None
        return None

    @property
    def processor(self) -> float:
        """Seconds of processors that the process took so far, without those that it started, in steps of some ms.

        Not a number where the system does not tell (it is asked as on Linux).
        """
        with suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return float("nan")

    def stop(self) -> None:
        """Hold it still, so that it takes no processor from others."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        self._signal(signal.SIGCONT)

    def end(self) -> None:
        """End it and all that it started."""
        self._signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join(5)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)

    def _read(self) -> None:
        for line in self.process.stdout or ():
            with self._said:
                self.lines.append(Line(line.rstrip("\n"), perf_counter()))
                self._said.notify_all()
        with self._said:
            self._said.notify_all()


@contextmanager
def running(command: Sequence[str], folder: Path) -> Iterator[Running]:
    """The program, as long as the block runs."""
    process = Running(command, folder)
    try:
        yield process
    finally:
        process.end()


def got(port: int, path: str) -> bytes:
    """The body of a page of the server at `port` of this machine; empty where there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        return body if answer.status == http.client.OK else b""
    except (OSError, http.client.HTTPException):
        return b""
    finally:
        connection.close()


def served(port: int, path: str, mark: bytes, patience: float = PATIENCE) -> float:
    """When the page has `mark` in it, asked again and again; FailedError if never.

    It is asked at once, then with pauses of a hundredth of the time it took so far: who is slow is not slowed down.
    """
    started = perf_counter()
    while True:
        if mark in got(port, path):
            return perf_counter()
        waited = perf_counter() - started
        if waited > patience:
            raise FailedError(f"`{path}` at port {port} never showed the edit")
        sleep(max(4 * _SHORTEST, waited / _SHARE))


def on_disk(path: Path, mark: bytes, patience: float = PATIENCE) -> float:
    """When the file at `path` is another one with `mark` in it; looked at every half millisecond."""
    started, seen = perf_counter(), None
    while True:
        with suppress(FileNotFoundError):
            found = path.stat()
            stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
            if stamp != seen and mark in path.read_bytes():
                return perf_counter()
            seen = stamp
        if perf_counter() - started > patience:
            raise FailedError(f"`{path.name}` never held the edit")
        sleep(_SHORTEST)


class Events:
    """The server-sent events of `/__dpmlc/events`: each one's time, in a queue."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self._connection.request("GET", "/__dpmlc/events")
        self._answer = self._connection.getresponse()
        self._times: queue.SimpleQueue[float] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def next(self, patience: float = PATIENCE) -> float:
        """When the next event came; FailedError if none does."""
        try:
            return self._times.get(timeout=patience)
        except queue.Empty as error:
            raise FailedError("the server sent no event") from error

    def forget(self) -> None:
        """Drop what came before now."""
        with suppress(queue.Empty):
            while True:
                self._times.get_nowait()

    def _read(self) -> None:
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            while line := self._answer.readline():
                if line.startswith(b"data:"):
                    self._times.put(perf_counter())
