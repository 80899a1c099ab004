"""The seam for consumers (SPEC 4.6): a finished bundle -> the files that one of them takes."""

import traceback
from dataclasses import replace
from typing import Protocol

from dpmlc.emit.faults import target_failed
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Copy, stays_inside
from dpmlc.text.frozen import frozen

_FOLDER = "targets"


@frozen
class Bundled:
    """What a target gets. `prompt` is `prompt.md`, `manifest` and `sources` are the JSON texts beside it.

    `copies` stand under `bundles/ID/resources/`. `name` and `description` are the document's own (SPEC 1.2), or "".
    """

    id: str
    entry: str
    name: str
    description: str
    prompt: str
    manifest: str
    sources: str
    copies: tuple[Artifact | Copy, ...]


class Target(Protocol):
    """A consumer's form of a bundle; found under the entry point group `dpmlc.targets`."""

    @property
    def name(self) -> str:
        """What `[targets]` and `dpmlc bundle --target` call it; a folder name."""

    def write(self, bundled: Bundled) -> tuple[Artifact | Copy, ...]:
        """The consumer's files, the first one the prompt itself; paths are relative to `targets/NAME/`."""


@frozen
class Plain:
    """The prompt as one file that says nothing about where it came from: `targets/plain/ID.md`."""

    name: str = "plain"

    def write(self, bundled: Bundled) -> tuple[Artifact | Copy, ...]:
        """`ID.md`, the same text as `prompt.md`."""
        return (Artifact(f"{bundled.id}.md", bundled.prompt.encode("utf-8", "backslashreplace")),)


PLAIN = Plain()
"""What `dpmlc.targets` offers under the name `plain`."""


def write_target(target: Target, bundled: Bundled) -> tuple[tuple[Artifact | Copy, ...], tuple[Diagnostic, ...]]:
    """The files of `target` for one bundle, by path from the output folder. A plug-in's exception is a diagnostic."""
    try:
        written = tuple(target.write(bundled))
        outside = next((each.path for each in written if not stays_inside(each.path)), None)
    except Exception:  # It is somebody else's code: whatever it raises is reported.
        return (), (target_failed(target.name, bundled.id, tuple(traceback.format_exc().splitlines())),)
    if outside is not None:
        note = f"it writes to `{outside}`, which is no path inside `{_FOLDER}/{target.name}`"
        return (), (target_failed(target.name, bundled.id, (note,)),)
    return tuple(replace(each, path=f"{_FOLDER}/{target.name}/{each.path}") for each in written), ()
