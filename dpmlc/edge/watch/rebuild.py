"""The seam to the engine: a root on a disk -> a build of it as it stands now, or why there is none."""

from collections.abc import Callable
from dataclasses import dataclass

from dpmlc.compiler import Build, Compiler, Draft, Request
from dpmlc.edge.configuration import ConfigurationError
from dpmlc.edge.found import ClosedError
from dpmlc.edge.package import Package
from dpmlc.edge.root import OutsideError
from dpmlc.edge.themes import theme_of
from dpmlc.edge.tools.ask import answers_of
from dpmlc.edge.watch.asked import AskedFiles
from dpmlc.pages.figures.renderer import Renderer


@dataclass(frozen=True, slots=True)
class Built:
    """A build and the package that it was made of, which is open as long as somebody works with this."""

    package: Package
    build: Build


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no build: the configuration or the outside world does not allow one, or dpmlc has a bug."""

    error: Exception


TROUBLE = (ConfigurationError, OutsideError, ClosedError, OSError)
"""What opening a package may raise."""


def rebuild(
    package: Package,
    files: AskedFiles,
    compiler: Compiler,
    changed: frozenset[str] | None,
    drafted: Callable[[Package, Draft], None],
    *,
    with_site: bool,
    renderer: Renderer | None,
) -> Built | Failed:
    """Build the opened package; `files` are its own, with a note of what is asked for. `drafted` sees the draft.

    `changed` are the package paths of what changed since `compiler` last built, None where that is not known.
    """
    try:
        theme = theme_of(package) if with_site else None
        answers = answers_of(package)
        request = Request(files, package.settings, package.builtin, theme, renderer, answers)
        draft = compiler.draft(request, changed=changed)
        drafted(package, draft)
        return Built(package, draft.build())
    except Exception as error:  # Watching goes on, whatever happened; the next save may mend it.
        return Failed(error)
