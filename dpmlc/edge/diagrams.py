"""Mermaid diagrams drawn by `mmdr` (extra `diagrams`), in a process of its own: no source can hang a build."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import cache
from importlib.util import find_spec

from dpmlc.edge import diagram_worker
from dpmlc.pages.figures.drawing import drawing
from dpmlc.pages.figures.renderer import Drawing, Undrawn
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.regular import regular
from dpmlc.text.slotted import slotted

_LIBRARY = "mmdr"
_LOOK = '%%{init: {"theme": "default", "look": "classic"}}%%\n'
_REMEMBERED = 2000
_LONGEST = 100_000
_LONGEST_REASON = 200
_TOO_MUCH = "drawing it takes too much time or memory"
# mermaid.js takes comments away as well; one without words keeps merman 0.9 from ever ending.
_COMMENT = regular(r"^[ \t]*%%(?!\{)[^\n]*(?:\n|\Z)", re.MULTILINE)
_FRONT = regular(r"\A\s*---[ \t]*\n(.*?\n)??[ \t]*---[ \t]*(?:\n|\Z)", re.DOTALL)


@contextmanager
def diagrams() -> "Iterator[Mermaid | None]":
    """What draws diagrams, where the extra `diagrams` is installed; its process ends with the context."""
    renderer = found_renderer()
    try:
        yield renderer
    finally:
        if renderer is not None:
            renderer.close()


def found_renderer() -> "Mermaid | None":
    """What draws, to be closed by who asks for it. Nothing is started yet."""
    return Mermaid() if find_spec(_LIBRARY) is not None and sys.executable else None


def lacks_library(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether diagrams were not drawn for want of a library: the next build may find it, though no file changes."""
    return any(diagram_worker.UNLOADABLE in each.message for each in diagnostics)


@cache
def _versioned() -> str:
    from importlib.metadata import version  # noqa: PLC0415  Its import takes longer than a small build.

    return f"{_LIBRARY} {version(_LIBRARY)}"


@slotted
class Mermaid:
    """Draws, and remembers what it drew. Its process is started by the first diagram and ends with this one."""

    _drawn: dict[str, Drawing | Undrawn] = field(default_factory=dict)
    _worker: "subprocess.Popen[bytes] | None" = None
    _owner: int = 0

    @property
    def name(self) -> str:
        """Who draws, with the version, for those who keep drawings."""
        return _versioned()

    def draw(self, source: str) -> Drawing | Undrawn:
        """The drawing of `source`, or why there is none."""
        if source not in self._drawn:
            if len(self._drawn) >= _REMEMBERED:
                self._drawn.clear()
            self._drawn[source] = self._made(source)
        return self._drawn[source]

    def close(self) -> None:
        """End the process, if this one started it. The next diagram starts another."""
        worker, self._worker = self._worker, None
        if worker is not None and self._owner == os.getpid():
            worker.kill()
            worker.communicate()

    def _made(self, source: str) -> Drawing | Undrawn:
        if len(source) > _LONGEST:  # So that no time limit decides what one machine draws and another does not.
            return Undrawn(f"the source is longer than {_LONGEST} characters")
        answer = self._asked(prepared(source))
        if "svg" in answer:
            return drawing(answer["svg"]) or Undrawn("the drawing is no SVG that can be shown")
        reason = " ".join(answer["reason"].split())
        return Undrawn(reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}…")

    def _asked(self, source: str) -> dict[str, str]:
        worker = self._running()
        line = b""
        with suppress(OSError):
            if worker.stdin is not None and worker.stdout is not None:
                worker.stdin.write(json.dumps(source).encode() + b"\n")
                worker.stdin.flush()
                line = worker.stdout.readline()
        if not line.endswith(b"\n"):
            self.close()
            return {"reason": _TOO_MUCH}
        answer: dict[str, str] = json.loads(line)
        return answer

    def _running(self) -> "subprocess.Popen[bytes]":
        """The process. A copy of this one (`fork`) starts its own: two must not write into one pipe."""
        if self._worker is None or self._owner != os.getpid() or self._worker.poll() is not None:
            self._owner = os.getpid()
            self._worker = subprocess.Popen(
                [sys.executable, "-P", diagram_worker.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
        return self._worker


def prepared(source: str) -> str:
    """`source` without comments and with the looks of most sites, unless it chooses its own."""
    text = _COMMENT.sub("", source)
    front = _FRONT.match(text)
    if front is None:
        return _LOOK + text
    return text if "config:" in front[0] else f"{front[0]}{_LOOK}{text[front.end() :]}"
