"""`dpmlc tool`: what the tools of a package say of themselves, and running one.

Only `run` runs a tool, unless `--run-tools` or `[tools] run` asks for more.
"""

import sys

import click

from dpmlc.check.checked import Totals
from dpmlc.edge.cli.asking import asked, run_tools_option
from dpmlc.edge.cli.options import FORMATS, Format, Shared, package_option
from dpmlc.edge.cli.reporting import Findings, configured, rendered, report_aside, without_hints
from dpmlc.edge.cli.tool_path import tool_path
from dpmlc.edge.cli.tool_run import command as run
from dpmlc.edge.root import OutsideError
from dpmlc.edge.terminal import paint
from dpmlc.report import text
from dpmlc.report.diagnostic import Severity, order_of
from dpmlc.report.json import plain, written
from dpmlc.report.place import Places
from dpmlc.report.width import columns, visible
from dpmlc.tools.exports import ListedTool, described_tool, ordered
from dpmlc.tools.found import FoundTools, read_tools
from dpmlc.tools.read_tool import ReadTool

_HOW = click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")


@click.group("tool")
def command() -> None:
    """List, show, check and run the tools of a package."""


@command.command("list")
@run_tools_option
@_HOW
@package_option
def list_(shared: Shared, how: str, run_tools: bool) -> int:
    """List every tool with its description."""
    with shared.package() as opened:
        package, answers = asked(opened, shared, run_tools=run_tools)
        found = read_tools(package.files, package.settings.limits, answers)
    tools = ordered(ListedTool(each) for each in found.tools)
    if how == "json":
        shared.console.document(written({"format": 1, "tools": [described_tool(each) for each in tools]}))
        return 0
    width = max((columns(visible(each.tool.id)) for each in tools), default=0)
    lines = [_line(each.tool, width) for each in tools]
    shared.console.result("".join(f"{line}\n" for line in lines))
    shared.remark("" if tools else "no tools: none of the package's files ends in `.tool.js` or `.tool.py`\n")
    return 0


def _line(tool: ReadTool, width: int) -> str:
    id_ = visible(tool.id)
    said = visible(tool.metadata["description"] or "(no description was read)")
    return f"{id_}{' ' * (width - columns(id_))}  {said}"


@command.command("show", short_help="Show all that is known of a tool, and what is not.")
@click.argument("name")
@run_tools_option
@_HOW
@package_option
def show(shared: Shared, name: str, how: str, run_tools: bool) -> int:
    """Show all that is known of the tool NAME (its id or path), and what is not."""
    with shared.package() as opened:
        wanted = tool_path(name, [entry.path for entry in opened.files.entries])
        package, answers = asked(opened, shared, run_tools=run_tools, paths=(wanted,))
        found = read_tools(package.files, package.settings.limits, answers)
    tool = chosen(found, name)
    places = Places(found.texts)
    if how == "json":
        shared.console.document(written(_object(tool, places)))
    else:
        shared.console.result(_text(tool, places))
    own = tuple(each for each in tool.diagnostics if each.severity is not Severity.HINT)
    report_aside(Findings(own, found.texts, Totals(0, 0, 0, 0, 0)), shared)
    return int(any(each.severity is Severity.ERROR for each in own))


def chosen(found: FoundTools, name: str) -> ReadTool:
    """The tool with this id or path; raises OutsideError where there is none, a choice, or it could not be read."""
    path = tool_path(name, [*(each.path for each in found.tools), *_unread(found)])
    for each in found.tools:
        if each.path == path:
            return each
    raise OutsideError(next(each.message for each in found.faults if each.span and each.span.path == path))


def _unread(found: FoundTools) -> list[str]:
    return [each.span.path for each in found.faults if each.span is not None]


def _object(tool: ReadTool, places: Places) -> dict[str, object]:
    gaps = [(each, places.of(each.span)) for each in tool.gaps]
    return {
        **{key: each for key, each in described_tool(ListedTool(tool)).items() if key != "at"},
        "environment": tool.environment,
        "dependencies": tool.dependencies,
        "unread": [
            {"what": gap.what, "reason": gap.reason, "path": at.path, "line": at.start.line, "column": at.start.column}
            for gap, at in gaps
        ],
        "diagnostics": [plain(each, places) for each in tool.diagnostics if each.code != "tool-unread"],
    }


def _text(tool: ReadTool, places: Places) -> str:
    rows = [("tool", tool.id), ("file", tool.path)]
    rows += [(name, value) for name, value in tool.metadata.items() if value is not None]
    rows += [("members", ", ".join(tool.members))]
    lines = [f"{name + ':':<13}{visible(value)}" for name, value in rows]
    for title, value in (
        ("parameters", tool.input_schema), ("environment", tool.environment), ("dependencies", tool.dependencies),
    ):  # fmt: skip
        if value is not None:
            lines += [f"{title}:", *(f"  {line}" for line in written(value).splitlines())]
    if tool.gaps:
        lines.append("known only when it runs:")
    lines += [f"  {visible(gap.what)} ({places.of(gap.span)}): {visible(gap.reason)}" for gap in tool.gaps]
    return "\n".join(lines) + "\n"


@command.command("check", short_help="Check members, metadata and schemas.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--hints", is_flag=True, help="Show what could not be read, too.")
@click.option("--format", "how", type=FORMATS, default="text", help="Default: text.")
@run_tools_option
@package_option
def check(shared: Shared, names: tuple[str, ...], hints: bool, how: Format, run_tools: bool) -> int:
    """Check members, signatures, metadata and schemas of all tools, or of those named."""
    with configured(how, shared), shared.package() as opened:
        paths = [entry.path for entry in opened.files.entries]
        wanted = [tool_path(name, paths) for name in names] or None
        package, answers = asked(opened, shared, run_tools=run_tools, paths=wanted)
        found = read_tools(package.files, package.settings.limits, answers)
        tools = tuple(chosen(found, name) for name in names) or found.tools
        faults = (*(() if names else found.faults), *(fault for each in tools for fault in each.diagnostics))
        ordered_faults = tuple(sorted(faults, key=order_of))
        counts = [sum(each.severity is severity for each in ordered_faults) for severity in Severity]
        told = Findings(ordered_faults, found.texts, Totals(len(tools), 0, *counts))
        shown = told if hints or how == "json" else without_hints(told)
        if how == "text":
            _report_text(shown, len(tools), shared)
        else:
            shared.console.document(rendered(shown, how, package.root))
        return int(told.failed)


def _report_text(found: Findings, number: int, shared: Shared) -> None:
    shared.console.result(text.render(found.diagnostics, Places(found.texts), paint(shared.colour, sys.stdout)))
    tools = f"{number} tool" + "s" * (number != 1)
    shared.remark(f"{tools}: {text.summary(found.totals.errors, found.totals.warnings)}\n")


command.add_command(run)
