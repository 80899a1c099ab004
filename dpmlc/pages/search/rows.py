"""The postings of all pages, in the order of the pages' numbers -> one row for each term, as bytes in UTF-8.

A row is `CODES!POSITIONS`: for each page with the term the number of pages left out before it, times 3, plus the term's
rank there; then the positions in all these pages, one page behind the other. `lines_of` tells of spilled rows and short
keys.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, repeat
from operator import itemgetter, sub

from dpmlc.pages.search.numbers import DIGIT, FIRST, written
from dpmlc.pages.search.postings import Postings
from dpmlc.pages.search.tokens import is_cjk

RANKS = 3


def is_plain(term: str) -> bool:
    """Whether a term is a word or CJK and no more, so that it can be looked up by its beginning."""
    return term[0] != "-" and "=" not in term


_FEW = 8

Line = tuple[str, bytes]
"""A key, and the key with its row."""


Row = tuple[list[int], bytearray]
"""Of one term `page * 3 + rank` for each of its pages, in order, and its positions in all of them as written."""


def rows_of(pages: Iterable[Postings]) -> dict[str, Row]:
    """The rows of pages that are numbered from 0, by their terms; few objects, since a large site has many terms."""
    rows: dict[str, Row] = {}
    for page, postings in enumerate(pages):
        if not postings.terms:
            continue
        first = page * RANKS
        ranked = chain(repeat(first, postings.titles), repeat(first + 1, postings.headings), repeat(first + 2))
        terms = postings.terms.decode().split(" ")
        for term, code, written_ in zip(terms, ranked, postings.positions.split(b" "), strict=False):
            if term in rows:
                codes, positions = rows[term]
                codes.append(code)
                positions += written_
            else:
                rows[term] = ([code], bytearray(written_))
    return rows


def lines_of(rows: Mapping[str, Row], pages: int, spill: int) -> list[Line]:
    """All lines of the index in the order in which JavaScript sorts their keys.

    Beside the terms there are `*c`, `*co` and `*中`: the pages of all words with these first letters and of all terms
    with this character, without positions; and `+the`: the positions of a term of which more than `spill` characters
    would be written, so that its own row goes without.
    """
    terms = sorted(rows)
    if terms and terms[-1] > "\ud7ff":
        terms.sort(key=code_units)
    behind = [end for page in range(pages) for end in repeat(page * RANKS + RANKS - FIRST, RANKS)]
    single = [written(code).encode() for code in range(pages * RANKS)]
    lines: list[Line] = []
    spilled: list[Line] = []
    for term in terms:
        codes, positions = rows[term]
        key = term.encode()
        if len(codes) == 1:
            lines.append((term, b"".join((key, b" ", single[codes[0]], b"!", positions))))
            continue
        told = _stepped(codes, behind) if len(codes) > _FEW else _few(codes, single)
        if len(positions) > spill and len(positions.decode()) > spill:
            spilled.append(("+" + term, b"".join((b"+", key, b" !", positions))))
            positions = bytearray()
        lines.append((term, b"".join((key, b" ", told, b"!", positions))))
    short = [("*" + key, b"*%b %b" % (key.encode(), _stepped(codes, behind))) for key, codes in _short(terms, rows)]
    return [*short, *spilled, *lines]


def code_units(term: str) -> bytes:
    """What sorts terms as JavaScript does."""
    return term.encode("utf-16-be")


def _stepped(codes: Sequence[int], behind: Sequence[int]) -> bytes:
    """Codes as written. `behind` has for each code that of the next page, less `FIRST`: what a step is counted from."""
    steps = list(map(sub, codes, chain((-FIRST,), map(behind.__getitem__, codes))))
    if max(steps) < FIRST + DIGIT:
        return array("H", steps).tobytes().decode("utf-16").encode()
    return "".join([written(step - FIRST) for step in steps]).encode()


def _few(codes: Sequence[int], single: Sequence[bytes]) -> bytes:
    """The same, with less before the first code and more for each. `single` are all numbers as written."""
    told, begin = b"", 0
    for code in codes:
        told += single[code - begin]
        begin = code - code % RANKS + RANKS
    return told


def _short(terms: Sequence[str], rows: Mapping[str, Row]) -> Iterator[tuple[str, list[int]]]:
    """Keys of one or two letters and of one CJK character with the codes of all terms that begin with them, sorted."""
    for initial, group in groupby(filter(is_plain, terms), key=itemgetter(0)):
        if is_cjk(initial):
            yield initial, _best([rows[term][0] for term in group])
            continue
        pairs = [
            (key, _best([rows[term][0] for term in pair])) for key, pair in groupby(group, key=itemgetter(slice(2)))
        ]
        yield initial, _best([codes for _, codes in pairs])
        yield from pairs[len(pairs[0][0]) == 1 :]


def _best(rows: Sequence[list[int]]) -> list[int]:
    """For each page of the rows its best code."""
    if len(rows) == 1:
        return rows[0]
    falling = sorted(set().union(*rows), reverse=True)
    return list({code // RANKS: code for code in falling}.values())[::-1]
