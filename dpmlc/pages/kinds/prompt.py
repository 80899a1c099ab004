"""A bundle -> its page: the flattened prompt as people read it, each part with the file that it came from."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.trail import Inlined, Range, Trail
from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.flat import Flat, Kept, Piece
from dpmlc.pages import views_pages
from dpmlc.pages.body.chips import Chip, reference_chip, term_chips, without_overlap
from dpmlc.pages.body.regions import Canvas, Shown, parts
from dpmlc.pages.faults import diagram_not_drawn
from dpmlc.pages.figures.diagrams import MERMAID
from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.document import around, labels, laid_out, neighbours, titled, undrawn, without_title
from dpmlc.pages.links.targets import Target as Leads
from dpmlc.pages.made import Made
from dpmlc.pages.package import MOST_TARGETS, Package
from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.tokens import estimated
from dpmlc.pages.views import Heading, Link, Origin
from dpmlc.pages.views_pages import PromptView, Share
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.paths import name
from dpmlc.text.secrets import masked
from dpmlc.text.source import Source, lines
from dpmlc.text.span import Span


def prompt_page(
    page: Planned, entry: BundleEntry, flat: Flat, trail: Trail, package: Package, heads: Heads, limits: Limits
) -> Made:
    """The page of the bundle `entry`. `trail` is where each line of the prompt came from."""
    read = scan(Source(entry.path, trail.text), package.index.claimed, limits)
    canvas = Canvas(page.address, package.plan.structures, labels(package.words), package.renderer)
    where = _Origins(trail, page.address, package)
    follow = _Follow(where, package, page.address)
    chips = _chips(flat, trail.text, page.address, package)
    shown = Shown(entry.path, trail.text, read.nodes, read.opaque, chips, follow, where.origin)
    canvas.titled = titled(shown)
    laid = without_title(parts(shown, canvas), page.label, canvas)
    original = package.index.documents[entry.path].text
    checked, _ = laid_out(entry.path, page.address, package)  # The entry's own links, as they stand in its source.
    stem = page.address.removesuffix(".html")
    view = PromptView(
        entry.id, Link(entry.path), laid, flat.complete, len(trail.text), estimated(trail.text),
        tuple(_shares(trail, page.address, package)), tuple(_kept(flat, page.address, package)),
        neighbours(page, package), package.found_in([entry.path], page.address),
        *(href(page.address, f"{stem}{ending}") for ending in (".text.js", ".md", ".source.md")),
    )  # fmt: skip
    contents = (*canvas.headings, *_below(view, package))
    return Made(
        page.address, "prompt.html", heads.of(page, contents, entry.path, canvas.anchor), view, "page",
        frozenset(canvas.ids), tuple(checked.links), (entry.id, entry.path), tuple(canvas.blocks),
        trail.text, texts_script(f"{name(stem)}.text.js", trail.text, original), tuple(canvas.diagrams.items()),
        (*undrawn(entry.path, checked), *_undrawn(canvas, where, entry.path)),
    )  # fmt: skip


def _below(view: PromptView, package: Package) -> Iterator[Heading]:
    """The sections below the prompt, for the table of contents: nobody should have to scroll past it to find them."""
    if view.inlined:
        yield Heading(1, package.words["inlined"], "#page.inlined")
    if view.kept:
        yield Heading(1, package.words["kept"], "#page.kept")
    yield from around(view, package)


def texts_script(file: str, flattened: str, original: str) -> str:
    """A script that hands the two texts of a prompt to the page; `file` is its own name."""
    texts = json.dumps({"flattened": masked(flattened), "original": masked(original)}, ensure_ascii=False)
    safe = texts.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"dpmlcTexts({json.dumps(file)}, {safe});\n"


@dataclass(slots=True)
class _Origins:
    """Which file a place of the prompt came from."""

    trail: Trail
    page: str
    package: Package
    starts: tuple[int, ...] = ()
    firsts: Sequence[int] = ()

    def __post_init__(self) -> None:
        self.starts = lines(self.trail.text).starts
        self.firsts = [each.first for each in self.trail.ranges]

    def range(self, start: int, end: int) -> tuple[Range, int] | None:
        """The first range with a file between two offsets, and its first prompt line there."""
        line, last = bisect_right(self.starts, start), bisect_right(self.starts, max(start, end - 1))
        at = bisect_right(self.firsts, line) - 1
        while 0 <= at < len(self.trail.ranges) and self.trail.ranges[at].first <= last:
            found = self.trail.ranges[at]
            if found.path is not None:
                return found, max(line, found.first)
            at += 1
        return None

    def source(self, start: int, end: int) -> tuple[str, int] | None:
        """The first file between two offsets, and its line there."""
        found = self.range(start, end)
        if found is None or found[0].path is None:
            return None
        return found[0].path, (found[0].source_line or 1) + found[1] - found[0].first

    def origin(self, start: int, end: int) -> Origin | None:
        """The same as people read it."""
        found = self.source(self._ink(start, end), end)
        if found is None:
            return None
        path, line = found
        return Origin(name(path), f"{path}:{line}", self.package.link(path, self.page))

    def _ink(self, start: int, end: int) -> int:
        """The first character from `start` on that is no white space."""
        text = self.trail.text
        while start < end and text[start].isspace():
            start += 1
        return start


@dataclass(slots=True)
class _Follow:
    """Follows links from the file that they came from."""

    origins: _Origins
    package: Package
    page: str

    def __call__(self, url: str, offset: int) -> Leads:
        found = self.origins.range(offset, len(self.origins.trail.text))
        path = found[0].path if found and found[0].path else self.origins.package.plan.index
        return self.package.follower.target(url, path, self.page)


def _undrawn(canvas: Canvas, origins: _Origins, entry: str) -> Iterator[Diagnostic]:
    """What is wrong with the diagrams of a prompt, told at the file that each came from; of `entry`, if of none."""
    for at, reason in canvas.undrawn:
        path, line = origins.source(at, at + 1) or (entry, 0)
        yield diagram_not_drawn(_named(path, line, origins.package), reason)


def _named(path: str, line: int, package: Package) -> Span:
    """Where the line of a fence names its language; the file's start where that cannot be told."""
    document = package.index.documents.get(path)
    starts = lines(document.text).starts if document else ()
    if document is None or not 0 < line <= len(starts):
        return Span(path, 0, 0)
    end = starts[line] if line < len(starts) else len(document.text)
    at = starts[line - 1] + max(0, document.text[starts[line - 1] : end].lower().find(MERMAID))
    return Span(path, at, at + len(MERMAID))


def _chips(flat: Flat, text: str, page: str, package: Package) -> tuple[Chip, ...]:
    """Kept references where they stand in the prompt, and terms."""
    found: list[Chip] = []
    at, waiting = 0, None
    for row in flat.rows:
        match row:
            case Kept(bound):
                waiting = bound
            case Piece():
                shown = row.shown
                if waiting is not None and shown:
                    # What follows the reference in its document is in the same piece.
                    stays = _staying(waiting, row.indent)
                    if shown.startswith(stays):
                        found.append(reference_chip(waiting, page, package.plan, at, stays))
                    waiting = None
                at += len(shown)
            case _:
                pass
    exact = [each for each in found if each.end <= len(text)]
    return tuple(without_overlap([*exact, *term_chips(text, 0, len(text), package.terms, page)]))


def _staying(bound: Bound, indent: str) -> str:
    """The text of a reference that was not inlined, as it stands in the prompt behind `indent`."""
    kept = bound.outcome is Outcome.KEEP
    return Piece(bound.written if kept else masked(bound.reference.text.rstrip()), None, 0, indent).shown


def _shares(trail: Trail, page: str, package: Package) -> Iterator[Share]:
    """What was inlined, outer before inner, with its part of the prompt."""
    starts = lines(trail.text).starts
    total = max(1, len(trail.text))
    open_: list[Inlined] = []
    for each in trail.inlined:
        while open_ and open_[-1].last < each.first:
            open_.pop()
        end = starts[each.last] if each.last < len(starts) else len(trail.text)
        size = max(0, end - starts[each.first - 1]) if each.last > each.first else each.bytes
        path = each.path or ""
        yield Share(
            each.name, package.link(path, page) if path else "", f"{each.referrer}:{each.place.line}", size,
            min(100, round(100 * size / total)), len(open_),
        )  # fmt: skip
        open_.append(each)


def _kept(flat: Flat, page: str, package: Package) -> Iterator[views_pages.Kept]:
    seen: set[tuple[str, str]] = set()
    for row in flat.rows:
        if not isinstance(row, Kept) or row.bound.manifest is None:
            continue
        bound = row.bound
        key = (bound.written, bound.document)
        if key in seen:
            continue
        seen.add(key)
        use = package.use(bound, page)
        advice = package.words[f"advice_{bound.manifest}"]
        yield views_pages.Kept(
            use.text, use.loading, advice, use.place, use.href, tuple(_targets(bound, page, package))
        )  # fmt: skip


def _targets(bound: Bound, page: str, package: Package) -> Iterator[Link]:
    for each in bound.targets[:MOST_TARGETS]:
        yield Link(each.location, package.link(each.location, page), note=package.words[f"target_{each.kind}"])
    if len(bound.targets) > MOST_TARGETS:
        yield Link(f"+{len(bound.targets) - MOST_TARGETS}")
