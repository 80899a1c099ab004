"""`dpmlc bundle`: one flattened prompt on standard output."""

from dataclasses import replace

import click

from dpmlc.compiler import Build, build_package
from dpmlc.edge.cli.bundles import entry_called, reached
from dpmlc.edge.cli.options import Shared, package_argument
from dpmlc.edge.cli.reporting import findings, report_aside
from dpmlc.edge.cli.work import reading
from dpmlc.edge.package import Package
from dpmlc.edge.plugins import installed
from dpmlc.edge.root import OutsideError
from dpmlc.edge.tools.ask import answers_of
from dpmlc.emit.entries import BundleEntry
from dpmlc.link.flatten import flatten_part
from dpmlc.link.memo import Memo
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.suggest import nearest
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact


@click.command("bundle")
@click.argument("identity", metavar="ID")
@click.option("--target", metavar="NAME", help="The form that a consumer takes.")
@click.option("--part", metavar="ELEMENT", help="Only this element of the document, flattened by itself.")
@click.option("--manifest", is_flag=True, help="The manifest instead of the prompt.")
@click.option("--keep-going", is_flag=True, help="Print in spite of errors; exit 1 all the same.")
@package_argument
def command(
    shared: Shared, identity: str, *, target: str | None, part: str | None, manifest: bool, keep_going: bool
) -> int:
    """Print the prompt of the bundle ID of the package at PATH."""
    if sum(map(bool, (target, part, manifest))) > 1:
        raise click.UsageError("give one of `--target`, `--part` and `--manifest`")
    with shared.package() as package:
        settings = _with_target(package.settings, target) if target else package.settings
        with reading(package, shared):
            answers = answers_of(package)
            build = build_package(package.files, settings, package.builtin, frozenset({identity}), answers=answers)
        entry = entry_called(identity, build.entries)
        if entry.id != identity:  # It was called by its path.
            build = build_package(package.files, settings, package.builtin, frozenset({entry.id}), answers=answers)
        text, more = (
            _part(entry, part, build, package, Memo(answers=answers))
            if part
            else (_text(entry, target, manifest, build), ())
        )
        documents = reached(entry.path, build)
        told = [each for each in (*build.diagnostics, *more) if each.span is None or each.span.path in documents]
        found = findings(package, tuple(dict.fromkeys(told)), build.checked.texts, build.totals)
        report_aside(found, shared)
        if keep_going or not found.failed:
            shared.console.document(text)
        return 1 if found.failed else 0


def _with_target(settings: Settings, name: str) -> Settings:
    known = installed().targets
    if name not in known:
        near = nearest(name, known) or tuple(known)
        raise OutsideError(f"there is no target `{name}`", f"targets here: {', '.join(f'`{each}`' for each in near)}")
    return replace(settings, bundle=replace(settings.bundle, targets=(known[name],)))


def _text(entry: BundleEntry, target: str | None, manifest: bool, build: Build) -> str:
    start = f"targets/{target}/" if target else f"bundles/{entry.id}/{'manifest.json' if manifest else 'prompt.md'}"
    made = (each for each in build.artifacts if isinstance(each, Artifact) and each.path.startswith(start))
    found = next(made, None)
    return found.content.decode("utf-8", "replace") if found else ""


def _part(
    entry: BundleEntry, part: str, build: Build, package: Package, memo: Memo
) -> tuple[str, tuple[Diagnostic, ...]]:
    known = build.checked
    flat = flatten_part(entry.path, part, known.bounds, known.index, package.settings.link, package.files, memo)
    if flat is None:
        raise OutsideError(f"`{entry.path}` has no element `<{part}>`", "`dpmlc inspect` shows its elements")
    errors = tuple(each for each in flat.diagnostics if each.severity is Severity.ERROR)
    return flat.text, errors
