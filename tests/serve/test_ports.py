"""Which port the server gets, and what is said where it gets none."""

import errno
import socketserver

import pytest

from dpmlc.edge.root import OutsideError
from dpmlc.edge.serve.copies import Copies
from dpmlc.edge.serve.live import Live
from dpmlc.edge.serve.server import serving
from dpmlc.edge.watch.session import Wanted


@pytest.mark.parametrize(
    ("number", "port", "message", "help_"),
    [
        (errno.EACCES, 80, "the system permits no port from 80 to 129", "give one of 1024 or higher with `--port`"),
        (errno.EADDRINUSE, 8000, "no free port from 8000 to 8049", "give another one with `--port`"),
        (errno.EADDRINUSE, 65530, "no free port from 65530 to 65535", "give another one with `--port`"),
    ],
)
def test_why_there_is_no_port(
    number: int, port: int, message: str, help_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(socketserver.TCPServer, "server_bind", refuse)
    with pytest.raises(OutsideError) as caught:
        serving("127.0.0.1", port, Live(), Copies(Wanted("/nowhere", None, (), False, None)))  # type: ignore[arg-type]
    assert (caught.value.message, caught.value.help) == (message, (help_,))
