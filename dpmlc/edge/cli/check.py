"""`dpmlc check`: all diagnostics of a package, nothing written."""

import click

from dpmlc.compiler import strictly, survey_package
from dpmlc.edge.cli.asking import asked, run_tools_option
from dpmlc.edge.cli.options import FORMATS, Format, Shared, package_argument
from dpmlc.edge.cli.reporting import configured, findings, report_result, without_hints
from dpmlc.edge.cli.work import reading
from dpmlc.edge.diagrams import diagrams
from dpmlc.edge.themes import brought_theme
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.diagnostic import Diagnostic


@click.command("check")
@click.option("--format", "how", type=FORMATS, default="text", help="Default: text.")
@click.option("--hints", is_flag=True, help="Show hints, too.")
@click.option("--strict", is_flag=True, help="Take every warning for an error.")
@run_tools_option
@package_argument
def command(shared: Shared, how: Format, hints: bool, strict: bool, run_tools: bool) -> int:
    """Report everything that is wrong with the package at PATH.

    Diagrams of its documents are drawn, too, where the extra `diagrams` is installed.
    """
    with configured(how, shared), shared.package() as opened:
        with reading(opened, shared), diagrams() as renderer:
            package, answers = asked(opened, shared, run_tools=run_tools)
            theme = brought_theme(package)
            surveyed = survey_package(
                package.files, package.settings, package.builtin, answers=answers, renderer=renderer
            )  # fmt: skip
        told = (*surveyed.diagnostics, *(_theme_faults(theme) if theme else ()))
        texts = {**surveyed.checked.texts, **(theme.texts() if theme else {})}
        found = findings(package, strictly(told) if strict else told, texts, surveyed.totals)
        report_result(found if hints or how == "json" else without_hints(found), how, package, shared)
        return 1 if found.failed else 0


def _theme_faults(theme: Theme) -> tuple[Diagnostic, ...]:
    """What is wrong with the templates of a theme that does not come with dpmlc."""
    from dpmlc.pages.themes.dress import dressed  # noqa: PLC0415  Jinja2, 15 ms that few packages need here.

    return dressed(theme)[1]
