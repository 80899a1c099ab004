"""A workspace that changes -> an index that follows, made in a thread of its own and handed over when it stands."""

import os
import threading
import time
from collections.abc import Callable, Iterator

from dpmlc.edge.configuration import CONFIGURATION, ConfigurationError
from dpmlc.edge.fileref.listing import Workspace, listed, refreshed
from dpmlc.edge.root import OutsideError, inside
from dpmlc.fileref.file_index import FileIndex, changed, differences, file_index, renewed
from dpmlc.fileref.segment import File

_ALL_NEW = frozenset({CONFIGURATION, ".gitignore"})
_WAIT_MS = 200
# Of all time at most a fifth goes into looking through the whole workspace.
_REST = 4.0

Give = Callable[[FileIndex], None]
Complain = Callable[[Exception], None]


def index_once(workspace: Workspace, give: Give) -> FileIndex:
    """List the workspace and hand its index over."""
    index = file_index(listed(workspace))
    give(index)
    return index


def follow(workspace: Workspace, give: Give, complain: Complain, stop: threading.Event) -> None:
    """Hand over the index, and a new one after each change, until `stop` is set.

    What the system says of changes is taken as "look again there". Where it says nothing, or nothing any more,
    `complain` is told and the index stays as it is. Raises what `listed` does, where the first look fails.
    """
    try:
        events = _events(workspace.root, stop)
        next(events)  # From here on nothing is missed, so that listing may take its time.
    except (OSError, RuntimeError) as error:
        index_once(workspace, give)
        complain(error)
        return
    index = index_once(workspace, give)
    try:
        _keep_up(workspace, index, events, give, complain, stop)
    except (OutsideError, OSError, RuntimeError) as error:
        complain(error)


def _keep_up(
    workspace: Workspace,
    index: FileIndex,
    events: Iterator[set[str]],
    give: Give,
    complain: Complain,
    stop: threading.Event,
) -> None:
    rest = 0.0
    for paths in events:
        known = [path for path in paths if index.file(path) is not None]
        if len(known) == len(paths) and not any(path.rpartition("/")[2] in _ALL_NEW for path in paths):
            index = _looked_at(workspace, index, known)
        elif stop.wait(rest):
            return
        else:
            start = time.monotonic()
            index = _looked_through(workspace, index, complain)
            rest = (time.monotonic() - start) * _REST
        give(index)


def _looked_through(workspace: Workspace, index: FileIndex, complain: Complain) -> FileIndex:
    """The index after looking at everything; where that cannot be done now, say while a file is edited, as it was."""
    try:
        gone, come = differences(index, listed(workspace))
    except (ConfigurationError, OutsideError, OSError) as error:
        complain(error)
        return index
    return _fresh(changed(index, gone, come)) if gone or come else index


def _looked_at(workspace: Workspace, index: FileIndex, paths: list[str]) -> FileIndex:
    found = refreshed(workspace.root, paths)
    come: list[File] = [file for file in found.values() if file is not None]
    return _fresh(changed(index, [path for path, file in found.items() if file is None], come))


def _fresh(index: FileIndex) -> FileIndex:
    return renewed(index) if index.is_worn else index


def _events(root: str, stop: threading.Event) -> Iterator[set[str]]:
    """Paths from the root where something happened, in bursts; the first burst is empty and means: watching now."""
    from watchfiles import watch  # noqa: PLC0415  Only a server needs it.

    started = False
    for burst in watch(root, stop_event=stop, rust_timeout=_WAIT_MS, yield_on_timeout=True, raise_interrupt=False):
        paths = {inside(root, path) or "" for _, path in burst}
        if paths or not started:
            started = True
            yield {path.replace(os.sep, "/") for path in paths}
