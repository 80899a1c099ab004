"""What a build is told, as one frozen value: `dpml.toml` and the command line made it, the stages get its parts."""

import hashlib
import json
from collections.abc import Mapping, Set
from dataclasses import field, fields, is_dataclass
from typing import Literal

from dpmlc.emit.options import BundleOptions
from dpmlc.index.declared import Declared
from dpmlc.link.options import LinkOptions
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source


@frozen
class Policy:
    """What may be read and bundled (SPEC 6.1, 6.2, 6.6). `dot_files` and `read_extra` are paths from the package root.

    `allow_secrets` are `PATH:DIGEST`, a file and the beginning of the SHA-256 of one secret in it.
    """

    symlinks: Literal["never", "inside"] = "never"
    dot_files: tuple[str, ...] = ()
    read_extra: tuple[str, ...] = ()
    allow_secrets: tuple[str, ...] = ()


@frozen
class Settings:
    """All settings. `package` is `[package] name` or ""; `dependencies` maps a name to a folder, as written.

    `stated` is the text that they are from, for the lines of what is said about them: it is no setting.
    """

    package: str = ""
    declared: Declared = field(default_factory=Declared)
    link: LinkOptions = field(default_factory=LinkOptions)
    bundle: BundleOptions = field(default_factory=BundleOptions)
    policy: Policy = Policy()
    limits: Limits = field(default_factory=Limits)
    dependencies: Mapping[str, str] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    run_tools: bool = False
    site: SiteOptions = field(default_factory=SiteOptions)
    stated: Source = field(default=Source("dpml.toml", ""), compare=False)


def fingerprint(settings: Settings) -> str:
    """SHA-256 (hex) of all settings; equal settings have equal ones on every machine. Plug-ins count by name."""
    return hashlib.sha256(json.dumps(_plain(settings), sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value) if each.compare}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted(str(each) for each in value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return str(getattr(value, "name", type(value).__qualname__))
