"""The texts of the index's files: scripts that call `dpmlcSearch(name, value)`, so that they load from `file://`."""

import json
import re
from base64 import b32encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise

from dpmlc.pages.search.postings import RANKS, Field, Searchable
from dpmlc.text.frozen import frozen

PIECE = 4000
"""Characters of text in a page's first script and in each that continues it; no field is divided."""
LONE = re.compile("[\ud800-\udfff]")
_PLAIN = {b"\\\\": b"\\", b"\\u2028": "\u2028".encode(), b"\\u2029": "\u2029".encode()}
_ESCAPE = re.compile(rb"\\(?:\\|u202[89])")
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@frozen
class Shown:
    """What results show of a page, as JavaScript in UTF-8, whatever the number of the page.

    `values` are for its first script: url, title, label, first position of each piece, and the first piece; and for
    each that continues it: the next piece.
    """

    url: str
    values: tuple[bytes, ...]


def cuts_of(texts: Sequence[str]) -> list[int]:
    """Indices of the texts with which the pieces of a page begin."""
    cuts, size = [0], 0
    for at, length in enumerate(map(len, texts)):
        if size > PIECE:
            cuts.append(at)
            size = 0
        size += length
    return cuts


def shown(
    page: Searchable, fields: Sequence[Field], texts: Sequence[str], cuts: Sequence[int], starts: Sequence[int]
) -> Shown:
    """What is kept of a page beside its postings: its fields in pieces, which begin at `cuts` and `starts`.

    The first field is the title, which is told by itself.
    """
    _, *later = cuts
    first, *others = [_rows(fields[one:two], texts[one:two]) for one, two in pairwise((1, *later, len(fields)))]
    told = (page.url, texts[0], page.label, starts, first)
    return Shown(page.url, (literal(told), *map(literal, others)))


def _rows(fields: Sequence[Field], texts: Sequence[str]) -> list[tuple[object, ...]]:
    """Rank and text of each field, and its anchor where it is not that of the field before; "" is before the first."""
    rows: list[tuple[object, ...]] = []
    before = ""
    for (weight, _, anchor), text in zip(fields, texts, strict=True):
        rows.append((RANKS[weight], text) if anchor == before else (RANKS[weight], text, anchor))
        before = anchor
    return rows


def page_scripts(number: int, page: Shown) -> list[tuple[str, bytes]]:
    """Names and texts of one page's scripts."""
    names = names_of(number, len(page.values))
    return [(name, script(name, value)) for name, value in zip(names, page.values, strict=True)]


def names_of(number: int, count: int) -> list[str]:
    """The names of one page's scripts, of which there are so many."""
    return [f"page-{number}", *(f"page-{number}-{at}" for at in range(1, count))]


def script(name: str, value: bytes) -> bytes:
    """The script that hands over `value`, which is JavaScript."""
    return b'dpmlcSearch("%s",%s);\n' % (name.encode(), value)


def digest(texts: Iterable[bytes]) -> str:
    """Ten characters (50 bits) that stand for `texts`, also on systems that do not tell capitals apart."""
    summed = sha256()
    for text in texts:
        summed.update(text)
    return b32encode(summed.digest()).decode()[:10].lower()


def escaped(row: bytes) -> bytes:
    """Rows and keys, which hold no quotes and no controls, between the quotes of a JavaScript string."""
    row = row.replace(b"\\", b"\\\\")
    return row.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")


def plain(row: bytes) -> bytes:
    """What `escaped` made `row` of."""
    return _ESCAPE.sub(lambda found: _PLAIN[found[0]], row) if b"\\" in row else row


def literal(value: object) -> bytes:
    """JSON that is JavaScript too and can be written as UTF-8, whatever characters an author used."""
    text = _JSON.encode(value)
    safe = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("</", "<\\/")
    try:
        return safe.encode()
    except UnicodeEncodeError:
        return LONE.sub("\ufffd", safe).encode()


def spaced(text: str) -> str:
    """`text` as it is shown, with one space for each stretch of white space."""
    # Of white space only a space is printable, and most texts hold no other.
    if text.isprintable() and "  " not in text and text == text.strip():
        return text
    return " ".join(text.split())
