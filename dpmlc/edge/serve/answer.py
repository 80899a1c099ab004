"""A request for an address -> what is sent back, as a value."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Literal

from dpmlc.edge.serve.addresses import OWN, find
from dpmlc.edge.serve.copies import Copies
from dpmlc.edge.serve.inject import NOTHING_YET, injected
from dpmlc.edge.serve.live import Live, State
from dpmlc.emit.media import media_type
from dpmlc.text.artifact import Artifact, Copy, Output
from dpmlc.text.frozen import frozen

EVENTS = "events"
_OWN_FILES: Mapping[str, str] = {
    "client.js": "text/javascript; charset=utf-8",
    "worker.js": "text/javascript; charset=utf-8",
    "client.css": "text/css; charset=utf-8",
}
_MISSING = "site/404.html"
_PATIENCE = 60.0
_AGAIN = 5.0

SITE_POLICY = "default-src 'self'"
"""The policy under which every page of ours works (SPEC 6.7)."""
FOREIGN_POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"
"""For files that the package's author wrote: whatever is in them does nothing."""


@frozen
class Answer:
    """Status, body, and the headers that say what the body is."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def answer(target: str, known: str, live: Live, copies: Copies) -> Answer | Literal["events"]:
    """What is at `target`, after the build that is running. `known` is the request's `If-None-Match`."""
    state = live.settled(_PATIENCE)
    found = find(target, state)
    match found.kind:
        case "wrong":
            return _plain(400, "this is no address")
        case "own":
            return "events" if found.path == EVENTS else _own(found.path)
        case "redirect":
            return Answer(302, b"", {"Location": found.path})
        case "missing":
            return _missing(found.path, state, live)
        case "output":
            return _output(found.path, known, state, live, copies)


def _output(path: str, known: str, state: State, live: Live, copies: Copies) -> Answer:
    output = (state.outputs or {})[path]
    version = _version(path, state)
    if _is_known(version, known):
        return Answer(304, b"", {"ETag": f'"{version}"'})
    body = output.content if isinstance(output, Artifact) else _copied(output, copies)
    if body is None:
        # The file changed a moment ago; the build that comes has its hash.
        newer = live.newer(state.generation, _AGAIN)
        state = live.settled(_PATIENCE) if newer else state
        fresh = (state.outputs or {}).get(path)
        body = _copied(fresh, copies)
        if body is None:
            return _plain(503, "this file is being changed")
        version = _version(path, state)
    headers = {"Content-Type": _type(path), "ETag": f'"{version}"', "Content-Security-Policy": SITE_POLICY}
    if not isinstance(output, Artifact) or not path.startswith("site/"):
        headers["Content-Security-Policy"] = FOREIGN_POLICY
    elif path.endswith(".html"):
        body = injected(body, version, client_version())
    return Answer(200, body, headers)


def _is_known(version: str, known: str) -> bool:
    """Whether an `If-None-Match` names the version; what stands between may have made its tag a weak one (RFC 9110,
    13.1.2).
    """
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return f'"{version}"' in tags or tags == {"*"}


def _copied(output: Output | None, copies: Copies) -> bytes | None:
    return copies.content(output) if isinstance(output, Copy) else None


def _version(path: str, state: State) -> str:
    """The word for what is sent: of a page, the script in it counts, too."""
    return f"{state.version(path)}-{client_version()}" if path.endswith(".html") else state.version(path)


def _missing(path: str, state: State, live: Live) -> Answer:
    asset = live.old_asset(path)
    if asset is not None:
        return Answer(200, asset.content, {"Content-Type": _type(path), "Content-Security-Policy": SITE_POLICY})
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": SITE_POLICY}
    if state.outputs is None:
        return Answer(503, injected(NOTHING_YET, "none", client_version()), headers)
    page = state.outputs.get(_MISSING)
    if not isinstance(page, Artifact):
        return _plain(404, "there is no such page")
    # Its links are relative to the root, and it is shown at any depth.
    return Answer(404, injected(page.content, f"404-{state.version(_MISSING)}", client_version()), headers)


def _own(name: str) -> Answer:
    if name not in _OWN_FILES:
        return _plain(404, f"`{OWN}` has no such file")
    return Answer(200, own_file(name), {"Content-Type": _OWN_FILES[name], "Content-Security-Policy": SITE_POLICY})


@cache
def own_file(name: str) -> bytes:
    """A file of this package that is sent to browsers."""
    with open(os.path.join(os.path.dirname(__file__), name), "rb") as file:
        return file.read()


@cache
def client_version() -> str:
    """Changes with the scripts themselves: a page that runs older ones is loaded anew."""
    return hashlib.sha256(b"".join(own_file(name) for name in sorted(_OWN_FILES))).hexdigest()[:12]


def _plain(status: int, text: str) -> Answer:
    return Answer(status, f"{text}\n".encode(), {"Content-Type": "text/plain; charset=utf-8"})


def _type(path: str) -> str:
    found = media_type(path) or "application/octet-stream"
    if found == "text/markdown":  # Which browsers offer for download.
        found = "text/plain"
    is_text = found.startswith("text/") or found in {"application/json", "image/svg+xml", "application/xml"}
    return f"{found}; charset=utf-8" if is_text else found
