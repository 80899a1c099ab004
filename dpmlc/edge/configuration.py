"""`dpml.toml` and the installed plug-ins -> `Settings` (SPEC 7); every key that it may hold is named here."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.parse import urlsplit

from dpmlc.edge import root
from dpmlc.edge.declarations import declared
from dpmlc.edge.plugins import Plugins
from dpmlc.edge.toml_table import Table, UnreadTomlError
from dpmlc.emit.options import BundleOptions
from dpmlc.link.options import LinkOptions, PackageNames
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.tags import NAME
from dpmlc.settings import Policy, Settings
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.paths import is_never_read
from dpmlc.text.regular import regular
from dpmlc.text.source import Source
from dpmlc.text.span import Span

CONFIGURATION = root.CONFIGURATION

_KEYS: Mapping[str, tuple[str, ...]] = {
    "package": ("name",),
    "language": ("elements", "attributes"),
    "load": ("default", "nested"),
    "references": ("nested",),
    "bundle": ("entries", "repeat", "envelope", "prose", "resources", "copy_limit"),
    "external": ("ids",),
    "policy": ("symlinks", "dot_files", "read_extra", "allow_secrets"),
    "limits": tuple(each.name for each in fields(Limits)),
    "tools": ("run",),
    "site": ("title", "description", "language", "url", "edit", "theme", "leave_out"),
}
_ALLOWED_SECRET = regular(r"[^:].*:[0-9A-Fa-f]{8,64}")
_OUTSIDE = regular(r"(?:\./)?\.\.(?:/.*)?")
_ID = regular(rf"{NAME}://\S(?:.*\S)?")
_FREE = ("paths", "dependencies", "attributes", "suffixes", "targets", "auth")
_ADDRESS = regular(r"https?://[^\s?#\"'<>\x00-\x1f\x7f]+")
_EDIT = regular(r"https?://[^\s\"'<>\x00-\x1f\x7f]+")


class ConfigurationError(Exception):
    """The configuration cannot be used. `sources` are the texts that the diagnostics point into."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], *sources: Source) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics
        self.sources = sources


@frozen
class Grants:
    """`[policy]` and `[limits]` from outside the package: `--policy FILE`."""

    policy: Policy
    limits: Limits


def settings(source: Source, plugins: Plugins) -> Settings:
    """The settings that `dpml.toml` states. Raises ConfigurationError with all that is wrong in it."""
    table = _table(source)
    found = replace(asked(table, plugins), stated=source)
    _raise(table, source)
    return found


def asked(table: Table, plugins: Plugins) -> Settings:
    """All that is asked of `dpml.toml`; where a value does not fit, `table` grows a fault and the default holds."""
    table.only((*_KEYS, *_FREE))
    for section, known in _KEYS.items():
        table.only(known, section)
    limits = _limits(table)
    name = table.text("", "package", "name")
    table.pairs("auth")
    return Settings(
        package=name,
        declared=declared(table, plugins, limits),
        link=_link(table, plugins, limits, PackageNames(name, _paths(table))),
        bundle=_bundle(table, plugins),
        policy=_policy(table),
        limits=limits,
        dependencies=_dependencies(table),
        targets=_target_names(table, plugins),
        run_tools=table.switch("tools", "run"),
        site=_site(table),
    )


def package_names(source: Source) -> PackageNames:
    """What a dependency's `dpml.toml` says of its own paths; the rest of it is none of the package's business."""
    table = _table(source)
    found = PackageNames(table.text("", "package", "name"), _paths(table))
    _raise(table, source)
    return found


def grants(source: Source) -> Grants:
    """A policy file: `[policy]` and `[limits]`, nothing else. Raises ConfigurationError."""
    table = _table(source)
    table.only(("policy", "limits"))
    for section in ("policy", "limits"):
        table.only(_KEYS[section], section)
    found = Grants(_policy(table), _limits(table))
    _raise(table, source)
    return found


def granted(found: Settings, given: Grants) -> Settings:
    """`found` with the policy and limits of a policy file instead of the package's own."""
    return _limited(replace(found, policy=given.policy), given.limits)


def distrusted(found: Settings) -> Settings:
    """`found` without anything that widens what a stranger's package may do (SPEC 6.1); narrower limits stay."""
    default = Limits()
    lower = {each.name: min(getattr(found.limits, each.name), getattr(default, each.name)) for each in fields(Limits)}
    return _limited(replace(found, policy=Policy(), run_tools=False), Limits(**lower))


def _limited(found: Settings, limits: Limits) -> Settings:
    declared, link = replace(found.declared, limits=limits), replace(found.link, limits=limits)
    return replace(found, limits=limits, declared=declared, link=link)


def _table(source: Source) -> Table:
    try:
        return Table(source)
    except UnreadTomlError as error:
        raise ConfigurationError((error.diagnostic,), source) from error


def _raise(table: Table, source: Source) -> None:
    if table.faults:
        found = sorted(dict.fromkeys(table.faults), key=lambda each: (each.span.start if each.span else 0, each.code))
        raise ConfigurationError(tuple(found), source)


def _limits(table: Table) -> Limits:
    default = Limits()
    return Limits(**{name: table.count(getattr(default, name), "limits", name) for name in _KEYS["limits"]})


def _policy(table: Table) -> Policy:
    symlinks: Any = table.choice(("never", "inside"), "policy", "symlinks")
    dot_files = table.texts("policy", "dot_files", kind="paths in the package, without patterns", form=_is_grantable)
    extra = table.texts("policy", "read_extra", kind="folders that begin with `../`", form=_OUTSIDE.fullmatch)
    secrets = table.texts("policy", "allow_secrets", kind="`PATH:DIGEST`", form=_ALLOWED_SECRET.fullmatch)
    return Policy(symlinks, tuple(map(_folder, dot_files)), tuple(map(_folder, extra)), secrets)


def _link(table: Table, plugins: Plugins, limits: Limits, names: PackageNames) -> LinkOptions:
    load: Any = table.choice(("auto", "inline", "keep"), "load", "default")
    repeat: Any = table.choice(("once", "inline"), "bundle", "repeat")
    envelope: Any = table.choice(("auto", "reference"), "bundle", "envelope")
    prose: Any = table.choice(("keep", "drop"), "bundle", "prose")
    return LinkOptions(
        packages={"": names},
        load=load,
        repeat=repeat,
        envelope=envelope,
        prose=prose,
        external=frozenset(table.texts("external", "ids", kind="ids like `thought://remember`", form=_ID.fullmatch)),
        nested=table.count(table.count(3, "load", "nested"), "references", "nested"),
        handlers=plugins.handlers,
        limits=limits,
    )


def _bundle(table: Table, plugins: Plugins) -> BundleOptions:
    resources: Any = table.choice(("copy", "link"), "bundle", "resources")
    return BundleOptions(
        entries=table.texts("bundle", "entries"),
        copy_limit=table.count(BundleOptions().copy_limit, "bundle", "copy_limit"),
        resources=resources,
        targets=tuple(plugins.targets[name] for name in _target_names(table, plugins)),
        places=_places(table, "bundle", "entries"),
    )


def _site(table: Table) -> SiteOptions:
    language: Any = table.choice(("en", "zh", "ko"), "site", "language")
    url = table.text("", "site", "url")
    if url and not (_ADDRESS.fullmatch(url) and _has_host(url)):
        words = "an address that begins with `https://` or `http://`, without a name or password, `?` and `#`"
        table.refuse(words, "site", "url")
    edit = table.text("", "site", "edit")
    if edit and not (_EDIT.fullmatch(edit) and "{path}" in edit and _has_host(edit)):
        words = "an address that begins with `https://` or `http://`, without a name or password, and holds `{path}`"
        table.refuse(words, "site", "edit")
    theme = _folder(table.text("default", "site", "theme"))
    return SiteOptions(
        table.text("", "site", "title"), table.text("", "site", "description"), language, url, edit, theme,
        table.texts("site", "leave_out"), _places(table, "site", "leave_out"),
    )  # fmt: skip


def _places(table: Table, *key: str) -> dict[str, Span]:
    """Where each text of the array at `key` stands first."""
    texts = table.texts(*key)
    found = zip(texts, table.item_places(*key) if texts else (), strict=False)
    return dict(reversed(tuple(found)))


def _has_host(url: str) -> bool:
    """Whether the address names a host as browsers read it, and nobody who logs in there (SPEC 6.3)."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:  # Brackets that hold no IPv6 address, a port that is none.
        return False


def _target_names(table: Table, plugins: Plugins) -> tuple[str, ...]:
    """`[targets]` holds `NAME = true`, or a table of options, for each target that is wanted."""
    table.only(tuple(plugins.targets), "targets")
    wanted = [name for name in table.names("targets") if name in plugins.targets]
    return tuple(name for name in wanted if table.is_table("targets", name) or table.switch("targets", name))


def _dependencies(table: Table) -> dict[str, str]:
    found = table.pairs("dependencies")
    for name, folder in found.items():
        if not name or not all(letter.isalnum() or letter in "-_." for letter in name) or name.startswith("."):
            table.refuse(
                "the folder of a package whose name holds letters, digits, `-`, `_` and `.`", "dependencies", name
            )
        elif not folder:
            table.refuse("a folder", "dependencies", name)
    return {name: _folder(folder) for name, folder in found.items()}


def _paths(table: Table) -> dict[str, str]:
    found = table.pairs("paths")
    for name, folder in found.items():
        if not name or "/" in name or name in (".", ".."):
            table.refuse("the folder for a first path segment, which holds no `/`", "paths", name)
        elif folder.startswith("/"):
            table.refuse("a folder from the package root, not an absolute path", "paths", name)
    return {name: _folder(folder) for name, folder in found.items()}


def _is_grantable(path: str) -> bool:
    """Whether a file or folder may be called so, and something can grant it."""
    parts = _folder(path).split("/")
    return not any(each in ("", "..") or "*" in each or is_never_read(each) for each in parts)


def _folder(path: str) -> str:
    """A path as written in the configuration, without `./` before and slashes or `/**` behind it."""
    for mark in ("**", "*"):
        path = path.removesuffix(f"/{mark}")
    return path.removeprefix("./").rstrip("/") if path != "/" else path
