"""An entry -> `Flat`: every inlined document and file spliced in by source position (SPEC 4.2)."""

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter

from dpmlc.index.index import Index
from dpmlc.link.body import Body, Join, rows_of
from dpmlc.link.bound import Bound
from dpmlc.link.builder import Builder
from dpmlc.link.changes import changes
from dpmlc.link.content import Content, of_document, of_text
from dpmlc.link.edits import Edit, Insert, canonical, elements
from dpmlc.link.envelope import NONE, Envelope, envelope, prose_around, root_of
from dpmlc.link.flat import Flat, Piece
from dpmlc.link.loaded import Passage, Text
from dpmlc.link.options import LinkOptions
from dpmlc.link.placement import Layout
from dpmlc.link.spacing import Spacing
from dpmlc.link.visits import Part, Splice, Visit, visits
from dpmlc.link.writer import Writer
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element
from dpmlc.text.files import Files

_END = Piece("\n", None, 0)
_INDENT = re.compile(r"(?m)^[ \t]*(?=\S)")


def flatten(
    entry: str, bounds: Mapping[str, tuple[Bound, ...]], index: Index, options: LinkOptions, files: Files
) -> Flat:
    """The document `entry` as one prompt. Cost is linear in the text that goes in."""
    scan = index.documents[entry]
    start = scan.front.span.end if scan.front else 0
    return _flat(Passage(entry, start, len(scan.text), whole=True), bounds, index, options, files)


def flatten_part(  # noqa: PLR0917
    entry: str, part: str, bounds: Mapping[str, tuple[Bound, ...]], index: Index, options: LinkOptions, files: Files
) -> Flat | None:
    """The first element of `entry` called `part` (or with that id) by itself; None where there is none."""
    found = next(
        (
            each
            for each in elements(index.documents[entry].nodes)
            if part in (each.name, each.feature, each.attribute("id"))
        ),
        None,
    )
    if found is None:
        return None
    passage = Passage(entry, found.span.start, found.span.end, whole=False)
    return _flat(passage, bounds, index, options, files)


def _flat(
    passage: Passage, bounds: Mapping[str, tuple[Bound, ...]], index: Index, options: LinkOptions, files: Files
) -> Flat:
    walked = visits(passage, bounds, index, options, files)
    work = _Work(index, options)
    for visit in reversed(walked.order[1:]):
        work.finish(visit)
    rows = tuple(rows_of(work.body(walked.order[0], NONE)))
    guard = (_END,) if next((row.text for row in rows if isinstance(row, Piece)), "").startswith("---") else ()
    faults = (*walked.diagnostics, *work.diagnostics)
    complete = walked.complete and not work.diagnostics
    joined = Join(lambda path: index.documents[path].text if path in index.documents else None)
    return Flat(passage.path, joined.rows((*guard, *rows, _END)), complete, tuple(dict.fromkeys(faults)))


class _Work:
    """Bodies of visits, the innermost first, and what is known of the documents they come from."""

    def __init__(self, index: Index, options: LinkOptions) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._index = index
        self._options = options
        self._contents: dict[int, Content | None] = {}
        self._layouts: dict[str, Layout] = {}
        self._spacings: dict[str, Spacing] = {}

    def finish(self, visit: Visit) -> None:
        """Make the content of a visit whose own visits are finished."""
        part = visit.part
        assert part is not None
        env = envelope(part, self._index, self._options.envelope)
        body = self.body(visit, env)
        if body.rows_of_line is not None and not part.bound.globbed and not part.bound.outers:
            env, body = NONE, self.body(visit, NONE)
        self._keep(part, of_document(part, body, env, self._index))

    def body(self, visit: Visit, env: Envelope) -> Body:
        """The lines of a visit's passage, with everything that is inlined in it."""
        passage = visit.passage
        scan = self._index.documents[passage.path]
        start, end = _trimmed(scan.text, passage.start, passage.end)
        self._make_texts(visit)
        margin = 0 if visit.part is None else _margin(scan.text, start, end)
        builder = Builder(scan.path, scan.text, margin)
        writer = Writer(scan.text, self._changes(visit, scan, env), builder, self._spacing(scan))
        for first, last in self._ranges(visit, scan, (start, end), env):
            if first < last:
                writer.write(first, last)
            elif first == last:
                builder.settle()
            else:
                builder.blank_line()
        return builder.done()

    def _make_texts(self, visit: Visit) -> None:
        """The contents of the parts that are data, not documents."""
        for decision in visit.decisions:
            for part in decision.parts if isinstance(decision, Splice) else ():
                if isinstance(part, Part) and isinstance(part.loaded, Text) and id(part) not in self._contents:
                    self._keep(part, of_text(part, part.loaded, self._index, self._options))

    def _keep(self, part: Part, made: Content | Diagnostic) -> None:
        if isinstance(made, Diagnostic):
            self.diagnostics.append(made)
            self._contents[id(part)] = None
        else:
            self._contents[id(part)] = made

    def _changes(self, visit: Visit, scan: Scan, env: Envelope) -> list[Edit | Insert]:
        passage = visit.passage
        found: list[Edit | Insert] = [*canonical(scan, passage.start, passage.end)]
        if visit.decisions:
            found += changes(visit, self._contents, self._layout(scan), scan.text)
        root = root_of(scan) if env.kind == "own" and env.attribute else None
        if root is not None:
            place = root.opening.end - (2 if root.closing is None else 1)
            place = len(scan.text[:place].rstrip()) if scan.text[place - 1].isspace() else place
            found.append(Edit(place, place, env.attribute))
        found.sort(key=attrgetter("start"))
        return found

    def _ranges(
        self, visit: Visit, scan: Scan, region: tuple[int, int], env: Envelope
    ) -> Sequence[tuple[int, int]]:
        """Ranges of text in the order of the prompt; (0, 0) between them ends a line, (1, 0) makes a blank one."""
        start, end = region
        if not visit.passage.whole:
            return (region,)
        roots = [node for node in scan.nodes if isinstance(node, Element)]
        if self._options.prose == "drop" and roots:
            spans = [(each.span.start, each.span.end) for each in roots]
            return [each for span in spans for each in ((1, 0), _with_margin(scan.text, span))][1:]
        if env.kind != "own" or len(roots) != 1 or not prose_around(scan):
            return (region,)
        root = roots[0]
        assert root.closing is not None
        before = _trimmed(scan.text, start, root.opening.start)
        inside = _trimmed(scan.text, root.opening.end, root.closing.start)
        behind = _trimmed(scan.text, root.closing.end, end)
        middle = [each for each in (before, inside, behind) if each[0] < each[1]]
        parted = [each for part in middle for each in ((1, 0), part)][1:]
        opening = _with_margin(scan.text, (root.opening.start, root.opening.end))
        closing = _with_margin(scan.text, (root.closing.start, root.closing.end))
        return [opening, (0, 0), *parted, (0, 0), closing]

    def _layout(self, scan: Scan) -> Layout:
        if scan.path not in self._layouts:
            self._layouts[scan.path] = Layout(scan)
        return self._layouts[scan.path]

    def _spacing(self, scan: Scan) -> Spacing:
        if scan.path not in self._spacings:
            self._spacings[scan.path] = Spacing(scan)
        return self._spacings[scan.path]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blank lines around it; the first line keeps its indentation."""
    while end > start and text[end - 1].isspace():
        end -= 1
    first = start
    while first < end and text[first].isspace():
        first += 1
    line = text.rfind("\n", start, first) + 1
    return (line or (start if first == start or _fresh(text, start) else first)), end


def _fresh(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] == "\n"


def _with_margin(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span with the indentation before it, where nothing else stands there."""
    line = text.rfind("\n", 0, span[0]) + 1
    return (line, span[1]) if not text[line : span[0]].strip() else span


def _margin(text: str, start: int, end: int) -> int:
    """How many columns all lines of the range share as indentation; the first line counts from its line's start."""
    shared = min((len(each) for each in _INDENT.findall(text, start, end)), default=0)
    if _fresh(text, start):
        return shared
    line = text.rfind("\n", 0, start) + 1
    return min(shared, start - line) if not text[line:start].strip() else 0
