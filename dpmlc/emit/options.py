"""The settings that emitting asks for (`[bundle]`, `[targets]`), each with its default."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dpmlc.emit.targets import Target
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class BundleOptions:
    """`entries` are patterns of documents to bundle, one with `!` before it takes out (SPEC 4.1).

    Files above `copy_limit` bytes are listed only. `resources` "link" lets the publisher link instead of copying.
    `targets` are the writers that `[targets]` names, in that order. `places` tell where the patterns stand.
    """

    entries: tuple[str, ...] = ()
    copy_limit: int = 16 << 20
    resources: Literal["copy", "link"] = "copy"
    targets: tuple[Target, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict, compare=False)
