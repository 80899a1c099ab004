"""`dpmlc graph`: who refers to whom."""

import click

from dpmlc.check.checked import Checked, check_package
from dpmlc.edge.cli.options import Shared, package_argument
from dpmlc.edge.cli.work import reading
from dpmlc.graph import Graph, dot, graph, mermaid
from dpmlc.report.json import written
from dpmlc.report.place import Places
from dpmlc.text.span import Span


@click.command("graph")
@click.option(
    "--format", "how", type=click.Choice(["mermaid", "dot", "json"]), default="mermaid", help="Default: mermaid."
)
@package_argument
def command(shared: Shared, how: str) -> int:
    """Show which documents of the package at PATH refer to what."""
    with shared.package() as package:
        with reading(package, shared):
            checked = check_package(package.files, package.settings, package.builtin)
        found = graph(checked.bounds)
        match how:
            case "json":
                shared.console.document(_json(found, checked))
            case "dot":
                shared.console.document(dot(found))
            case _:
                shared.console.document(mermaid(found))
        return 0


def _json(found: Graph, checked: Checked) -> str:
    places = Places(checked.texts)
    edges = []
    for each in found.edges:
        start = places.of(Span(each.source, each.start, each.start)).start
        place = {"line": start.line, "column": start.column}
        ends = {"from": each.source, "to": each.target, "kind": each.kind}
        edges.append({**ends, "manner": each.manner, "loading": each.loading, "text": each.text, **place})
    patterns = [{"name": each.name, "targets": list(each.targets)} for each in found.patterns]
    return written({"nodes": list(found.nodes), "edges": edges, "patterns": patterns})
