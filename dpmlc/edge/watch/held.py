"""A package that stays open from round to round, as long as nothing but contents of its files changes."""

import os
from collections.abc import Mapping
from dataclasses import replace

from dpmlc.edge.configuration import CONFIGURATION
from dpmlc.edge.found import ClosedError
from dpmlc.edge.package import Package
from dpmlc.edge.watch.scope import absolute, dependencies
from dpmlc.text.frozen import frozen


@frozen
class Held:
    """An open package. `shape` is that of the inputs (`Inputs`) when it was opened.

    `places` are the absolute paths of its files by package path, `listed` the package paths by absolute path: several
    where dependencies of two names are one folder.
    """

    package: Package
    shape: int
    places: Mapping[str, str]
    listed: Mapping[str, tuple[str, ...]]

    @staticmethod
    def of(package: Package, shape: int) -> "Held":
        """A package that was just opened."""
        folders = dependencies(package)
        places = {entry.path: absolute(entry.path, package.root, folders) for entry in package.files.entries}
        listed: dict[str, tuple[str, ...]] = {}
        for path, place in places.items():
            listed[place] = (*listed.get(place, ()), path)
        return Held(package, shape, places, listed)

    def after(self, changed: frozenset[str], shape: int) -> "Held | None":
        """The package after files at `changed`, absolute, got other contents; None where it has to be opened anew."""
        paths = self.paths(changed)
        if shape != self.shape or paths is None or any(os.path.basename(each) == CONFIGURATION for each in paths):
            return None
        try:
            files = self.package.files.looked(paths)
        except ClosedError:
            return None
        return replace(self, package=replace(self.package, files=files))

    def paths(self, changed: frozenset[str]) -> frozenset[str] | None:
        """Package paths of the files at `changed`; None where one is none that the package lists."""
        if not changed <= self.listed.keys():
            return None
        return frozenset(path for place in changed for path in self.listed[place])
