"""Definitions of attributes -> the rows of a table: what is the same in one row, what differs apart (SPEC 1.9)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.pages.package import Package
from dpmlc.pages.plan.address import apart, href, slug
from dpmlc.pages.plan.plan import BUILTIN
from dpmlc.pages.views import Link
from dpmlc.pages.views_pages import AttributeRow
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Defined:
    """A definition with the structural protocol whose grammar makes it; "" for attributes documents and settings."""

    definition: AttributeDefinition
    protocol: str = ""


def all_defined(package: Package) -> Iterator[Defined]:
    """Every definition that holds somewhere, by name; of one name those that hold everywhere come first.

    A grammar's holds for its own elements, whatever is defined beside it; the index joins those of one name.
    """
    structures = {each.name: each for each in package.index.structures.values()}.values()
    inside = [Defined(each, structure.name) for structure in structures for each in structure.attributes]
    joined = {(each.definition.name, each.definition.place) for each in inside}
    documented = (each for each in package.index.attributes.values() if (each.name, each.place) not in joined)
    yield from sorted(chain(map(Defined, documented), inside), key=lambda each: each.definition.name)


def defined_in(structure: Structure, package: Package) -> Iterator[Defined]:
    """What holds in the elements of `structure`: what its grammar defines, and what is defined for all or these."""
    own: dict[str, set[str]] = {}
    for each in structure.attributes:
        yield Defined(each, structure.name)
        own.setdefault(each.name, set()).update(each.applies_to or ())
    places = {(each.name, each.place) for each in structure.attributes}
    elements = {structure.name, *structure.synonyms, *structure.elements}
    for name, each in package.index.attributes.items():
        left = elements - own[name] if name in own else elements
        if (name, each.place) not in places and (left if each.applies_to is None else each.applies_to & left):
            yield Defined(each)


def attribute_rows(found: Iterable[Defined], page: str, package: Package) -> tuple[AttributeRow, ...]:
    """The rows on `page`, each with a place of its own: names that differ may look the same in an address."""
    groups: dict[tuple[object, ...], list[AttributeDefinition]] = {}
    for each in found:
        groups.setdefault(_meant(each), []).append(each.definition)
    rows = tuple(_row(each, page, package) for each in groups.values())
    anchors = apart(each.anchor for each in rows)
    return tuple(replace(each, anchor=anchor) for each, anchor in zip(rows, anchors, strict=True))


def source(place: Span, page: str, package: Package) -> Link:
    """Where something is declared, as a link on `page`."""
    if place.path.startswith(BUILTIN):
        return Link(package.words["builtin"])
    where = package.place(place) if package.places.text(place.path) else place.path
    return Link(where, package.link(place.path, page))


def _meant(each: Defined) -> tuple[object, ...]:
    """What makes a row of its own. The pattern of a grammar is a rule there: one called so elsewhere is another."""
    made = each.definition
    kind = (made.type, made.choices, made.pattern, made.minimum, made.maximum)
    return (made.name, kind, made.required, made.meaning, made.applies_to is None, made.pattern and each.protocol)


def _row(same: list[AttributeDefinition], page: str, package: Package) -> AttributeRow:
    first = same[0]
    known = package.plan.structures
    elements = sorted(frozenset().union(*(each.applies_to or () for each in same)))
    return AttributeRow(
        first.name, f"attribute-{slug(first.name)}", _type(first), first.choices,
        tuple(Link(f"<{name}>", href(page, known[name]) if name in known else "") for name in elements),
        first.meaning, first.required, tuple(dict.fromkeys(source(each.place, page, package) for each in same)),
    )  # fmt: skip


def _type(made: AttributeDefinition) -> str:
    told = f"{made.type} {made.pattern}" if made.pattern else made.type
    if made.minimum is None and made.maximum is None:
        return told
    if made.maximum is None:
        return f"{told} ≥ {_number(made.minimum)}"
    return f"{told} {f'{_number(made.minimum)}–' if made.minimum is not None else '≤ '}{_number(made.maximum)}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
