"""The HTTP server: only GET and HEAD, only for names of this machine, nothing that another site could read."""

import errno
import ipaddress
import json
import os
import socket
import socketserver
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from dpmlc import __version__
from dpmlc.edge.root import OutsideError
from dpmlc.edge.serve.addresses import is_ours
from dpmlc.edge.serve.answer import Answer, answer
from dpmlc.edge.serve.copies import Copies
from dpmlc.edge.serve.live import Live, State
from dpmlc.edge.serve.ranges import part

LOOPBACK = "127.0.0.1"
_TRIES = 50
_IDLE = 30.0
_CHECK = 1.0
_WORD = 15.0
_ALWAYS = {
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
}


class Server(ThreadingHTTPServer):
    """A thread for each connection; they end with it, and none keeps the process alive."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    allow_reuse_address = os.name != "nt"

    def __init__(self, host: str, port: int, live: Live, copies: Copies) -> None:
        self.named = ""
        self.live = live
        self.copies = copies
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)
        if not self.is_private or not is_ours(host if ":" not in host else f"[{host}]", ""):
            self.named = host

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(str(self.server_address[0])).is_loopback

    def server_bind(self) -> None:
        # The inherited one asks the network for this machine's name, which may take seconds.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is no fault of anybody."""

    @property
    def address(self) -> str:
        """Where the site is."""
        host = str(self.server_address[0])
        shown = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
        return f"http://{shown}:{self.server_port}/"


def serving(host: str, port: int, live: Live, copies: Copies) -> Server:
    """A server at the first free port from `port` on. Raises OutsideError where there is none, or no such host."""
    last: OSError | None = None
    for number in range(port, min(port + _TRIES, 65536)) if port else [0]:
        try:
            return Server(host, number, live, copies)
        except OSError as error:
            last = error
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise OutsideError(f"`{host}` is no address of this machine") from error
    tried = f"from {port} to {min(port + _TRIES, 65536) - 1}"
    if isinstance(last, PermissionError):
        raise OutsideError(f"the system permits no port {tried}", "give one of 1024 or higher with `--port`") from last
    raise OutsideError(f"no free port {tried}", "give another one with `--port`") from last


class Handler(BaseHTTPRequestHandler):
    """One connection of a browser."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = f"dpmlc/{__version__}"
    sys_version = ""
    timeout = _IDLE
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the inherited parser refuses. A method without `do_…` is one that is not allowed."""
        if code == HTTPStatus.NOT_IMPLEMENTED:
            code, message = HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD"
        self.close_connection = True
        headers = {"Content-Type": "text/plain; charset=utf-8", "Allow": "GET, HEAD", "Connection": "close"}
        self._send(Answer(code, f"{message or HTTPStatus(code).phrase}\n".encode(), headers))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing: the terminal belongs to the rebuilds."""

    def _answer(self) -> None:
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        if not is_ours(self.headers.get("Host"), self.server.named):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer for this host")
            return
        found = answer(self.path, self.headers.get("If-None-Match", ""), self.server.live, self.server.copies)
        if isinstance(found, Answer):
            ranged = self.command == "GET"  # For no other method a part means anything.
            asked = self.headers.get("Range", "") if ranged else ""
            self._send(part(found, asked, self.headers.get("If-Range", "")))
        else:
            self._stream()

    def _send(self, found: Answer) -> None:
        self.send_response(found.status)
        for name, value in {**_ALWAYS, **found.headers}.items():
            self.send_header(name, value)
        if found.status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(found.body)))
        self.end_headers()
        if self.command != "HEAD" and found.body:
            self.wfile.write(found.body)

    def _stream(self) -> None:
        """Server-sent events: the state now, and each one after it, until one side goes away."""
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        for name, value in {**_ALWAYS, "Content-Type": "text/event-stream; charset=utf-8"}.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command == "HEAD":
            return
        state: State | None = self.server.live.settled(_CHECK)
        generation, said = -1, time.monotonic()
        self.wfile.write(b"retry: 500\n\n")
        while not self.server.live.closed and not self._is_gone():
            if state is not None:
                generation = state.generation
                self.wfile.write(_event(state))
                said = time.monotonic()
            elif time.monotonic() - said > _WORD:
                self.wfile.write(b": still here\n\n")
                said = time.monotonic()
            state = self.server.live.newer(generation, _CHECK)

    def _is_gone(self) -> bool:
        """Whether the browser closed the connection."""
        self.connection.setblocking(False)
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.settimeout(_IDLE)


def _event(state: State) -> bytes:
    told = {"generation": state.generation, "errors": state.errors, "files": state.files}
    content = json.dumps(told, ensure_ascii=False)
    return f"data: {content}\n\n".encode("utf-8", "backslashreplace")
