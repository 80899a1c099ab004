"""Installed plug-ins: protocol handlers and targets, found by entry point (SPEC 2.6, 4.6)."""

import os
import sys
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Any

from dpmlc.edge import faults
from dpmlc.emit.targets import PLAIN, Target
from dpmlc.link.handler import Handler
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen

_PROTOCOLS = "dpmlc.protocols"
_TARGETS = "dpmlc.targets"


def own_targets() -> dict[str, Target]:
    """The targets that dpmlc has itself, by name."""
    plain: Any = PLAIN
    return {plain.name: plain}


@frozen
class Plugins:
    """Handlers by name in order; targets by name, dpmlc's own first; `failed` says what could not be loaded."""

    handlers: tuple[Handler, ...] = ()
    targets: Mapping[str, Target] = field(default_factory=own_targets)
    failed: tuple[Diagnostic, ...] = ()


def installed() -> Plugins:
    """The plug-ins of this Python. Where no package mentions an entry point of ours, none is looked for."""
    if not _is_mentioned():
        return Plugins()
    handlers, failed = _loaded(_PROTOCOLS)
    targets, more = _loaded(_TARGETS)
    ordered = tuple(sorted(handlers.values(), key=lambda each: str(each.name)))
    return Plugins(ordered, own_targets() | targets | own_targets(), (*failed, *more))


def _loaded(group: str) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    from importlib.metadata import entry_points  # noqa: PLC0415  Its import takes longer than a small build.

    found: dict[str, Any] = {}
    failed = []
    for point in sorted(entry_points(group=group), key=lambda each: each.name):
        try:
            value = point.load()
            made = value() if isinstance(value, type) else value
            found[str(made.name)] = made
        except Exception:  # It is somebody else's code: whatever it raises is reported.
            failed.append(faults.plug_in_failed(group, point.name, traceback.format_exc().splitlines()))
    return found, tuple(failed)


def _is_mentioned() -> bool:
    """Whether any distribution but dpmlc itself has an entry point of ours; reads files, imports nothing."""
    return any(_mentions(path) for folder in dict.fromkeys(sys.path) for path in _entry_files(folder))


def _entry_files(folder: str) -> Iterable[str]:
    with suppress(OSError), os.scandir(folder or ".") as entries:
        for entry in entries:
            if entry.name.endswith((".dist-info", ".egg-info")) and not entry.name.startswith("dpmlc-"):
                yield os.path.join(entry.path, "entry_points.txt")


def _mentions(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return False
    return _PROTOCOLS.encode() in content or _TARGETS.encode() in content
