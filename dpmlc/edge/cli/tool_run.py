"""`dpmlc tool run`: one run of one tool, its result object on standard output."""

import json
import os
import sys
from typing import Any

import click

from dpmlc.edge.cli.completion import files
from dpmlc.edge.cli.options import Shared, package_option
from dpmlc.edge.cli.tool_path import tool_path
from dpmlc.edge.root import OutsideError
from dpmlc.edge.tools.grants import Grants, RunLimits
from dpmlc.edge.tools.run import run_tool
from dpmlc.report.json import written
from dpmlc.report.width import visible_lines
from dpmlc.tools.result import Success

_LARGEST = 16 << 20


@click.command("run", short_help="Run a tool once, confined, and print its result.")
@click.argument("name")
@click.option("--params", metavar="JSON", help="The parameters, an object; default: {}.")
@click.option(
    "--params-file",
    shell_complete=files,
    metavar="FILE",
    help="The parameters from a file, or from standard input for `-`.",
)
@click.option("--config", metavar="JSON", help="What `init` gets; default: {}.")
@click.option("--timeout", type=click.FloatRange(0.1, 86400), default=10.0, metavar="SECONDS", help="Default: 10.")
@click.option("--memory", type=click.IntRange(16, 65536), default=256, metavar="MIB", help="Default: 256.")
@click.option("--allow-net", is_flag=True, help="The tool may use the network.")
@click.option(
    "--allow-read", multiple=True, shell_complete=files, metavar="PATH", help="The tool may read this folder, too."
)
@click.option(
    "--allow-write", multiple=True, shell_complete=files, metavar="PATH", help="The tool may write to this folder."
)
@click.option("--env", "variables", multiple=True, metavar="NAME", help="The tool gets this environment variable.")
@package_option
def command(
    shared: Shared,
    name: str,
    params: str | None,
    params_file: str | None,
    config: str | None,
    timeout: float,
    memory: int,
    allow_net: bool,
    allow_read: tuple[str, ...],
    allow_write: tuple[str, ...],
    variables: tuple[str, ...],
) -> int:
    """Run the tool NAME (its id or path) once, confined, and print its result object.

    What the tool prints goes to standard error. Exit 0 for success, 1 where the result is an error.
    """
    parameters = _parameters(params, params_file)
    options = {} if config is None else _json(config, "--config")
    grants = Grants(allow_net, _folders(allow_read), _folders(allow_write), _environment(variables))
    with shared.package() as package:
        path = tool_path(name, [entry.path for entry in package.files.entries])
        where = os.path.join(package.root, *path.split("/"))
        done = run_tool(
            where, parameters, options, root=package.root, grants=grants,
            limits=RunLimits(seconds=timeout, memory=memory << 20),
            prints=lambda piece: shared.console.remark(visible_lines(piece.decode("utf-8", "replace"))),
        )  # fmt: skip
    for each in done.confinement.loose if done.confinement else ():
        shared.remark(f"note: this system did not confine the tool wholly: {each}\n")
    shared.console.document(written(done.result.as_object()))
    return 0 if isinstance(done.result, Success) else 1


def _parameters(params: str | None, file: str | None) -> Any:
    if params is not None and file is not None:
        raise click.UsageError("give either `--params` or `--params-file`")
    if file is None:
        return {} if params is None else _json(params, "--params")
    if file == "-":
        text = sys.stdin.buffer.read(_LARGEST)
    else:
        with open(file, "rb") as opened:
            text = opened.read(_LARGEST)
    return _json(text.decode("utf-8-sig", "replace"), "--params-file")


def _json(text: str, option: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"`{option}` is no JSON: {error}") from error


def _no_number(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def _folders(given: tuple[str, ...]) -> tuple[str, ...]:
    missing = [each for each in given if not os.path.exists(each)]
    if missing:
        raise OutsideError(f"there is no `{missing[0]}` to allow")
    return tuple(os.path.realpath(each) for each in given)


def _environment(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    missing = [each for each in names if each not in os.environ]
    if missing:
        raise OutsideError(f"the environment has no variable `{missing[0]}`")
    return tuple((each, os.environ[each]) for each in names)
