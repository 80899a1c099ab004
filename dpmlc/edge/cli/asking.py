"""`--run-tools` and `[tools] run`: what the tools of a package say of themselves, asked before the engine works."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import click

from dpmlc.edge.cli.options import Shared
from dpmlc.edge.package import Package
from dpmlc.tools.answers import UNASKED, Answers

_HELP = "Run tools, confined, to learn what their files do not tell."


def run_tools_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--run-tools`; the command gets it as `run_tools`."""
    return click.option("--run-tools", is_flag=True, help=_HELP)(command)


def asked(
    package: Package, shared: Shared, *, run_tools: bool, paths: Collection[str] | None = None
) -> tuple[Package, Answers]:
    """The package as it is to be built, and its tools' answers: none unless the option or `dpml.toml` wants them.

    With `paths` only these tools are asked. Raises UsageError for `--run-tools` with `--untrusted`.
    """
    if run_tools and shared.trust.stranger:
        raise click.UsageError("`--run-tools` and `--untrusted` exclude each other: a stranger's code is never run")
    if run_tools:
        package = replace(package, settings=replace(package.settings, run_tools=True))
    if not package.settings.run_tools:
        return package, UNASKED
    from dpmlc.edge.tools.ask import answers_of  # noqa: PLC0415  5 ms that only who runs tools need pay.

    return package, answers_of(package, paths)
