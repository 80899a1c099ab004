"""Searches and cancels as they arrive, with the time -> which search is to run now. The clock is a value here.

One search runs at a time, in the order of arrival, so that no answer comes after that of a newer search. A cancelled
search is not answered. With a pause (debounce) a search waits that long, and a newer one takes its place.
"""

from dataclasses import replace

from dpmlc.fileref.messages import Cancel, Search
from dpmlc.text.frozen import frozen


@frozen
class Waiting:
    """A search that may run from the time `due` on."""

    search: Search
    due: float


@frozen
class Session:
    """`pause` and all times in seconds; `running` is the search that is being worked on."""

    pause: float = 0.0
    waiting: tuple[Waiting, ...] = ()
    running: Search | None = None

    @property
    def next_due(self) -> float | None:
        """When there is something to start; None while nothing waits."""
        return self.waiting[0].due if self.waiting else None


def with_search(session: Session, search: Search, now: float) -> Session:
    """The session after `search` arrived; with a pause it is the only one left."""
    arrived = Waiting(search, now + session.pause)
    if session.pause > 0:
        return replace(session, waiting=(arrived,), running=None)
    return replace(session, waiting=(*session.waiting, arrived))


def with_cancel(session: Session, cancel: Cancel) -> Session:
    """The session without the search that `cancel` names; others are not touched."""
    kept = tuple(each for each in session.waiting if not _names(cancel, each.search))
    running = None if session.running is not None and _names(cancel, session.running) else session.running
    return replace(session, waiting=kept, running=running)


def started(session: Session, now: float) -> Session:
    """The session with the next search running, if nothing runs and one is due."""
    if session.running is not None or not session.waiting or session.waiting[0].due > now:
        return session
    return replace(session, running=session.waiting[0].search, waiting=session.waiting[1:])


def finished(session: Session) -> Session:
    """The session after its running search was answered."""
    return replace(session, running=None)


def hurried(session: Session, now: float) -> Session:
    """The session with nothing to wait for: no more messages will come."""
    return replace(session, waiting=tuple(replace(each, due=min(each.due, now)) for each in session.waiting))


def _names(cancel: Cancel, search: Search) -> bool:
    return cancel.query_id.lower() == search.query_id.lower()
