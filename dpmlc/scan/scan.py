"""One document -> `Scan`: the only stage that looks at characters. Never raises on any text, sees one file."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from dpmlc.report.diagnostic import Diagnostic, order_of
from dpmlc.report.faults import limit
from dpmlc.scan import faults
from dpmlc.scan.document import Scan
from dpmlc.scan.embedded import embedded
from dpmlc.scan.find import find
from dpmlc.scan.front import top
from dpmlc.scan.grow import Grown, grow
from dpmlc.scan.lexer import Lexed, lex
from dpmlc.scan.look_alike_tags import look_alike_tags
from dpmlc.scan.pairs import pair
from dpmlc.scan.reference import Reference
from dpmlc.scan.strength import Places, Strength, places
from dpmlc.scan.tags import Tag
from dpmlc.scan.tree import Opaque
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span


def scan(source: Source, claimed: frozenset[str], limits: Limits) -> Scan:
    """Tree, references and faults of one document. `claimed`: HTML names that count as elements (SPEC 1.6)."""
    head = top(source)
    lexed = lex(source, head.start, claimed)
    tags, too_long = _short_named(source, lexed.tags, limits)
    where = _whole(source, head.start, places(source.text, head.start, tags, lexed.comments))
    grown = grow(source, head.start, where, pair(where), limits)
    opaque = _still_opaque(lexed, grown)
    regions = _regions(head.start, opaque, grown)
    found = find(source.text, source.path, regions)
    inside = embedded(source, grown.elements)
    references, too_many = _limited(_merged(found.references, inside.references), limits)
    diagnostics = [*head.diagnostics, *lexed.diagnostics, *too_long, *grown.diagnostics, *too_many]
    diagnostics += [*found.diagnostics, *inside.diagnostics, *_html_hints(source, head.start, lexed)]
    diagnostics += look_alike_tags(source.text, source.path, regions)
    return Scan(
        source.path,
        source.text,
        head.front,
        grown.nodes,
        references,
        opaque,
        grown.strays,
        frozenset(tag.name.lower() for tag in lexed.html),
        tuple(sorted(diagnostics, key=order_of)),
    )


def _short_named(source: Source, tags: Sequence[Tag], limits: Limits) -> tuple[Sequence[Tag], Sequence[Diagnostic]]:
    """The tags whose names are not past the limit; one error for all others, which are text."""
    long = [tag for tag in tags if len(tag.name) > limits.tag_name]
    if not long:
        return tags, ()
    span = Span(source.path, long[0].start, long[0].end)
    said = limit(span, "the length of this tag's name", len(long[0].name), limits.tag_name, "tag_name")
    return [tag for tag in tags if len(tag.name) <= limits.tag_name], [said]


def _whole(source: Source, start: int, where: Places) -> Places:
    """One that never reaches its `>` is a tag only where it stands alone on its line."""
    whole = [
        tag
        for tag, strength in zip(where.tags, where.strengths, strict=True)
        if tag.shape != "cut" or strength is Strength.STRONG
    ]
    return where if len(whole) == len(where.tags) else places(source.text, start, whole, where.comments)


def _still_opaque(lexed: Lexed, grown: Grown) -> tuple[Opaque, ...]:
    """The opaque regions without the backticked tags that turned out to close an element."""
    closings = {element.closing.start for element in grown.elements if element.closing and not element.plain_closing}
    if not closings:
        return lexed.opaque
    return tuple(each for each in lexed.opaque if each.kind != "code" or each.start not in closings)


def _regions(start: int, opaque: Sequence[Opaque], grown: Grown) -> list[tuple[int, int]]:
    """What is not prose, in text order: front matter, opaque regions, tags."""
    regions = [(0, start)] if start else []
    regions += [(each.start, each.end) for each in opaque]
    for element in grown.elements:
        regions.append((element.opening.start, element.opening.end))
        if element.closing and element.closing.end > element.closing.start:
            regions.append((element.closing.start, element.closing.end))
    regions.sort()
    return regions


def _merged(prose: Sequence[Reference], tags: Sequence[Reference]) -> tuple[Reference, ...]:
    if not tags:
        return tuple(prose)
    return tuple(sorted([*prose, *tags], key=attrgetter("span.start")))


def _limited(references: tuple[Reference, ...], limits: Limits) -> tuple[tuple[Reference, ...], Sequence[Diagnostic]]:
    """The references up to the limit, and the error if there are more."""
    allowed = limits.references
    if len(references) <= allowed:
        return references, ()
    span = references[allowed].span
    return references[:allowed], [limit(span, "the number of references", len(references), allowed, "references")]


def _html_hints(source: Source, start: int, lexed: Lexed) -> Iterator[Diagnostic]:
    """A hint for each HTML name that stands as elements do: alone on its line, with a partner (SPEC 1.6)."""
    tags = [tag for tag in lexed.html if tag.shape != "cut"]
    if not any(tag.kind == "close" for tag in tags):
        return
    where = places(source.text, start, tags, lexed.comments)
    said: set[str] = set()
    for index, partner in enumerate(pair(where)):
        tag = tags[index]
        if partner > index and where.strengths[index] is Strength.STRONG and tag.name not in said:
            said.add(tag.name)
            yield faults.html_element(Span(source.path, tag.start, tag.end), tag.name)
