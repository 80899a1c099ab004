"""One confined process: started, listened to until its time is over, ended with everything that it started."""

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import field
from typing import IO, Any

from dpmlc.edge.tools.grants import Grants, RunLimits
from dpmlc.edge.tools.interpreter import HERE, Interpreter
from dpmlc.text.slotted import slotted

_SAFE_PATH = "/usr/local/bin:/usr/bin:/bin"
_GRACE = 3.0


class OutOfTimeError(Exception):
    """The process did not come to an end."""


class OutOfBoundsError(Exception):
    """The process wrote more than it may; the message says what."""


@slotted
class Confined:
    """A running process. `prints` gets what it writes to its standard output and error."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    limits: RunLimits
    prints: Callable[[bytes], None]
    deadline: float
    started: float
    kept: bytes = b""
    printed: int = 0
    last: bytes = b""
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    @property
    def spent(self) -> float:
        """Seconds since the process was started."""
        return time.monotonic() - self.started

    def send(self, message: dict[str, object]) -> None:
        """Answer; a process that is gone hears nothing."""
        try:
            self.channel.settimeout(max(0.1, self.deadline - time.monotonic()))
            self.channel.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def messages(self) -> Iterator[dict[str, Any] | None]:
        """What the process says, None for a line that is no message, until it ends.

        Raises OutOfTimeError and OutOfBoundsError.
        """
        output: IO[bytes] | None = self.process.stdout
        assert output is not None
        self._selector.register(self.channel, selectors.EVENT_READ)
        self._selector.register(output, selectors.EVENT_READ)
        while True:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise OutOfTimeError
            if b"\n" in self.kept:
                line, _, self.kept = self.kept.partition(b"\n")
                yield _message(line)
                continue
            for key, _ in self._selector.select(min(left, 0.5)):
                if key.fileobj is output:
                    self._printed(output)
                elif not self._heard():
                    return

    def _heard(self) -> bool:
        try:
            piece = self.channel.recv(1 << 16)
        except OSError:
            piece = b""
        self.kept += piece
        if len(self.kept) > self.limits.output:
            raise OutOfBoundsError(f"the result is larger than {self.limits.output} bytes")
        return bool(piece)

    def _printed(self, output: IO[bytes]) -> None:
        piece = os.read(output.fileno(), 1 << 16)
        if not piece:
            self._selector.unregister(output)
            return
        self.printed += len(piece)
        if self.printed > self.limits.output:
            raise OutOfBoundsError(f"the tool printed more than {self.limits.output} bytes")
        self.last = (self.last + piece)[-4000:]
        self.prints(piece)

    def drain(self) -> None:
        """What was printed and not yet read, once nobody writes any more."""
        output = self.process.stdout
        if output is None:
            return
        os.set_blocking(output.fileno(), False)
        while self.printed <= self.limits.output:
            try:
                piece = os.read(output.fileno(), 1 << 16)
            except BlockingIOError:
                return
            if not piece:
                return
            self.printed += len(piece)
            self.last = (self.last + piece)[-4000:]
            self.prints(piece)

    def status(self) -> int:
        """How the process ended, waited for; negative or above 128 for a signal."""
        try:
            return self.process.wait(max(0.1, min(2.0, self.deadline - time.monotonic())))
        except subprocess.TimeoutExpired:
            return -1

    def end(self) -> None:
        """End the process and all that it started: the launcher is asked first, it knows them."""
        self.channel.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(2.0)
            except subprocess.TimeoutExpired:
                self.process.kill()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._selector.close()


def confined(
    program: Interpreter, work: str, grants: Grants, limits: RunLimits, prints: Callable[[bytes], None]
) -> Confined:
    """Start `program` with `work` as its folder."""
    ours, theirs = socket.socketpair()
    number = theirs.fileno()
    spec = {
        "command": [*program.command, str(number)], "channel": number, "work": work,
        "read": program.read, "write": grants.write, "net": grants.network, "namespaces": True, "landlock": True,
        "memory": program.memory, "cpu": int(limits.seconds + limits.cleanup) + 2, "file": limits.files,
        "processes": limits.processes,
    }  # fmt: skip
    command = [sys.executable, "-I", "-B", os.path.join(HERE, "launch.py"), json.dumps(spec)]
    environment = {"PATH": _SAFE_PATH, "HOME": work, "TMPDIR": work, "LANG": "C.UTF-8", "TZ": "UTC"}
    with theirs:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=(number,),
            start_new_session=True, env={**environment, **dict(grants.environment)}, cwd=work,
        )  # fmt: skip
    began = time.monotonic()
    return Confined(process, ours, limits, prints, began + limits.seconds + limits.cleanup + _GRACE, began)


def _message(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
