"""All documents of a package -> who mentions what in them, gathered anew or at the cost of those that changed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from dpmlc.index.index import Index
from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.pages.body.chips import LOOKS
from dpmlc.pages.globs import Globs, globs_of, is_many, named_only
from dpmlc.pages.mentions import Counts, Mentions, mentions, renewed
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, elements
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of
from dpmlc.text.span import Span


@frozen
class Tagged:
    """The first of the elements of a document that are called the same, and how many there are."""

    element: Element
    count: int


@frozen
class Lead:
    """Where a reference leads, but not from which place in a text. `look` is how it is loaded, `targets` are locations
    with their kinds. `glob` tells a pattern with more than one file by its name, protocol and resource; its targets are
    in `files`, which its users share.
    """

    look: str
    is_broken: bool
    targets: tuple[tuple[str, str], ...]
    glob: tuple[str, str, str] | None = None
    files: tuple[Target, ...] = ()

    @property
    def locations(self) -> tuple[str, ...]:
        """Where it leads, files of a pattern included."""
        return tuple(each.location for each in self.files) if self.glob else tuple(place for place, _ in self.targets)


@frozen
class Told:
    """What one document mentions: where its references `lead`, the resource protocols that they have `asked` at any of
    their levels, the structural protocols (synonyms count for them) of its elements in `tagged` and, of elements that
    are bound to an implementation, in `filled`; whether it may define terms (`glosses`).
    """

    leads: tuple[Lead, ...]
    asked: Counts
    tagged: Counts
    filled: Counts
    glosses: bool

    @property
    def named(self) -> Counts:
        """The locations that its references name, patterns aside."""
        return _counted(dict.fromkeys(at for at, _ in each.targets) for each in self.leads if not each.glob)

    @property
    def has_globs(self) -> bool:
        """Whether it holds a pattern with more than one file."""
        return any(each.glob for each in self.leads)


@frozen
class Gathered:
    """What the documents of a package and their references mention, by document as it was `told`.

    `named` are locations that references name, `globs` the patterns, `asked` resource protocols, `tagged` and `filled`
    structural ones. `ties` tell for each document with references who they lead to. `glossed` are the documents that
    may define terms.
    """

    told: Mapping[str, Told]
    named: Mentions[Bound]
    asked: Mentions[Bound]
    tagged: Mentions[Tagged]
    filled: Mentions[Tagged]
    globs: Globs
    ties: Mapping[str, tuple[Lead, ...]]
    glossed: Mapping[str, Scan]


def gathered(
    index: Index, bounds: Mapping[str, tuple[Bound, ...]], told: Mapping[str, Told] | None = None
) -> Gathered:
    """What the documents of `index` mention; that is looked at unless it is `told`."""
    if told is None:
        told = {path: told_by(path, index, each) for path, each in bounds.items()}
    naming, asking, tagging, filling = _places(index, bounds)
    return Gathered(
        told,
        mentions({path: each.named for path, each in told.items()}, naming),
        mentions({path: each.asked for path, each in told.items()}, asking),
        mentions({path: each.tagged for path, each in told.items()}, tagging),
        mentions({path: each.filled for path, each in told.items()}, filling),
        _globs(told, bounds), {path: each.leads for path, each in told.items() if each.leads}, _glossed(told, index),
    )  # fmt: skip


def regathered(
    before: Gathered, index: Index, bounds: Mapping[str, tuple[Bound, ...]], touched: frozenset[str]
) -> Gathered:
    """The same for a package of the same documents, of which none but those `touched` are others than `before`."""
    changed = {path: told_by(path, index, bounds[path]) for path in sorted(touched) if path in bounds}
    both = [(before.told[path], each) for path, each in changed.items()]
    told = {**before.told, **changed}
    naming, asking, tagging, filling = _places(index, bounds)
    many = any(each.has_globs for two in both for each in two)
    glosses = any(each.glosses for two in both for each in two)
    tied = any(old.leads != new.leads for old, new in both)
    return Gathered(
        told,
        renewed(before.named, {path: each.named for path, each in changed.items()}, naming, bounds),
        renewed(before.asked, {path: each.asked for path, each in changed.items()}, asking, bounds),
        renewed(before.tagged, {path: each.tagged for path, each in changed.items()}, tagging, bounds),
        renewed(before.filled, {path: each.filled for path, each in changed.items()}, filling, bounds),
        _globs(told, bounds) if many else before.globs,
        {path: each.leads for path, each in told.items() if each.leads} if tied else before.ties,
        _glossed(told, index) if glosses else before.glossed,
    )  # fmt: skip


def told_by(path: str, index: Index, bounds: tuple[Bound, ...]) -> Told:
    """What the document at `path` mentions, of which `bounds` are the references."""
    scan = index.documents[path]
    found = _tagged(scan, index)
    return Told(
        leads_of(bounds),
        _counted(map(_levels, bounds)),
        {name: len(each) for name, each in found.items()},
        {name: count for name, each in found.items() if (count := sum(map(_is_filled, each)))},
        not package_of(path) and "<terminology" in scan.text,
    )  # fmt: skip


def leads_of(bounds: Iterable[Bound]) -> tuple[Lead, ...]:
    """Where the references of a document lead."""
    return tuple(map(_lead, bounds))


def spot(mention: Bound | Tagged) -> Span:
    """Where a mention stands."""
    return mention.element.opening if isinstance(mention, Tagged) else mention.reference.span


_Bounds: TypeAlias = Callable[[str, str], tuple[Bound, ...]]
_Elements: TypeAlias = Callable[[str, str], tuple[Tagged, ...]]


def _places(index: Index, bounds: Mapping[str, tuple[Bound, ...]]) -> tuple[_Bounds, _Bounds, _Elements, _Elements]:
    """What gives the places in a document that mention a name: a location, a resource protocol, a structural one."""

    def naming(path: str, name: str) -> tuple[Bound, ...]:
        return tuple(each for each in named_only(bounds[path]) if any(name == to.location for to in each.targets))

    def asking(path: str, name: str) -> tuple[Bound, ...]:
        return tuple(each for each in bounds[path] if name in _levels(each))

    def tagging(path: str, name: str) -> tuple[Tagged, ...]:
        return tuple(_tagged(index.documents[path], index).get(name, ()))

    def filling(path: str, name: str) -> tuple[Tagged, ...]:
        return tuple(filter(_is_filled, tagging(path, name)))

    return naming, asking, tagging, filling


def _lead(bound: Bound) -> Lead:
    look, is_broken = LOOKS[bound.loading], bound.outcome is Outcome.BROKEN
    if is_many(bound):
        return Lead(look, is_broken, (), (bound.name, bound.protocol, bound.resource), bound.targets)
    return Lead(look, is_broken, tuple((each.location, each.kind) for each in bound.targets))


def _levels(bound: Bound) -> Mapping[str, None]:
    """The resource protocols that a reference names."""
    return dict.fromkeys(level.protocol for level in bound.reference.levels)


def _tagged(scan: Scan, index: Index) -> Mapping[str, Sequence[Tagged]]:
    """For each structural protocol its elements in one document and those bound to it."""
    found: dict[tuple[str, str], list[Element]] = {}
    for element in elements(scan.nodes):
        known = [index.structures.get(each) for each in (element.feature, element.structure)]
        for name in dict.fromkeys(each.name for each in known if each is not None):
            found.setdefault((name, element.name), []).append(element)
    tagged: dict[str, list[Tagged]] = {}
    for (name, _), each in found.items():
        tagged.setdefault(name, []).append(Tagged(each[0], len(each)))
    return tagged


def _is_filled(tagged: Tagged) -> bool:
    return tagged.element.implementation is not None


def _counted(found: Iterable[Iterable[str]]) -> Counts:
    return dict(Counter(chain.from_iterable(found)))


def _globs(told: Mapping[str, Told], bounds: Mapping[str, tuple[Bound, ...]]) -> Globs:
    return globs_of({path: bounds[path] for path, each in told.items() if each.has_globs})


def _glossed(told: Mapping[str, Told], index: Index) -> Mapping[str, Scan]:
    return {path: index.documents[path] for path, each in told.items() if each.glosses}
