"""`dpmlc glob`: what a pattern matches, and which rule left each near miss out."""

from collections import Counter

import click

from dpmlc.edge.cli.options import Shared, from_option, package_option
from dpmlc.edge.cli.place import document_of
from dpmlc.edge.inventory import LeftOut
from dpmlc.edge.package import Package
from dpmlc.link.glob_report import GlobReport, NearMiss, glob_report
from dpmlc.report.json import plain, written
from dpmlc.report.place import Places
from dpmlc.report.said import said
from dpmlc.report.text import PLAIN, render
from dpmlc.report.width import visible
from dpmlc.text.secrets import masked


@click.command("glob")
@click.argument("pattern")
@from_option
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@package_option
def command(shared: Shared, pattern: str, document: str | None, how: str) -> int:
    """Show which files PATTERN matches, as `@file://PATTERN` would."""
    with shared.package() as package:
        names = package.settings.link.packages[""]
        found = glob_report(pattern, document_of(document, package), names, package.files, package.settings.limits)
        if how == "json":
            misses = [(each, _why(each, package)) for each in found.near_misses]
            shared.console.document(_json(found, misses))
            return 1 if found.diagnostics else 0
        shared.console.result(_text(found, package))
        shared.console.remark(render(found.diagnostics, Places({}), PLAIN))
        if not found.matches and not found.diagnostics:
            shared.console.remark(f"no file matches `{visible(said(found.read))}`\n")
        return 1 if found.diagnostics else 0


def _why(miss: NearMiss, package: Package) -> str:
    """The rule in words; what the inventory leaves out names the very file or folder that does it."""
    left = _left_out(miss, package)
    return left.rule if left else miss.why


def _left_out(miss: NearMiss, package: Package) -> LeftOut | None:
    for left in package.files.left_out if miss.rule == "left-out" else ():
        if miss.path == left.path or (left.path.endswith("/") and f"{miss.path}/".startswith(left.path)):
            return left
    return None


def _text(found: GlobReport, package: Package) -> str:
    """A line a file; near misses in a folder that is left out, such as the output, are one line and a number."""
    lines = [visible(path) for path in found.matches]
    missed: Counter[tuple[str, str]] = Counter()
    for miss in found.near_misses:
        left = _left_out(miss, package)
        missed[left.path if left else miss.path, left.rule if left else miss.why] += 1
    for (path, why), number in missed.items():
        files = f" ({number} file{'s' * (number != 1)})" if path.endswith("/") else ""
        lines.append(f"not {visible(path)}{files}: {visible(why)}")
    if not found.complete:
        lines.append("more files were not looked at: the folders hold too many")
    return "".join(f"{line}\n" for line in lines)


def _json(found: GlobReport, misses: list[tuple[NearMiss, str]]) -> str:
    return written({
        "pattern": masked(found.pattern),
        "read": masked(found.read),
        "matches": list(found.matches),
        "near_misses": [{"path": miss.path, "rule": miss.rule, "why": why} for miss, why in misses],
        "complete": found.complete,
        "diagnostics": [plain(each, Places({})) for each in found.diagnostics],
    })  # fmt: skip
