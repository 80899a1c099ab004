"""The elements of one document against the content models of their protocols (SPEC 1.10, 2.2).

An element whose name is a protocol's is judged with all the declared children in it: lxml says whether its shape is
valid, `dpmlc.index.walk` why it is not. Each distinct shape is judged once.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from dpmlc.index.misfits import Child, Parent, parent_faults
from dpmlc.index.relaxng import BOUND, STRANGER, TEXT, Shape, fits
from dpmlc.index.structure import ElementModel, Structure
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.tree import Comment, Element, Markdown, Node
from dpmlc.text.regular import regular
from dpmlc.text.slotted import slotted

_INK = regular(r"\S")
_LONGEST = 400
_DEEPEST = 150


def content_faults(
    elements: Iterable[Element], text: str, structures: Mapping[str, Structure]
) -> Iterator[Diagnostic]:
    """What in `elements`, those of one document with the text `text`, does not fit; outer ones come before inner ones.

    In `<A:B>` B's model holds. A declared child is judged with its parent; Markdown, and with it every undeclared
    element, is judged only where an element of another protocol begins in it.
    """
    covered: set[int] = set()
    for element in elements:
        structure = structures.get(element.structure)
        if structure is None or not structure.models or element.opening.start in covered:
            continue
        judged = _Judged(structure, structures, text)
        shape = judged.shape(element, structure.models[structure.root], 0)
        covered |= judged.covered
        if shape is None or (judged.demanding and not fits(structure.schema, shape)):
            yield from judged.faults(element)


@slotted
class _Judged:
    """One element with its protocol; `covered` are the offsets of the declared children that were met in it.

    `demanding`: something was met that a schema may refuse. Most protocols take whatever they name, Markdown too, in
    any order, and lxml takes longer to import than a small package to check.
    """

    structure: Structure
    structures: Mapping[str, Structure]
    text: str
    covered: set[int] = field(default_factory=set)
    demanding: bool = False

    def shape(self, element: Element, model: ElementModel, depth: int) -> Shape | None:
        """What the schema sees of `element`; None where that is too much for lxml, whose time is quadratic."""
        inner: list[str | Shape] = []
        # Where Markdown may stand anywhere, whether there is some changes nothing.
        loose = model.free and model.unordered
        self.demanding |= not loose
        for node in element.children:
            if loose and not isinstance(node, Element):
                continue
            symbol = self._symbol(node, model)
            if symbol is None or (symbol == TEXT and inner and inner[-1] == TEXT):
                continue
            made = self._inner(node, symbol, depth)
            if made is None:
                return None
            self.demanding |= made == STRANGER
            inner.append(made)
        if model.unordered:
            inner = list(dict.fromkeys(inner))
        return (model.tag, *inner) if len(inner) <= _LONGEST else None

    def _inner(self, node: Node, symbol: str, depth: int) -> str | Shape | None:
        model = self.structure.models.get(symbol)
        if model is None or not isinstance(node, Element):
            return symbol
        if node.implementation is not None:
            return (model.tag, BOUND)
        self.covered.add(node.opening.start)
        return self.shape(node, model, depth + 1) if depth < _DEEPEST else None

    def faults(self, root: Element) -> Iterator[Diagnostic]:
        """Why `root` is not valid, parents before children."""
        open_ = [(root, self.structure.models[self.structure.root])]
        while open_:
            element, model = open_.pop()
            children = tuple(self._children(element, model))
            yield from parent_faults(Parent(element, model, self.structure, self.text), children)
            inner = (
                (child.node, self.structure.models[child.symbol])
                for child in reversed(children)
                if isinstance(child.node, Element) and child.symbol in self.structure.models
            )
            open_ += [(node, its) for node, its in inner if node.implementation is None]

    def _children(self, element: Element, model: ElementModel) -> Iterator[Child]:
        before: str | None = None
        for node in element.children:
            symbol = self._symbol(node, model)
            if symbol is not None and not (symbol == before == TEXT):
                before = symbol
                yield Child(node, symbol)

    def _symbol(self, node: Node, model: ElementModel) -> str | None:
        """The child's rule, `TEXT`, `STRANGER`, or None for what a content model does not see."""
        match node:
            case Comment():
                return None
            case Markdown(span):
                return TEXT if _INK.search(self.text, span.start, span.end) else None
            case Element():
                return self._element_symbol(node, model)

    def _element_symbol(self, element: Element, model: ElementModel) -> str:
        rule = model.children.get(element.name) or model.children.get(element.feature)
        if rule is not None:
            return rule
        known = element.structure in self.structures or element.feature in self.structures
        declared = element.name in self.structure.elements or element.feature in self.structure.elements
        return TEXT if model.free and (known or not declared) else STRANGER
