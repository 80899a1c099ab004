"""An element that lxml refuses -> what is wrong with its children, in words and with places."""

from collections.abc import Iterator, Sequence

from dpmlc.index import faults_content as faults
from dpmlc.index.relaxng import STRANGER, TEXT
from dpmlc.index.structure import ElementModel, Structure
from dpmlc.index.walk import Misfit, misfits
from dpmlc.report.diagnostic import Diagnostic, Label
from dpmlc.report.suggest import nearest
from dpmlc.scan.tree import Element, Node
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_LINE = regular(r"\S(?:[^\n]*\S)?")


@frozen
class Parent:
    """The element, its model in `structure`, and the document's text."""

    element: Element
    model: ElementModel
    structure: Structure
    text: str


@frozen
class Child:
    """What stands in the parent and what its model calls it: a rule, `TEXT` or `STRANGER`."""

    node: Node
    symbol: str


def parent_faults(parent: Parent, children: Sequence[Child]) -> Iterator[Diagnostic]:
    """What does not fit among `children`, all that a model sees of the parent's content; not what is wrong in them."""
    row = [child for child in children if child.symbol != STRANGER]
    for child in children:
        if child.symbol == STRANGER and isinstance(child.node, Element):
            yield _stranger(parent, child.node)
    symbols = [child.symbol for child in row]
    for misfit in misfits(parent.model.content, symbols):
        if misfit.at == len(row):
            yield _missing(parent, misfit)
        elif symbols[misfit.at] == TEXT:
            yield _text(parent, row[misfit.at].node)
        else:
            yield _misplaced(parent, row[misfit.at].node, misfit, symbols)


def _stranger(parent: Parent, child: Element) -> Diagnostic:
    tags = parent.structure.elements
    if child.name in tags or child.feature in tags:
        message = f"`<{child.name}>` has no place in `<{parent.element.name}>`"
        return faults.content_model(child.opening, message, "not here", _allowed(parent), _declared(parent))
    near = nearest(child.name, parent.model.children)
    return faults.undeclared_element(child.opening, child.name, parent.element.name, _allowed(parent), near)


def _text(parent: Parent, node: Node) -> Diagnostic:
    if isinstance(node, Element):
        near = nearest(node.name, parent.model.children)
        return faults.undeclared_element(node.opening, node.name, parent.element.name, _allowed(parent), near)
    line = _LINE.search(parent.text, node.span.start, node.span.end)
    span = Span(node.span.path, line.start(), line.end()) if line else node.span
    return faults.unexpected_text(span, parent.element.name, _allowed(parent), _declared(parent))


def _missing(parent: Parent, misfit: Misfit) -> Diagnostic:
    wanted = _listed(parent, (*misfit.skipped, *misfit.instead), " or " if misfit.instead else ", ")
    message = f"`<{parent.element.name}>` ends without {wanted}"
    return faults.content_model(
        parent.element.opening, message, "incomplete", _allowed(parent), _declared(parent)
    )


def _misplaced(parent: Parent, node: Node, misfit: Misfit, symbols: Sequence[str]) -> Diagnostic:
    assert isinstance(node, Element)  # Only elements have rules as their symbols.
    if misfit.skipped:
        expected = _listed(parent, misfit.skipped)
        mark = f"{expected} must stand before it"
    else:
        expected = _listed(parent, misfit.expected, " or ") or f"`</{parent.element.name}>`"
        again = symbols[misfit.at] in symbols[: misfit.at]
        mark = "once too often, or in a wrong place" if again else "in a wrong place"
    message = f"expected {expected} in `<{parent.element.name}>`, found `<{node.name}>`"
    return faults.content_model(node.opening, message, mark, _allowed(parent), _declared(parent))


def _allowed(parent: Parent) -> str:
    """All that may stand in the parent, in the order of its model."""
    tags = [f"`<{tag}>`" for tag in parent.model.children]
    return ", ".join([*tags, "Markdown"] if parent.model.free else tags) or "nothing"


def _declared(parent: Parent) -> Label:
    return Label(parent.model.place, f"`<{parent.model.tag}>` is declared here")


def _listed(parent: Parent, symbols: Sequence[str], word: str = ", ") -> str:
    tags = {rule: tag for tag, rule in parent.model.children.items()}
    return word.join(f"`<{tags[each]}>`" if each != TEXT else "Markdown" for each in symbols)
