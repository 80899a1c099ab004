"""The postings of all pages become the files of the index: pages get numbers, terms their rows, rows their shards.

    search/index-HASH.js    first key and name of every shard, and where the ranks of each page begin
    search/HASH.js          a shard: a stretch of the sorted keys, each with its pages and its positions
    search/page-N.js        what the results of page N show; a long page goes on in page-N-1.js

Beside the terms of pages there are keys that spare a query many rows: `*c`, `*co` and `*中` hold the pages of all words
with these first letters and all terms with this character, without positions; `+the` holds the positions of a term
that has so many of them that its own row goes without.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isqrt

from dpmlc.pages.search.numbers import written
from dpmlc.pages.search.postings import Postings, Searchable, page_postings
from dpmlc.pages.search.scripts import digest, escaped, page_scripts, script
from dpmlc.pages.search.tokens import is_cjk

FOLDER = "search/"
RANKS = 3
MARKED = "-="
"""First characters of terms that are no words and no CJK."""

Rows = dict[str, tuple[list[int], list[str]]]
"""For each term `page * 4 + rank` of its pages in order, and their written positions."""


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """The index: `entry` is the path that `data-search` names, `files` all paths with their texts, sorted by path."""

    entry: str
    files: tuple[tuple[str, str], ...]


def search_files(pages: Iterable[Searchable]) -> SearchFiles:
    """The index of `pages`, in whatever order they come; each url stands once."""
    return merge(tuple((page, page_postings(page)) for page in pages))


def merge(pages: Sequence[tuple[Searchable, Postings]]) -> SearchFiles:
    """The index of pages whose postings are known. Pages are numbered by url, which settles ties of rank."""
    numbered = sorted(pages, key=lambda pair: pair[0].url)
    rows = _invert([postings for _, postings in numbered])
    shards = _pack(_lines(rows))
    scripts = dict(chain.from_iterable(page_scripts(number, *pair) for number, pair in enumerate(numbered)))
    contents = {digest(text): (first, text) for first, text in shards}
    listed = " ".join(f"{first} {name}" for name, (first, _) in contents.items())
    begins = "".join(written(post.headings) + written(post.body - post.headings) for _, post in numbered)
    version = digest("".join(scripts.values()) + listed)
    index = script("index", f'["{version}",{len(numbered)},"{escaped(listed)}","{escaped(begins)}"]')
    entry = f"{FOLDER}index-{digest(index)}.js"
    files = {f"{FOLDER}{name}.js": script(name, f'"{escaped(text)}"') for name, (_, text) in contents.items()}
    files |= {f"{FOLDER}{name}.js": text for name, text in scripts.items()}
    return SearchFiles(entry, tuple(sorted((files | {entry: index}).items())))


def _invert(pages: Sequence[Postings]) -> Rows:
    rows: Rows = {}
    for number, page in enumerate(pages):
        base = number * 4
        for term, rank, positions in zip(page.terms, page.ranks, page.positions, strict=True):
            row = rows.get(term)
            if row is None:
                rows[term] = ([base + rank], [positions])
            else:
                row[0].append(base + rank)
                row[1].append(positions)
    return rows


def _lines(rows: Rows) -> list[tuple[str, str]]:
    """Each key with its value, in the order in which JavaScript sorts the keys."""
    values = {term: (_pages(codes), "".join(positions)) for term, (codes, positions) in rows.items()}
    spill = max(4096, shard_size(sum(len(term) + len(one) + 2 * len(two) for term, (one, two) in values.items())) // 3)
    lines: dict[str, str] = {}
    for term, (pages, positions) in values.items():
        if len(positions) > spill:
            lines[term] = pages + "!"
            lines["+" + term] = "!" + positions
        else:
            lines[term] = f"{pages}!{positions}"
    lines |= {"*" + key: _pages(codes) for key, codes in _short(rows)}
    return sorted(lines.items(), key=_code_units if max(lines, default="") > "\ud7ff" else None)


def _code_units(line: tuple[str, str]) -> bytes:
    return line[0].encode("utf-16-be")


def _pages(codes: list[int]) -> str:
    """Codes of `Rows` as written: for each page the pages left out before it, times 3, plus its rank."""
    parts, after = [], 0
    for code in codes:
        page = code >> 2
        parts.append(written((page - after) * RANKS + (code & 3)))
        after = page + 1
    return "".join(parts)


def _short(rows: Rows) -> list[tuple[str, list[int]]]:
    """Keys of one or two letters and of one CJK character with the codes of all terms that begin with them."""
    terms = sorted(term for term in rows if term[0] not in MARKED)
    found: list[tuple[str, list[int]]] = []
    for size in (1, 2):
        for key, group in groupby(terms, key=lambda term: term[:size]):
            if len(key) == size and (size == 1 or not is_cjk(key[0])):
                found.append((key, _best(chain.from_iterable(rows[term][0] for term in group))))
    return found


def _best(codes: Iterable[int]) -> list[int]:
    """For each page its best code."""
    best: list[int] = []
    for code in sorted(set(codes)):
        if not best or best[-1] >> 2 != code >> 2:
            best.append(code)
    return best


def shard_size(total: int) -> int:
    """Bytes a shard should have at `total` bytes of all: where the list of shards and three shards weigh the same."""
    return max(2048, 4 * isqrt(total))


def _pack(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Shards in order: the shortest text that parts the shard's keys from those before it, and its rows."""
    sized = [(key, f"{key} {value}") for key, value in lines]
    sizes = [len(line.encode()) + 1 for _, line in sized]
    limit = shard_size(sum(sizes))
    shards: list[tuple[str, str]] = []
    first, before, filled, rows = "*", "", 0, list[str]()
    for (key, line), size in zip(sized, sizes, strict=True):
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
