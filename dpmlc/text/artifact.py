"""What a build wants to stand in the output folder."""

import hashlib
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


Output: TypeAlias = Artifact | Copy | Unchanged
"""A file of the output."""


def stays_inside(path: str) -> bool:
    """Whether `path` is a POSIX path that cannot leave the folder it is joined to, on any system."""
    if not path or "\\" in path or "\0" in path:
        return False
    return all(segment not in {"", ".", ".."} and ":" not in segment[1:2] for segment in path.split("/"))
