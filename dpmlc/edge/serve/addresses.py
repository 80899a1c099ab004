"""A request's target and `Host` -> the output it names, and whether it may be answered. No file system is asked."""

import ipaddress
from typing import Literal
from urllib.parse import quote, unquote_to_bytes, urlsplit

from dpmlc.edge.serve.live import State
from dpmlc.pages.plan.address import href
from dpmlc.text.frozen import frozen

OWN = "/__dpmlc/"
"""Where the server's own files are; no page can have such an address."""

_BUNDLES = "bundles/"


@frozen
class Found:
    """An output by its path in the output folder, where to `redirect` to, a file of the server's `own`, or nothing."""

    kind: Literal["output", "redirect", "own", "missing", "wrong"]
    path: str = ""


def find(target: str, state: State) -> Found:
    """What the target of a request names. Its query says nothing; it is decoded once."""
    path = _path(target)
    if path is None:
        return Found("wrong")
    if path.startswith(OWN):
        return Found("own", path[len(OWN) :])
    outputs = state.outputs or {}
    for inside in dict.fromkeys((path.removeprefix("/"), _below(path, state.prefix))):
        for key in (f"site/{inside}", *([inside] if inside.startswith(_BUNDLES) else [])):
            whole = f"{key}index.html" if key.endswith("/") else key
            if whole in outputs:
                return Found("output", whole)
            if f"{key}/index.html" in outputs:
                return Found("redirect", quote(path.rsplit("/", 1)[-1]) + "/")
        for each in state.shown.instead(inside):
            if f"site/{each}" in outputs:
                return Found("redirect", href(inside, each))
    return Found("missing", f"site/{_below(path, state.prefix)}")


def is_ours(host: str | None, named: str) -> bool:
    """Whether a `Host` is one under which this server may be asked for; `named` is that of `--host`, or "".

    A page elsewhere can lead its own name to this machine (DNS rebinding), but never a number.
    """
    name = _name(host or "")
    if name is None:
        return False
    number = _number(name)
    if number is not None:
        return number.is_loopback or bool(named)
    return name == "localhost" or name.endswith(".localhost") or name == named.lower()


def _path(target: str) -> str | None:
    """The decoded path of a request's target, or None where there is none."""
    try:
        parts = urlsplit(target) if target.startswith(("http://", "https://")) else None
        raw = parts.path or "/" if parts else target.partition("#")[0].partition("?")[0]
        path = unquote_to_bytes(raw).decode("utf-8")
    except ValueError:
        return None
    return path if path.startswith("/") and "\0" not in path else None


def _below(path: str, prefix: str) -> str:
    return path[len(prefix) :] if path.startswith(prefix) else path.removeprefix("/")


def _name(host: str) -> str | None:
    """The host without its port, in lower case; None where it is none."""
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        port = port.removeprefix(":")
    else:
        name, bracket, port = host.partition(":")
        bracket = "]"
    return name.lower() if name and bracket and (not port or port.isdecimal()) else None


def _number(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
