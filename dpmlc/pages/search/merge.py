"""The postings of all pages become the files of the index: pages get numbers, terms their rows, rows their shards.

    search/index-HASH.js    first key and name of every shard, and where the ranks of each page begin
    search/HASH.js          a shard: a stretch of the sorted keys, each with its pages and its positions
    search/page-N.js        what the results of page N show; a long page goes on in page-N-1.js

Beside the terms of pages there are keys that spare a query many rows: `*c`, `*co` and `*中` hold the pages of all words
with these first letters and all terms with this character, without positions; `+the` holds the positions of a term
that has so many of them that its own row goes without.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import isqrt

from dpmlc.pages.search.lexicon import Lexicon
from dpmlc.pages.search.numbers import written
from dpmlc.pages.search.postings import Postings, Searchable, by_weight, postings_of
from dpmlc.pages.search.rows import Line, lines_of, rows_of
from dpmlc.pages.search.scripts import Shown, cuts_of, digest, escaped, page_scripts, script, shown, spaced

FOLDER = "search/"


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """The index: `entry` is the path that `data-search` names, `files` all paths with their bytes, sorted by path."""

    entry: str
    files: tuple[tuple[str, bytes], ...]


def search_files(pages: Iterable[Searchable]) -> SearchFiles:
    """The index of `pages`, in whatever order they come; each url stands once."""
    lexicon = Lexicon()
    return merge(tuple(indexed(page, lexicon) for page in pages))


def indexed(page: Searchable, lexicon: Lexicon) -> tuple[Shown, Postings]:
    """All that `merge` needs of one page; it depends on the page alone, so it may be kept and be made anywhere."""
    fields = by_weight(page)
    texts = [spaced(field.text) for field in fields]
    cuts = cuts_of(texts)
    postings, starts = postings_of(fields, texts, cuts, lexicon)
    return shown(page, fields, texts, cuts, starts), postings


def merge(pages: Sequence[tuple[Shown, Postings]]) -> SearchFiles:
    """The index of pages that were looked at. Pages are numbered by url, which settles ties of rank."""
    numbered = sorted(pages, key=lambda pair: pair[0].url)
    listed: list[str] = []
    shards: dict[str, bytes] = {}
    for first, row in _pack(_lines([postings for _, postings in numbered])):
        name = digest([row])
        listed.append(f"{first} {name}")
        shards[name] = script(name, _string(row))
    # Only now, when the rows are gone, since both take much room.
    files = dict(chain.from_iterable(page_scripts(number, page) for number, (page, _) in enumerate(numbered)))
    begins = "".join(written(post.begins[0]) + written(post.begins[1] - post.begins[0]) for _, post in numbered)
    version = digest([*files.values(), " ".join(listed).encode()])
    values = (version.encode(), len(numbered), _string(" ".join(listed).encode()), _string(begins.encode()))
    index = script("index", b'["%s",%d,%s,%s]' % values)
    entry = f"{FOLDER}index-{digest([index])}.js"
    paths = {f"{FOLDER}{name}.js": text for name, text in (files | shards).items()}
    return SearchFiles(entry, tuple(sorted((paths | {entry: index}).items())))


def _string(row: bytes) -> bytes:
    """`row` as a JavaScript string."""
    return b'"%b"' % escaped(row)


def _lines(pages: Sequence[Postings]) -> list[Line]:
    rows = rows_of(pages)
    return lines_of(rows, len(pages), max(4096, shard_size(8 * sum(len(codes) for codes, _ in rows.values())) // 3))


def shard_size(total: int) -> int:
    """Bytes a shard should have at `total` bytes of all: where the list of shards and three shards weigh the same."""
    return max(2048, 4 * isqrt(total))


def _pack(lines: Sequence[Line]) -> Iterator[tuple[str, bytes]]:
    """Shards in order: the shortest text that parts the shard's keys from those before it, and its rows."""
    ends = list(accumulate(len(line) + 1 for _, line in lines))
    limit = shard_size(ends[-1]) if ends else 0
    start, first = 0, "*"
    while start < len(lines):
        before = ends[start - 1] if start else 0
        end = max(start + 1, bisect_right(ends, before + limit))
        yield first, b" ".join([line for _, line in lines[start:end]])
        first = _parting(lines[end - 1][0], lines[end][0]) if end < len(lines) else ""
        start = end


def _parting(before: str, key: str) -> str:
    """The shortest beginning of `key` that `before` does not share."""
    shared = next((at for at, (one, two) in enumerate(zip(before, key, strict=False)) if one != two), len(before))
    return key[: shared + 1]
