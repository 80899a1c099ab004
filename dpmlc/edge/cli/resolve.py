"""`dpmlc resolve`: how a reference resolves, step by step, and what it would load."""

import click

from dpmlc.check.checked import check_package
from dpmlc.edge.cli.options import Shared, from_option, package_option
from dpmlc.edge.cli.place import document_of
from dpmlc.edge.cli.reporting import findings, report_aside
from dpmlc.edge.cli.work import reading
from dpmlc.edge.package import Package
from dpmlc.index.index import Index
from dpmlc.link.bind import bind
from dpmlc.link.bound import Bound, Outcome
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.json import plain, written
from dpmlc.report.place import Places
from dpmlc.report.said import said
from dpmlc.report.width import visible
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference
from dpmlc.text.secrets import masked

_PLACE = "command line"


@click.command("resolve")
@click.argument("reference")
@from_option
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@package_option
def command(shared: Shared, reference: str, document: str | None, how: str) -> int:
    """Show how REFERENCE resolves, as if it stood in a document. A shell wants it in single quotes."""
    text = reference if reference.startswith("@") else f"@{reference}"
    with shared.package() as package:
        parsed = parse(text, _PLACE, 0)
        with reading(package, shared):
            checked = check_package(package.files, package.settings, package.builtin)
        texts = {**checked.texts, _PLACE: text}
        bound, told = _bound(parsed, package, document, checked.index)
        if how == "text":
            report_aside(findings(package, told, texts, checked.totals), shared)
        return _report(bound, told, texts, how, shared)


def _bound(
    parsed: Reference | Malformed, package: Package, document: str | None, index: Index
) -> tuple[Bound | None, tuple[Diagnostic, ...]]:
    """What the reference leads to, unless it is none, and what there is to say of it."""
    if isinstance(parsed, Malformed):
        return None, (parsed.diagnostic,)
    bound = bind(parsed, document_of(document, package), index, package.settings.link, package.files)
    return bound, bound.diagnostics


def _report(
    bound: Bound | None, diagnostics: tuple[Diagnostic, ...], texts: dict[str, str], how: str, shared: Shared
) -> int:
    if how == "json":
        shared.console.document(_json(bound, diagnostics, Places(texts)))
    elif bound is not None:
        shared.console.result(_text(bound))
    return 1 if any(each.severity is Severity.ERROR for each in diagnostics) else 0


def _text(bound: Bound) -> str:
    steps = [(visible(said(step.what)), visible(said(step.says))) for step in bound.steps]
    width = max((len(what) for what, _ in steps), default=0)
    lines = [f"{what:<{width}}  {says}" for what, says in steps]
    lines.append(f"outcome: {bound.outcome}{_around(bound)}")
    lines += [f"{target.kind}: {visible(said(target.location))}" for target in bound.targets]
    return "\n".join(lines) + "\n"


def _around(bound: Bound) -> str:
    """The elements that a kept reference goes into, outermost first."""
    if bound.outcome is not Outcome.KEEP or not bound.outers:
        return ""
    return ", inside of " + "".join(f"<{each.protocol}>" for each in reversed(bound.outers))


def _json(bound: Bound | None, diagnostics: tuple[Diagnostic, ...], places: Places) -> str:
    told = [plain(each, places) for each in diagnostics]
    if bound is None:
        return written({"outcome": "broken", "name": None, "steps": [], "targets": [], "diagnostics": told})
    return written({
        "outcome": bound.outcome,
        "name": masked(bound.name),
        "loading": bound.loading,
        "steps": [{"what": said(step.what), "says": said(step.says)} for step in bound.steps],
        "targets": [{"location": masked(target.location), "kind": target.kind} for target in bound.targets],
        "diagnostics": told,
    })  # fmt: skip
