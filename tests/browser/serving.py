"""A folder of pages as a web server gives it out: under a path, with a strict policy, with the site's own 404 page."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

POLICY = "default-src 'self'"


class Pages(SimpleHTTPRequestHandler):
    """Files of `directory` below `prefix` (`/` or `/sub/path/`); everything else is the 404 page."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *given: object, prefix: str, directory: str) -> None:
        self.prefix = prefix
        super().__init__(*given, directory=directory)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        path = urlsplit(path).path
        inside = path.removeprefix(self.prefix) if path.startswith(self.prefix) else "no such page"
        return super().translate_path(f"/{inside}")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *said: object) -> None:
        """Nothing: the browser's own log is what the tests read."""


class Server(ThreadingHTTPServer):
    """One thread for each connection; a browser opens several at once."""

    daemon_threads = True
    request_queue_size = 64


@contextmanager
def served(folder: Path, prefix: str = "/") -> Iterator[str]:
    """The address of `folder` on this machine, with a slash at its end, as long as the block runs."""
    server = Server(("127.0.0.1", 0), partial(Pages, prefix=prefix, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
