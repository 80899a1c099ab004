"""What a build wants to stand in the output folder."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from dpmlc.text.frozen import frozen

RECORD = "build.json"
"""Path of the build record in the output folder, which it marks as dpmlc's."""

RECORD_FORMAT = 1
"""Its key `format`; a higher one is a later dpmlc's."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file of the output: POSIX path from the output folder, and its bytes, with their `sha256`."""

    path: str
    content: bytes
    sha256: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha256", hashlib.sha256(self.content).hexdigest())

    @property
    def bytes(self) -> int:
        """The size of the content."""
        return len(self.content)


@frozen
class Laid:
    """A file of the output whose content (`sha256` of `bytes` bytes) waits at a `place` that is not in memory."""

    path: str
    bytes: int
    sha256: str
    place: int


@frozen
class Copy:
    """A file of the output that is the package's file `source`, byte for byte (`sha256` of `bytes` bytes).

    With `link` the publisher may place a hard or symbolic link instead of a copy.
    """

    path: str
    source: str
    bytes: int
    sha256: str
    link: bool = False


@frozen
class Unchanged:
    """A file of the output that stands there already, as the build before left it (`sha256` of `bytes` bytes)."""

    path: str
    bytes: int
    sha256: str


Output: TypeAlias = Artifact | Laid | Copy | Unchanged
"""A file of the output."""

Lay: TypeAlias = Callable[[Artifact], Artifact | Laid]
"""What becomes of a file that is made, so that a build of many files need not hold them all."""


def held(artifact: Artifact) -> Artifact:
    """The file itself, in memory."""
    return artifact


def stays_inside(path: str) -> bool:
    """Whether `path` is a POSIX path that cannot leave the folder it is joined to, on any system."""
    if not path or "\\" in path or "\0" in path:
        return False
    return all(segment not in {"", ".", ".."} and ":" not in segment[1:2] for segment in path.split("/"))
