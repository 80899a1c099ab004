"""A structural protocol -> the table of its elements: what stands in each, and how often.

Which attributes they have is a table of its own (`attribute_rows.py`).
"""

from dpmlc.grammar.railroad.occurrence import FREE, Times, occurrences
from dpmlc.index.structure import ElementModel, Structure
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

    `children` stand in the order of the grammar, which is not demanded where `unordered`.
    """

    tag: str
    rule: str
    markdown: bool
    unordered: bool
    children: tuple[ChildRow, ...]


def content_model_rows(structure: Structure) -> tuple[ElementRow, ...]:
    """The elements of `structure`, its own first, then in the order of the grammar.

    Synonyms of the protocol's own element have the same content and no row.
    """
    rules = dict.fromkeys((structure.root, *structure.models))
    models = (structure.models[rule] for rule in rules if rule in structure.models)
    shown = (model for model in models if model.rule == structure.root or model.tag not in structure.synonyms)
    return tuple(_row(model) for model in shown)


def _row(model: ElementModel) -> ElementRow:
    counts = occurrences(model.content)
    tags = {rule: tag for tag, rule in model.children.items()}
    children = tuple(ChildRow(tags.get(rule, rule), rule, times) for rule, times in counts.items() if rule != FREE)
    return ElementRow(model.tag, model.rule, FREE in counts, model.unordered, children)
