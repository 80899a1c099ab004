"""The elements of one document -> names that look like those that a protocol declares, and most likely mean them.

Undeclared names are allowed, so this only hints, and only where the likeness is no accident: the parent declares such
a child and has none, or the name is a protocol's but for a letter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from dpmlc.index import faults_check
from dpmlc.index.structure import ElementModel, Structure
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import is_slip, nearest
from dpmlc.scan.html import HTML_NAMES
from dpmlc.scan.tree import Element, Node
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span

_SHORTEST = 4
_MOST = 50
"""How many names of a document are compared with what is declared: each costs as much as there are declarations."""


class _Likeness(NamedTuple):
    """What a name looks like: children of its parent, the best first, or one protocol."""

    children: tuple[str, ...]
    protocol: str


_NOTHING = _Likeness((), "")


def similar_elements(nodes: Sequence[Node], structures: Mapping[str, Structure]) -> Iterator[Diagnostic]:
    """A hint for each undeclared element among `nodes` and below whose name looks like a declared one."""
    looked = _Looked(structures)
    waiting = [_Standing(None, None, nodes)]
    while waiting:
        standing = waiting.pop()
        inner = [each for each in standing.nodes if isinstance(each, Element)]
        present = frozenset(each.name for each in inner)
        for element in inner:
            at = _inside(element, standing, structures)
            if at.structure is None and element.implementation is None:
                yield from _told(element, standing.model, present, looked)
            if element.children:
                waiting.append(at)


class _Standing(NamedTuple):
    """The nodes in an element, and the model that holds for them; no structure in an undeclared element."""

    structure: Structure | None
    model: ElementModel | None
    nodes: Sequence[Node]


def _inside(element: Element, around: _Standing, structures: Mapping[str, Structure]) -> _Standing:
    if around.structure is not None and around.model is not None and element.implementation is None:
        rule = around.model.children.get(element.name)
        if rule is not None:
            return _Standing(around.structure, around.structure.models.get(rule), element.children)
    structure = structures.get(element.structure)
    model = structure.models.get(structure.root) if structure is not None else None
    return _Standing(structure, model, element.children)


def _told(
    element: Element, model: ElementModel | None, present: frozenset[str], looked: "_Looked"
) -> Iterator[Diagnostic]:
    # Where no Markdown may stand, an undeclared element is a warning of its own.
    if model is not None and not model.free:
        return
    children, protocol = looked.likeness(element.name, model)
    children = tuple(each for each in children if each not in present or is_slip(element.name, each))
    start = element.opening.start + len("<")
    span = Span(element.opening.path, start, start + len(element.name))
    if children and model is not None:
        yield faults_check.similar_element(span, element.name, children[0], model.tag)
    elif protocol:
        yield faults_check.similar_element(span, element.name, protocol, "")


@slotted
class _Looked:
    """What names of one document look like, each asked for once."""

    structures: Mapping[str, Structure]
    known: dict[tuple[str, str], _Likeness] = field(default_factory=dict)

    def likeness(self, name: str, model: ElementModel | None) -> _Likeness:
        key = (name, model.rule if model is not None else "")
        if key not in self.known and len(self.known) < _MOST:
            self.known[key] = self._likeness(name, model)
        return self.known.get(key, _NOTHING)

    def _likeness(self, name: str, model: ElementModel | None) -> _Likeness:
        declared = any(name in structure.elements for structure in self.structures.values())
        if declared or len(name) < _SHORTEST or name.lower() in HTML_NAMES:
            return _NOTHING
        children = nearest(name, model.children) if model is not None else ()
        slips = (each for each in nearest(name, self.structures) if is_slip(name, each))
        return _Likeness(children, next(slips, ""))
