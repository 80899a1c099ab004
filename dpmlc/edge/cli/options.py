"""The options that commands share, and the package that they name."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import click

from dpmlc.edge.cache.place import Look
from dpmlc.edge.cli.completion import files, folders
from dpmlc.edge.console import Console
from dpmlc.edge.inventory import Known, nothing_known
from dpmlc.edge.package import Package, Trust, opened
from dpmlc.edge.root import find_root
from dpmlc.edge.terminal import Colour
from dpmlc.text.frozen import frozen

Format = Literal["text", "json", "sarif", "github", "gitlab"]
Decorated = Callable[..., Any]

FORMATS = click.Choice(["text", "json", "sarif", "github", "gitlab"])


@frozen
class Shared:
    """`path` is the package as given, or None; `loudness` is `quiet` under `--quiet`; `look` is one at it before."""

    path: str | None
    trust: Trust
    loudness: Literal["quiet", "normal"]
    colour: Colour
    console: Console
    look: Look | None = None

    def remark(self, text: str) -> None:
        """Say something that is neither a result nor an error."""
        if self.loudness == "normal":
            self.console.remark(text)

    @contextmanager
    def package(self, written: Sequence[str] = (), known: Known = nothing_known) -> Iterator[Package]:
        """The package, opened; `written` are folders that the command writes to, `known` what it has just seen."""
        with opened(find_root(self.path), self.trust, written, known) as package:
            yield package


def output_option(command: Decorated) -> Decorated:
    """`-o FOLDER`; the command gets it as `output`."""
    help_ = "The output folder; default: `dist` in the package."
    return click.option("-o", "--output", shell_complete=folders, metavar="FOLDER", help=help_)(command)


def cache_option(command: Decorated) -> Decorated:
    """`--cache-dir FOLDER`; the command gets it as `cache_dir`."""
    help_ = "What builds remember; default: `.dpmlc/cache` in the package."
    return click.option("--cache-dir", shell_complete=folders, metavar="FOLDER", help=help_)(command)


def from_option(command: Decorated) -> Decorated:
    """`--from FILE`; the command gets it as `document`."""
    help_ = "The document that refers; default: the package root."
    return click.option("--from", "document", shell_complete=files, metavar="FILE", help=help_)(command)


def package_argument(command: Decorated) -> Decorated:
    """`[PATH]` and what goes with reading a package; the command gets them as `shared`."""
    return click.argument("path", shell_complete=folders, required=False)(shared_options(command))


def package_option(command: Decorated) -> Decorated:
    """The same for commands whose arguments are something else: `--package PATH`."""
    option = click.option(
        "--package",
        "path",
        shell_complete=folders,
        metavar="PATH",
        help="The package root; default: found upwards from here.",
    )
    return option(shared_options(command))


def shared_options(command: Decorated) -> Decorated:
    """`--untrusted` and `--policy`, and those of `output_options`."""
    policy = click.option(
        "--policy", shell_complete=files, metavar="FILE", help="Grants from a file outside the package."
    )
    trust = click.option(
        "--untrusted", is_flag=True, help="The package is a stranger's: it cannot grant itself anything."
    )
    return trust(policy(output_options(command)))


def output_options(command: Decorated) -> Decorated:
    """`--quiet` and `--color`. The command gets one value, `shared`, in the place of all options of this file."""

    def with_shared(quiet: bool, color: Colour, **rest: Any) -> Any:
        path, stranger, policy = (rest.pop(name, None) for name in ("path", "untrusted", "policy"))
        loudness: Literal["quiet", "normal"] = "quiet" if quiet else "normal"
        console, look = click.get_current_context().obj
        return command(Shared(path, Trust(bool(stranger), policy), loudness, color, console, look), **rest)

    with_shared.__doc__, with_shared.__name__ = command.__doc__, command.__name__
    with_shared.__dict__.update(command.__dict__)
    colour = click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Default: auto."
    )
    return click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")(colour(with_shared))
