"""A query's letters laid onto a path: what the best way costs, for many files at once and, with places, for one.

The letters stand in the path in their order. Each unbroken run of them costs 1 where it begins at the beginning of a
word, 2 elsewhere, and nothing where it begins the name. The cheapest way is the match. The letters of one Hangul
syllable are never parted: 하 does not stand in 호박.
"""

from collections.abc import Generator, Iterable, Sequence

from dpmlc.fileref.columns import Columns
from dpmlc.fileref.fold import is_joined

_NEVER = 1 << 30


Ends = tuple[tuple[int, int], ...]


def holding(columns: Columns, term: Sequence[str], within: int, start: int = 0) -> int:
    """Which rows of the set `within` hold the letters of `term` in their order, from position `start` on."""
    return united(reaching(columns, term, 0, ((start - 1, within),)))


def reaching(columns: Columns, term: Sequence[str], first: int, ends: Ends) -> Ends:
    """Where the last letter of `term` can stand, by position, if the letters before `first` can stand at `ends`."""
    for number in range(first, len(term)):
        column = columns.column(term[number])
        ends = _right_after(ends, column) if number and is_joined(term[number]) else _after(ends, column)
    return ends


def united(ends: Ends) -> int:
    """The rows of all positions."""
    return _union(bits for _, bits in ends)


def costing(
    columns: Columns, term: Sequence[str], within: int, start: int, most: int
) -> Generator[None, None, tuple[int, ...]]:
    """For each cost 0 to `most`, which rows of `within` hold `term` from position `start` on for at most that.

    Pauses after each letter.

    `start` is where names begin, or 0 for whole paths, where no run is free.
    """
    row: list[dict[int, int]] = []
    for number, letter in enumerate(term):
        column = [each for each in columns.column(letter) if each[0] >= start]
        row = (
            _next(row, column, columns.starts, most) if number else _first(column, columns.starts, within, start, most)
        )
        if not row[most]:
            break
        yield
    return tuple(_union(each.values()) for each in row)


def alignment(keys: str, starts: int, term: Sequence[str], begin: int) -> tuple[int, tuple[int, ...]] | None:
    """The least cost, and the places in `keys` of the letters of the first such way; None where there is none.

    `begin` is the place where a run is free: 0 for a name, -1 for whole paths.
    """
    places = [[at for at, key in enumerate(keys) if key in letter] for letter in term]
    if not all(places):
        return None
    table: list[dict[int, tuple[int, int]]] = [{at: (_run(at, starts, begin), -1) for at in places[0]}]
    for letter, options in zip(term[1:], places[1:], strict=True):
        before = table[-1]
        if is_joined(letter):
            table.append({at: (before[at - 1][0], at - 1) for at in options if at - 1 in before})
        else:
            table.append(_row(before, options, starts, begin))
    if not table[-1]:
        return None
    at = min(table[-1], key=lambda place: (table[-1][place][0], place))
    cost, way = table[-1][at][0], list[int]()
    for row in reversed(table):
        way.append(at)
        at = row[at][1]
    return cost, tuple(reversed(way))


def _row(
    before: dict[int, tuple[int, int]], options: Sequence[int], starts: int, begin: int
) -> dict[int, tuple[int, int]]:
    """For each place of a letter: the least cost up to it and the place of the letter before."""
    found: dict[int, tuple[int, int]] = {}
    earlier, best, best_at = sorted(before.items()), _NEVER, -1
    next_ = 0
    for at in options:
        while next_ < len(earlier) and earlier[next_][0] < at:
            if earlier[next_][1][0] < best:
                best, best_at = earlier[next_][1][0], earlier[next_][0]
            next_ += 1
        joined = before[at - 1][0] if at - 1 in before else _NEVER
        parted = best + _run(at, starts, begin)
        if min(joined, parted) < _NEVER:
            found[at] = (joined, at - 1) if joined <= parted else (parted, best_at)
    return found


def _run(at: int, starts: int, begin: int) -> int:
    """What a run costs that begins at `at`."""
    return 0 if at == begin else 1 if starts >> at & 1 else 2


def _after(ends: Ends, column: Sequence[tuple[int, int]]) -> Ends:
    """Where the next letter can stand behind one of `ends`, by position."""
    found, reached, next_ = [], 0, 0
    for position, bits in column:
        while next_ < len(ends) and ends[next_][0] < position:
            reached |= ends[next_][1]
            next_ += 1
        both = reached & bits
        if both:
            found.append((position, both))
    return tuple(found)


def _right_after(ends: Ends, column: Sequence[tuple[int, int]]) -> Ends:
    """The same where nothing may stand between."""
    reached = dict(ends)
    return tuple((position, both) for position, bits in column if (both := reached.get(position - 1, 0) & bits))


def _first(
    column: Sequence[tuple[int, int]], starts: Sequence[int], within: int, start: int, most: int
) -> list[dict[int, int]]:
    """For each cost the rows whose first letter stands at a position for at most that."""
    row: list[dict[int, int]] = [{} for _ in range(most + 1)]
    for position, held in column:
        bits = held & within
        free = bits if start and position == start else 0
        for cost in range(most + 1):
            found = free if cost == 0 else free | bits & starts[position] if cost == 1 else bits
            if found:
                row[cost][position] = found
    return row


def _next(
    before: Sequence[dict[int, int]], column: Sequence[tuple[int, int]], starts: Sequence[int], most: int
) -> list[dict[int, int]]:
    """The same one letter on. Rows that may be reached for less are in the sets of all greater costs too."""
    row: list[dict[int, int]] = []
    nothing = [0] * len(column)
    reached = [nothing]
    for number, each in enumerate(before[:-1]):
        same = number and each is before[number - 1]
        reached.append(reached[-1] if same else _before(each, column) if each else nothing)
    for cost in range(most + 1):
        if cost > 2 and before[cost] is before[cost - 1] is before[cost - 2] is before[cost - 3]:
            row.append(row[-1])
            continue
        ends = _ends(before[cost], reached[cost], reached[max(cost - 1, 0)], column, starts)
        # Where more cost reaches no more rows, all greater costs are the same set: it is worked out once.
        row.append(row[-1] if row and ends == row[-1] else ends)
    return row


def _ends(
    whole: dict[int, int],
    words: Sequence[int],
    anywhere: Sequence[int],
    column: Sequence[tuple[int, int]],
    starts: Sequence[int],
) -> dict[int, int]:
    """Where a letter can stand: right behind one of `whole`, at a word's beginning behind `words`, or `anywhere`."""
    ends: dict[int, int] = {}
    for at, (position, bits) in enumerate(column):
        found = (whole.get(position - 1, 0) | words[at] & starts[position] | anywhere[at]) & bits
        if found:
            ends[position] = found
    return ends


def _before(ends: dict[int, int], column: Sequence[tuple[int, int]]) -> list[int]:
    """For each position of `column` the rows with an end before it."""
    found, reached, next_, ordered = [], 0, 0, list(ends.items())
    for position, _ in column:
        while next_ < len(ordered) and ordered[next_][0] < position:
            reached |= ordered[next_][1]
            next_ += 1
        found.append(reached)
    return found


def _union(all_bits: Iterable[int]) -> int:
    found = 0
    for bits in all_bits:
        found |= bits
    return found
