"""An opened package -> where on the disk its inputs are, and which of the files there count."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpmlc.edge.configuration import CONFIGURATION
from dpmlc.edge.output.names import native
from dpmlc.edge.package import OUTPUT, Package
from dpmlc.edge.themes import shipped
from dpmlc.edge.watch.survey import Tree
from dpmlc.text.paths import inner, package_of

_IGNORE = ".gitignore"


@dataclass(frozen=True, slots=True)
class Scope:
    """`trees` are looked through, `single` are further paths; `left_out` are files that are no part of the package.

    `listed` are the files that are; None as long as no package could be opened: then every file counts. `themes` are
    folders whose files all count. All paths are absolute, as the system takes them.
    """

    trees: tuple[Tree, ...]
    single: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    listed: frozenset[str] | None = None
    themes: tuple[str, ...] = ()

    def counts(self, path: str) -> bool:
        """Whether a build may depend on the file at `path`."""
        if self.listed is None or path in self.listed or path in self.single:
            return True
        if os.path.basename(path) in {_IGNORE, CONFIGURATION}:
            return True
        return any(path.startswith(folder + os.sep) for folder in self.themes)


def first_scope(root: str, written: Iterable[str], single: Iterable[str]) -> Scope:
    """The scope before the package could be opened: all of the folder."""
    return Scope((Tree(root, frozenset({os.path.join(root, OUTPUT), *written})),), frozenset(single))


def scope_of(package: Package, written: Iterable[str], single: Iterable[str]) -> Scope:
    """The scope of an opened package; `written` are folders that this run writes to."""
    root, settings = package.root, package.settings
    folders = dependencies(package)
    left_out = (each for each in package.files.left_out if not each.may_become_a_file)
    out = [each.path for each in left_out if os.path.basename(each.path) != _IGNORE]
    skipped = {os.path.join(root, native(each.rstrip("/"))) for each in out if each.endswith("/")}
    shown = frozenset(os.path.join(root, native(each)) for each in settings.policy.dot_files)
    apart = frozenset({os.path.join(root, OUTPUT), *written, *folders.values()})
    trees = [Tree(root, apart | skipped, shown)]
    trees += [Tree(folder, apart - {folder} | {root}) for folder in folders.values()]
    themes = _themes(package)
    trees += [Tree(folder) for folder in themes]
    return Scope(
        tuple(trees),
        frozenset(single),
        frozenset(os.path.join(root, native(each)) for each in out if not each.endswith("/")),
        frozenset(absolute(entry.path, root, folders) for entry in package.files.entries),
        themes,
    )


def dependencies(package: Package) -> Mapping[str, str]:
    """Absolute folders by dependency name."""
    known = package.settings.dependencies
    return {name: os.path.normpath(os.path.join(package.root, folder)) for name, folder in known.items()}


def absolute(path: str, root: str, folders: Mapping[str, str]) -> str:
    """Where a package path is on the disk; `folders` are the dependencies'."""
    base = folders.get(package_of(path), root)
    return os.path.normpath(os.path.join(base, *native(inner(path)).split("/")))


def shown(path: str, root: str) -> str:
    """An absolute path for people: from the root where it is below or beside it."""
    relative = os.path.relpath(path, root).replace(os.sep, "/")
    return path if relative.startswith("../../") else relative


def _themes(package: Package) -> tuple[str, ...]:
    name = package.settings.site.theme
    folder = os.path.join(package.root, native(name))
    own = name and not os.path.isdir(os.path.join(shipped(), name)) and os.path.isdir(folder)
    return (os.path.normpath(folder),) if own else ()
