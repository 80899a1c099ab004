"""Rounds and faults in words for people: one line for what was built, a few for why nothing was."""

from collections.abc import Sequence

from dpmlc import __version__
from dpmlc.edge.configuration import ConfigurationError
from dpmlc.edge.found import ClosedError
from dpmlc.edge.output.fault import PublishError
from dpmlc.edge.root import OutsideError
from dpmlc.report.place import Places
from dpmlc.report.text import PLAIN, Paint, render
from dpmlc.report.width import visible

_FEW = 2


def some(paths: Sequence[str], none: str) -> str:
    """`a.md`, `a.md and b.md`, `a.md and 7 more`; `none` where there are none."""
    if not paths:
        return none
    shown = [visible(path) for path in paths[:_FEW]]
    if len(paths) > _FEW:
        return f"{shown[0]} and {len(paths) - 1} more"
    return " and ".join(shown)


def few(paths: Sequence[str]) -> str:
    """`a.md`, `a.md and b.md`, `7 files`, `nothing`."""
    return some(paths, "nothing") if len(paths) <= _FEW else f"{len(paths)} files"


def error_texts(error: Exception, paint: Paint = PLAIN) -> tuple[str, ...]:
    """What went wrong, one text a fault, each without line end at its end."""
    match error:
        case ConfigurationError():
            places = Places({source.path: source.text for source in error.sources})
            return tuple(render([each], places, paint).rstrip("\n") for each in error.diagnostics)
        case OutsideError() | PublishError():
            return (_complaint(error.message, error.help),)
        case ClosedError():
            return (_complaint(error.detail, ()),)
        case OSError():
            return (_complaint((error.strerror or str(error) or "the system refused").lower(), ()),)
        case _:
            what = f"{type(error).__name__}: {error}"[:300]
            return (_complaint(f"this is a bug in dpmlc {__version__} ({what})", ()),)


def milliseconds(seconds: float) -> str:
    """`45 ms`."""
    return f"{seconds * 1000:.0f} ms"


def _complaint(message: str, help_: Sequence[str]) -> str:
    return "\n".join([f"error: {visible(message)}", *(f"help: {visible(each)}" for each in help_)])
