"""A file named on the command line -> its package path."""

import os

from dpmlc.edge.package import Package
from dpmlc.edge.root import OutsideError, inside
from dpmlc.report.suggest import nearest


def document_of(name: str | None, package: Package) -> str:
    """The package path of `name`, which is given from the current folder or from the root; "" for None."""
    if name is None:
        return ""
    known = {entry.path for entry in package.files.entries}
    found = inside(package.root, name)
    if found in known and os.path.lexists(name):
        return found
    if name in known:
        return name
    near = nearest(name, known)
    raise OutsideError(f"`{name}` is no file of the package", *(f"did you mean `{each}`?" for each in near[:1]))
