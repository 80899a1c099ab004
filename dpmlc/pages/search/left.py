"""The index of a site -> what it leaves to the next process, and the index again as far as something asks for it."""

from functools import partial

from dpmlc.memory import Left
from dpmlc.pages.search.found import Held, Kept, Page, Row, packed, terms_of, unpacked, url_of
from dpmlc.pages.search.merge import Alone, Merged, SearchIndex
from dpmlc.pages.search.scripts import names_of
from dpmlc.pages.search.shards import Shard

_PAGE, _SHARD, _INDEX = "search page", "search shard", "search"


def leave(index: SearchIndex, left: Left) -> None:
    """Leave the index with its pages. What it did not ask for is left as it was found."""
    merged = index.last
    for found in merged.pages:
        if isinstance(found, Kept):
            left.again(_PAGE, found.url)
        else:
            left.leave(_PAGE, url_of(found), "", packed(found))
    for shard in merged.shards:
        if isinstance(shard.script, Held):
            left.again(_SHARD, shard.name)
        else:
            left.leave(_SHARD, shard.name, "", (shard.script,))
    pages = zip(merged.pages, merged.alone, strict=True)
    left.leave(_INDEX, "", "", (
        tuple((url_of(found), terms_of(found), len(each.scripts), each.digest, each.begins) for found, each in pages),
        tuple((each.first, each.last, each.head, each.size, each.name) for each in merged.shards),
    ))  # fmt: skip


def index_left(left: Left) -> SearchIndex:
    """The index that the last build left; an empty one where it left none."""
    row = left.last(_INDEX, "")
    return SearchIndex() if row is None else SearchIndex(_merged(row, left))


def page_left(url: str, terms: int, left: Left) -> Kept:
    """A page that the last build left, which is read when something asks."""
    return Kept(url, terms, partial(_page, url, left))


def _merged(row: Row, left: Left) -> Merged:
    pages, shards = row
    alone = (
        Alone(tuple((name, Held(partial(_never, name))) for name in names_of(number, count)), digest, begins)
        for number, (_, _, count, digest, begins) in enumerate(pages)
    )
    return Merged(
        tuple(page_left(url, terms, left) for url, terms, *_ in pages),
        tuple(alone),
        tuple(
            Shard(first, last, head, size, name, Held(partial(_script, name, left)))
            for first, last, head, size, name in shards
        ),
    )


def _page(url: str, left: Left) -> Page:
    return unpacked(_row(_PAGE, url, left))


def _script(name: str, left: Left) -> bytes:
    script: bytes = _row(_SHARD, name, left)[0]
    return script


def _never(name: str) -> bytes:
    """A page's script is made of the page."""
    raise KeyError(name)


def _row(kind: str, name: str, left: Left) -> Row:
    """What was left together with all that leads here."""
    row = left.last(kind, name)
    if row is None:
        raise KeyError(name)
    return row
