"""Where the bytes of an output come from."""

import hashlib
from collections.abc import Callable
from typing import TypeAlias

from dpmlc.edge.output.fault import changed_meanwhile, output_changed
from dpmlc.edge.output.shelf import Shelf
from dpmlc.text.artifact import Artifact, Copy, Laid, Output
from dpmlc.text.files import Files, Refusal
from dpmlc.text.frozen import frozen

Linker: TypeAlias = Callable[[str, str], bool]
"""Tries to place a hard link to a package file at a path of the system; False where that is not possible."""


@frozen
class Contents:
    """The package's `files`, with a `linker` for copies that ask for a link, and the `shelf` that a build used."""

    files: Files
    linker: Linker | None = None
    shelf: Shelf | None = None

    def of(self, output: Output) -> bytes:
        """The bytes of `output`. Raises PublishError where they are not to be had any more, and OSError."""
        match output:
            case Artifact(content=content):
                return content
            case Laid() if self.shelf is not None:
                return self.shelf.content(output)
            case Copy():
                return self._copied(output)
            case _:
                raise output_changed(output.path)

    def linked(self, output: Output, path: str) -> bool:
        """Whether `output` asks for a link, and it could be placed at `path` of the system."""
        return isinstance(output, Copy) and output.link and self.linker is not None and self.linker(output.source, path)

    def _copied(self, output: Copy) -> bytes:
        content = self.files.read(output.source, output.bytes)
        if isinstance(content, Refusal) or hashlib.sha256(content).hexdigest() != output.sha256:
            raise changed_meanwhile(output.source)
        return content
