"""A document's prose -> the references in it (SPEC 3.2, 3.3), in one pass over its `@`."""

from collections.abc import Iterator, Sequence

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_references as faults
from dpmlc.scan.candidates import candidates, glued, look_alikes
from dpmlc.scan.emphasis import Emphasis
from dpmlc.scan.prose import Prose
from dpmlc.scan.reading import read
from dpmlc.scan.reference import Reference
from dpmlc.scan.simple import simple_in_prose
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_DASH = regular(r"[\u2010-\u2015\u2212\u301c\uff0d\uff5e][0-9]{1,18}")


@frozen
class Found:
    """The references of one document's prose and what is wrong with others, both in text order."""

    references: tuple[Reference, ...]
    diagnostics: tuple[Diagnostic, ...]


def find(text: str, path: str, regions: Sequence[tuple[int, int]]) -> Found:
    """References of `text` outside of `regions`.

    `regions` are sorted and apart: front matter, fences, code spans, comments, and the tags that are structure. A
    reference touches a tag as it touches the end of its line; code beside it is content.
    """
    if "@" not in text and "＠" not in text:
        return Found((), ())
    places = candidates(text)
    starts, ends = zip(*regions, strict=True) if regions else ((), ())
    prose = Prose(text, path, starts, ends, tuple([each.start for each in places]))
    emphasis = Emphasis(text, regions)
    references: list[Reference] = []
    diagnostics: list[Diagnostic] = []
    behind = 0
    for candidate in places:
        start = candidate.start
        wall = prose.reach(start) if start >= behind else -1
        if wall < 0:
            continue
        match simple_in_prose(text, path, start, wall) or read(prose, candidate, emphasis):
            case Reference() as reference:
                references.append(reference)
                behind = reference.span.end
                emphasis.skip(start, behind)
            case Diagnostic() as diagnostic:
                diagnostics.append(diagnostic)
                behind = candidate.path
    diagnostics += _cut_short(text, references)
    diagnostics += _hints(prose)
    diagnostics.sort(key=lambda each: each.span.start if each.span else 0)
    return Found(tuple(references), tuple(diagnostics))


def _cut_short(text: str, references: Sequence[Reference]) -> Iterator[Diagnostic]:
    """Ranges of lines that a dash ends where a hyphen was meant."""
    for each in references:
        last = each.parameters[-1] if each.parameters else None
        dash = _DASH.match(text, each.span.end) if last and last.name == "line" else None
        if dash and last and last.value and last.value.isdigit():
            yield faults.range_cut_short(each.span, each.text, dash[0])


def _hints(prose: Prose) -> Iterator[Diagnostic]:
    """Text that would be a reference if it were written a little otherwise."""
    for start, end in glued(prose.text):
        if not prose.holds(start):
            span = Span(prose.path, start, end)
            yield faults.reference_glued(span, prose.text[start:end], prose.text[start - 1])
    for start, end, plain in look_alikes(prose.text):
        if not prose.holds(start):
            yield faults.reference_look_alike(Span(prose.path, start, end), prose.text[start:end], plain)
