"""The top of a document -> front matter and where the content begins (SPEC 1.2)."""

import re

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_regions as faults
from dpmlc.scan.tree import Front
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = regular(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY = regular(r"\s*(?:#[^\n]*\n\s*)*[\w-]+:(?:\s|\Z)")


@frozen
class Top:
    """Front matter, or None; `start` is where the content begins."""

    front: Front | None
    start: int
    diagnostics: tuple[Diagnostic, ...] = ()


def top(source: Source) -> Top:
    """Front matter is a block between `---` lines that YAML reads as a mapping; any other such block is content.

    A block that begins like a mapping but is broken is content too, with a warning.
    """
    opening = _OPEN.match(source.text)
    closing = opening and _CLOSE.search(source.text, opening.end())
    if not opening or not closing:
        return Top(None, 0)
    from dpmlc.scan.yaml_block import Broken, pairs  # noqa: PLC0415  PyYAML, 9 ms that other packages need not pay.

    block = source.text[opening.end() : closing.start()]
    match pairs(block):
        case None:
            return Top(None, 0)
        case Broken(at, problem):
            place = Span(source.path, opening.end() + at, opening.end() + at)
            return Top(None, 0, (faults.front_matter(place, problem),) if _KEY.match(block) else ())
        case found:
            return Top(Front(Span(source.path, 0, closing.end()), found), closing.end())
