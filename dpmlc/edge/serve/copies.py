"""Files of the package that the site or a bundle brings along, read when a browser asks for one."""

import hashlib
import threading
from collections import OrderedDict
from contextlib import suppress

from dpmlc.edge.package import Package, open_package
from dpmlc.edge.watch.rebuild import TROUBLE
from dpmlc.edge.watch.session import Wanted
from dpmlc.text.artifact import Copy

_ROOM = 32 << 20


class Copies:
    """Contents of copies by their hash; those asked for last are kept, up to 32 MiB."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._package: Package | None = None

    def content(self, copy: Copy) -> bytes | None:
        """The bytes that the build saw; None where the file holds others by now."""
        with self._lock:
            if copy.sha256 in self._kept:
                self._kept.move_to_end(copy.sha256)
                return self._kept[copy.sha256]
            found = self._read(copy)
            if found is not None:
                self._kept[copy.sha256] = found
                while sum(map(len, self._kept.values())) > _ROOM and len(self._kept) > 1:
                    self._kept.popitem(last=False)
            return found

    def _read(self, copy: Copy) -> bytes | None:
        """From the package as it was opened last: to open it takes long. Where that fails it is opened anew."""
        found = self._found(copy)
        if found is None:
            self._open()
            found = self._found(copy)
        return found

    def _open(self) -> None:
        before, self._package = self._package, None
        if before is not None:
            before.files.close()
        with suppress(*TROUBLE):
            self._package = open_package(self._wanted.root, self._wanted.trust, self._wanted.written)

    def _found(self, copy: Copy) -> bytes | None:
        found = None if self._package is None else self._package.files.read(copy.source, copy.bytes)
        return found if isinstance(found, bytes) and hashlib.sha256(found).hexdigest() == copy.sha256 else None
