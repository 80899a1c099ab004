"""An entry -> which of its references are inlined where: a tree of visits, made breadth first (SPEC 3.10, Repeats)."""

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping
from dataclasses import field, replace

from dpmlc.index.index import Index
from dpmlc.link.bound import Bound, Outcome, Target
from dpmlc.link.faults_flatten import empty_resource
from dpmlc.link.load import load
from dpmlc.link.loaded import Passage, Text, Unloaded
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.link.placement import Layout
from dpmlc.link.tool_text import tool_target
from dpmlc.link.written import identity_of, outer_names
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.scan.document import Scan
from dpmlc.scan.reference import Loading
from dpmlc.text.files import Files
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span


def text_of(entry: str) -> str:
    """What the limit of a prompt is about."""
    return f"the text of `{entry}` with all that it inlines, in bytes,"


def path_uri(location: str) -> str:
    """The name of a file by its path: `file://a/b.md`, or `package://NAME/b.md` as it is."""
    return location if location.startswith("package://") else f"file://{location}"


@slotted
class Part:
    """One target that is inlined: what was loaded, under which name, and for a document the visit to it.

    `clash`: the name belongs to something else in this prompt, so the path stands in its place. `again`: it was
    inlined before (`repeat = "inline"`), so that its id would stand twice. `named`: it carries its name even where it
    is one line, as a match of a glob does, and what a link leads to.
    """

    bound: Bound
    target: Target
    loaded: Passage | Text
    name: str
    clash: bool
    again: bool
    named: bool
    visit: "Visit | None"


@frozen
class Pointer:
    """What was inlined before, under `name`."""

    bound: Bound
    name: str


@slotted
class Splice:
    """A reference with what takes its place, one entry a target; nothing where the resource is empty."""

    bound: Bound
    parts: list[Part | Pointer]


@frozen
class Stay:
    """A reference that is kept, or is broken."""

    bound: Bound


@slotted
class Visit:
    """A passage of a document with the decision on each of its references, in text order."""

    passage: Passage
    parent: "Visit | None"
    identity: str
    part: Part | None = None
    decisions: list[Splice | Stay] = field(default_factory=list)


@slotted
class Visits:
    """All visits from one entry, each before those it leads to.

    `over` says which limit it went past; it ended there, and `order` is not whole.
    """

    order: list[Visit]
    diagnostics: list[Diagnostic]
    complete: bool
    over: Diagnostic | None = None


def visits(
    passage: Passage,
    bounds: Mapping[str, tuple[Bound, ...]],
    index: Index,
    options: LinkOptions,
    files: Files,
    memo: Memo,
) -> Visits:
    """The visits that begin at `passage`. With `repeat = "once"` the first of equal references inlines."""
    return _Walk(bounds, index, options, files, memo).walk(passage)


@slotted
class _Walk:
    """What one walk remembers: names by identity, identities by name, how much text it has and for how many places."""

    bounds: Mapping[str, tuple[Bound, ...]]
    index: Index
    options: LinkOptions
    files: Files
    memo: Memo
    layouts: dict[str, Layout] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    above: set[str] = field(default_factory=set)
    owners: dict[str, str] = field(default_factory=dict)
    entry: str = ""
    size: int = 0
    places: int = 0
    result: Visits = field(default_factory=lambda: Visits([], [], complete=True))

    def walk(self, passage: Passage) -> Visits:
        first = Visit(passage, None, passage.path if passage.whole else "")
        self.entry, self.size = passage.path, passage.end - passage.start
        if self.options.repeat == "inline":
            self._down(first)
        else:
            self.above.add(first.identity)
            self._level_by_level(first)
        return self.result

    def _level_by_level(self, first: Visit) -> None:
        """Breadth first: what is nearest to the entry inlines."""
        queue = deque([first])
        while queue and self.result.over is None:
            queue.extend(self._visit(queue.popleft()))

    def _down(self, first: Visit) -> None:
        """Depth first: `above` holds what the visit at hand stands in, so that only a cycle ends in a pointer."""
        waiting: list[Visit | str] = [first]
        while waiting and self.result.over is None:
            visit = waiting.pop()
            if isinstance(visit, str):
                self.above.discard(visit)
                continue
            self.above.add(visit.identity)
            waiting.append(visit.identity)
            waiting += reversed(self._visit(visit))

    def _visit(self, visit: Visit) -> list[Visit]:
        """Decide on all references of a visit. Gives the visits that they lead to."""
        self.result.order.append(visit)
        visit.decisions += [self._decide(bound, visit) for bound in self._held(visit.passage)]
        parts = (part for each in visit.decisions if isinstance(each, Splice) for part in each.parts)
        return [part.visit for part in parts if isinstance(part, Part) and part.visit is not None]

    def _held(self, passage: Passage) -> tuple[Bound, ...]:
        found = self.bounds.get(passage.path, ())
        if not passage.whole:
            first = bisect_left(found, passage.start, key=lambda each: each.reference.span.start)
            last = bisect_left(found, passage.end, key=lambda each: each.reference.span.start)
            found = found[first:last]
        return found

    def _decide(self, bound: Bound, visit: Visit) -> Splice | Stay:
        if bound.manifest == "tool" and bound.loading is Loading.HOT:
            return self._tool(bound, visit)
        if bound.outcome is not Outcome.INLINE or bound.reference.form == "src":
            if bound.outcome is Outcome.BROKEN and any(each.severity == "error" for each in bound.diagnostics):
                self.result.complete = False
            return Stay(bound)
        parts: list[Part | Pointer] = []
        for target in bound.targets:
            part = self._part(bound, target, visit)
            if part is None:
                return Stay(bound)
            parts += part
        return Splice(bound, parts)

    def _tool(self, bound: Bound, visit: Visit) -> Splice | Stay:
        """A tool is kept in the text, unless `@!` to it stands alone: then its manual goes in, or its own words."""
        span = bound.reference.span
        if not bound.targets or self._layout(visit.passage.path).alone(span.start, span.end) is None:
            return Stay(bound)
        manual = next((each for each in bound.targets if each.kind == "document"), None)
        told = manual or tool_target(bound.targets[0], self.files, self.options.limits, self.memo)
        if told is None:
            return Stay(bound)
        # Parameters of a reference to a tool are the tool's; only a manual may take them for its own.
        parameters = bound.parameters if manual else ()
        named = replace(bound, identity=f"{bound.identity}\nmanual", parameters=parameters)
        part = self._part(named, told, visit)
        return Stay(bound) if part is None else Splice(bound, part)

    def _layout(self, path: str) -> Layout:
        if path not in self.layouts:
            self.layouts[path] = Layout(self.index.documents[path])
        return self.layouts[path]

    def _part(self, bound: Bound, target: Target, visit: Visit) -> list[Part | Pointer] | None:
        """What `target` gives; None where it cannot be loaded."""
        if not self._few(bound.reference.span):
            return None
        identity = self._identity(bound, target)
        if identity in self.above:
            return [Pointer(bound, self.named.get(identity, bound.name))]
        loaded = load(target, bound.parameters, bound, self.index, self.options, self.files, self.memo)
        if isinstance(loaded, Unloaded):
            self.result.diagnostics += loaded.diagnostics
            self.result.complete = False
            return None
        if not self._body(loaded).strip():
            self.result.diagnostics.append(empty_resource(bound.reference.span, target.location))
            return []
        if not self._fits(loaded, bound.reference.span):
            return None
        again = identity in self.named
        name, clash = self._name(bound, target, identity)
        named = bound.globbed or self._layout(visit.passage.path).in_link(bound.reference.span.start)
        if self.options.repeat == "once" and (named or not self._is_line(loaded)):
            self.above.add(identity)
        inner = None
        if isinstance(loaded, Passage):
            inner = Visit(loaded, visit, identity)
        part = Part(bound, target, loaded, name, clash, again, named, inner)
        if inner is not None:
            inner.part = part
        return [part]

    def _identity(self, bound: Bound, target: Target) -> str:
        if not bound.globbed:
            return bound.identity
        return identity_of(target.location, bound.parameters, tuple(each.protocol for each in bound.outers))

    def _is_line(self, loaded: Passage | Text) -> bool:
        """Whether it is one line without inlined references: then it carries no name, and is always repeated."""
        if "\n" in self._body(loaded).strip():
            return False
        return isinstance(loaded, Text) or all(each.outcome is not Outcome.INLINE for each in self._held(loaded))

    def _body(self, loaded: Passage | Text) -> str:
        if isinstance(loaded, Text):
            return loaded.text
        return _without_comments(self.index.documents[loaded.path], loaded.start, loaded.end)

    def _few(self, span: Span) -> bool:
        """Whether there is room for one more place, so that a flood of tiny texts or pointers meets a limit, too."""
        self.places += 1
        most = self.options.limits.inlined
        if self.places > most:
            what = f"the number of texts that `{self.entry}` inlines, or points to,"
            self.result.over = self.result.over or limit(span, what, None, most, "inlined")
        return self.result.over is None

    def _fits(self, loaded: Passage | Text, span: Span) -> bool:
        # What is only decided on counts already: a queue of large documents would cost what the limit is to spare.
        self.size += len(loaded.text) if isinstance(loaded, Text) else loaded.end - loaded.start
        most = self.options.limits.bundle
        if self.size > most:
            self.result.over = self.result.over or limit(span, text_of(self.entry), None, most, "bundle")
        return self.result.over is None

    def _name(self, bound: Bound, target: Target, identity: str) -> tuple[str, bool]:
        """The name for pointers, and whether the reference's own was taken."""
        by_path = f"{outer_names(bound.reference)}{path_uri(target.location)}{bound.reference.query}"
        name = by_path if bound.globbed else bound.name
        clash = self.owners.setdefault(name, identity) != identity
        if clash:
            name = by_path
        self.named.setdefault(identity, name)
        return name, clash


def _without_comments(scan: Scan, start: int, end: int) -> str:
    """What stands from `start` to `end`, but for the comments, which do not go into a prompt."""
    text = scan.text[start:end]
    if "<!--" not in text:
        return text
    parts: list[str] = []
    for each in scan.opaque:
        if each.kind == "comment" and start <= each.start < end:
            parts.append(scan.text[start : each.start])
            start = each.end
    return "".join((*parts, scan.text[start:end]))
