"""What every step of binding can see: the index, the settings, the files, and what was looked up before."""

from dataclasses import field

from dpmlc.index.index import Index
from dpmlc.link.handler import Handler
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions, PackageNames
from dpmlc.text.files import Entry, Files, Refusal
from dpmlc.text.frozen import frozen


@frozen
class Surroundings:
    """Index, options and files of one build, and the caller's memo for them."""

    index: Index
    options: LinkOptions
    files: Files
    memo: Memo = field(default_factory=Memo, compare=False)

    def stands(self, path: str) -> Entry | Refusal:
        """What stands at the package path `path`: from the inventory, else from the files."""
        entry = self.index.entries.get(path)
        if entry is not None:
            return entry
        found = self.memo.probes.get(path)
        if found is None:
            found = self.memo.probes[path] = self.files.probe(path)
        return found

    def names(self, package: str) -> PackageNames:
        """How paths of `package` are read."""
        return self.options.packages.get(package, PackageNames())

    def handler(self, name: str) -> Handler | None:
        """The Python handler of the protocol `name`, if there is one."""
        return next((each for each in self.options.handlers if each.name == name), None)
