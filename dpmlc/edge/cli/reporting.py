"""Diagnostics in the format asked for, on the stream they belong to."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from dpmlc import __version__
from dpmlc.check.checked import Totals
from dpmlc.edge.cli.options import Format, Shared
from dpmlc.edge.configuration import ConfigurationError
from dpmlc.edge.package import Package
from dpmlc.edge.root import find_root, repository_prefix
from dpmlc.edge.terminal import paint
from dpmlc.report import json as plain_json
from dpmlc.report import text
from dpmlc.report.diagnostic import Diagnostic, Severity, order_of
from dpmlc.report.place import Places
from dpmlc.text.frozen import frozen
from dpmlc.text.lazily import over


@frozen
class Findings:
    """What a command found: diagnostics in order, texts to show them in, and totals."""

    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, str]
    totals: Totals

    @property
    def failed(self) -> bool:
        return any(each.severity is Severity.ERROR for each in self.diagnostics)


def findings(package: Package, diagnostics: Sequence[Diagnostic], texts: Mapping[str, str], totals: Totals) -> Findings:
    """The engine's findings and those of opening the package, counted together."""
    found = tuple(sorted((*package.unread, *diagnostics), key=order_of))
    own = {source.path: source.text for source in (*package.sources, *package.builtin)}
    counts = {severity: sum(each.severity is severity for each in found) for severity in Severity}
    counted = Totals(
        totals.documents, totals.references, counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.HINT]
    )
    return Findings(found, over(texts, own), counted)


def without_hints(found: Findings) -> Findings:
    """The same without hints (SPEC 7: they are shown on demand); they stay in the totals."""
    shown = tuple(each for each in found.diagnostics if each.severity is not Severity.HINT)
    return Findings(shown, found.texts, found.totals)


def rendered(found: Findings, how: Format, root: str) -> str:
    """The findings of the package at `root` in a format for machines or, without colour, for people."""
    places = Places(found.texts)
    match how:
        case "json":
            return plain_json.render(found.diagnostics, places, asdict(found.totals))
        case "sarif":
            from dpmlc.edge.manuals import whole_manual  # noqa: PLC0415  Seldom asked for, as those below.
            from dpmlc.report import sarif  # noqa: PLC0415

            producer = sarif.Producer(__version__, whole_manual(), repository_prefix(root))
            return sarif.render(found.diagnostics, places, producer)
        case "github":
            from dpmlc.report import github  # noqa: PLC0415

            return github.render(found.diagnostics, places, repository_prefix(root))
        case "gitlab":
            from dpmlc.report import gitlab  # noqa: PLC0415

            return gitlab.render(found.diagnostics, places, repository_prefix(root))
        case "text":
            return text.render(found.diagnostics, places, text.PLAIN)


def report_result(found: Findings, how: Format, package: Package, shared: Shared) -> None:
    """For commands whose result the diagnostics are: to standard output, and for people a summary to the other."""
    if how != "text":
        shared.console.document(rendered(found, how, package.root))
        return
    shared.console.result(text.render(found.diagnostics, Places(found.texts), paint(shared.colour, sys.stdout)))
    shared.remark(f"{summary(found)}\n")


@contextmanager
def configured(how: Format, shared: Shared) -> Iterator[None]:
    """Tell programs of a configuration that cannot be used, in their format; people are told by whoever called."""
    try:
        yield
    except ConfigurationError as error:
        if how != "text":
            texts = {source.path: source.text for source in error.sources}
            found = Findings(error.diagnostics, texts, Totals(0, 0, len(error.diagnostics), 0, 0))
            shared.console.document(rendered(found, how, find_root(shared.path)))
        raise


def report_aside(found: Findings, shared: Shared) -> None:
    """For commands whose result is something else: errors and warnings to standard error."""
    shown = [each for each in found.diagnostics if each.severity is not Severity.HINT]
    if shared.loudness == "quiet":
        shown = [each for each in shown if each.severity is Severity.ERROR]
    shared.console.remark(text.render(shown, Places(found.texts), paint(shared.colour, sys.stderr)))


def summary(found: Findings) -> str:
    """`12 documents, 34 references: 1 error`."""
    totals = found.totals
    documents = f"{totals.documents} document" + "s" * (totals.documents != 1)
    references = f"{totals.references} reference" + "s" * (totals.references != 1)
    return f"{documents}, {references}: {text.summary(totals.errors, totals.warnings)}"
