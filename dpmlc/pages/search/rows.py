"""The postings of all pages, in the order of the pages' numbers -> one row for each term, as bytes in UTF-8.

A row is `CODES!POSITIONS`: for each page with the term the number of pages left out before it, times 3, plus the term's
rank there; then the positions in all these pages, one page behind the other. `lines_of` tells of spilled rows and short
keys.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, repeat
from operator import itemgetter

from dpmlc.pages.search.lanes import BEGIN, codes_of, place
from dpmlc.pages.search.postings import Postings
from dpmlc.pages.search.tokens import is_cjk

RANKS = 3


def is_plain(term: str) -> bool:
    """Whether a term is a word or CJK and no more, so that it can be looked up by its beginning."""
    return term[0] != "-" and "=" not in term


Line = tuple[str, bytes]
"""A key, and the key with its row."""


Row = tuple[list[int], bytearray]
"""Of one term `BEGIN` and its pages as `lanes.codes_of` takes them, and its positions in all of them as written."""


def rows_of(pages: Iterable[Postings]) -> dict[str, Row]:
    """The rows of pages that are numbered from 0, by their terms; few objects, since a large site has many terms."""
    rows: dict[str, Row] = {}
    for page, postings in enumerate(pages):
        if not postings.terms:
            continue
        title, heading, body = (place(page, rank) for rank in range(RANKS))
        ranked = chain(repeat(title, postings.titles), repeat(heading, postings.headings), repeat(body))
        terms = postings.terms.decode().split(" ")
        for term, where, written in zip(terms, ranked, postings.positions.split(b" "), strict=False):
            if term in rows:
                pages_, positions = rows[term]
                pages_.append(where)
                positions += written
            else:
                rows[term] = ([BEGIN, where], bytearray(written))
    return rows


def lines_of(rows: Mapping[str, Row], spill: int) -> list[Line]:
    """All lines of the index in the order in which JavaScript sorts their keys.

    Beside the terms there are `*c`, `*co` and `*中`: the pages of all words with these first letters and of all terms
    with this character, without positions; and `+the`: the positions of a term of which more than `spill` characters
    would be written, so that its own row goes without.
    """
    terms = sorted(rows)
    if terms and terms[-1] > "\ud7ff":
        terms.sort(key=code_units)
    lines: list[Line] = []
    spilled: list[Line] = []
    for term, codes in zip(terms, codes_of([rows[term][0] for term in terms]), strict=True):
        pages, positions = rows[term]
        key = term.encode()
        if len(positions) > spill and len(pages) > 2 and len(positions.decode()) > spill:
            spilled.append(("+" + term, b"".join((b"+", key, b" !", positions))))
            positions = bytearray()
        lines.append((term, b"".join((key, b" ", codes, b"!", positions))))
    short = dict(_short(terms, rows))
    shorts = zip(short, codes_of(short.values()), strict=True)
    return [*(("*" + key, b"*%b %b" % (key.encode(), codes)) for key, codes in shorts), *spilled, *lines]


def code_units(term: str) -> bytes:
    """What sorts terms as JavaScript does."""
    return term.encode("utf-16-be")


def _short(terms: Sequence[str], rows: Mapping[str, Row]) -> Iterator[tuple[str, list[int]]]:
    """Keys of one or two letters and of one CJK character with the pages of all terms that begin with them, sorted."""
    for initial, group in groupby(filter(is_plain, terms), key=itemgetter(0)):
        found = list(group)
        yield initial, _together(found, rows)
        if not is_cjk(initial):
            for key, pair in groupby(found, key=itemgetter(slice(2))):
                if len(key) > 1:
                    yield key, _together(pair, rows)


def _together(terms: Iterable[str], rows: Mapping[str, Row]) -> list[int]:
    """The pages of some terms as a row."""
    return sorted(set().union(*(rows[term][0] for term in terms)))
