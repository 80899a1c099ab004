"""The postings of all pages become the files of the index: pages get numbers, terms their rows, rows their shards.

    search/index-HASH.js    first key and name of every shard, and where the ranks of each page begin
    search/HASH.js          a shard: a stretch of the sorted keys, each with its pages and its positions
    search/page-N.js        what the results of page N show; a long page goes on in page-N-1.js

Beside the terms of pages there are keys that spare a query many rows: `*c`, `*co` and `*中` hold the pages of all words
with these first letters and all terms with this character, without positions; `+the` holds the positions of a term
that has so many of them that its own row goes without.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isqrt
from operator import itemgetter
from typing import cast

from dpmlc.pages.search.numbers import SMALL, written
from dpmlc.pages.search.postings import Postings, Searchable, page_postings
from dpmlc.pages.search.scripts import Shown, digest, escaped, page_scripts, script, shown
from dpmlc.pages.search.tokens import is_cjk

FOLDER = "search/"
RANKS = 3
MARKED = "-="
"""First characters of terms that are no words and no CJK."""

_TOGETHER = 32
_NOTHING = ("",) * (_TOGETHER // 2 - 1)
"""So many items of a row are put together: the first has the positions of all, since a short text takes much room."""

Rows = dict[str, list[int | str]]
"""For each term, of its pages in order, in turn `page * 3 + rank` and written positions: one flat list, made fast."""


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """The index: `entry` is the path that `data-search` names, `files` all paths with their bytes, sorted by path."""

    entry: str
    files: tuple[tuple[str, bytes], ...]


def search_files(pages: Iterable[Searchable]) -> SearchFiles:
    """The index of `pages`, in whatever order they come; each url stands once."""
    return merge(tuple(indexed(page) for page in pages))


def indexed(page: Searchable) -> tuple[Shown, Postings]:
    """All that `merge` needs of one page; it depends on the page alone, so it may be kept and be made anywhere."""
    postings = page_postings(page)
    return shown(page, postings), postings


def merge(pages: Sequence[tuple[Shown, Postings]]) -> SearchFiles:
    """The index of pages that were looked at. Pages are numbered by url, which settles ties of rank."""
    numbered = sorted(pages, key=lambda pair: pair[0].url)
    files = dict(chain.from_iterable(page_scripts(number, page) for number, (page, _) in enumerate(numbered)))
    told = tuple(files.values())
    listed: list[str] = []
    for first, row in _pack(_lines(_invert(postings for _, postings in numbered))):
        name = digest([row.encode()])
        listed.append(f"{first} {name}")
        files[name] = script(name, _string(row))
    begins = "".join(written(post.headings) + written(post.body - post.headings) for _, post in numbered)
    version = digest([*told, " ".join(listed).encode()])
    values = (version.encode(), len(numbered), _string(" ".join(listed)), _string(begins))
    index = script("index", b'["%s",%d,%s,%s]' % values)
    entry = f"{FOLDER}index-{digest([index])}.js"
    paths = {f"{FOLDER}{name}.js": text for name, text in files.items()}
    return SearchFiles(entry, tuple(sorted((paths | {entry: index}).items())))


def _string(row: str) -> bytes:
    """`row` as a JavaScript string."""
    return b'"%s"' % escaped(row).encode()


def _invert(pages: Iterable[Postings]) -> Rows:
    """Rows of all pages. Equal codes and equal short positions are one object each, which a large site needs."""
    rows: defaultdict[str, list[int | str]] = defaultdict(list)
    one = {text: text for text in SMALL}
    for number, page in enumerate(pages):
        codes = tuple(range(number * RANKS, number * RANKS + RANKS))
        # A page without a token has no ranks, and "" splits into one empty term: the shorter row counts.
        for rank, term, text in zip(page.ranks, page.terms.split(" "), page.positions.split(" "), strict=False):
            row = rows[term]
            row += (codes[rank], one.get(text, text))
            if not len(row) % _TOGETHER:
                row[1 - _TOGETHER :: 2] = ("".join(cast(list[str], row[1 - _TOGETHER :: 2])), *_NOTHING)
    return rows


def _lines(rows: Rows) -> list[tuple[str, str]]:
    """Each key with its row, in the order in which JavaScript sorts the keys."""
    terms = sorted(rows)
    if terms and terms[-1] > "\ud7ff":
        terms.sort(key=_code_units)
    spill = max(4096, shard_size(4 * sum(map(len, rows.values()))) // 3)
    lines: list[tuple[str, str]] = []
    spilled: list[tuple[str, str]] = []
    for term in terms:
        row = rows[term]
        if len(row) == 2:
            lines.append((term, f"{term} {written(cast(int, row[0]))}!{row[1]}"))
            continue
        positions = "".join(cast(list[str], row[1::2]))
        if len(positions) > spill:
            spilled.append(("+" + term, f"+{term} !{positions}"))
            positions = ""
        lines.append((term, f"{term} {_pages(cast(list[int], row[::2]))}!{positions}"))
    short = [("*" + key, f"*{key} {_pages(codes)}") for key, codes in _short(terms, rows)]
    return [*short, *spilled, *lines]


def _code_units(term: str) -> bytes:
    return term.encode("utf-16-be")


def _pages(codes: list[int]) -> str:
    """Codes as written: for each page the number of pages left out before it, times 3, plus its rank."""
    steps = [
        code - (before - before % RANKS)
        for before, code in zip((0, *[code + RANKS for code in codes]), codes, strict=False)
    ]
    if max(steps) < len(SMALL):
        return "".join([SMALL[step] for step in steps])
    return "".join(map(written, steps))


def _short(terms: list[str], rows: Rows) -> list[tuple[str, list[int]]]:
    """Keys of one or two letters and of one CJK character with the codes of all terms that begin with them, sorted."""
    found: list[tuple[str, list[int]]] = []
    words = [term for term in terms if term[0] not in MARKED]
    for initial, group in groupby(words, key=itemgetter(0)):
        if is_cjk(initial):
            found.append((initial, _best(rows[term][::2] for term in group)))
            continue
        pairs = [(key, _best(rows[term][::2] for term in pair)) for key, pair in groupby(group, key=_two)]
        found.append((initial, _best(codes for _, codes in pairs)))
        found += pairs[len(pairs[0][0]) == 1 :]
    return found


def _two(term: str) -> str:
    return term[:2]


def _best(rows: Iterable[Sequence[int | str]]) -> list[int]:
    """For each page of the rows, which hold codes alone, its best code."""
    best: list[int] = []
    page = -1
    for code in sorted(cast(set[int], set().union(*rows))):
        if code // RANKS != page:
            page = code // RANKS
            best.append(code)
    return best


def shard_size(total: int) -> int:
    """Bytes a shard should have at `total` bytes of all: where the list of shards and three shards weigh the same."""
    return max(2048, 4 * isqrt(total))


def _pack(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Shards in order: the shortest text that parts the shard's keys from those before it, and its rows."""
    sizes = [len(line.encode()) + 1 for _, line in lines]
    limit = shard_size(sum(sizes))
    shards: list[tuple[str, str]] = []
    first, before, filled, rows = "*", "", 0, list[str]()
    for (key, line), size in zip(lines, sizes, strict=True):
        if rows and filled + size > limit:
            shards.append((first, " ".join(rows)))
            first, filled, rows = _parting(before, key), 0, []
        rows.append(line)
        filled, before = filled + size, key
    return [*shards, (first, " ".join(rows))] if rows else shards


def _parting(before: str, key: str) -> str:
    """The shortest beginning of `key` that `before` does not share."""
    shared = next((at for at, (one, two) in enumerate(zip(before, key, strict=False)) if one != two), len(before))
    return key[: shared + 1]
