"""Which documents lead to which places, and from where one comes to a place."""

from collections.abc import Iterable, Mapping

from dpmlc.link.bound import Bound
from dpmlc.text.frozen import frozen


@frozen
class Leads:
    """`to` are the places that a document refers to, whatever becomes of them; `back` who refers to one. Both sorted:
    there is one for each document, and a tuple takes a third of a set.
    """

    to: Mapping[str, tuple[str, ...]]
    back: Mapping[str, tuple[str, ...]]

    @staticmethod
    def of(bounds: Mapping[str, tuple[Bound, ...]]) -> "Leads":
        """The leads of documents with these references."""
        return Leads.back_and_forth({path: _places(found) for path, found in bounds.items()})

    @staticmethod
    def back_and_forth(to: Mapping[str, tuple[str, ...]]) -> "Leads":
        """The leads of documents that refer to these places."""
        back: dict[str, list[str]] = {}
        for path, places in to.items():
            for place in places:
                back.setdefault(place, []).append(path)
        return Leads(to, {place: tuple(sorted(paths)) for place, paths in back.items()})

    def changed(self, bounds: Mapping[str, tuple[Bound, ...]]) -> "Leads":
        """These leads where the documents of `bounds` have other references."""
        now = {path: _places(found) for path, found in bounds.items()}
        to, back = dict(self.to), dict(self.back)
        for path, places in now.items():
            for place in {*to.get(path, ())} ^ {*places}:
                others = {*back.pop(place, ())} ^ {path}
                if others:
                    back[place] = tuple(sorted(others))
            to[path] = places
        return Leads(to, back)

    def users(self, places: Iterable[str]) -> frozenset[str]:
        """The documents that lead to one of `places` at once."""
        return frozenset(path for place in places for path in self.back.get(place, ()))

    def above(self, places: Iterable[str]) -> frozenset[str]:
        """All documents that lead to `places`, directly or not, and the places themselves."""
        return _reached(places, self.back)

    def below(self, places: Iterable[str]) -> frozenset[str]:
        """Everything that `places` lead to, directly or not, themselves included."""
        return _reached(places, self.to)


def _places(bounds: Iterable[Bound]) -> tuple[str, ...]:
    return tuple(sorted({target.location for bound in bounds for target in bound.targets}))


def _reached(places: Iterable[str], ways: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    waiting = list(places)
    seen = set(waiting)
    for place in waiting:  # Grows while it is walked.
        new = [each for each in ways.get(place, ()) if each not in seen]
        seen.update(new)
        waiting += new
    return frozenset(seen)
