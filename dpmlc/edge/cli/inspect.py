"""`dpmlc inspect`: one file's tree and references; nothing is resolved."""

import os
import sys
from collections.abc import Iterator

import click

from dpmlc.check.checked import Totals
from dpmlc.edge.builtin import builtin_documents
from dpmlc.edge.cli.completion import files
from dpmlc.edge.cli.options import Shared, output_options
from dpmlc.edge.cli.outline import as_json, as_text
from dpmlc.edge.cli.reporting import Findings, report_aside, without_hints
from dpmlc.edge.found import ClosedError
from dpmlc.edge.package import Trust, opened
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.root import OutsideError, inside, marked_root
from dpmlc.edge.safe_open import door
from dpmlc.index.check import check
from dpmlc.index.gather import claims, gather
from dpmlc.report.diagnostic import Diagnostic, Severity, order_of
from dpmlc.report.faults import limit, not_utf_8
from dpmlc.report.json import written
from dpmlc.report.place import Places
from dpmlc.scan.document import Scan
from dpmlc.scan.scan import scan
from dpmlc.settings import Settings
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.files import Files
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_DECLARING = (".attributes.md", ".protocol.md", ".tag.md")
_ATTRIBUTES = frozenset({"undefined-attribute", "attribute-value"})


@frozen
class _Surroundings:
    """What the file's package declares, so that its attributes and claimed names are known."""

    settings: Settings
    declaring: tuple[Source, ...]


@click.command("inspect")
@click.argument("file", shell_complete=files, metavar="FILE")
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@output_options
def command(shared: Shared, file: str, how: str) -> int:
    """Show the tree and the references of FILE, or of standard input for `-`."""
    folder = os.getcwd() if file == "-" else os.path.dirname(os.path.abspath(file))
    root = marked_root(folder)
    around = _surroundings(root)
    path = _path(file, root)
    source = decode(path, _content(file, path, around.settings.limits.document))
    if isinstance(source, Undecodable):
        fault = not_utf_8(path, source.offset, source.reason, source.encoding)
        return _report(None, (fault,), how, shared)
    found, diagnostics = _scanned(source, around)
    return _report(found, diagnostics, how, shared)


def _surroundings(root: str | None) -> _Surroundings:
    if root is None:
        return _Surroundings(Settings(), builtin_documents())
    with opened(root, Trust()) as package:
        own = tuple(_declaring(package.files, package.settings))
        return _Surroundings(package.settings, (*package.builtin, *own))


def _declaring(files: Files, settings: Settings) -> Iterator[Source]:
    for entry in files.entries:
        if entry.path.endswith(_DECLARING):
            found = files.read(entry.path, settings.limits.document)
            source = decode(entry.path, found) if isinstance(found, bytes) else None
            if isinstance(source, Source):
                yield source


def _path(file: str, root: str | None) -> str:
    """How the file is called: from the package root, else from here, else by its name alone."""
    if file == "-":
        return "-"
    return (inside(root, file) if root else None) or inside(os.getcwd(), file) or os.path.basename(file)


def _content(file: str, path: str, allowed: int) -> bytes:
    if file == "-":
        found = sys.stdin.buffer.read(allowed + 1)
        if len(found) <= allowed:
            return found
        raise _too_large(path, None, allowed)
    folder, name = os.path.split(os.path.abspath(file))
    if not os.path.isdir(folder):
        raise OutsideError(f"there is no file `{file}`")
    entrance = door(folder)
    try:
        return content(entrance, name, allowed)
    except ClosedError as closed:
        raise OutsideError(f"`{file}` was not read: {closed.detail}") from closed
    except TooLargeError as large:
        raise _too_large(path, large.size, allowed) from large
    finally:
        entrance.close()


def _too_large(path: str, size: int | None, allowed: int) -> OutsideError:
    fault = limit(Span(path, 0, 0), f"`{path}`, in bytes,", size, allowed, "document")
    return OutsideError(fault.message, *fault.help)


def _scanned(source: Source, around: _Surroundings) -> tuple[Scan, tuple[Diagnostic, ...]]:
    limits, declared = around.settings.limits, around.settings.declared
    others = {each.path: scan(each, declared.elements, limits) for each in around.declaring if each.path != source.path}
    found = scan(source, claims(others.values(), declared), limits)
    index = gather({**others, source.path: found}, (), declared)
    attributes = (each for each in check(found, index, declared) if each.code in _ATTRIBUTES)
    return found, tuple(sorted(dict.fromkeys((*found.diagnostics, *attributes)), key=order_of))


def _report(found: Scan | None, diagnostics: tuple[Diagnostic, ...], how: str, shared: Shared) -> int:
    texts = {found.path: found.text} if found else {}
    places = Places(texts)
    failed = any(each.severity is Severity.ERROR for each in diagnostics)
    if how == "json":
        shared.console.document(written(as_json(found, diagnostics, places)))
        return int(failed)
    if found is not None:
        shared.console.result(as_text(found, places))
    counts = [sum(each.severity is severity for each in diagnostics) for severity in Severity]
    totals = Totals(1, len(found.references) if found else 0, *counts)
    report_aside(without_hints(Findings(diagnostics, texts, totals)), shared)
    return int(failed)
