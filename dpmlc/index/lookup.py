"""A protocol and an id -> what the index knows of them. Pure; each lookup costs the id's own claimants at most."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpmlc.index.index import Index
from dpmlc.index.protocol import RegistryEntry
from dpmlc.scan.parse import Malformed
from dpmlc.scan.reference import Reference


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a unit's registry answers. Paths in `target` belong to `document`, the unit's own.

    `target` is the row's reference with its placeholders substituted; Malformed where the substituted text is none.
    `used` are the parameters that went into it, `missing` the placeholders for which there is no value (they stay).
    """

    entry: RegistryEntry
    target: Reference | Malformed
    document: str
    used: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """The file `path` claims the id by its name. `others` of the same package claim it too but stand further away."""

    path: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several files stand equally near: the error `duplicate-id` at the reference."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unregistered:
    """Nobody claims the id. `elsewhere` are the protocols under which it does exist."""

    elsewhere: tuple[str, ...] = ()


Found = Row | Named | Ambiguous | Unregistered


def registered(
    index: Index, protocol: str, name: str, document: str, values: Mapping[str, str] | None = None
) -> Found:
    """What `protocol://name` means to `document`: a registry row, the nearest file by name, or a dependency's (SPEC 2.4).

    `values` are the reference's declared parameters by name; they fill the placeholders that the id leaves open.
    """
    raise NotImplementedError


def known_ids(index: Index, protocol: str) -> Iterable[str]:
    """Every id of `protocol` that stands in a registry as it is, or in a file name of any package."""
    raise NotImplementedError
