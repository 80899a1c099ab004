"""A word of progress around the engine's work."""

from collections.abc import Iterator
from contextlib import contextmanager

from dpmlc.edge.cli.options import Shared
from dpmlc.edge.package import Package
from dpmlc.edge.terminal import progress


@contextmanager
def reading(package: Package, shared: Shared) -> Iterator[None]:
    """Show, after a second, how many files were read so far."""
    if shared.loudness == "quiet":
        yield
        return
    number = len(package.files.entries)

    def words(seconds: float) -> str:
        return f"{package.files.read_count} reads, {number} files, {seconds:.0f} s"

    with progress(words):
        yield
