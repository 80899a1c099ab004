"""`dpmlc build`: the whole output folder, published whole or not at all."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

import click

from dpmlc.compiler import Build, Request, draft_package, strictly
from dpmlc.edge.cache.asked import AskedFiles
from dpmlc.edge.cache.folder import own_folder
from dpmlc.edge.cache.options import Asked
from dpmlc.edge.cache.remember import Begun, Said, begin, changed_since, keep, known_to, left_before, noted, spare_of
from dpmlc.edge.cache.results import Results
from dpmlc.edge.cli.asking import asked as asked_tools
from dpmlc.edge.cli.asking import run_tools_option
from dpmlc.edge.cli.bundles import entry_called
from dpmlc.edge.cli.options import FORMATS, Format, Shared, cache_option, output_option, package_argument
from dpmlc.edge.cli.output import output_folder
from dpmlc.edge.cli.reporting import Findings, configured, findings, rendered, report_aside, summary, without_hints
from dpmlc.edge.cli.work import reading
from dpmlc.edge.diagrams import diagrams, lacks_library
from dpmlc.edge.output.beside import beside
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.fault import OutputChangedError
from dpmlc.edge.output.shelf import Shelf
from dpmlc.edge.package import Package
from dpmlc.edge.publish import Published, publish, refuse_brought_along
from dpmlc.edge.root import find_root, inside, shown_folder
from dpmlc.edge.themes import theme_of
from dpmlc.report import text
from dpmlc.report.place import Places
from dpmlc.report.text import COLOURED, PLAIN
from dpmlc.resumed import build_on
from dpmlc.text.artifact import RECORD, Output, held
from dpmlc.text.files import Fingerprint
from dpmlc.text.spread import Spread, here


@click.command("build")
@output_option
@click.option("--strict", is_flag=True, help="Take every warning for an error.")
@click.option("--keep-going", is_flag=True, help="Publish in spite of errors; exit 1 all the same.")
@click.option("--no-site", is_flag=True, help="Leave the site out.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Processes that work; default: 1.")
@click.option("--format", "how", type=FORMATS, default="text", help="Of diagnostics; default: text.")
@cache_option
@click.option("--check", "compare", is_flag=True, help="Write nothing; exit 1 with a diff where the output is old.")
@click.option(
    "--only", multiple=True, metavar="ID", help="Only this bundle; all else in the output stays; may be repeated."
)
@run_tools_option
@package_argument
def command(
    shared: Shared,
    *,
    output: str | None,
    strict: bool,
    keep_going: bool,
    no_site: bool,
    jobs: int,
    how: Format,
    cache_dir: str | None,
    compare: bool,
    only: tuple[str, ...],
    run_tools: bool,
) -> int:
    """Compile the package at PATH into bundles and a site."""
    root = find_root(shared.path)
    folder = output_folder(output, root)
    written = [os.path.abspath(folder), own_folder(root, cache_dir)]
    asked = Asked(
        output=output, cache_dir=cache_dir, policy=shared.trust.policy, strict=strict, no_site=no_site,
        keep_going=keep_going, untrusted=shared.trust.stranger, only=only,
    )  # fmt: skip
    begun = begin(asked, root, folder, shared.look) if how == "text" and not run_tools else None
    shared.remark(begun.remark if begun else "")
    spread = _spread(jobs)
    with configured(how, shared), shared.package(written, known_to(begun)) as opened:
        with reading(opened, shared), diagrams() as renderer:
            package, answers = asked_tools(opened, shared, run_tools=run_tools)
            wanted = frozenset(only) or None
            theme = None if no_site or wanted else theme_of(package)
            files = noted(begun, package) if begun else package.files
            # A comparison shows what changed in files, so it needs all of them.
            lasting = begun if not compare else None
            left, standing, ignored = left_before(lasting) if lasting else (Results(), {}, "")
            shared.remark(ignored)
            shelf = Shelf()
            lay = held if compare else shelf.lay
            request = Request(files, package.settings, package.builtin, theme, renderer, answers, wanted, lay)
            build = _built(request, lasting, left, standing, spread)
        ids = {entry_called(each, build.entries).id for each in only}
        diagnostics = strictly(build.diagnostics) if strict else build.diagnostics
        found = findings(package, diagnostics, build.checked.texts, build.totals)
        _report(found, how, package, shared)
        if found.failed and not keep_going:
            untouched = "" if not os.path.isdir(folder) else f"; `{shown_folder(folder)}` is as it was"
            shared.remark(f"{summary(found)}; nothing was written{untouched}\n")
            return 1
        # What stands in a folder that a stranger brought along may be the stranger's.
        strange = shared.trust.stranger and inside(os.path.realpath(root), os.path.realpath(folder)) is not None
        outputs = beside(folder, build.artifacts, ids) if ids and not strange else build.artifacts
        if compare:
            return _compare(folder, outputs, found, shared, frozenset({RECORD}) if ids else frozenset())
        if strange:
            refuse_brought_along(folder, outputs)
        contents = Contents(package.files, package.files.link, shelf)
        spare = spare_of(lasting, standing) if lasting else None
        try:
            done = publish(folder, outputs, contents, spread=spread, spare=spare)
        except OutputChangedError:
            # Another build wrote the folder meanwhile, so what was to be taken from there has to be made after all.
            anew = _anew(request, spread)
            if anew.diagnostics != build.diagnostics:
                raise
            outputs = beside(folder, anew.artifacts, ids) if ids and not strange else anew.artifacts
            done = publish(folder, outputs, contents, spread=spread)
            begun = None
        made = _made(build)
        shared.remark(f"{summary(found)}\n{made} in `{shown_folder(folder)}` ({_changes(done)})\n")
        # What a tool says rests on more than dpmlc can see, and so does a library that is not there.
        certain = not (found.failed or package.settings.run_tools or lacks_library(found.diagnostics))
        if begun is not None and isinstance(files, AskedFiles) and certain:
            shared.remark(keep(begun, package, files, outputs, _said(found, made), left, done))
        return 1 if found.failed else 0


def _built(
    request: Request, begun: Begun | None, left: Results, standing: Mapping[str, Fingerprint], spread: Spread
) -> Build:
    if begun is None:
        return draft_package(request, spread).build()
    return build_on(request, left, standing, changed_since(begun, left), spread)


def _anew(request: Request, spread: Spread) -> Build:
    with diagrams() as renderer:
        return draft_package(replace(request, renderer=renderer), spread).build()


def _spread(jobs: int) -> Spread:
    if jobs == 1:
        return here
    from dpmlc.edge.spreading import spread_over  # noqa: PLC0415  Nothing of it is needed in one process.

    return spread_over(jobs)


def _report(found: Findings, how: Format, package: Package, shared: Shared) -> None:
    if how == "text":
        report_aside(found, shared)
    else:
        shared.console.document(rendered(found if how == "json" else without_hints(found), how, package.root))


def _made(build: Build) -> str:
    bundles = sum(each.path.startswith("bundles/") and each.path.endswith("/prompt.md") for each in build.artifacts)
    site = any(each.path == "site/index.html" for each in build.artifacts)
    return f"{bundles} bundle" + "s" * (bundles != 1) + " and a site" * site


def _changes(done: Published) -> str:
    return f"{done.written} written, {done.unchanged} unchanged, {done.removed} removed"


def _said(found: Findings, made: str) -> Said:
    """What was said, for a build that finds nothing changed to say it again."""
    shown, places = without_hints(found).diagnostics, Places(found.texts)
    return Said(text.render(shown, places, PLAIN), text.render(shown, places, COLOURED), summary(found), made)


def _compare(folder: str, outputs: Sequence[Output], found: Findings, shared: Shared, aside: frozenset[str]) -> int:
    from dpmlc.edge.cli.difference import differences  # noqa: PLC0415  Only who compares needs it.

    diff = differences(folder, outputs, aside)
    shared.console.result(diff)
    state = "is out of date" if diff else "is up to date"
    shared.remark(f"{summary(found)}\n`{shown_folder(folder)}` {state}\n")
    return 1 if diff or found.failed else 0
