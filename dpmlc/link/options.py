"""The settings that linking asks for (`[package]`, `[paths]`, `[load]`, `[bundle]`, `[external]`)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dpmlc.link.handler import Handler
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits


@frozen
class PackageNames:
    """How one package's paths are read (SPEC 3.6): its own name (or "") and `[paths]`, first segment -> folder."""

    name: str = ""
    paths: Mapping[str, str] = field(default_factory=dict)


@frozen
class LinkOptions:
    """`packages` is keyed by dependency name, `""` for the package itself. `nested` is SPEC 3.5's depth."""

    packages: Mapping[str, PackageNames] = field(default_factory=lambda: {"": PackageNames()})
    load: Literal["auto", "inline", "keep"] = "auto"
    repeat: Literal["once", "inline"] = "once"
    envelope: Literal["auto", "reference"] = "auto"
    prose: Literal["keep", "drop"] = "keep"
    external: frozenset[str] = frozenset()
    nested: int = 3
    handlers: tuple[Handler, ...] = ()
    limits: Limits = field(default_factory=Limits)
