"""The texts of the index's files: scripts that call `dpmlcSearch(name, value)`, so that they load from `file://`."""

import json
import re
from base64 import b32encode
from hashlib import sha256

from dpmlc.pages.search.postings import Postings, Searchable, by_weight

PIECE = 4000
"""Characters of text in a page's first script and in each that continues it; no field is divided."""
LONE = re.compile("[\ud800-\udfff]")


def script(name: str, value: str) -> str:
    """The script that hands over `value`, which is JavaScript."""
    return f'dpmlcSearch("{name}",{value});\n'


def digest(text: str) -> str:
    """Ten characters (50 bits) that stand for `text`, also on systems that do not tell capitals apart."""
    return b32encode(sha256(text.encode("utf-8", "replace")).digest()).decode()[:10].lower()


def escaped(row: str) -> str:
    """Rows and keys, which hold no quotes and no controls, between the quotes of a JavaScript string."""
    return row.replace("\\", "\\\\").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def literal(value: object) -> str:
    """JSON that is JavaScript too and can be written as UTF-8, whatever characters an author used."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("</", "<\\/")
    return LONE.sub("\ufffd", safe)


def page_scripts(number: int, page: Searchable, postings: Postings) -> list[tuple[str, str]]:
    """Names and texts of one page's scripts: url, title, label, first position of each piece, and the first piece."""
    pieces: list[list[tuple[int, str, str]]] = [[]]
    starts, size = [0], 0
    for position, field in zip(postings.starts, by_weight(page), strict=True):
        if size > PIECE:
            pieces.append([])
            starts.append(position)
            size = 0
        text = spaced(field.text)
        pieces[-1].append((field.weight.rank, field.anchor, text))
        size += len(text)
    name = f"page-{number}"
    more = [(f"{name}-{at}", script(f"{name}-{at}", literal(piece))) for at, piece in enumerate(pieces[1:], 1)]
    return [(name, script(name, literal([page.url, spaced(page.title), page.label, starts, pieces[0]]))), *more]


def spaced(text: str) -> str:
    """`text` as it is shown, with one space for each stretch of white space."""
    return " ".join(text.split())
