"""Text -> text with invisible marks that survive Markdown: places of links and of diagrams, and of trusted HTML.

mistune's tokens carry no positions. A mark in front of each place where a destination or the name of a diagram may
stand carries its number through the parser; the same way a span that the caller replaces is one character run that no
rule can take apart. Marks are made of noncharacters that the text does not hold, in no encoding, so no author
can write one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, islice
from urllib.parse import quote

from dpmlc.text.frozen import frozen

NONCHARACTERS = "\ufdd0-\ufdef"
_ALL = tuple(map(chr, range(0xFDD0, 0xFDF0)))
_ENCODED = re.compile("%EF%B7%[9A][0-9A-F]", re.IGNORECASE)
# A destination on a line of its own is marked only where the mark cannot hide what begins a block, such as a list.
_BELOW = r"[ \t]*+\n[ \t]*+(?=#?[./]*+[^\W\d])"
# One set of characters begins it, which the search for it is fast by: rather the last letter of a word than the first.
_PLACE = re.compile(
    r"[\]<:fcFC`~](?:"
    rf"(?:(?<=\])(?:\((?:{_BELOW}|[ \t]*+<?)|(?P<definition>:)(?:{_BELOW}|[ \t]++<?))"
    r"|(?:(?<=(?i:href))|(?<=(?i:src)))(?:[ \t]*+=[ \t]*+|\s*+=\s*+(?=[\"']))[\"']?)"
    r"(?P<url>(?>(?:[A-Za-z][A-Za-z0-9+.-]*+:(?://)?)?)(?=\S))"
    r"|(?<=<)(?P<auto>[A-Za-z][A-Za-z0-9+.-]{1,31}:)|(?:(?<=http:)|(?<=https:))(?P<bare>//)"
    r"|(?P<fence>(?:(?<=(?<!`)`)`{2,}+|(?<=(?<!~)~)~{2,}+)[ \t]*+\{?\.?)(?=(?i:mermaid)))"
)
FIRST_PLACE = f"{_ALL[0]}([0-9]+){_ALL[2]}"
"""A place with its number in a text that holds no noncharacter itself, as an expression."""
_LONGEST_LABEL = 1000


@lru_cache(maxsize=8)
def _expression(place: str, span: str, end: str) -> re.Pattern[str]:
    return re.compile(f"(?P<kind>[{place}{span}])(?P<number>[0-9]+){end}")


@frozen
class Marked:
    """`text` with marks. `places` are offsets in the original text, `lines` where its lines begin."""

    text: str
    original: str
    expression: re.Pattern[str]
    encoded: re.Pattern[str]
    characters: tuple[str, str]
    place: str
    places: tuple[int, ...]
    spans: tuple[tuple[int, int, str], ...]
    lines: tuple[int, ...]

    def written(self, text: str) -> str:
        """`text` without marks: spans as they were written."""
        place, span = self.characters
        if place not in text and span not in text:
            return text
        return self.expression.sub(self._original, text)

    def finished(self, html: str) -> str:
        """HTML with the caller's HTML where spans were."""
        place, span = self.characters
        return self.expression.sub(self._html, html) if place in html or span in html else html

    def destination(self, url: str) -> tuple[str, int]:
        """A destination as mistune encodes it, without marks, and its offset in the original text or -1."""
        found = self.encoded.search(url)
        while found and found[1] != quote(self.place):
            found = self.encoded.search(url, found.end())
        offset = self.places[int(found[2])] if found else -1
        return self.encoded.sub(self._quoted, url), offset

    def place_of(self, text: str) -> int:
        """The offset in the original text of the first place in `text` that has a mark, or -1."""
        found = self.expression.search(text)
        while found and found["kind"] != self.place:
            found = self.expression.search(text, found.end())
        return self.places[int(found["number"])] if found else -1

    def encoded_marks(self, url: str) -> str:
        """A destination as the author wrote it, its marks in the form that `destination` reads."""
        return self.expression.sub(lambda found: quote(found[0]), url)

    def whereabouts(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset in the original text; (0, 0) for -1."""
        if offset < 0:
            return 0, 0
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def _original(self, found: re.Match[str]) -> str:
        if found["kind"] == self.place:
            return ""
        start, end, _ = self.spans[int(found["number"])]
        return self.original[start:end]

    def _html(self, found: re.Match[str]) -> str:
        return "" if found["kind"] == self.place else self.spans[int(found["number"])][2]

    def _quoted(self, found: re.Match[str]) -> str:
        if found[1] == quote(self.place):
            return ""
        start, end, _ = self.spans[int(found[2])]
        return quote(self.original[start:end], safe=":/?#@!$&()*+,;=%")


def marked(text: str, inline: Iterable[tuple[int, int, str]]) -> Marked | None:
    """`text` with its marks; None when it holds nearly all noncharacters itself."""
    free = _free(text)
    if free is None:
        return None
    place, span, end = free
    spans = tuple(_sound(inline, len(text)))
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for number, (start, stop, _) in enumerate(spans):
        _place(text, at, start, place, end, pieces, places)
        pieces.append(f"{span}{number}{end}")
        at = stop
    _place(text, at, len(text), place, end, pieces, places)
    return Marked(
        "".join(pieces),
        text,
        _expression(place, span, end),
        _expression_encoded(place, span, end),
        (place, span),
        place,
        tuple(places),
        spans,
        tuple(accumulate([len(line) + 1 for line in text.split("\n")[:-1]], initial=0)),
    )


@lru_cache(maxsize=8)
def _expression_encoded(place: str, span: str, end: str) -> re.Pattern[str]:
    return re.compile(f"({quote(place)}|{quote(span)})([0-9]+){quote(end)}")


def _free(text: str) -> tuple[str, str, str] | None:
    """Three noncharacters that `text` does not hold."""
    encoded: set[str] = set()
    if "%" in text:
        encoded.update(chr(0xFDC0 + int(each[-2:], 16) - 0x80) for each in _ENCODED.findall(text))
    match list(islice((each for each in _ALL if each not in text and each not in encoded), 3)):
        case [place, span, end]:
            return place, span, end
        case _:
            return None


def _sound(inline: Iterable[tuple[int, int, str]], length: int) -> Iterator[tuple[int, int, str]]:
    at = 0
    for start, end, html in inline:
        if at <= start < end <= length:
            yield start, end, html
            at = end


def _place(text: str, start: int, stop: int, mark: str, end: str, pieces: list[str], places: list[int]) -> None:
    """The text from `start` to `stop` with a mark at each place where a destination or a diagram's name may begin."""
    at = start
    for found in _PLACE.finditer(text, start, stop):
        if found["definition"] and _is_note(text, found.start()):
            continue
        cut = found.start("url") if found["url"] is not None else found.end()
        offset = found.start("auto") if found["auto"] else text.rindex("http", 0, cut) if found["bare"] else cut
        pieces.append(text[at:cut])
        pieces.append(f"{mark}{len(places)}{end}")
        places.append(offset)
        at = cut
    pieces.append(text[at:stop])


def _is_note(text: str, bracket: int) -> bool:
    """Whether the label that ends at `bracket` is a footnote's: its text may begin with any mark of a block."""
    opening = text.rfind("[", max(0, bracket - _LONGEST_LABEL), bracket)
    return opening < 0 or text.startswith("[^", opening)
