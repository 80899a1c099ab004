"""A query and a segment -> how well each file matches, in steps that can be stopped between."""

from collections.abc import Generator, Sequence

from dpmlc.fileref.alignment import Ends, alignment, costing, holding, reaching, united
from dpmlc.fileref.columns import PAD, Columns, bits_of, few_columns, rows_of
from dpmlc.fileref.query import Query, Term
from dpmlc.fileref.segment import Segment
from dpmlc.text.frozen import frozen

# Level 0 is a whole name, name without extension, or path. From 1 on: the cost of the name's match, up to 7, or of the
# path's, which counts as three more, since people mean names. A name that costs more has level 9, a path 12.
_NAME_COST = 7
_PATH_COST = 7
_FOLDER = 3
NAMED = 1 + _NAME_COST + 1
ANYWHERE = 1 + _FOLDER + _PATH_COST + 1
LEVELS = ANYWHERE + 1
# Costs for which names are looked at one after the other, before folders: none of them is better.
_RUNGS = (1, _FOLDER)
# So few files are not worth that; of a set this small the rows are copied, which then cost next to nothing.
_TINY = 300
_FEW = 2000


@frozen
class Matched:
    """The files that hold all terms, and where the last letter of the last term can stand in them, by position."""

    found: int
    ends: Ends


def matching(of: Segment, query: Query, within: int) -> Generator[None, None, Matched]:
    """Which files of the set `within` hold all terms; pauses after each."""
    found: int = within
    ends: Ends = ()
    for term in query.terms:
        ends = reaching(of.columns, term, 0, ((-1, found),)) if found else ()
        found = united(ends)
        yield
    return Matched(found, ends)


def matching_more(of: Segment, query: Query, earlier: Matched, letters: int) -> Generator[None, None, Matched]:
    """The same where `earlier` is of the same terms, the last one with no more than its first `letters`."""
    ends = reaching(of.columns, query.terms[-1], letters, earlier.ends)
    yield
    return Matched(united(ends), ends)


def levels(of: Segment, query: Query, found: int, wanted: int) -> Generator[None, None, tuple[int, ...]]:
    """For each level the files of `found`, which hold all terms, that match at least so well; pauses between terms.

    Only as many as `wanted` are told apart: what matches better than they do costs less to find than what is worse.
    """
    if found.bit_count() > _TINY:
        for most in _RUNGS:
            sets = yield from _by_names(of.columns, query, found, of.names, most)
            if sets[1 + most].bit_count() >= wanted:
                return _with_whole(sets, of, query, found)
    view = _view(of, query, found)
    yield
    sets = yield from _by_paths(view, query, of.names)
    return _with_whole([view.back(each) for each in sets], of, query, found)


def level_of(of: Segment, number: int, term: Term) -> tuple[int, tuple[int, ...]]:
    """The level of one file for one term, 1 to 12, and the places in its name that match: the same by another way."""
    keys, words = of.columns.rows[number], of.columns.words[number]
    name, path = keys[of.names :].rstrip(PAD), keys.rstrip(PAD)
    in_name = alignment(name, words >> of.names, term, 0)
    level = NAMED if in_name is None or in_name[0] > _NAME_COST else 1 + in_name[0]
    in_path = alignment(path, words, term, -1)
    if in_path is None:
        raise ValueError("the file does not match")
    beyond = ANYWHERE if in_path[0] > _PATH_COST else 1 + _FOLDER + in_path[0]
    if in_name is not None and level <= beyond:
        return level, in_name[1]
    return beyond, tuple(at - of.names for at in in_path[1] if at >= of.names)


@frozen
class _View:
    """Columns of the rows that matter: of a set `every`, or, if few, copies; `rows` then are their numbers."""

    columns: Columns
    every: int
    rows: tuple[int, ...] | None
    number: int

    def back(self, bits: int) -> int:
        """A set of this view as a set of the segment."""
        if self.rows is None:
            return bits
        return bits_of([self.rows[each] for each in rows_of(bits)], self.number)


def _view(of: Segment, query: Query, found: int) -> _View:
    if found.bit_count() > _FEW:
        return _View(of.columns, found, None, len(of.files))
    rows = rows_of(found)
    columns = few_columns(of.columns, rows, {key for term in query.terms for keys in term for key in keys})
    return _View(columns, (1 << len(rows)) - 1, tuple(rows), len(of.files))


def _by_names(columns: Columns, query: Query, found: int, names: int, most: int) -> Generator[None, None, list[int]]:
    """The sets of each level by names alone, for costs up to `most`; all that is worse is in the last set only."""
    sets = [found] * LEVELS
    for term in query.terms:
        costs = yield from costing(columns, term, found, names, most)
        named = [0, *costs, *[costs[-1]] * (ANYWHERE - 2 - most), found]
        sets = [old & new for old, new in zip(sets, named, strict=True)]
        yield
    return sets


def _by_paths(view: _View, query: Query, names: int) -> Generator[None, None, list[int]]:
    """The sets of each level."""
    sets, first = [view.every] * LEVELS, 1 + _FOLDER
    for term in query.terms:
        in_names = holding(view.columns, term, view.every, names)
        name_costs = yield from costing(view.columns, term, in_names, names, _NAME_COST)
        named = [
            0,
            *name_costs,
            *[in_names] * (ANYWHERE - NAMED),
            view.every,
        ]
        yield
        costs = yield from costing(view.columns, term, view.every, 0, _PATH_COST)
        for level in range(first, ANYWHERE):
            named[level] |= costs[level - first]
        sets = [old & new for old, new in zip(sets, named, strict=True)]
        yield
    return sets


def _with_whole(sets: Sequence[int], of: Segment, query: Query, found: int) -> tuple[int, ...]:
    """The sets with level 0 in all of them."""
    exact = sets[1] & _whole(of, query) | _at_path(of, query) & found
    return (exact, *(each | exact for each in sets[1:]))


def _whole(of: Segment, query: Query) -> int:
    """Files whose name has as many keys as the query, with or without its extension."""
    size = len(query.keys)
    return of.lengths.get(size, 0) | of.stems.get(size, 0) if size else 0


def _at_path(of: Segment, query: Query) -> int:
    return bits_of(of.paths.get(query.keys, ()) if query.keys else (), len(of.files))
