"""A root on a disk -> everything the engine asks for: settings, files, dpmlc's own documents."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from dpmlc.edge import configuration
from dpmlc.edge import root as root_
from dpmlc.edge.builtin import builtin_documents
from dpmlc.edge.configuration import CONFIGURATION, ConfigurationError
from dpmlc.edge.disk import DiskFiles, Room
from dpmlc.edge.faults import missing_dependency, missing_extra
from dpmlc.edge.found import ClosedError
from dpmlc.edge.inventory import Inventory, Known, Outside, inventory, nothing_known
from dpmlc.edge.plugins import installed
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.root import OutsideError, inside
from dpmlc.edge.safe_open import Door, door
from dpmlc.edge.toml_places import item_places, value_place
from dpmlc.link.options import PackageNames
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.faults import not_utf_8, unreadable
from dpmlc.report.width import visible
from dpmlc.settings import Policy, Settings
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import within
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_LIMIT = 1 << 20
OUTPUT = root_.OUTPUT


@frozen
class Trust:
    """What the command line says of the package: `stranger` under `--untrusted`; `policy` is the file of `--policy`."""

    stranger: bool = False
    policy: str | None = None


@frozen
class Package:
    """An opened package. `sources` are the configuration texts; `unread` says what of the folder could not be read.

    A stranger's is one that `--untrusted` was said of.
    """

    root: str
    settings: Settings
    files: DiskFiles
    builtin: tuple[Source, ...]
    sources: tuple[Source, ...]
    unread: tuple[Diagnostic, ...]
    stranger: bool = False


def open_package(
    root: str | os.PathLike[str],
    trust: Trust | None = None,
    written: Sequence[str] = (),
    known: Known = nothing_known,
) -> Package:
    """Open the package at `root`; `written` are folders that this run writes to, they are no part of it.

    `known` is what was seen of the package just now.

    Raises ConfigurationError for a wrong `dpml.toml`, OutsideError where the folder cannot be read.
    """
    where = os.path.abspath(root)
    entrance = _door(where)
    source = _configuration(entrance, CONFIGURATION)
    plugins = installed()
    if plugins.failed:
        raise ConfigurationError(plugins.failed)
    settings = _trusted(configuration.settings(source, plugins), where, trust or Trust())
    folders = {"": where, **_dependencies(where, entrance, settings, source, trust or Trust())}
    names = {name: _names(folder) for name, folder in folders.items() if name}
    link = replace(settings.link, packages={**settings.link.packages, **names})
    rooms = {name: _room(name, folders, settings.policy, written, nothing_known if name else known) for name in folders}
    if rooms[""].inventory.unread[:1] and rooms[""].inventory.unread[0][0] == "":
        raise OutsideError(f"the folder `{root}` cannot be read: {rooms[''].inventory.unread[0][1]}")
    files = DiskFiles(rooms, _extra(where, settings.policy, source))
    entrance.close()
    unread = tuple(each for name, room in rooms.items() for each in _unread(name, room.inventory))
    stranger = trust is not None and trust.stranger
    return Package(where, replace(settings, link=link), files, builtin_documents(), (source,), unread, stranger)


@contextmanager
def opened(
    root: str | os.PathLike[str], trust: Trust, written: Sequence[str] = (), known: Known = nothing_known
) -> Iterator[Package]:
    """`open_package`, and its descriptors given back at the end."""
    package = open_package(root, trust, written, known)
    try:
        yield package
    finally:
        package.files.close()


def _door(folder: str) -> Door:
    try:
        return door(folder)
    except OSError as error:
        why = (error.strerror or "the system refused").lower()
        raise OutsideError(f"the folder `{os.path.basename(folder)}` cannot be read: {why}") from error


def _configuration(entrance: Door, name: str, path: str = CONFIGURATION) -> Source:
    """The text of a configuration file; "" where there is none."""
    try:
        found = decode(path, content(entrance, name, _LIMIT))
    except ClosedError as closed:
        if closed.reason == "missing":
            return Source(path, "")
        raise ConfigurationError((unreadable(path, closed.detail),)) from closed
    except TooLargeError as large:
        why = f"it has {large.size} bytes, the limit is {_LIMIT}"
        raise ConfigurationError((unreadable(path, why),)) from large
    if isinstance(found, Undecodable):
        raise ConfigurationError((not_utf_8(path, found.offset, found.reason, found.encoding),))
    return found


def _trusted(settings: Settings, root: str, trust: Trust) -> Settings:
    if trust.stranger:
        settings = configuration.distrusted(settings)
    if trust.policy is None:
        return settings
    folder, name = os.path.split(os.path.realpath(trust.policy))
    if inside(os.path.realpath(root), os.path.join(folder, name)) is not None:
        raise OutsideError(f"the policy file `{trust.policy}` lies inside the package", "keep it outside of the root")
    if not os.path.lexists(trust.policy):
        raise OutsideError(f"there is no file `{trust.policy}`")
    entrance = _door(folder)
    try:
        return configuration.granted(settings, configuration.grants(_configuration(entrance, name, trust.policy)))
    finally:
        entrance.close()


def _dependencies(root: str, entrance: Door, settings: Settings, source: Source, trust: Trust) -> Mapping[str, str]:
    """Absolute folders by dependency name."""
    found, faults = {}, []
    for name, folder in settings.dependencies.items():
        path = os.path.normpath(os.path.join(root, folder))
        why = _unusable(root, path, entrance, trust)
        if why:
            span = Span(source.path, *value_place(source.text, "dependencies", name))
            faults.append(missing_dependency(span, name, folder, why))
        found[name] = path
    if faults:
        raise ConfigurationError(tuple(faults), source)
    return found


def _unusable(root: str, path: str, entrance: Door, trust: Trust) -> str:
    """Why the folder cannot be a dependency, or ""."""
    relative = inside(root, path)
    if relative == "":
        return "it is the package itself"
    if relative is None:
        if trust.stranger:
            return "it lies outside of the package, and the package is not trusted"
        return "" if os.path.isdir(path) else "no such folder"
    try:
        found = entrance.kind(relative)
    except ClosedError as closed:
        return "no such folder" if closed.reason == "missing" else closed.detail
    return "" if found.kind == "directory" else "it is no folder" if found.kind != "link" else "it is a symbolic link"


def _names(folder: str) -> PackageNames:
    entrance = _door(folder)
    try:
        return configuration.package_names(_configuration(entrance, CONFIGURATION))
    finally:
        entrance.close()


def _room(name: str, folders: Mapping[str, str], policy: Policy, written: Sequence[str], known: Known) -> Room:
    held = policy if name == "" else Policy()
    entrance = _door(folders[name])
    outside = Outside(tuple(_no_part(name, folders, written)), held.dot_files)
    return Room(entrance, inventory(entrance, outside, known), held)


def _no_part(name: str, folders: Mapping[str, str], written: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Folders below the package `name` that belong to something else, each with the rule in words."""
    for other, folder in folders.items():
        path = inside(folders[name], folder)
        if other != name and path:
            yield path, f"it is the dependency `{other}`" if other else "it is the package itself"
    for folder in (os.path.join(folders[""], OUTPUT), *written):
        path = inside(folders[name], folder)
        if path:
            yield path, "it is the output or cache folder"


def _extra(root: str, policy: Policy, source: Source) -> dict[str, Door]:
    found, faults = {}, []
    for folder in policy.read_extra:
        try:
            found[folder] = door(os.path.join(root, folder))
        except OSError as error:
            places = item_places(source.text).get(("policy", "read_extra"), ())
            stated = next((each for each in places if folder in source.text[slice(*each)]), None)
            why = (error.strerror or "the system refused").lower()
            faults.append(missing_extra(Span(source.path, *stated) if stated else None, folder, why))
    if faults:
        raise ConfigurationError(tuple(faults), source)
    return found


def _unread(name: str, found: Inventory) -> Iterator[Diagnostic]:
    for folder, why in found.unread:
        yield unreadable(within(name, folder), why)
    for left in found.left_out:
        if left.rule == "its name is not UTF-8":
            yield replace(unreadable(visible(left.path), left.rule), span=None).lowered(Severity.WARNING)
