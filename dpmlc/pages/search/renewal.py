"""One page of an index is another one now: only the rows that it stands in are read, and their shards cut anew.

The result is what all pages together would give. A shard in which nothing changed is the very same object.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, repeat

from dpmlc.pages.search.numbers import read, split, stretch, written
from dpmlc.pages.search.postings import Postings
from dpmlc.pages.search.rows import RANKS, Line, code_units, is_plain
from dpmlc.pages.search.shards import Shard, cut
from dpmlc.pages.search.tokens import is_cjk

Entry = tuple[int, str]
"""Of one key in one page: its rank, and its positions as written."""

Change = tuple[int, Postings, Postings]
"""The number of a page, what the index holds of it and what it has to hold."""


def renewed(shards: Sequence[Shard], changes: Iterable[Change], spill: int, size: int) -> list[Shard]:
    """The shards after `changes`; `spill` and `size` are those that `shards` were made with, of which there is one."""
    lines = _Lines(shards)
    for page, before, after in changes:
        old, new = _entries(before), _entries(after)
        for key in [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]:
            _renew(lines, key, page, (old.get(key), new.get(key)), spill)
    return _recut(shards, lines.changed(), size)


def _entries(postings: Postings) -> Mapping[str, Entry]:
    """What a page enters into the index, short keys included."""
    if not postings.terms:
        return {}
    ranks = chain(repeat(0, postings.titles), repeat(1, postings.headings), repeat(2))
    terms = postings.terms.decode().split(" ")
    entries = dict(zip(terms, zip(ranks, postings.positions.decode().split(" "), strict=False), strict=True))
    short: dict[str, Entry] = {}
    for term, (rank, _) in entries.items():  # The best rank comes first.
        if is_plain(term):
            short.setdefault("*" + term[0], (rank, ""))
            if len(term) > 1 and not is_cjk(term):
                short.setdefault("*" + term[:2], (rank, ""))
    return entries | short


class _Lines:
    """The rows of an index by their keys; only those shards are read that somebody asks for."""

    def __init__(self, shards: Sequence[Shard]) -> None:
        self._shards = shards
        self._starts = [code_units(each.first) for each in shards]
        self._read: dict[int, dict[str, bytes]] = {}
        self._changed: set[int] = set()
        self._grown: set[int] = set()
        self._ends: dict[str, list[int]] = {}

    def row(self, key: str) -> str:
        """The row of `key`, "" if there is none."""
        return self._around(key)[1].get(key, b"")[len(key.encode()) + 1 :].decode()

    def put(self, key: str, row: str) -> None:
        """Make `row` the row of `key`; an empty one takes it away."""
        number, lines = self._around(key)
        line = f"{key} {row}".encode() if row else None
        if lines.get(key) != line:
            self._changed.add(number)
            if line is None:
                del lines[key]
            else:
                if key not in lines:
                    self._grown.add(number)
                lines[key] = line

    def ends(self, told: str) -> Sequence[int]:
        """The numbers of the pages in the codes `told`, each and 1; rows of different keys often have the same."""
        if told not in self._ends:
            self._ends[told] = list(accumulate([step // RANKS + 1 for step in read(told)]))
        return self._ends[told]

    def changed(self) -> Mapping[int, list[Line]]:
        """By their numbers the shards of which lines changed, with all lines that they have now."""
        changed = {number: list(self._read[number].items()) for number in self._changed}
        for number in self._grown:
            changed[number].sort(key=lambda line: code_units(line[0]))
        return changed

    def _around(self, key: str) -> tuple[int, dict[str, bytes]]:
        number = max(0, bisect_right(self._starts, code_units(key)) - 1)
        if number not in self._read:
            self._read[number] = dict(self._shards[number].lines())
        return number, self._read[number]


def _renew(lines: _Lines, key: str, page: int, entries: tuple[Entry | None, Entry | None], spill: int) -> None:
    """Let the second of `entries` be all that the rows of `key` hold of a page, where the first one was it."""
    old, new = entries
    told, parted, own = lines.row(key).partition("!")
    ends = lines.ends(told)
    at = bisect_left(ends, page + 1)
    stays = old and new and old[0] == new[0]
    codes = told if stays else _codes(told, ends, page, entries)
    if key[0] == "*":
        return lines.put(key, codes)
    apart = "+" + key
    places = own if own or not parted else lines.row(apart)[1:]
    start, end = stretch(places, at)
    places = places[:start] + (new[1] if new else "") + places[end if old else start :]
    is_apart = len(places) > spill and len(split(codes)) > 1
    lines.put(key, codes and f"{codes}!{'' if is_apart else places}")
    return lines.put(apart, f"!{places}" if is_apart else "")


def _codes(told: str, ends: Sequence[int], page: int, entries: tuple[Entry | None, Entry | None]) -> str:
    """The codes `told` with the second of `entries` of a page in place of the first; `ends` are theirs."""
    old, new = entries
    numbers = split(told)
    at = bisect_left(ends, page + 1)
    behind = at + bool(old)
    before = ends[at - 1] if at else 0
    fresh = []
    if new:
        fresh.append(written((page - before) * RANKS + new[0]))
        before = page + 1
    for number, end in zip(numbers[behind : behind + 1], ends[behind:], strict=False):
        fresh.append(written((end - 1 - before) * RANKS + read(number)[0] % RANKS))
    numbers[at : behind + 1] = fresh
    return "".join(numbers)


def _recut(shards: Sequence[Shard], changed: Mapping[int, list[Line]], size: int) -> list[Shard]:
    """The shards of all lines, of which those of the shards in `changed` are other ones now.

    Its own lines decide where a shard ends, and the one behind it.
    """
    known = {each.name: each for each in shards}
    stale = changed.keys() | {at - 1 for at, lines in changed.items() if at and not _begins_alike(lines, shards[at])}
    made: list[Shard] = []
    at = 0
    while at < len(shards):
        if at in stale:
            at = _recut_from(at, made, shards, changed, size)
        else:
            made.append(shards[at])
            at += 1
    return [known.get(each.name, each) for each in made]


def _begins_alike(lines: Sequence[Line], shard: Shard) -> bool:
    """Whether the first of `lines` means to the shard before it what the first one of `shard` means."""
    return _sized(lines[:1]) == [shard.begin()]


def _recut_from(
    at: int, made: list[Shard], shards: Sequence[Shard], changed: Mapping[int, list[Line]], size: int
) -> int:
    """Add to `made` the shards from number `at` on until one ends where one ended; the number of the next one."""
    lines: list[Line] = []
    while True:
        behind = [] if at == len(shards) else _sized(changed[at][:1]) if at in changed else [shards[at].begin()]
        end = _end([*_sized(lines), *behind], size) if lines else 0
        if at < len(shards) and (not lines or end > len(lines) or (end == len(lines) and not behind)):
            lines += changed[at] if at in changed else shards[at].lines()
            at += 1
            continue
        if lines:
            made.append(Shard.of(lines[:end]))
        lines = lines[end:]
        if not lines:
            return at


def _sized(lines: Iterable[Line]) -> list[tuple[str, int]]:
    return [(key, len(line)) for key, line in lines]


def _end(sized: Sequence[tuple[str, int]], size: int) -> int:
    """How many lines of these lengths the first shard takes."""
    return cut([key for key, _ in sized], list(accumulate([length + 1 for _, length in sized])), 0, size)
