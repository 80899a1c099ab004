"""A document that is no bundle -> its page."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from dpmlc.index.names import claim
from dpmlc.pages import views
from dpmlc.pages.body.regions import Canvas, Shown, parts
from dpmlc.pages.faults import diagram_not_drawn
from dpmlc.pages.figures.diagrams import MERMAID
from dpmlc.pages.heads import Heads
from dpmlc.pages.links.relinked import relinked
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.admonitions import KINDS
from dpmlc.pages.package import Package
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.used import used, uses
from dpmlc.pages.views import Heading, Link, Part, Prose
from dpmlc.pages.views_pages import DocumentView, Neighbours, PromptView
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.tree import Markdown, Opaque
from dpmlc.text.span import Span

_LABELS = ("code", "table", "footnotes", "back", "diagram", "diagram_nodes", "diagram_source", "undrawn")

# Beginning with a literal, which is looked for in a quarter of the time that `^` takes.
_FIRST_LEVEL = re.compile(r"\n {0,3}# ")


def document_page(page: Planned, package: Package, heads: Heads) -> Made:
    """The page of the document that `page` is about: its elements and Markdown, who it refers to and who to it."""
    path = page.subject
    names = names_of(path, package)
    canvas, laid = laid_out(path, page.address, package)
    shown = without_title(laid, page.label, canvas)
    view = DocumentView(
        Link(path), tuple(f"@!{each}" for each in names), shown, neighbours(page, package),
        package.found_in([path], page.address),
    )  # fmt: skip
    contents = (*canvas.headings, *around(view, package))
    return Made(
        page.address, "document.html", heads.of(page, contents, path, canvas.anchor), view, "page",
        frozenset(canvas.ids), tuple(canvas.links), (*names, path), tuple(canvas.blocks),
        relinked(package.index.documents[path].text, canvas.links, page.address),
        diagrams=tuple(canvas.diagrams.items()), faults=undrawn(path, canvas),
    )  # fmt: skip


def around(view: DocumentView | PromptView, package: Package) -> Iterator[Heading]:
    """The sections that every page about a document may have below it, for the table of contents."""
    if view.neighbours.refers or view.neighbours.users:
        yield Heading(1, package.words["graph"], "#page.neighbours")
    if view.findings:
        yield Heading(1, package.words["diagnostics"], "#page.findings")


def laid_out(path: str, address: str, package: Package) -> tuple[Canvas, tuple[Part, ...]]:
    """The document at `path` as the parts of the page at `address`."""
    scan = package.index.documents[path]
    canvas = Canvas(address, package.plan.structures, labels(package.words), package.renderer)
    follow = package.follower.on(address, path)
    shown = Shown(path, scan.text, scan.nodes, scan.opaque, package.chips(path, address), follow)
    canvas.titled = titled(shown)
    return canvas, parts(shown, canvas)


def undrawn(path: str, canvas: Canvas) -> tuple[Diagnostic, ...]:
    """What is wrong with the diagrams of the document at `path`, which was laid out on `canvas`."""
    return tuple(diagram_not_drawn(Span(path, at, at + len(MERMAID)), reason) for at, reason in canvas.undrawn)


def titled(shown: Shown) -> bool:
    """Whether the text begins with a heading of the first level, the only one outside of its elements."""
    runs = [each.span for each in shown.nodes if isinstance(each, Markdown)]
    starts = [each.start for each in shown.opaque]
    lines = f"\n{shown.text}"
    found = [at.start() for run in runs for at in _FIRST_LEVEL.finditer(lines, run.start, run.end + 1)]
    found = [at for at in found if not _inside(at, starts, shown.opaque)]
    return len(found) == 1 and not shown.text[runs[0].start : found[0]].strip()


def _inside(at: int, starts: Sequence[int], opaque: Sequence[Opaque]) -> bool:
    """Whether a place is in code or a comment, where `# ` is no heading. `starts` are those of `opaque`, sorted."""
    before = bisect_right(starts, at) - 1
    return before >= 0 and at < opaque[before].end


def labels(words: Mapping[str, str]) -> dict[str, str]:
    """The words of the interface that stand in rendered Markdown."""
    return {each: words[each] for each in _LABELS} | {kind: words[f"box_{kind}"] for kind in KINDS}


def names_of(path: str, package: Package) -> tuple[str, ...]:
    """How the document can be referred to by name: `thought://creative`."""
    claimed = claim(path, package.index.suffixes)
    found = [f"{claimed[0]}://{claimed[1]}"] if claimed else []
    return tuple(dict.fromkeys((*found, *package.registered.get(path, ()))))


def neighbours(page: Planned, package: Package) -> Neighbours:
    """Who the document that `page` is about refers to, and who refers to it."""
    path, address = page.subject, page.address
    users = uses(page, used(page, package), package)
    return Neighbours(tuple(_outwards(path, address, package)), users, package.picture(path, address))


def _outwards(path: str, address: str, package: Package) -> Iterator[views.Use]:
    for bound in package.bounds.get(path, ()):
        use = package.use(bound, address)
        front, many = package.front(bound), len(bound.targets)
        label = package.label(front) if front else bound.targets[0].location if many else bound.name
        more = f" +{many - 1}" if many > 1 else ""
        where = package.link(front, address) if front else package.protocol_link(bound, address)
        yield views.Use(f"{label}{more}", where, use.place, use.text, use.loading)


def without_title(laid: tuple[Part, ...], title: str, canvas: Canvas) -> tuple[Part, ...]:
    """The parts without a first heading that says the page's title again."""
    if not laid or not canvas.headings or canvas.headings[0].text != title:
        return laid
    first = laid[0]
    if not isinstance(first, Prose) or not first.html.startswith(("<h1", "<h2")):
        return laid
    canvas.anchor = canvas.headings.pop(0).href.removeprefix("#")
    _, _, rest = str(first.html).partition("</h")
    return (Prose(Markup(rest[len("1>") :].lstrip()), first.origin), *laid[1:])
