"""One page alone: its fields become terms with positions, and the pieces of text that its results show.

Terms by their first character (what a query may ask for, see `search.js`):

    word          a word, and each part of one that begins with a capital in the middle (`promptX` is also `x`)
    嵌套           two CJK characters side by side; a single one that ends a run
    -core-ideas   two neighbours with gap 0 of which at least one is a word
    =core-ideas   all tokens of a title (its rank is 0) or an id (its rank is 1)
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from enum import IntEnum
from operator import add

from dpmlc.pages.search.fold import composed, lowered
from dpmlc.pages.search.numbers import ascending
from dpmlc.pages.search.tokens import WORD_MAX, runs

HUMP = re.compile("[A-Z](?:(?<=[a-z0-9].)|(?<=[A-Z].)(?=[a-z]))")
WHOLE_MAX = 64
"""Characters of a whole title or id that count when it is compared."""
FIELD_GAP = 3
"""Positions between two fields, more than any gap a query has."""


class Weight(IntEnum):
    """What a field is, the heaviest first."""

    TITLE = 0
    ID = 1
    HEADING = 2
    BODY = 3

    @property
    def rank(self) -> int:
        """0 for a title or an id, 1 for a heading, 2 for the body: fields of one rank weigh the same."""
        return max(0, self - 1)


_RANKS = tuple(weight.rank for weight in Weight)


@dataclass(frozen=True, slots=True)
class Field:
    """A text of a page that can be found: plain, without markup, `anchor` the id of the element it stands in or ""."""

    weight: Weight
    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Searchable:
    """A page: `url` from the root of the site, ready to stand in `href`; `label` is shown beside the title.

    The title is a field by itself and need not be among `fields`. A section is best given as its heading and its text
    with the same anchor; a registry as one field ID for each id.
    """

    url: str
    title: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Postings:
    """What the index holds of one page, whatever its number, in few objects, as it is kept and sent between processes.

    `terms` and `positions` (as `numbers.ascending` writes them) are separated by spaces, `ranks` are the terms' best.
    `headings` and `body` are the positions at which rank 1 and rank 2 begin, `starts` those of `by_weight(page)`.
    """

    terms: str
    ranks: bytes
    positions: str
    headings: int
    body: int
    starts: tuple[int, ...]


def by_weight(page: Searchable) -> list[Field]:
    """The title and the fields of a page in the order of their positions, so that the first place is the best."""
    return sorted((Field(Weight.TITLE, page.title), *page.fields), key=_weight)


def page_postings(page: Searchable) -> Postings:
    """The postings of `page`; they depend on its title and its fields only. Linear in their length."""
    terms, places = list[str](), list[int]()
    whole: dict[str, tuple[int, int]] = {}
    starts: list[int] = []
    begins, position = [0, 0, 0], 0
    for field in by_weight(page):
        starts.append(position)
        if field.weight <= Weight.ID:
            whole.setdefault("=" + whole_key(field.text), (int(field.weight), position))
        position = _index(field.text, position, terms, places) + FIELD_GAP
        for rank in range(_RANKS[field.weight] + 1, 3):
            begins[rank] = position
    whole.pop("=", None)
    _, headings, body = begins
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for term, place in zip(terms, places, strict=True):
        rows[term].append(place)
    ranks = [0 if row[0] < headings else 1 if row[0] < body else 2 for row in rows.values()]
    return Postings(
        " ".join((*rows, *whole)),
        bytes((*ranks, *(weight for weight, _ in whole.values()))),
        ascending((*rows.values(), *((place,) for _, place in whole.values()))),
        headings,
        body,
        tuple(starts),
    )


def _weight(field: Field) -> int:
    return field.weight


def _index(text: str, position: int, terms: list[str], places: list[int]) -> int:
    """Enter the terms of one field, whose first token gets `position`; the position after its last token."""
    plain = composed(text)
    folded = lowered(plain)
    humps = _humps(plain) if plain != folded and len(plain) == len(folded) else []
    last, end = "", 0
    for between, run, cjk, gap in runs(folded):
        if last:
            position += gap
            if not gap:
                terms.append(f"-{last}-{run[0] if cjk else run[:WORD_MAX]}")
                places.append(position - 1)
        if cjk:
            last = run[-1]
            if len(run) > 1:
                terms += map(add, run, run[1:])
                places += range(position, position + len(run) - 1)
                position += len(run) - 1
        else:
            last = run[:WORD_MAX]
        terms.append(last)
        places.append(position)
        position += 1
        if humps:
            start = end + len(between)
            end = start + len(run)
            parts = _parts(run, start, humps)
            terms += parts
            places += [position - 1] * len(parts)
    return position


def _humps(plain: str) -> list[int]:
    """Where in a text a capital begins a part of a word, the last one first."""
    return [found.start() for found in HUMP.finditer(plain)][::-1]


def _parts(run: str, start: int, humps: list[int]) -> list[str]:
    """The ends of a run that humps begin, each once, without the run itself; its humps are taken from the list."""
    parts: dict[str, None] = {}
    while humps and humps[-1] < start + len(run):
        at = max(0, humps.pop() - start)
        parts[run[at : at + WORD_MAX]] = None
    parts.pop(run[:WORD_MAX], None)
    return list(parts)


def whole_key(text: str) -> str:
    """All tokens of a title or an id as one key, whatever stands between them; "" without tokens."""
    return "-".join(run for _, run, *_ in runs(lowered(composed(text))))[:WHOLE_MAX]
