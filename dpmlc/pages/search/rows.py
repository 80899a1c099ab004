"""The postings of all pages, in the order of the pages' numbers -> one row for each term, as bytes in UTF-8.

A row is `CODES!POSITIONS`: for each page with the term the number of pages left out before it, times 3, plus the term's
rank there; then the positions in all these pages, one page behind the other. Spilled rows and short keys: see `lines`.
"""

from array import array
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby, repeat
from operator import itemgetter, sub

from dpmlc.pages.search.numbers import DIGIT, FIRST, written
from dpmlc.pages.search.postings import Postings
from dpmlc.pages.search.tokens import is_cjk

RANKS = 3
MARKED = "-="
"""First characters of terms that are no words and no CJK."""

Line = tuple[str, bytes]
"""A key, and the key with its row."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What is known of each term: `codes` are `page * 3 + rank` of its pages in order, `positions` as they are written.

    `numbers` says under which index both stand. Few objects, since a large site has hundreds of thousands of terms.
    """

    numbers: dict[str, int]
    codes: list[list[int]]
    positions: list[bytearray]


def rows_of(pages: Iterable[Postings]) -> Rows:
    """The rows of pages that are numbered from 0."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    codes: list[list[int]] = []
    positions: list[bytearray] = []
    for page, postings in enumerate(pages):
        if not postings.terms:
            continue
        first = page * RANKS
        ranked = chain(repeat(first, postings.titles), repeat(first + 1, postings.headings), repeat(first + 2))
        terms = list(map(numbers.__getitem__, postings.terms.decode().split(" ")))
        new = len(numbers) - len(codes)
        codes += [[] for _ in range(new)]
        positions += [bytearray() for _ in range(new)]
        deque(map(list.append, map(codes.__getitem__, terms), ranked), maxlen=0)
        deque(map(bytearray.extend, map(positions.__getitem__, terms), postings.positions.split(b" ")), maxlen=0)
    return Rows(dict(numbers), codes, positions)


def lines_of(rows: Rows, pages: int, spill: int) -> list[Line]:
    """All lines of the index in the order in which JavaScript sorts their keys.

    Beside the terms there are `*c`, `*co` and `*中`: the pages of all words with these first letters and of all terms
    with this character, without positions; and `+the`: the positions of a term of which more than `spill` characters
    would be written, so that its own row goes without.
    """
    terms = sorted(rows.numbers)
    if terms and terms[-1] > "\ud7ff":
        terms.sort(key=_code_units)
    behind = [end for page in range(pages) for end in repeat(page * RANKS + RANKS - FIRST, RANKS)]
    single = [written(code).encode() for code in range(pages * RANKS)]
    lines: list[Line] = []
    spilled: list[Line] = []
    for term in terms:
        number = rows.numbers[term]
        codes, positions = rows.codes[number], bytes(rows.positions[number])
        told = single[codes[0]] if len(codes) == 1 else _stepped(codes, behind)
        if len(positions) > spill and len(codes) > 1 and len(positions.decode()) > spill:
            spilled.append(("+" + term, b"+%b !%b" % (term.encode(), positions)))
            positions = b""
        lines.append((term, b"%b %b!%b" % (term.encode(), told, positions)))
    short = [("*" + key, b"*%b %b" % (key.encode(), _stepped(codes, behind))) for key, codes in _short(terms, rows)]
    return [*short, *spilled, *lines]


def _code_units(term: str) -> bytes:
    return term.encode("utf-16-be")


def _stepped(codes: Sequence[int], behind: Sequence[int]) -> bytes:
    """Codes as written. `behind` has for each code that of the next page, less `FIRST`: what a step is counted from."""
    steps = list(map(sub, codes, chain((-FIRST,), map(behind.__getitem__, codes))))
    if max(steps) < FIRST + DIGIT:
        return array("H", steps).tobytes().decode("utf-16").encode()
    return "".join([written(step - FIRST) for step in steps]).encode()


def _short(terms: Sequence[str], rows: Rows) -> Iterator[tuple[str, list[int]]]:
    """Keys of one or two letters and of one CJK character with the codes of all terms that begin with them, sorted."""
    words = [term for term in terms if term[0] not in MARKED]
    for initial, group in groupby(words, key=itemgetter(0)):
        if is_cjk(initial):
            yield initial, _best([rows.codes[rows.numbers[term]] for term in group])
            continue
        pairs = [
            (key, _best([rows.codes[rows.numbers[term]] for term in pair]))
            for key, pair in groupby(group, key=itemgetter(slice(2)))
        ]
        yield initial, _best([codes for _, codes in pairs])
        yield from pairs[len(pairs[0][0]) == 1 :]


def _best(rows: Sequence[list[int]]) -> list[int]:
    """For each page of the rows its best code."""
    if len(rows) == 1:
        return rows[0]
    falling = sorted(set().union(*rows), reverse=True)
    return list({code // RANKS: code for code in falling}.values())[::-1]
