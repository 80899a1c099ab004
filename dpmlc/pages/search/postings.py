"""One page alone: its fields become terms with positions, and the pieces of text that its results show.

Terms by their first character (what a query may ask for, see `search.js`):

    word          a word, and each part of one that begins with a capital in the middle (`promptX` is also `x`)
    嵌套           two CJK characters side by side; a single one that ends a run
    사용=^         two syllables of Hangul with which a run begins, so that no letter stands before them
    -core-ideas   two neighbours with gap 0 of which at least one is a word
    core=-ideas   all tokens of a title (its rank is 0) or an id (its rank is 1), near the row of its first term
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import NamedTuple

from dpmlc.pages.search.fold import composed, lowered
from dpmlc.pages.search.lanes import ascending
from dpmlc.pages.search.lexicon import ALSO, FIELD_END, Lexicon
from dpmlc.pages.search.tokens import WHOLE_RUN, WORD_MAX, closed_up, is_cjk
from dpmlc.text.frozen import frozen

WHOLE_MAX = 64
"""Characters of a whole title or id that count when it is compared."""

_PART_END = "\r"


class Weight(IntEnum):
    """What a field is, the heaviest first."""

    TITLE = 0
    ID = 1
    HEADING = 2
    BODY = 3


RANKS = (0, 0, 1, 2)
"""For each weight 0 for a title or an id, 1 for a heading, 2 for the body: fields of one rank weigh the same."""


class Field(NamedTuple):
    """A text of a page that can be found: plain, without markup, `anchor` the id of the element it stands in or "".

    A tuple, since a site has a hundred times as many of them as pages.
    """

    weight: Weight
    text: str
    anchor: str = ""


@frozen
class Searchable:
    """A page: `url` from the root of the site, ready to stand in `href`; `label` is shown beside the title.

    The title is a field by itself and need not be among `fields`. A section is best given as its heading and its text
    with the same anchor; a registry as one field ID for each id.
    """

    url: str
    title: str
    label: str
    fields: tuple[Field, ...]


@frozen
class Postings:
    """What the index holds of one page, whatever its number, in few objects, as it is kept and sent between processes.

    `terms` and `positions` (as `lanes.ascending` writes them) are separated by spaces and encoded in UTF-8. The
    first `titles` terms have rank 0 at best, the next `headings` rank 1, all others rank 2. `begins` are the positions
    at which rank 1 and rank 2 begin.
    """

    terms: bytes
    positions: bytes
    titles: int
    headings: int
    begins: tuple[int, int]


def by_weight(page: Searchable) -> list[Field]:
    """The title and the fields of a page in the order of their positions, so that the first place is the best."""
    return sorted((Field(Weight.TITLE, page.title), *page.fields), key=itemgetter(0))


Rows = dict[str, list[int]]
"""For each term 0 and then, for each of its positions, twice the position and 1, as `lanes.ascending` takes them."""


def postings_of(
    fields: Sequence[Field], texts: Sequence[str], cuts: Sequence[int], lexicon: Lexicon
) -> tuple[Postings, list[int]]:
    """The postings of fields that are sorted by weight, and the positions at which the fields `cuts` (indices) begin.

    `texts` are those of the fields, with one space for each stretch of white space. Linear in their length.
    """
    ids, bodies = (bisect_right(fields, weight, key=itemgetter(0)) for weight in (Weight.ID, Weight.HEADING))
    parts = _parts(fields, ids, bodies)
    text = closed_up(composed(_PART_END.join([_together(texts[one:two]) for one, two in pairwise(parts)])))
    places = [lexicon.places(part) for part in text.split(_PART_END)]
    begins = _begins([len(each) for each in places])
    stretches = list(zip(places, begins, strict=False))
    rows: Rows = {}
    title, *others = _wholes(texts[:ids], _starts(places[0], ids))
    _enter(rows, stretches[:1])
    rows.update(title)
    titles = len(rows)
    for other in others:
        rows.update(other)
    _enter(rows, stretches[1:2])
    headings = len(rows) - titles
    _enter(rows, stretches[2:])
    positions = ascending(rows.values()) if rows else b""
    postings = Postings(" ".join(rows).encode(), positions, titles, headings, (begins[1], begins[2]))
    if len(cuts) == 1:
        return postings, [0]
    counts = [two - one for one, two in pairwise(parts)]
    starts = [begin + at for (part, begin), count in zip(stretches, counts, strict=True) for at in _starts(part, count)]
    return postings, [starts[cut] for cut in cuts]


_Stretch = tuple[Sequence[str], int]
"""Places that follow each other, and the position of the first."""


def _together(texts: Sequence[str]) -> str:
    """The fields of a part as one text."""
    return f" {FIELD_END} ".join((*texts, ""))


def _starts(places: Sequence[str], count: int) -> list[int]:
    """Where in the places of a part each of so many fields begins."""
    starts, start = [], 0
    for _ in range(count):
        starts.append(start)
        start = places.index(FIELD_END, start) + 1
    return starts


def _parts(fields: Sequence[Field], ids: int, bodies: int) -> list[int]:
    """The fields with which parts of the page begin, and the end: title and ids, headings, what stands below each."""
    anchors = [anchor for _, _, anchor in fields[bodies:]]
    below = (at for at, (one, two) in enumerate(pairwise(anchors), bodies + 1) if one != two)
    return [0, ids, bodies, *below, len(fields)]


def _begins(lengths: Iterable[int]) -> list[int]:
    """The positions at which parts begin that have so many places, and at which the last one ends.

    Each has as many as the next power of two: where its text changes, the others nearly always stay where they are.
    """
    return list(accumulate((1 << (length - 1).bit_length() if length else 0 for length in lengths), initial=0))


def _wholes(texts: Sequence[str], starts: Sequence[int]) -> Iterator[dict[str, list[int]]]:
    """For each title or id its row as a whole, unless one before it has the same or it has no token."""
    seen = {""}
    for at, text in enumerate(texts):
        key = whole_key(text)
        yield {} if key in seen else {key: [0, 2 * starts[at] + 1]}
        seen.add(key)


def _enter(rows: Rows, stretches: Iterable[_Stretch]) -> None:
    """Enter all terms that stand in `stretches`; `rows` have no later positions yet."""
    for places, begin in stretches:
        number = 2 * begin - 1
        for term in places:
            number += 2
            if term:
                if term in rows:
                    rows[term].append(number)
                else:
                    rows[term] = [0, number]
    rows.pop(FIELD_END, None)
    for key in [key for key in rows if ALSO in key]:
        row = rows.pop(key)
        for term in key.split(ALSO):
            if term in rows:
                rows[term] += row[1:]
                rows[term].sort()
            else:
                rows[term] = row.copy()


def whole_key(text: str) -> str:
    """All tokens of a title or an id as one key, whatever stands between them; "" without tokens."""
    runs = WHOLE_RUN.findall(lowered(composed(text)))
    if not runs:
        return ""
    first = runs[0][: 2 if is_cjk(runs[0]) else WORD_MAX]
    return f"{first}={'-'.join(runs)[len(first) : WHOLE_MAX]}"
