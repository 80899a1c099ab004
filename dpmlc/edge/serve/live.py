"""What the server shows at this moment, shared by the thread that builds and the threads that answer."""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType

from dpmlc.edge.serve.moved import Shown
from dpmlc.emit.entries import BundleEntry
from dpmlc.text.artifact import Artifact, Output
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen

_OLD_ASSETS = 64
_SITE = "site/"
_ASSETS = "site/assets/"
_FILES = "site/files/"


@frozen
class State:
    """One build, whole. `outputs` are by path in the output folder; None before the first that could be had.

    `generation` counts what was shown, `errors` are texts for people, `prefix` is the path of `[site] url`, with
    slashes at both ends, `shown` the documents that have pages. `files` are versions of those files beside the pages
    that came or changed since the first build, by path from the site's root: a browser keeps a picture for as long as
    the page stays, whatever its address holds.
    """

    generation: int = 0
    outputs: Mapping[str, Output] | None = None
    errors: tuple[str, ...] = ()
    prefix: str = "/"
    shown: Shown = field(default_factory=Shown)
    files: Mapping[str, str] = field(default_factory=dict)

    def version(self, path: str) -> str:
        """A word for the content of an output, which changes with it."""
        return _word((self.outputs or {})[path])


class Live:
    """The newest state, and whether a newer one is in the making."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._state = State()
        self._busy = True
        self._closed = False
        self._assets: OrderedDict[str, Artifact] = OrderedDict()

    def begin(self) -> None:
        """Something changed: what is shown is old from now on."""
        with self._changed:
            self._busy = True

    def done(self) -> None:
        """What is shown is right, after all."""
        with self._changed:
            self._settle()

    def show(
        self,
        outputs: Mapping[str, Output],
        errors: tuple[str, ...],
        prefix: str,
        documents: Sequence[str] = (),
        entries: Sequence[BundleEntry] = (),
        read: Mapping[str, Fingerprint] = MappingProxyType({}),
    ) -> None:
        """Show another build from now on: its outputs by path, the documents that it shows, which of them are bundles,
        and what stands in them.
        """
        with self._changed:
            before = self._state
            old = before.outputs or {}
            self._keep_assets(old, outputs)
            gone = [path.removeprefix(_SITE) for path in old.keys() - outputs.keys() if path.endswith(".html")]
            shown = before.shown.after(documents, entries, read, gone)
            files = before.files if self.empty else {**before.files, **_other_files(old, outputs)}
            self._state = State(before.generation + 1, outputs, errors, prefix, shown, files)
            self._settle()

    def complain(self, errors: tuple[str, ...]) -> None:
        """The build before stays, under these errors."""
        with self._changed:
            self._state = replace(self._state, generation=self._state.generation + 1, errors=errors)
            self._settle()

    def close(self) -> None:
        """Let everybody go who waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def outputs(self) -> Mapping[str, Output]:
        """What is shown now."""
        return self._state.outputs or {}

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show yet."""
        return self._state.outputs is None

    @property
    def closed(self) -> bool:
        """Whether the server is about to end."""
        return self._closed

    def settled(self, seconds: float) -> State:
        """The state, after the build that is running, if one is; at the latest after `seconds` the one there is."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy or self._closed, seconds)
            return self._state

    def newer(self, generation: int, seconds: float) -> State | None:
        """A state of another generation, as soon as there is one; None after `seconds` without."""
        until = time.monotonic() + seconds
        with self._changed:
            while not self._closed and self._state.generation == generation:
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return None
            return None if self._closed else self._state

    def old_asset(self, path: str) -> Artifact | None:
        """A file of a theme that pages shown a moment ago still ask for; its name holds its content's hash."""
        with self._changed:
            return self._assets.get(path)

    def _settle(self) -> None:
        self._busy = False
        self._changed.notify_all()

    def _keep_assets(self, before: Mapping[str, Output], now: Mapping[str, Output]) -> None:
        for path, output in before.items():
            if path.startswith(_ASSETS) and path not in now and isinstance(output, Artifact):
                self._assets[path] = output
        while len(self._assets) > _OLD_ASSETS:
            self._assets.popitem(last=False)


def _other_files(before: Mapping[str, Output], now: Mapping[str, Output]) -> dict[str, str]:
    """Versions of the files beside the pages that are new or others `now`."""
    found = {path: each for path, each in now.items() if path.startswith(_FILES)}
    others = {path: each for path, each in found.items() if path not in before or _word(before[path]) != _word(each)}
    return {path.removeprefix(_SITE): _word(each) for path, each in others.items()}


def _word(output: Output) -> str:
    return output.sha256[:20]
