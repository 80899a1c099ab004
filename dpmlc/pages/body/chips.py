"""References and terms in a text -> what stands in their place on a page: a link that looks like what it is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import escape

from dpmlc.link.bound import Bound, Outcome
from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.plan import Plan
from dpmlc.scan.reference import Loading
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked

LOOKS = {Loading.HOT: "hot", Loading.LAZY: "lazy", Loading.DEFAULT: "default"}
"""The class for the look of what is loaded so."""


@frozen
class Chip:
    """HTML for the characters from `start` to `end` of a source text."""

    start: int
    end: int
    html: str


def look_of(bound: Bound) -> str:
    """The class for the look of a reference: how it is loaded, or that it leads nowhere."""
    return "broken" if bound.outcome is Outcome.BROKEN else LOOKS[bound.loading]


def reference_chip(bound: Bound, page: str, plan: Plan, start: int | None = None, text: str | None = None) -> Chip:
    """The reference as it is written, linked to the page of what it leads to; `page` is where it is shown."""
    at = bound.reference.span.start if start is None else start
    written = masked(bound.reference.text if text is None else text)
    look = look_of(bound)
    where = leads_to(bound, plan)
    shown = _unbroken(written)
    if not where:
        return Chip(at, at + len(written), f'<span class="reference {look}">{shown}</span>')
    link = escape(href(page, where))
    return Chip(at, at + len(written), f'<a class="reference {look}" href="{link}">{shown}</a>')


def _unbroken(written: str) -> str:
    """HTML of a reference. A browser would break a line behind the `?` of `@?`."""
    if not written.startswith("@?"):
        return escape(written)
    head, colon, rest = written.partition(":")
    return f"<span>{escape(head + colon)}</span>{escape(rest)}"


def leads_to(bound: Bound, plan: Plan) -> str:
    """The address of the page of what a reference leads to: the document, else its protocol; "" where none is."""
    for target in bound.targets:
        if target.location in plan.documents:
            return plan.documents[target.location]
    return plan.protocols.get(bound.reference.innermost.protocol, "")


@frozen
class Terms:
    """The glossary's terms in a form that finds them: `#term` in prose."""

    expression: re.Pattern[str] | None
    addresses: Mapping[str, str]


def terms(addresses: Mapping[str, str]) -> Terms:
    """`addresses` leads from each term to its place in the glossary."""
    if not addresses:
        return Terms(None, {})
    longest_first = sorted(addresses, key=lambda term: (-len(term), term))
    return Terms(re.compile("#(" + "|".join(map(re.escape, longest_first)) + r")(?![A-Za-z0-9_])"), addresses)


def term_chips(text: str, start: int, end: int, known: Terms, page: str) -> Iterator[Chip]:
    """Each `#term` between `start` and `end` that does not continue a word or an address."""
    if known.expression is None or "#" not in text:
        return
    for found in known.expression.finditer(text, start, end):
        before = text[found.start() - 1] if found.start() else " "
        if before.isalnum() or before in "/#&_-)(":
            continue
        link = escape(href(page, known.addresses[found[1]]))
        yield Chip(found.start(), found.end(), f'<a class="term" href="{link}">{escape(found[0])}</a>')


def without_overlap(chips: Iterable[Chip]) -> Sequence[Chip]:
    """By place; of two that overlap the first."""
    found: list[Chip] = []
    for chip in sorted(chips, key=lambda each: (each.start, -each.end)):
        if not found or chip.start >= found[-1].end:
            found.append(chip)
    return found
