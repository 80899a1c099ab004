"""Where a command's output folder is."""

import os

from dpmlc.edge.output.fault import leads_outside
from dpmlc.edge.package import OUTPUT
from dpmlc.edge.root import inside


def output_folder(given: str | None, root: str) -> str:
    """The folder given with `-o`, else `dist` in the package: a link there cannot make a build write elsewhere."""
    if given:
        return given
    folder = os.path.join(root, OUTPUT)
    if not inside(os.path.realpath(root), os.path.realpath(folder)):
        raise leads_outside(folder)
    return folder
