"""Bound references -> the patterns among them, each once with its files and its users.

A thousand documents that each name the same thousand files would be a million pairs. What they share is kept once, so
all that is here is as large as the documents and the files together; a page shows some and leads to the rest.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from dpmlc.link.bound import Bound, Target
from dpmlc.pages.markdown.slugs import free, slug
from dpmlc.text.frozen import frozen

MOST_SHOWN = 20
"""A list on another page than the graph's shows so many files or users of one pattern."""


@frozen
class Glob:
    """A pattern. `name` is how it is told (`file://docs/*.md`), `anchor` its id on the page of the graph.

    `targets` are all its files in byte order. `users` are the references, in the order of documents, `documents` those
    that hold them, with how many each holds: one of them may be among `targets`, and then does not mean itself.
    """

    name: str
    anchor: str
    targets: tuple[Target, ...]
    users: tuple[Bound, ...]
    documents: Mapping[str, int] = field(hash=False)

    @property
    def listed(self) -> bool:
        """Whether it is told at length on the page of the graph alone."""
        return len(self.targets) > MOST_SHOWN or len(self.documents) > MOST_SHOWN

    def others(self, path: str) -> int:
        """How many users stand in other documents than that at `path`."""
        return len(self.users) - self.documents.get(path, 0)

    def shown(self, path: str) -> Sequence[Bound]:
        """The users in other documents that a page about `path` shows."""
        most = MOST_SHOWN if self.listed else len(self.users)
        own = self.documents.get(path, 0)
        return [each for each in self.users[: most + own] if each.document != path][:most]

    def rest(self, path: str) -> int:
        """How many of them that page does not show."""
        return max(0, self.others(path) - MOST_SHOWN) if self.listed else 0


@frozen
class Globs:
    """The patterns of a package, in the order of their first users; `by_place` leads to each from the document and the
    number of a reference among its references, `by_file` from each path to those that match it.
    """

    all: tuple[Glob, ...]
    by_place: Mapping[tuple[str, int], Glob]
    by_file: Mapping[str, Sequence[Glob]]

    def at(self, document: str, number: int) -> Glob | None:
        """The pattern that the reference of this number in a document is; None where it is none."""
        return self.by_place.get((document, number))


def globs_of(bounds: Mapping[str, tuple[Bound, ...]]) -> Globs:
    """The patterns with more than one file. The same pattern in two documents is one, where it finds the same."""
    alike: defaultdict[tuple[str, str], list[Bound]] = defaultdict(list)
    for each in (bound for of in bounds.values() for bound in of):
        if is_many(each):
            alike[each.protocol, each.resource].append(each)
    taken: set[str] = set()
    made: list[Glob] = []
    for found in alike.values():
        for targets, users in _equal(found):
            anchor = free(f"glob-{slug(users[0].name)}", taken)
            taken.add(anchor)
            documents = Counter(each.document for each in users)
            made.append(Glob(users[0].name, anchor, targets, tuple(users), documents))
    by_file: defaultdict[str, list[Glob]] = defaultdict(list)
    for glob in made:
        for target in glob.targets:
            by_file[target.location].append(glob)
    known = {each.reference.span: glob for glob in made for each in glob.users}
    by_place = {
        (path, number): known[each.reference.span]
        for path, of in bounds.items()
        for number, each in enumerate(of)
        if each.reference.span in known
    }
    return Globs(tuple(made), by_place, by_file)


def named_only(bounds: Iterable[Bound]) -> Iterator[Bound]:
    """The references that are no pattern, or one for a single file."""
    return (each for each in bounds if not is_many(each))


def is_many(bound: Bound) -> bool:
    """Whether a reference is a pattern with more than one file."""
    return bound.globbed and len(bound.targets) > 1


def _equal(found: Sequence[Bound]) -> Iterator[tuple[tuple[Target, ...], list[Bound]]]:
    """References of one pattern with all that it finds; one that finds something else stands by itself."""
    first = found[0]
    other = next((each for each in found if each.document != first.document), first)
    targets = first.targets
    if other.targets is not targets:  # The pattern finds one of the two documents, which leaves itself out.
        both = {each.location: each for each in (*targets, *other.targets)}
        targets = tuple(both[path] for path in sorted(both, key=_bytes))
    at = {each.location: number for number, each in enumerate(targets)}
    fitting = [_finds(each, targets, at) for each in found]
    same = [each for each, fits in zip(found, fitting, strict=True) if fits]
    if same:
        yield targets, same
    yield from ((each.targets, [each]) for each, fits in zip(found, fitting, strict=True) if not fits)


def _finds(bound: Bound, targets: tuple[Target, ...], at: Mapping[str, int]) -> bool:
    """Whether it leads to `targets`, its own document left out. Parts that are the very same compare in no time."""
    if bound.targets is targets:
        return True
    own = at.get(bound.document)
    return bound.targets == (targets if own is None else (*targets[:own], *targets[own + 1 :]))


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogatepass")
