"""All documents of a package -> who mentions what in them, gathered anew or at the cost of those that changed."""

from collections.abc import Iterable, Mapping

from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.pages.globs import Globs, globs_of, holds_globs, named_only
from dpmlc.pages.mentions import Mentions, by_name, mentions, renewed
from dpmlc.pages.plan.plan import BUILTIN
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, elements
from dpmlc.text.frozen import frozen
from dpmlc.text.lazily import over
from dpmlc.text.paths import package_of
from dpmlc.text.span import Span


@frozen
class Tagged:
    """The first of the elements of a document that are called the same, and how many there are."""

    element: Element
    count: int


@frozen
class Gathered:
    """What the documents of `index` and their references `bounds` mention.

    `named` leads from a package path to the references that name it, `globs` are the patterns, `asked` leads from a
    resource protocol's name to the references that name it, `tagged` from a structural protocol's to its elements.
    `ties` tell for each document with references who they lead to, but not from which place in its text. `glossed` are
    the documents that may define terms.
    """

    index: Index
    bounds: Mapping[str, tuple[Bound, ...]]
    named: Mentions[Bound]
    asked: Mentions[Bound]
    tagged: Mentions[Tagged]
    globs: Globs
    ties: Mapping[str, tuple[object, ...]]
    glossed: Mapping[str, Scan]


def gathered(index: Index, bounds: Mapping[str, tuple[Bound, ...]]) -> Gathered:
    """What the documents of `index` mention."""
    return Gathered(
        index, bounds,
        mentions(bounds, lambda path: _named(bounds[path])),
        mentions(bounds, lambda path: asked(bounds[path])),
        mentions(index.documents, lambda path: tagged(path, index)),
        globs_of(bounds), {path: _ties(each) for path, each in bounds.items() if each}, _glossed(index),
    )  # fmt: skip


def regathered(
    before: Gathered, index: Index, bounds: Mapping[str, tuple[Bound, ...]], touched: frozenset[str]
) -> Gathered:
    """The same for a package of the same documents, of which none but those `touched` are others than `before`."""
    paths = [path for path in sorted(touched) if path in bounds]
    old = before.bounds
    globs = before.globs
    if any(holds_globs(each[path]) for path in paths for each in (old, bounds)):
        globs = globs_of(bounds)
    glossed = before.glossed
    if any(_may_gloss(path, each.documents[path]) for path in paths for each in (before.index, index)):
        glossed = _glossed(index)
    return Gathered(
        index, bounds,
        renewed(before.named, paths, lambda path: _named(old[path]), lambda path: _named(bounds[path]), bounds),
        renewed(before.asked, paths, lambda path: asked(old[path]), lambda path: asked(bounds[path]), bounds),
        renewed(
            before.tagged, paths, lambda path: tagged(path, before.index), lambda path: tagged(path, index),
            index.documents,
        ),
        globs, _retied(before.ties, paths, bounds), glossed,
    )  # fmt: skip


def _named(bounds: Iterable[Bound]) -> Mapping[str, tuple[Bound, ...]]:
    """Of the references of one document, for each path those that name it."""
    return by_name((location, each) for each in named_only(bounds) for location in _locations(each))


def _locations(bound: Bound) -> Iterable[str]:
    return dict.fromkeys(target.location for target in bound.targets)


def asked(bounds: Iterable[Bound]) -> Mapping[str, tuple[Bound, ...]]:
    """Of the references of one document, for each resource protocol those that name it at any of their levels."""
    return by_name(
        (name, each) for each in bounds for name in dict.fromkeys(level.protocol for level in each.reference.levels)
    )


def tagged(path: str, index: Index) -> Mapping[str, tuple[Tagged, ...]]:
    """For each structural protocol (synonyms count for it) its elements in one document and those bound to it; none in
    a document of dpmlc's own.
    """
    if path.startswith(BUILTIN):
        return {}
    found: dict[tuple[str, str], list[Element]] = {}
    for element in elements(index.documents[path].nodes):
        known = [index.structures.get(each) for each in (element.feature, element.structure)]
        for name in dict.fromkeys(each.name for each in known if each is not None):
            found.setdefault((name, element.name), []).append(element)
    return by_name((name, Tagged(each[0], len(each))) for (name, _), each in found.items())


def spot(mention: Bound | Tagged) -> Span:
    """Where a mention stands."""
    return mention.element.opening if isinstance(mention, Tagged) else mention.reference.span


def _retied(
    before: Mapping[str, tuple[object, ...]], touched: Iterable[str], bounds: Mapping[str, tuple[Bound, ...]]
) -> Mapping[str, tuple[object, ...]]:
    changed = {path: _ties(bounds[path]) for path in touched}
    if all(before.get(path, ()) == each for path, each in changed.items()):
        return before
    ties = over(before, changed)
    return {path: ties[path] for path, each in bounds.items() if each}


def _ties(bounds: Iterable[Bound]) -> tuple[object, ...]:
    return tuple(
        (each.targets, each.outcome, each.loading, each.globbed, each.name, each.protocol, each.resource)
        for each in bounds
    )


def _glossed(index: Index) -> Mapping[str, Scan]:
    return {path: scan for path, scan in index.documents.items() if _may_gloss(path, scan)}


def _may_gloss(path: str, scan: Scan) -> bool:
    return not path.startswith(BUILTIN) and not package_of(path) and "<terminology" in scan.text
