"""A search over an index -> the best files, in steps, so that a newer search or a cancel need not wait."""

from collections.abc import Generator
from dataclasses import field
from typing import Literal

from dpmlc.fileref.columns import bits_of, rows_of
from dpmlc.fileref.file_index import FileIndex, Held, newest
from dpmlc.fileref.fold import fold_keys, origins
from dpmlc.fileref.globs import expression
from dpmlc.fileref.levels import LEVELS, Matched, level_of, levels, matching, matching_more
from dpmlc.fileref.messages import Filters, Scope
from dpmlc.fileref.query import Query, is_narrower, letters_in_common, read_query
from dpmlc.fileref.segment import File, Segment, order_of
from dpmlc.text.frozen import frozen

_PAUSE = 512


@frozen
class Wanted:
    """What is looked for. `project` is the folder that the scope `project` means, "" for the whole workspace."""

    query: str
    scope: Scope = "workspace"
    most: int = 20
    filters: Filters = field(default_factory=Filters)
    project: str = ""


@frozen
class Hit:
    """A found file. `score` is 0 to 1 (None where nothing was typed), `ranges` are code points of its name."""

    file: File
    score: float | None
    ranges: tuple[tuple[int, int], ...]


@frozen
class Trail:
    """What a search leaves for the next one: the files its filters allowed and those it found, for each part."""

    index: FileIndex
    wanted: Wanted
    query: Query
    allowed: tuple[int, int]
    found: tuple[Matched, Matched]


@frozen
class Found:
    """The best hits, how many files match in all, and the trail."""

    hits: tuple[Hit, ...]
    total: int
    trail: Trail


def search(index: FileIndex, wanted: Wanted, trail: Trail | None = None) -> Found:
    """The whole search at once. `trail` of an earlier one saves time and changes nothing."""
    steps = searching(index, wanted, trail)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def searching(index: FileIndex, wanted: Wanted, trail: Trail | None = None) -> Generator[None, None, Found]:
    """The search in steps of a few milliseconds: each `next` does one, the result comes at the end.

    Order: level of the match, then the newest 50 files of the index, then shorter names, newer files, paths. An empty
    query gives the newest files.
    """
    query = read_query(wanted.query)
    allowed = yield from _allowed(index, wanted, trail)
    if not query.terms:
        hits = [Hit(_held(index, each), None, ()) for each in newest(index, allowed, wanted.most)]
        every = (Matched(allowed[0], ()), Matched(allowed[1], ()))
        return Found(tuple(hits), _count(every), Trail(index, wanted, query, allowed, every))
    found = yield from _found(index, wanted, query, allowed, trail)
    best: list[_Placed] = []
    for held, matched in zip(index.parts, found, strict=True):
        if matched.found:
            best += yield from _best(held, query, matched.found, wanted.most)
    best.sort(key=lambda each: each.order)
    yield
    hits = []
    for each in best[: wanted.most]:
        hits.append(_hit(each, query))
        yield
    return Found(tuple(hits), _count(found), Trail(index, wanted, query, allowed, found))


def _found(
    index: FileIndex, wanted: Wanted, query: Query, allowed: tuple[int, int], trail: Trail | None
) -> Generator[None, None, tuple[Matched, Matched]]:
    """What each part of the index holds of it. What an earlier search found is not looked for again."""
    base, fresh = index.parts
    usable = trail if trail is not None and _same_filters(index, wanted, trail) else None
    letters = letters_in_common(query, usable.query) if usable else 0
    if usable and letters:
        first = yield from matching_more(base.segment, query, usable.found[0], letters)
        second = yield from matching_more(fresh.segment, query, usable.found[1], letters)
        return first, second
    known = (usable.found[0].found, usable.found[1].found) if usable and is_narrower(query, usable.query) else allowed
    first = yield from matching(base.segment, query, known[0])
    second = yield from matching(fresh.segment, query, known[1])
    return first, second


@frozen
class _Placed:
    """A file of a segment with its place among all hits."""

    segment: Segment
    number: int
    order: tuple[int, Literal[0, 1], tuple[int, int, str]]


def _best(held: Held, query: Query, found: int, most: int) -> Generator[None, None, list[_Placed]]:
    sets = yield from levels(held.segment, query, found, most)
    chosen, best = 0, list[_Placed]()
    for level in range(LEVELS):
        for later in (0, 1):
            rest = sets[level] & ~chosen & (~held.recent if later else held.recent)
            while rest and len(best) < most:
                lowest = rest & -rest
                rest ^= lowest
                chosen |= lowest
                best.append(_placed(held.segment, lowest.bit_length() - 1, level, 1 if later else 0))
    return best


def _placed(of: Segment, number: int, level: int, later: Literal[0, 1]) -> _Placed:
    file = of.files[number]
    return _Placed(of, number, (level, later, order_of(file, len(fold_keys(file.name)))))


def _hit(placed: _Placed, query: Query) -> Hit:
    file, places = placed.segment.files[placed.number], set[int]()
    for term in query.terms:
        places.update(level_of(placed.segment, placed.number, term)[1])
    return Hit(file, _score(placed, query), _ranges(file.name, places))


def _score(placed: _Placed, query: Query) -> float:
    """Falls along the hits: by level, in a level by being among the newest, then by the letters not typed."""
    level, later, (length, _, _) = placed.order
    unmatched = max(0, length - len(query.keys))
    if level == 0:
        return 1.0
    return round(1 - (level + later / 2 + unmatched / (unmatched + 16) / 2) / LEVELS, 4)


def _ranges(name: str, places: set[int]) -> tuple[tuple[int, int], ...]:
    """Code points of `name` that the keys at `places` come from, neighbours joined."""
    from_keys = origins(name)
    found: list[tuple[int, int]] = []
    for start, end in sorted({from_keys[place] for place in places}):
        if found and found[-1][1] >= start:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return tuple(found)


def _allowed(index: FileIndex, wanted: Wanted, trail: Trail | None) -> Generator[None, None, tuple[int, int]]:
    if trail is not None and _same_filters(index, wanted, trail):
        return trail.allowed
    found = []
    for held in index.parts:
        within = held.alive & _in_scope(held.segment, wanted) & _with_extension(held.segment, wanted.filters.extensions)
        if wanted.filters.exclude_patterns and within:
            out = yield from _excluded(held.segment, within, wanted.filters.exclude_patterns)
            within &= ~out
        found.append(within)
        yield
    return (found[0], found[1])


def _same_filters(index: FileIndex, wanted: Wanted, trail: Trail) -> bool:
    now, then = (wanted.scope, wanted.filters, wanted.project), trail.wanted
    return trail.index is index and now == (then.scope, then.filters, then.project)


def _in_scope(of: Segment, wanted: Wanted) -> int:
    if wanted.scope == "global":
        return of.every
    if wanted.scope == "workspace" or not wanted.project:
        return of.every & ~of.outside
    start = f"{wanted.project}/"
    return bits_of([at for at, file in enumerate(of.files) if file.path.startswith(start)], len(of.files))


def _with_extension(of: Segment, extensions: tuple[str, ...]) -> int:
    if not extensions:
        return of.every
    rows: list[int] = []
    for extension in extensions:
        suffix = "." + extension.lower().lstrip(".")
        last = suffix[suffix.rindex(".") :] if len(suffix) > 1 else ""
        same = of.extensions.get(last, ())
        rows += (
            same if suffix == last or not last else (at for at in same if of.files[at].path.lower().endswith(suffix))
        )
    return bits_of(rows, len(of.files))


def _excluded(of: Segment, within: int, patterns: tuple[str, ...]) -> Generator[None, None, int]:
    """Files whose paths match. What only speaks of folders is asked once for each folder."""
    out = list[int]()
    by_folder = expression(each for each in patterns if each.endswith("/**"))
    if by_folder is not None:
        for folder, rows in of.folders.items():
            if by_folder.match(f"{folder}/name"):
                out += rows
        yield
    by_name = expression(each for each in patterns if not each.endswith("/**"))
    left = rows_of(within & ~bits_of(out, len(of.files))) if by_name is not None else []
    for start in range(0, len(left), _PAUSE):
        out += [at for at in left[start : start + _PAUSE] if by_name and by_name.match(of.files[at].path)]
        yield
    return bits_of(out, len(of.files))


def _held(index: FileIndex, place: tuple[int, int]) -> File:
    return index.parts[place[0]].segment.files[place[1]]


def _count(found: tuple[Matched, Matched]) -> int:
    return found[0].found.bit_count() + found[1].found.bit_count()
