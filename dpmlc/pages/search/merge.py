"""The postings of all pages become the files of the index: pages get numbers, terms their rows, rows their shards.

    search/index-HASH.js    first key and name of every shard, and where the ranks of each page begin
    search/HASH.js          a shard: a stretch of the sorted keys, each with its pages and its positions
    search/page-N.js        what the results of page N show; a long page goes on in page-N-1.js

Beside the terms of pages there are keys that spare a query many rows: `*c`, `*co` and `*中` hold the pages of all words
with these first letters and all terms with this character, without positions; `+the` holds the positions of a term
that has so many of them that its own row goes without.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain, repeat
from operator import itemgetter

from dpmlc.pages.search.found import Found, Page, Text, page_of, terms_of, url_of
from dpmlc.pages.search.lexicon import Lexicon
from dpmlc.pages.search.numbers import written
from dpmlc.pages.search.postings import Searchable, by_weight, postings_of
from dpmlc.pages.search.renewal import renewed
from dpmlc.pages.search.rows import lines_of, rows_of
from dpmlc.pages.search.scripts import cuts_of, digest, escaped, page_scripts, script, shown, spaced
from dpmlc.pages.search.shards import Shard, firsts, shard_size, shards_of
from dpmlc.text.frozen import frozen

FOLDER = "search/"


@frozen
class SearchFiles:
    """The index: `entry` is the path that `data-search` names, `files` all paths with their bytes, sorted by path."""

    entry: str
    files: tuple[tuple[str, Text], ...]


def search_files(pages: Iterable[Searchable]) -> SearchFiles:
    """The index of `pages`, in whatever order they come; each url stands once."""
    lexicon = Lexicon()
    return merge(tuple(indexed(page, lexicon) for page in pages))


def indexed(page: Searchable, lexicon: Lexicon) -> Page:
    """All that `merge` needs of one page; it depends on the page alone, so it may be kept and be made anywhere."""
    fields = by_weight(page)
    texts = [spaced(field.text) for field in fields]
    cuts = cuts_of(texts)
    postings, starts = postings_of(fields, texts, cuts, lexicon)
    return shown(page, fields, texts, cuts, starts), postings


def merge(pages: Iterable[Found]) -> SearchFiles:
    """The index of pages that were looked at. Pages are numbered by url, which settles ties of rank."""
    return SearchIndex().of(pages)


class SearchIndex:
    """The index of a site from build to build: as `merge` gives it, at the cost of what changed.

    A file in which nothing changed has the very same bytes object as before.
    """

    __slots__ = ("last",)

    def __init__(self, last: "Merged | None" = None) -> None:
        self.last = last or Merged((), (), ())

    def of(self, pages: Iterable[Found]) -> SearchFiles:
        """The index of these pages."""
        self.last = _merged(tuple(sorted(pages, key=url_of)), self.last)
        return _files(self.last)


@frozen
class Alone:
    """Of one page: its scripts by their names, a digest of them, and what the index tells of the page."""

    scripts: tuple[tuple[str, Text], ...]
    digest: bytes
    begins: str


@frozen
class Merged:
    """The pages in the order of their numbers, what is of each alone, and all shards."""

    pages: tuple[Found, ...]
    alone: tuple[Alone, ...]
    shards: Sequence[Shard]


def _merged(pages: tuple[Found, ...], last: Merged) -> Merged:
    shards = _renewed(pages, last) or _anew(pages, last)
    # Only now: what shards are made of takes much room.
    before = chain(zip(last.pages, last.alone, strict=True), repeat((None, None)))
    alone = tuple(
        known if known and (old is page or old == page) else _alone(number, page_of(page))
        for number, (page, (old, known)) in enumerate(zip(pages, before, strict=False))
    )
    return Merged(pages, alone, shards)


def _anew(pages: tuple[Found, ...], last: Merged) -> Sequence[Shard]:
    rows = rows_of(page_of(each)[1] for each in pages)
    lines = lines_of(rows, _spill(pages))
    del rows
    known = {each.name: each for each in last.shards}
    made = shards_of(lines, shard_size(sum(len(line) + 1 for _, line in lines)))
    return [known.get(each.name, each) for each in made]


def _renewed(pages: tuple[Found, ...], last: Merged) -> Sequence[Shard] | None:
    """The shards, made of the last ones; None where that is not possible or costs more than to begin anew."""
    if [*map(url_of, pages)] != [*map(url_of, last.pages)] or not last.shards:
        return None
    both = enumerate(zip(last.pages, pages, strict=True))
    others = ((number, page_of(old)[1], page_of(new)[1]) for number, (old, new) in both if old is not new != old)
    changes = [(number, old, new) for number, old, new in others if old != new]
    spill, size = _spill(pages), shard_size(sum(each.size for each in last.shards))
    if len(changes) * 8 > len(pages) or spill != _spill(last.pages):
        return None
    shards = renewed(last.shards, changes, spill, size)
    return shards if shard_size(sum(each.size for each in shards)) == size else None


def _spill(pages: Iterable[Found]) -> int:
    """Characters of positions that a row may have which goes with them."""
    return max(4096, shard_size(sum(map(terms_of, pages))) // 3)


def _alone(number: int, page: Page) -> Alone:
    shown_, postings = page
    headings, bodies = postings.begins
    # Each of both parts has as many positions as a power of two, or none: the bits of both numbers are enough.
    begins = written(headings.bit_length()) + written((bodies - headings).bit_length())
    return Alone(tuple(page_scripts(number, shown_)), sha256(b"".join(shown_.values)).digest(), begins)


def _files(merged: Merged) -> SearchFiles:
    shards, alone = merged.shards, merged.alone
    listed = " ".join([f"{first} {shard.name}" for first, shard in zip(firsts(shards), shards, strict=True)]).encode()
    begins = "".join([each.begins for each in alone]).encode()
    version = digest([*(each.digest for each in alone), listed])
    index = script("index", b'["%s",%d,%s,%s]' % (version.encode(), len(alone), _string(listed), _string(begins)))
    entry = f"{FOLDER}index-{digest([index])}.js"
    named = chain(chain.from_iterable([each.scripts for each in alone]), [(each.name, each.script) for each in shards])
    files = [(entry, index), *((f"{FOLDER}{name}.js", text) for name, text in named)]
    return SearchFiles(entry, tuple(sorted(files, key=itemgetter(0))))


def _string(row: bytes) -> bytes:
    """`row` as a JavaScript string."""
    return b'"%b"' % escaped(row)
