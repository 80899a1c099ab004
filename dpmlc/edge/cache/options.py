"""The options of `dpmlc build` that a result depends on, and a reading of the plain command line without the parser.

The parser proper takes longer to load than a small package to compare. So `plainly` understands the usual forms alone;
for all else it gives None, and the parser decides.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

_FLAGS: dict[str, dict[str, Any]] = {
    "--strict": {"strict": True},
    "--no-site": {"no_site": True},
    "--keep-going": {"keep_going": True},
    "--check": {"compare": True},
    "--untrusted": {"untrusted": True},
    "-q": {"quiet": True},
    "--quiet": {"quiet": True},
}
_VALUES = {"-o": "output", "--output": "output", "--cache-dir": "cache_dir", "--policy": "policy"}
_COLOURS = ("auto", "always", "never")


# A named tuple: making dataclasses takes longer than looking at a thousand files.
class Asked(NamedTuple):
    """A command line of `dpmlc build`; values as they were given."""

    path: str | None = None
    output: str | None = None
    cache_dir: str | None = None
    policy: str | None = None
    strict: bool = False
    no_site: bool = False
    keep_going: bool = False
    compare: bool = False
    untrusted: bool = False
    quiet: bool = False
    colour: str = "auto"
    only: tuple[str, ...] = ()


def plainly(arguments: Sequence[str]) -> Asked | None:
    """The options that `arguments`, those behind `build`, give; None where the parser has to be asked."""
    asked = Asked()
    waiting = list(arguments)
    while waiting:
        name, equals, value = waiting.pop(0).partition("=")
        if name in _FLAGS and not equals:
            asked = asked._replace(**_FLAGS[name])
            continue
        if not name.startswith("-"):
            if asked.path is not None or not name:
                return None
            asked = asked._replace(path=name + equals + value)
            continue
        if equals and not name.startswith("--"):
            return None
        if not equals:
            value = waiting.pop(0) if waiting else ""
        found = None if not value or (not equals and value.startswith("-")) else _with(asked, name, value)
        if found is None:
            return None
        asked = found
    return asked


def _with(asked: Asked, name: str, value: str) -> Asked | None:
    if name in _VALUES:
        given: dict[str, Any] = {_VALUES[name]: value}
        return asked._replace(**given)
    match name, value:
        case "--only", _:
            return asked._replace(only=(*asked.only, value))
        case "--color", _ if value in _COLOURS:
            return asked._replace(colour=value)
        case "--format", "text":
            return asked
        case "--jobs", _ if value.isascii() and value.isdigit() and int(value) > 0:
            return asked
    return None


def key(asked: Asked, root: str, output: str, policy: str) -> str:
    """A digest (hex) of all that decides the result: the real paths `root`, `output` and `policy`, and the switches."""
    parts = (
        root, output, policy, str(asked.strict), str(asked.no_site), str(asked.keep_going), str(asked.untrusted),
        *sorted(set(asked.only)),
    )  # fmt: skip
    told = "\0".join(parts).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(told, digest_size=16).hexdigest()
