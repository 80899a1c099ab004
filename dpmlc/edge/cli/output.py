"""Where a command's output folder is."""

import os

from dpmlc.edge.output.fault import from_system, leads_outside
from dpmlc.edge.output.names import places
from dpmlc.edge.output.standing import refuse_foreign
from dpmlc.edge.package import OUTPUT
from dpmlc.edge.root import inside


def output_folder(given: str | None, root: str) -> str:
    """The folder given with `-o`, else `dist` in the package: a link there cannot make a build write elsewhere.

    Raises PublishError for a folder that dpmlc did not write: before the package is read, since the output folder is
    no part of it, and what is missing then would be reported instead.
    """
    folder = given or os.path.join(root, OUTPUT)
    if not given and not inside(os.path.realpath(root), os.path.realpath(folder)):
        raise leads_outside(folder)
    where = places(folder)
    try:
        refuse_foreign(where)
    except OSError as error:
        raise from_system(where.shown, error) from error
    return folder
