"""Where what a build has made waits until the output is written: a file without a name, instead of memory.

Processes that are copies of this one put their files on the same shelf, so their pages need not be sent. It is gone
with the last of them, whatever happens. Where the system has no such file, or no room, files stay in memory.
"""

import os
from contextlib import suppress
from tempfile import TemporaryFile

from dpmlc.text.artifact import Artifact, Laid, Lay, held

try:
    import fcntl
except ImportError:  # Windows
    SHARED = False
else:
    SHARED = True
    """Whether processes can agree about the room on a shelf."""


class Shelf:
    """The files that wait. `lay` is what a build is to do with a file that it has made."""

    def __init__(self) -> None:
        self.lay: Lay = held
        if SHARED:
            with suppress(OSError):
                self._file = TemporaryFile()  # noqa: SIM115 - it lives as long as this
                self.lay = self._lay

    def content(self, laid: Laid) -> bytes:
        """What waits. Raises OSError."""
        parts = []
        place, left = laid.place, laid.bytes
        while left:
            part = os.pread(self._file.fileno(), left, place)
            if not part:
                raise OSError(f"`{laid.path}` is not whole")
            parts.append(part)
            place, left = place + len(part), left - len(part)
        return b"".join(parts)

    def _lay(self, artifact: Artifact) -> Artifact | Laid:
        try:
            return Laid(artifact.path, artifact.bytes, artifact.sha256, self._put(artifact.content))
        except OSError:
            return artifact

    def _put(self, content: bytes) -> int:
        """Where there is room; another process that asks meanwhile waits until it is taken."""
        shelf = self._file.fileno()
        fcntl.lockf(shelf, fcntl.LOCK_EX)
        try:
            place = os.fstat(shelf).st_size
            written = 0
            while written < len(content):
                written += os.pwrite(shelf, memoryview(content)[written:], place + written)
            return place
        finally:
            fcntl.lockf(shelf, fcntl.LOCK_UN)
