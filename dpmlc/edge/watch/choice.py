"""Whether to trust the system's notices for a package, or to poll."""

import os

from dpmlc.edge.watch.events import Asking, Notices, Watcher
from dpmlc.edge.watch.mounts import silent

_FORCE = "WATCHFILES_FORCE_POLLING"
_OFF = {"", "0", "false", "disable", "disabled"}


def watcher_for(root: str, *, poll: bool) -> Watcher:
    """Polling where it is asked for, by the option or the environment, and on file systems that tell nothing."""
    if poll:
        return Asking()
    given = os.environ.get(_FORCE)
    if given is not None and given.lower() not in _OFF:
        return Asking(f"as `{_FORCE}` says")
    kind = "" if given else silent([root])
    return Asking(f"the file system is {kind}") if kind else Notices()
