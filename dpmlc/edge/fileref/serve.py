"""Messages in, answers out, one line each: the server of `dpmlc fileref serve`.

One thread reads lines, one follows the workspace, and this one thread alone decides and answers. Between the steps of
a search it looks at what arrived, so that a cancel or a newer search is heard within a few milliseconds.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Generator
from queue import Empty, Queue
from typing import Literal

from dpmlc.edge.fileref.following import follow, index_once
from dpmlc.edge.fileref.lines import lines, message
from dpmlc.edge.fileref.listing import Workspace
from dpmlc.emit.media import media_type
from dpmlc.fileref.answers import candidates_object, error_object
from dpmlc.fileref.candidates import answer
from dpmlc.fileref.faults import message_form
from dpmlc.fileref.file_index import FileIndex
from dpmlc.fileref.messages import PROMPT, Cancel, Message, Misread, PromptRequest, Search
from dpmlc.fileref.search import Found, Trail, Wanted, searching
from dpmlc.fileref.session import Session, finished, hurried, started, with_cancel, with_search
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.width import json_safe
from dpmlc.text.frozen import frozen

# A reader that is faster than the answers waits; so many lines are looked ahead for cancels.
_AHEAD = 256

Write = Callable[[str], None]
Watch = Literal["follow", "once"]


@frozen
class End:
    """No more lines will come."""


@frozen
class Failed:
    """A thread could not go on; `kind` says whether the server can."""

    error: Exception
    fatal: bool


Event = Message | Misread | FileIndex | End | Failed


class Server:
    """Takes events and answers with `write`, a line at a time; `remark` takes what is no answer. Ends after `End`."""

    def __init__(self, write: Write, remark: Write, project: str, pause: float, clock: Callable[[], float]) -> None:
        self._write = write
        self._remark = remark
        self._project = project
        self._clock = clock
        self._session = Session(pause)
        self._index: FileIndex | None = None
        self._trail: Trail | None = None
        self._steps: tuple[Search, Generator[None, None, Found]] | None = None
        self._ended = False

    def run(self, events: "Queue[Event]") -> None:
        """Work until everything that arrived before the end is answered. Raises what a fatal `Failed` holds."""
        while not self._is_over():
            for event in _arrived(events, self._patience()):
                self.take(event)
            self.step()

    def take(self, event: Event) -> None:
        """One event. A message may be answered at once, a search is only noted."""
        match event:
            case Search():
                self._session = with_search(self._session, event, self._clock())
            case Cancel():
                self._session = with_cancel(self._session, event)
            case Misread():
                self._put(error_object(event))
            case PromptRequest():
                self._put(error_object(Misread("", "", (_not_here(),))))
            case Failed(error=error, fatal=True):
                raise error
            case Failed(error=error):
                self._remark(f"changes are not followed for now: {error}\n")
            case End():
                self._ended = True
                self._session = hurried(self._session, self._clock())
            case _:
                self._index = event
        if self._ended:
            self._session = hurried(self._session, self._clock())

    def step(self) -> None:
        """A few milliseconds of the running search, or the start of the next."""
        if self._index is None:
            return
        self._session = started(self._session, self._clock())
        search = self._session.running
        if search is None:
            self._steps = None
            return
        if self._steps is None or self._steps[0] is not search:
            self._steps = (search, _looking(self._index, _wanted(search, self._project), self._trail))
        try:
            next(self._steps[1])
        except StopIteration as end:
            found: Found = end.value
            self._steps, self._trail = None, found.trail
            self._session = finished(self._session)
            self._put(candidates_object(answer(search, found, media_type)))

    def _put(self, found: dict[str, object]) -> None:
        self._write(line_of(found))

    def _is_over(self) -> bool:
        # Not before the index stands: that it cannot be made has to be said, also to who asked for nothing.
        return self._ended and self._index is not None and not (self._session.running or self._session.waiting)

    def _patience(self) -> float | None:
        """How long to wait for an event, in seconds; None for as long as it takes."""
        if self._index is None:
            return None
        if self._session.running is not None:
            return 0.0
        due = self._session.next_due
        return None if due is None else max(0.0, due - self._clock())


def serve(workspace: Workspace, descriptor: int, write: Write, remark: Write, pause: float, watch: Watch) -> None:
    """Answer the lines of `descriptor` until it ends. Raises what listing the workspace for the first time raises."""
    # Lists are made beside searches: a search must not wait long for its turn.
    sys.setswitchinterval(0.0005)
    events: Queue[Event] = Queue(_AHEAD)
    stop = threading.Event()
    for work in (lambda: _read(descriptor, events), lambda: _index(workspace, events, stop, watch)):
        threading.Thread(target=work, daemon=True).start()
    try:
        Server(write, remark, workspace.project, pause, time.monotonic).run(events)
    finally:
        stop.set()


def line_of(found: dict[str, object]) -> str:
    """A JSON object on one line, safe to be shown: what cannot be UTF-8, or could hide text, is escaped."""
    return json_safe(json.dumps(found, ensure_ascii=False, separators=(",", ":"))) + "\n"


def _read(descriptor: int, events: "Queue[Event]") -> None:
    try:
        for line in lines(descriptor):
            if line.strip() if isinstance(line, bytes) else True:
                events.put(message(line))
    except OSError as error:
        events.put(Failed(error, fatal=True))
    events.put(End())


def _index(workspace: Workspace, events: "Queue[Event]", stop: threading.Event, watch: Watch) -> None:
    try:
        if watch == "follow":
            follow(workspace, events.put, lambda error: events.put(Failed(error, fatal=False)), stop)
        else:
            index_once(workspace, events.put)
    except Exception as error:  # Whatever it is, the main thread has to say it.
        events.put(Failed(error, fatal=True))


def _arrived(events: "Queue[Event]", patience: float | None) -> Generator[Event, None, None]:
    """What has arrived; if nothing has, what arrives within `patience`."""
    try:
        yield events.get() if patience is None else events.get(timeout=patience) if patience else events.get_nowait()
        for _ in range(_AHEAD):
            yield events.get_nowait()
    except Empty:
        return


def _looking(index: FileIndex, wanted: Wanted, trail: Trail | None) -> Generator[None, None, Found]:
    """The search, with a last look at what arrived meanwhile before it is answered."""
    found = yield from searching(index, wanted, trail)
    yield
    return found


def _wanted(search: Search, project: str) -> Wanted:
    return Wanted(search.query, search.scope, search.max_results, search.filters, project)


def _not_here() -> Diagnostic:
    return message_form("type", "a search or its cancel; `dpmlc fileref convert` takes prompts", f'"{PROMPT}"')
