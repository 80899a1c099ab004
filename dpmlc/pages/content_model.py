"""A structural protocol -> the table of its elements: what stands in each, how often, with which attributes."""

from collections.abc import Iterable, Mapping

from dpmlc.grammar.railroad.occurrence import FREE, Times, occurrences
from dpmlc.index.structure import AttributeDefinition, ElementModel, Structure
from dpmlc.text.frozen import frozen


@frozen
class ChildRow:
    """An element that may stand in another: as it is tagged, its rule, how often."""

    tag: str
    rule: str
    times: Times


@frozen
class ElementRow:
    """One element. `markdown`: free text may stand somewhere in it, also none.

    `children` stand in the order of the grammar, which is not demanded where `unordered`. `attributes` are those
    defined for this element by name, `anywhere` the number of those that every element may have.
    """

    tag: str
    rule: str
    markdown: bool
    unordered: bool
    children: tuple[ChildRow, ...]
    attributes: tuple[AttributeDefinition, ...]
    anywhere: int


def content_model_rows(structure: Structure, defined: Mapping[str, AttributeDefinition]) -> tuple[ElementRow, ...]:
    """The elements of `structure`, its own first, then in the order of the grammar; `defined` as in `Index`.

    Synonyms of the protocol's own element have the same content and no row.
    """
    own = {definition.name: definition for definition in structure.attributes}
    attributes = [*own.values(), *(each for name, each in defined.items() if name not in own)]
    rules = dict.fromkeys((structure.root, *structure.models))
    models = (structure.models[rule] for rule in rules if rule in structure.models)
    shown = (model for model in models if model.rule == structure.root or model.tag not in structure.synonyms)
    return tuple(_row(model, structure, attributes) for model in shown)


def _row(model: ElementModel, structure: Structure, attributes: Iterable[AttributeDefinition]) -> ElementRow:
    counts = occurrences(model.content)
    tags = {rule: tag for tag, rule in model.children.items()}
    children = tuple(ChildRow(tags.get(rule, rule), rule, times) for rule, times in counts.items() if rule != FREE)
    names = frozenset(model.tag.split(":")) | {model.tag}
    if model.rule == structure.root:
        names |= frozenset(structure.synonyms)
    here = sorted(
        (each for each in attributes if each.applies_to is not None and each.applies_to & names),
        key=lambda each: each.name,
    )
    anywhere = sum(1 for each in attributes if each.applies_to is None)
    return ElementRow(model.tag, model.rule, FREE in counts, model.unordered, children, tuple(here), anywhere)
