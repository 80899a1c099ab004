"""Who leads where in a package -> the page of the graph: the picture, and the same as lists."""

from collections.abc import Iterator

from markupsafe import Markup

from dpmlc.pages.globs import Glob
from dpmlc.pages.heads import Heads
from dpmlc.pages.made import Made
from dpmlc.pages.package import GRAPH, Package
from dpmlc.pages.views import Link
from dpmlc.pages.views_pages import GraphView, Neighbourhood, Pattern
from dpmlc.text.secrets import masked


def graph_page(picture: Markup, package: Package, heads: Heads) -> Made:
    """The package as a picture, and the same as lists: what each document refers to, and the files of each pattern.

    A pattern with many files or users stands in a list of its own, to which documents lead: together the lists are as
    long as the references and the files.
    """
    patterns = tuple(_pattern(each, package) for each in package.gathered.globs.all if each.listed)
    view = GraphView(picture, tuple(_neighbourhoods(package)), patterns)
    ids = frozenset({"list", *(each.anchor for each in patterns), *(["patterns"] if patterns else [])})
    return Made(GRAPH, "graph.html", heads.plain(package.words["graph"], "graph", GRAPH), view, "list", ids)


def _neighbourhoods(package: Package) -> Iterator[Neighbourhood]:
    for path in sorted(package.gathered.ties, key=lambda each: each.encode("utf-8", "surrogatepass")):
        if path in package.plan.documents:
            targets: dict[str, Link] = {}
            for location, link in _targets(path, package):
                targets.setdefault(location, link)
            if targets:
                yield Neighbourhood(package.label(path), package.link(path, GRAPH), tuple(targets.values()))


def _targets(path: str, package: Package) -> Iterator[tuple[str, Link]]:
    """What the document at `path` refers to, by location; a pattern that is told below by its anchor."""
    for number, lead in enumerate(package.gathered.ties[path]):
        glob = package.gathered.globs.at(path, number)
        if glob is not None and glob.listed:
            yield glob.anchor, Link(f"{masked(glob.name)} ({len(glob.targets)})", f"#{glob.anchor}", lead.look)
            continue
        for location in lead.locations:
            yield location, Link(package.label(location), package.link(location, GRAPH), lead.look)


def _pattern(glob: Glob, package: Package) -> Pattern:
    targets = tuple(Link(package.label(each.location), package.link(each.location, GRAPH)) for each in glob.targets)
    users = tuple(Link(package.label(each), package.link(each, GRAPH)) for each in glob.documents)
    return Pattern(glob.anchor, masked(glob.name), targets, users)
