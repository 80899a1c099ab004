"""`dpmlc clean`: remove what builds wrote, and nothing else."""

import click

from dpmlc.edge.cache.forget import forget
from dpmlc.edge.cli.options import Shared, cache_option, output_option, package_argument
from dpmlc.edge.cli.output import output_folder
from dpmlc.edge.publish import clean
from dpmlc.edge.root import find_root


@click.command("clean")
@output_option
@cache_option
@package_argument
def command(shared: Shared, output: str | None, cache_dir: str | None) -> int:
    """Remove the files of the output folder that its `build.json` lists, and what builds remember."""
    root = find_root(shared.path)
    done = clean(output_folder(output, root))
    number = len(done.removed) + forget(root, cache_dir)
    shared.remark(f"{number} file{'s' * (number != 1)} removed\n" if number else "nothing to remove\n")
    return 0
