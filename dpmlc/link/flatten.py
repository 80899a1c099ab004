"""An entry -> `Flat`: every inlined document and file spliced in by source position (SPEC 4.2)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter

from dpmlc.index.index import Index
from dpmlc.link.body import Body, Join, Nested, rows_of
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.builder import Builder
from dpmlc.link.changes import Surface, changes
from dpmlc.link.content import Content, of_document, of_text, outermost
from dpmlc.link.edits import Change, Edit, canonical, escape, order_of
from dpmlc.link.envelope import NONE, Envelope, envelope, prose_around, root_of
from dpmlc.link.faults_flatten import empty_resource
from dpmlc.link.flat import Flat, Piece, Row
from dpmlc.link.joints import Joints
from dpmlc.link.loaded import Passage, Text
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.link.placement import Layout
from dpmlc.link.ranges import bare, margin_of, trimmed, with_margin
from dpmlc.link.spacing import Spacing
from dpmlc.link.visits import Part, Pointer, Splice, Visit, text_of, visits
from dpmlc.link.writer import Writer
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.faults import limit
from dpmlc.scan.document import Scan
from dpmlc.scan.reference import Loading
from dpmlc.scan.tree import Element, elements
from dpmlc.text.files import Files
from dpmlc.text.span import Span

_UNSOUND_REGIONS = frozenset({"unclosed-code-fence", "unclosed-comment"})
_UNSOUND = _UNSOUND_REGIONS | {"closing-tag-without-opening", "unclosed-tag"}
_END = Piece("\n", None, 0)
_Bounds = Mapping[str, tuple[Bound, ...]]


def flatten(
    entry: str, bounds: _Bounds, index: Index, options: LinkOptions, files: Files, memo: Memo | None = None
) -> Flat:
    """The document `entry` as one prompt. Cost is linear in the text that goes in.

    Give the same `memo` where several entries of one index, options and files are flattened.
    """
    scan = index.documents[entry]
    start = scan.front.span.end if scan.front else 0
    passage = Passage(entry, start, len(scan.text), whole=True)
    return _flat(passage, bounds, index, options, files, memo or Memo())


def flatten_part(
    entry: str, part: str, bounds: _Bounds, index: Index, options: LinkOptions, files: Files, memo: Memo | None = None
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
    return _flat(passage, bounds, index, options, files, memo or Memo())


def _flat(passage: Passage, bounds: _Bounds, index: Index, options: LinkOptions, files: Files, memo: Memo) -> Flat:
    walked = visits(passage, bounds, index, options, files, memo)
    if walked.over is not None:
        return _unfit(passage, walked.over, bounds, index, options, files, memo)
    work = _Work(walked.order, index, options)
    for visit in reversed(walked.order[1:]):
        work.finish(visit)
    rows = joined(work.body(walked.order[0], NONE), index, options.limits.bundle)
    if rows is None:
        fault = limit(Span(passage.path, 0, 0), text_of(passage.path), None, options.limits.bundle, "bundle")
        return _unfit(passage, fault, bounds, index, options, files, memo)
    faults = (*walked.diagnostics, *work.diagnostics)
    complete = walked.complete and not any(each.severity is Severity.ERROR for each in work.diagnostics)
    return Flat(passage.path, rows, complete, tuple(dict.fromkeys(faults)))


def _unfit(
    passage: Passage, fault: Diagnostic, bounds: _Bounds, index: Index, options: LinkOptions, files: Files, memo: Memo
) -> Flat:
    """The entry with nothing inlined, where all of it together is past the limit that `fault` tells of."""
    held = tuple(
        replace(each, outcome=Outcome.BROKEN, manifest=None, diagnostics=()) if _is_hot(each) else each
        for each in bounds.get(passage.path, ())
    )
    walked = visits(passage, {passage.path: held}, index, options, files, memo)
    rows = joined(_Work(walked.order, index, options).body(walked.order[0], NONE), index, 1 << 62) or ()
    return Flat(passage.path, rows, complete=False, diagnostics=(*walked.diagnostics, fault))


def _is_hot(bound: Bound) -> bool:
    return bound.outcome is Outcome.INLINE or (bound.manifest == "tool" and bound.loading is Loading.HOT)


def joined(body: Body, index: Index, most: int) -> tuple[Row, ...] | None:
    """The rows of a whole prompt; None where they have more than `most` bytes."""
    rows = Join(lambda path: index.documents[path].text if path in index.documents else None, most).rows(rows_of(body))
    if rows is None:
        return None
    first = next((row.text for row in rows if isinstance(row, Piece)), "")
    return (_END, *rows, _END) if first.startswith("---") else (*rows, _END)


class _Work:
    """Bodies of visits, the innermost first, and what is known of the documents they come from."""

    def __init__(self, order: Sequence[Visit], index: Index, options: LinkOptions) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._order = order
        self._index = index
        self._options = options
        self._contents: dict[int, Content | None] = {}
        self._layouts: dict[str, Layout] = {}
        self._spacings: dict[str, Spacing] = {}
        self._canonical: dict[str, tuple[Edit, ...]] = {}
        self._joints: dict[str, Joints] = {}
        self._names: dict[int, frozenset[str]] = {}

    def finish(self, visit: Visit) -> None:
        """Make the content of a visit whose own visits are finished."""
        part = visit.part
        assert part is not None
        env = NONE if outermost(part, self._index) else envelope(part, self._index, self._options.envelope)
        body = self.body(visit, env)
        if body.rows_of_line is not None and not part.named and part.name not in self._pointed:
            env, body = NONE, self.body(visit, NONE, self._loose(visit))
        if not body.items:
            self.diagnostics.append(empty_resource(part.bound.reference.span, part.target.location))
            self._contents[id(part)] = Content(None, Nested("", (), body, ()))
            return
        self._keep(part, of_document(part, body, env, self._index))

    def _loose(self, visit: Visit) -> list[Change]:
        """Backslashes for what is text in a document's one line, but might be a tag or code in another line."""
        scan = self._index.documents[visit.passage.path]
        places = [*self._joint(scan).loose_ticks, *(each.span.start for each in scan.strays)]
        return [escape(each) for each in places if visit.passage.start <= each < visit.passage.end]

    def _unsound(self, visit: Visit, scan: Scan, env: Envelope) -> Iterator[Change]:
        """Backslashes for what a document opens or closes wrongly, so that it cannot reach into what is not its own."""
        passage = visit.passage
        codes = _UNSOUND if visit.part is not None else _UNSOUND_REGIONS
        places = [
            place
            for each in scan.diagnostics
            if each.code in codes and each.span is not None and passage.start <= each.span.start < passage.end
            for place in _marks_of(scan.text, each.code, each.span.start)
        ]
        root = root_of(scan) if env.kind == "own" and scan.strays and visit.part else None
        if root is not None and not self._layout(scan).is_strong(root):
            places += [each.span.start for each in scan.strays]
        yield from (escape(each) for each in dict.fromkeys(places))

    def body(self, visit: Visit, env: Envelope, loose: Sequence[Change] = ()) -> Body:
        """The lines of a visit's passage, with everything that is inlined in it."""
        passage = visit.passage
        scan = self._index.documents[passage.path]
        start, end = trimmed(scan.text, passage.start, passage.end)
        self._make_texts(visit)
        margin = 0 if visit.part is None and passage.whole else margin_of(scan.text, start, end)
        builder = Builder(scan.path, scan.text, margin)
        found = [*self._changes(visit, scan, env, end, margin), *loose]
        found.sort(key=order_of)
        writer = Writer(scan.text, found, builder, self._spacing(scan))
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

    def _changes(self, visit: Visit, scan: Scan, env: Envelope, end: int, margin: int) -> list[Change]:
        found: list[Change] = [*self._canonical_in(scan, visit.passage)]
        if visit.decisions or visit.part is not None:
            around = self._around(visit)
            surface = Surface(scan.text, self._layout(scan), self._joint(scan), end, margin, around, self._trailing)
            found += changes(visit, self._contents, surface)
        if (scan.strays or scan.diagnostics) and (visit.part is not None or visit.decisions):
            found += self._unsound(visit, scan, env)
        root = root_of(scan) if env.kind == "own" and env.attribute else None
        if root is not None:
            place = root.opening.end - (2 if root.closing is None else 1)
            place = len(scan.text[:place].rstrip()) if scan.text[place - 1].isspace() else place
            found.append(Edit(place, place, env.attribute))
        return found

    def _canonical_in(self, scan: Scan, passage: Passage) -> tuple[Edit, ...]:
        made = self._canonical.get(scan.path)
        if made is None:
            made = self._canonical[scan.path] = tuple(sorted(canonical(scan), key=order_of))
        if passage.whole or not made:
            return made
        first = bisect_left(made, passage.start, key=attrgetter("start"))
        last = bisect_right(made, passage.end, key=attrgetter("start"))
        return tuple(each for each in made[first:last] if each.end <= passage.end + 1)

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
            return [each for span in spans for each in ((1, 0), with_margin(scan.text, span))][1:]
        if env.kind != "own" or len(roots) != 1 or not prose_around(scan):
            return (region,)
        root = roots[0]
        assert root.closing is not None
        before = bare(scan, start, root.opening.start)
        inside = bare(scan, root.opening.end, root.closing.start)
        behind = bare(scan, root.closing.end, end)
        middle = [each for each in (before, inside, behind) if each[0] < each[1]]
        parted = [each for part in middle for each in ((1, 0), part)][1:]
        opening = with_margin(scan.text, (root.opening.start, root.opening.end))
        closing = with_margin(scan.text, (root.closing.start, root.closing.end))
        return [opening, (0, 0), *parted, (0, 0), closing]

    def _layout(self, scan: Scan) -> Layout:
        if scan.path not in self._layouts:
            self._layouts[scan.path] = Layout(scan)
        return self._layouts[scan.path]

    @cached_property
    def _pointed(self) -> frozenset[str]:
        """The names that stand in the place of later occurrences: what they name must carry them."""
        splices = (each for visit in self._order for each in visit.decisions if isinstance(each, Splice))
        return frozenset(part.name for each in splices for part in each.parts if isinstance(part, Pointer))

    @cached_property
    def _trailing(self) -> frozenset[str]:
        """Names of elements of several lines that some document of the prompt closes behind text."""
        documents = dict.fromkeys(visit.passage.path for visit in self._order)
        return frozenset().union(*(self._layout(self._index.documents[path]).trailing for path in documents))

    def _around(self, visit: Visit) -> frozenset[str]:
        """Names of the elements that a visit's content comes to stand in, those that carry names included."""
        way: list[Visit] = []
        above: Visit | None = visit
        while above is not None and id(above) not in self._names:
            way.append(above)
            above = above.parent
        names = self._names[id(above)] if above is not None else frozenset()
        for each in reversed(way):
            if each.part is not None and each.parent is not None:
                bound = each.part.bound
                layout = self._layout(self._index.documents[each.parent.passage.path])
                made = {"reference", bound.protocol, *(outer.protocol for outer in bound.outers)}
                names = names | made | layout.names_around(bound.reference.span.start)
            self._names[id(each)] = names
        return names

    def _joint(self, scan: Scan) -> Joints:
        if scan.path not in self._joints:
            self._joints[scan.path] = Joints(scan)
        return self._joints[scan.path]

    def _spacing(self, scan: Scan) -> Spacing:
        if scan.path not in self._spacings:
            self._spacings[scan.path] = Spacing(scan)
        return self._spacings[scan.path]


def _marks_of(text: str, code: str, start: int) -> Iterable[int]:
    """The characters to escape of what is wrong at `start`: for a fence, all of its line, in which nothing was read."""
    if code != "unclosed-code-fence":
        return (start,)
    stop = text.find("\n", start)
    line = text[start : stop if stop >= 0 else len(text)]
    return (start, *(start + at for at, each in enumerate(line) if at and each in "`<@" and line[at - 1] != "\\"))
