"""Tags, their places and partners -> the tree (SPEC 1.7). It covers the text without gap; nesting costs no stack."""

from collections.abc import Sequence
from dataclasses import replace

from dpmlc.report.diagnostic import Diagnostic, Fix, order_of
from dpmlc.report.faults import limit
from dpmlc.scan import faults
from dpmlc.scan.attributes import closing_faults, read_attributes, unended
from dpmlc.scan.pairs import ALONE
from dpmlc.scan.strength import Places, Strength, in_order
from dpmlc.scan.tags import Tag
from dpmlc.scan.tree import Attribute, Comment, Element, Markdown, Node, StrayTag
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular
from dpmlc.text.slotted import slotted
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_INDENT = regular(r"[ \t]*+")
_WIDEST_INDENT = 80
_MOST_UNCLOSED = 1000
"""More unclosed tags than an author writes: the first of them is told, and how many there are besides."""


@frozen
class Grown:
    """The tree of one text, its elements in the order in which they end, the tags that are text, and what is wrong."""

    nodes: tuple[Node, ...]
    elements: tuple[Element, ...]
    strays: tuple[StrayTag, ...]
    diagnostics: tuple[Diagnostic, ...]


def grow(source: Source, start: int, places: Places, partners: Sequence[int], limits: Limits) -> Grown:
    """The tree of the text behind `start`. Past a limit tags are text, with one error."""
    gardener = _Gardener(source, start, places, partners, limits)
    if not places.comments:
        for index, tag in enumerate(places.tags):
            gardener.tag(index, tag)
        return gardener.finish()
    index = 0
    for mark in in_order(places.tags, places.comments):
        if isinstance(mark, Tag):
            gardener.tag(index, mark)
            index += 1
        else:
            gardener.comment(*mark)
    return gardener.finish()


@slotted
class _Branch:
    """An element that is still open: its tag's index and place, and what stands in it so far."""

    index: int
    opening: Span
    children: list[Node]


class _Gardener:
    """A tree that grows while its tags are read from first to last; `_at` is where the next node begins."""

    __slots__ = (
        "_at", "_branches", "_count", "_elements", "_faults", "_full", "_indents", "_limits", "_lost",
        "_partners", "_path", "_places", "_refused", "_strays", "_tags", "_text", "_unclosed", "_whole",
    )  # fmt: skip

    def __init__(self, source: Source, start: int, places: Places, partners: Sequence[int], limits: Limits) -> None:
        self._text = source.text
        self._path = source.path
        self._at = start
        self._tags = places.tags
        self._places = places
        self._partners = partners
        self._whole = ALONE not in partners
        self._limits = limits
        self._branches = [_Branch(ALONE, Span(source.path, start, start), [])]
        self._refused: set[int] = set()
        self._count = 0
        self._indents: dict[int, int] = {}
        self._elements: list[Element] = []
        self._strays: list[StrayTag] = []
        self._lost: dict[str, Span] = {}
        self._unclosed: list[Diagnostic] = []
        self._faults: list[Diagnostic] = []
        self._full: dict[str, Diagnostic] = {}

    def comment(self, start: int, end: int) -> None:
        span = Span(self._path, start, end)
        if self._has_room(span):
            self._text_to(start)
            self._add(Comment(span))
            self._count += 1
            self._at = end

    def tag(self, index: int, tag: Tag) -> None:
        partner = self._partners[index]
        if partner == ALONE:
            self._alone(index, tag)
        elif tag.kind == "open":
            self._open(index, tag)
        elif tag.kind == "empty":
            self._empty(index, tag)
        elif partner not in self._refused:
            self._close(index, tag, partner)

    def finish(self) -> Grown:
        while len(self._branches) > 1:
            self._end_unclosed(len(self._text), None)
        self._text_to(len(self._text))
        return Grown(
            tuple(self._branches[0].children),
            tuple(self._elements),
            tuple(self._strays),
            (*self._faults, *self._said_unclosed(), *self._full.values()),
        )

    def _alone(self, index: int, tag: Tag) -> None:
        if tag.kind == "quoted":
            return
        span = Span(self._path, tag.start, tag.end)
        if self._places.strengths[index] is not Strength.STRONG:
            self._strays.append(StrayTag(tag.name, span, tag.kind == "close"))
        elif tag.shape == "cut":
            self._faults.append(unended(self._text, self._path, tag))
        elif tag.kind == "open":
            self._open(index, tag)
        else:
            self._faults.append(faults.closing_tag_without_opening(span, tag.name, self._lost.get(tag.name)))

    def _open(self, index: int, tag: Tag) -> None:
        span = Span(self._path, tag.start, tag.end)
        self._end_siblings(index, tag, span)
        if not (self._has_depth(span) and self._has_room(span)):
            self._refused.add(index)
            return
        self._text_to(tag.start)
        self._branches.append(_Branch(index, span, []))
        self._count += 1
        self._at = tag.end

    def _empty(self, index: int, tag: Tag) -> None:
        opening = Span(self._path, tag.start, tag.end)
        self._end_siblings(index, tag, opening)
        if self._has_room(opening):
            self._text_to(tag.start)
            self._add(self._element(index, opening, None, ()))
            self._count += 1
            self._at = tag.end

    def _close(self, index: int, tag: Tag, partner: int) -> None:
        span = Span(self._path, tag.start, tag.end)
        while self._branches[-1].index != partner:
            self._end_unclosed(self._place_before(index, tag), span)
        self._text_to(tag.start)
        branch = self._branches.pop()
        name = self._tags[partner].name
        plain = (tag.kind, tag.name, tag.shape, tag.end - tag.start) == ("close", name, "strict", len(name) + 3)
        self._add(self._element(partner, branch.opening, span, tuple(branch.children), plain))
        self._at = tag.end
        if not plain:
            self._note_closing(span, tag, self._tags[partner])

    def _note_closing(self, span: Span, tag: Tag, opening: Tag) -> None:
        opened = Span(self._path, opening.start, opening.end)
        if tag.kind == "quoted":
            self._faults.append(faults.closing_tag_in_backticks(span, opened, tag.name))
        elif tag.name != opening.name:
            self._faults.append(faults.mismatched_closing_tag(span, opened, tag.name, opening.name))
        if tag.kind == "close":
            self._faults.extend(closing_faults(self._text, self._path, tag))

    def _end_siblings(self, index: int, tag: Tag, span: Span) -> None:
        """An unclosed element ends before the next element that is indented no deeper."""
        if self._whole or not self._is_unclosed(self._branches[-1].index):
            return
        if self._places.strengths[index] is not Strength.STRONG:
            return
        indent = self._indent_of(index)
        while self._is_unclosed(self._branches[-1].index) and self._indent_of(self._branches[-1].index) >= indent:
            self._end_unclosed(self._place_before(index, tag), span)

    def _end_unclosed(self, place: int, inside: Span | None) -> None:
        self._text_to(place)
        branch = self._branches.pop()
        closing = Span(self._path, place, place)
        element = self._element(branch.index, branch.opening, closing, tuple(branch.children))
        self._add(element)
        self._lost[element.name] = element.opening
        self._unclosed.append(faults.unclosed_tag(element.opening, element.name, self._closing(branch, place), inside))

    def _closing(self, branch: _Branch, place: int) -> Fix:
        """The closing tag that is missing at `place`, on a line of its own where that line begins there."""
        line = self._places.lines[branch.index]
        indent = min(self._indent_of(branch.index), _WIDEST_INDENT)
        text = f"</{self._tags[branch.index].name}>"
        if place == len(self._text) or self._text[place - 1] == "\n":
            newline = "" if self._text[place - 1] == "\n" else "\n"
            text = f"{newline}{self._text[line : line + indent]}{text}\n"
        return Fix(Span(self._path, place, place), text)

    def _place_before(self, index: int, tag: Tag) -> int:
        """Where an unclosed element ends before `tag`: at the start of its line, if only white space is between."""
        line = self._places.lines[index]
        strong = self._places.strengths[index] is Strength.STRONG
        return line if strong and line >= self._at else tag.start

    def _indent_of(self, index: int) -> int:
        line = self._places.lines[index]
        if line not in self._indents:
            indent = _INDENT.match(self._text, line)
            self._indents[line] = indent.end() - line if indent else 0
        return self._indents[line]

    def _is_unclosed(self, index: int) -> bool:
        return index != ALONE and self._partners[index] == ALONE

    def _element(
        self, index: int, opening: Span, closing: Span | None, children: tuple[Node, ...], plain_closing: bool = True
    ) -> Element:
        tag = self._tags[index]
        feature, _, implementation = tag.name.partition(":")
        attributes: tuple[Attribute, ...] = ()
        if _has_attributes(tag):
            written = read_attributes(self._text, self._path, tag, self._limits)
            self._faults.extend(written.diagnostics)
            attributes = written.attributes
        element = Element(
            tag.name, feature, implementation or None, attributes, opening, closing, children, plain_closing
        )
        self._elements.append(element)
        return element

    def _add(self, node: Node) -> None:
        self._branches[-1].children.append(node)

    def _text_to(self, end: int) -> None:
        if end > self._at:
            self._add(Markdown(Span(self._path, self._at, end)))
            self._count += 1
            self._at = end

    def _has_depth(self, span: Span) -> bool:
        allowed = self._limits.depth
        if len(self._branches) <= allowed:
            return True
        if "depth" not in self._full:
            self._full["depth"] = limit(span, "the number of tags open at once", None, allowed, "depth")
        return False

    def _has_room(self, span: Span) -> bool:
        allowed = self._limits.nodes
        if self._count < allowed:
            return True
        if "nodes" not in self._full:
            self._full["nodes"] = limit(span, "the number of elements and text runs", None, allowed, "nodes")
        return False

    def _said_unclosed(self) -> Sequence[Diagnostic]:
        if len(self._unclosed) <= _MOST_UNCLOSED:
            return self._unclosed
        if self._full:
            return ()
        first = min(self._unclosed, key=order_of)
        rest = f"{len(self._unclosed) - 1} more tags of this document are not closed"
        return (replace(first, notes=(*first.notes, rest)),)


def _has_attributes(tag: Tag) -> bool:
    return tag.shape != "strict" or tag.end - tag.start > len(tag.name) + 3
