"""The tree of a text -> the parts of its page: elements as regions, the Markdown between them as HTML."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from dpmlc.pages import views
from dpmlc.pages.body.chips import Chip
from dpmlc.pages.body.margin import Run, at_margin
from dpmlc.pages.body.stretches import same_file, stretches
from dpmlc.pages.figures.diagrams import figure
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.links.targets import LinkFound, Target
from dpmlc.pages.markdown.render import render
from dpmlc.pages.markdown.slugs import free
from dpmlc.pages.markdown.values import Block, MarkdownOptions, Rendered
from dpmlc.pages.plan.address import href, slug
from dpmlc.pages.views import Origin, Part, Prose, Region
from dpmlc.scan.tree import Comment, Element, Markdown, Node, Opaque
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

_LISTED = 2
"""Elements so deep stand in the table of contents."""
_DEEPEST = 40
"""Elements deeper than this are shown as their source: templates call themselves for each level."""


@frozen
class Shown:
    """A text to lay out: its tree, the regions that are not prose, and what stands in the place of its references.

    `origin` tells for an offset which file and line it came from, where that is not the text itself. `follow` says
    where a link leads that stands at an offset.
    """

    path: str
    text: str
    nodes: Sequence[Node]
    opaque: Sequence[Opaque]
    chips: Sequence[Chip]
    follow: Callable[[str, int], Target]
    origin: Callable[[int, int], Origin | None] = lambda _start, _end: None

    def in_code(self, offset: int) -> bool:
        """Whether what stands at `offset` is no prose."""
        at = bisect_right(self.opaque, offset, key=lambda each: each.start) - 1
        return at >= 0 and offset < self.opaque[at].end


@dataclass(slots=True)
class Canvas:
    """What the parts of one page share, and what they leave behind: ids, headings, links, words, drawings.

    `undrawn` are the diagrams that cannot be drawn: where the word `mermaid` stands in the text, and why. `home` is the
    id of the element that is laid out now, `anchor` that of the heading that became the page's title.
    """

    address: str
    structures: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    renderer: Renderer | None = None
    ids: set[str] = field(default_factory=set)
    headings: list[views.Heading] = field(default_factory=list)
    links: list[LinkFound] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    diagrams: dict[str, str] = field(default_factory=dict)
    undrawn: list[tuple[int, str]] = field(default_factory=list)
    texts: int = 0
    titled: bool = False
    home: str = ""
    anchor: str = ""

    def id(self, wanted: str) -> str:
        """`wanted`, or with a number behind it where the page has it already."""
        made = free(wanted, self.ids)
        self.ids.add(made)
        return made


def parts(shown: Shown, canvas: Canvas) -> tuple[Part, ...]:
    """The parts of the whole text, in order. `canvas` collects what they hold."""
    return tuple(_parts(shown.nodes, shown, canvas, None, 1))


def _parts(nodes: Sequence[Node], shown: Shown, canvas: Canvas, around: Origin | None, depth: int) -> Iterator[Part]:
    """`around` is the origin of what stands before, so that only a change of files is told."""
    before = around
    for node in nodes:
        match node:
            case Markdown(span):
                for stretch, origin in stretches(span, shown.text, shown.in_code, shown.origin):
                    html = _prose(stretch, shown, canvas, depth)
                    if html is not None:
                        yield Prose(html, _change(before, origin))
                        before = origin
                continue
            case Comment():
                continue
            case Element() if depth > _DEEPEST:
                origin = shown.origin(node.span.start, node.span.end)
                yield _source(node, shown, canvas, _change(before, origin))
            case Element():
                origin = shown.origin(node.span.start, node.span.end)
                yield _region(node, shown, canvas, _change(before, origin), origin, depth)
        before = origin


def _change(before: Origin | None, here: Origin | None) -> Origin | None:
    return None if here is None or (before is not None and same_file(before, here)) else here


def _source(element: Element, shown: Shown, canvas: Canvas, told: Origin | None) -> Prose:
    text = shown.text[element.span.start : element.span.end]
    canvas.blocks.append(Block("code", text, canvas.home))
    return Prose(Markup('<pre class="source" tabindex="0"><code>{}</code></pre>').format(text), told)


def _region(
    element: Element, shown: Shown, canvas: Canvas, told: Origin | None, here: Origin | None, depth: int
) -> Region:
    known = canvas.structures.get(element.structure)
    made = canvas.id(f"{slug(element.feature)}-{slug(element.attribute('id') or 'element')}")
    if depth <= _LISTED:
        canvas.headings.append(views.Heading(depth, f"<{element.name}>", f"#{made}"))
    if element.attributes or element.implementation:
        canvas.blocks.append(Block("text", _told(element), made))
    outer, canvas.home = canvas.home, made
    inside = tuple(_parts(element.children, shown, canvas, here, depth + 1))
    canvas.home = outer
    return Region(
        made,
        element.name,
        element.feature,
        element.implementation or "",
        href(canvas.address, known) if known else "",
        tuple(views.Chip(each.name, each.value) for each in element.attributes),
        inside,
        told,
    )


def _told(element: Element) -> str:
    """An element's name, binding and attributes, as a search finds them. Of a bare name that would be too many."""
    return " ".join((element.name, *(f"{each.name} {each.value}" for each in element.attributes)))


def _prose(span: Span, shown: Shown, canvas: Canvas, depth: int) -> Markup | None:
    run = at_margin(shown.text, span.start, span.end, shown.opaque)
    if not run.text or run.text.isspace():
        return None
    canvas.texts += 1
    targets: dict[str, Target] = {}

    # A document that begins with its title has its other headings one level below that of the page.
    shift = 0 if depth == 1 and canvas.titled else 1

    def resolve(url: str) -> str | None:
        targets[url] = shown.follow(url, span.start)
        return targets[url].href

    options = MarkdownOptions(
        canvas.ids, shift, resolve, _inline(run, span, shown.chips), _draw(run, canvas), f"n{canvas.texts}-",
        canvas.labels,
    )  # fmt: skip
    rendered = render(run.text, options)
    _collect(rendered, run, targets, shown.path, canvas, min(depth - 1, _LISTED))
    return Markup(rendered.html)


def _draw(run: Run, canvas: Canvas) -> Callable[[str, int], str] | None:
    renderer = canvas.renderer
    if renderer is None:
        return None

    def draw(source: str, offset: int) -> str:
        made = figure(source, renderer, canvas.address, canvas.labels)
        if made.address:
            canvas.diagrams[made.address] = made.svg
        if made.reason:
            canvas.undrawn.append((run.source(max(0, offset)), made.reason))
        return made.html

    return draw


def _inline(run: Run, span: Span, chips: Sequence[Chip]) -> tuple[tuple[int, int, str], ...]:
    first = bisect_left(chips, span.start, key=lambda each: each.start)
    found = []
    while first < len(chips) and chips[first].start < span.end:
        chip = chips[first]
        if chip.end <= span.end:
            found.append((run.offset(chip.start), run.offset(chip.end), chip.html))
        first += 1
    return tuple(found)


def _collect(
    rendered: Rendered, run: Run, targets: Mapping[str, Target], path: str, canvas: Canvas, inside: int
) -> None:
    canvas.ids.update(rendered.ids)
    canvas.headings += [
        views.Heading(min(max(each.level - 1, 1) + inside, 6), each.text, f"#{each.slug}")
        for each in rendered.headings
        if each.text  # A picture alone may have no words.
    ]
    canvas.blocks += [each if each.slug else replace(each, slug=canvas.home) for each in rendered.blocks]
    places = [(each.url, each.offset) for each in rendered.links]
    places += [(each.url, each.offset) for each in rendered.images]
    for url, offset in places:
        if url in targets:
            start = run.source(offset) if offset >= 0 else run.sources[0]
            end = start + (len(url) if offset >= 0 else 1)
            canvas.links.append(LinkFound(url, Span(path, start, end), targets[url]))
