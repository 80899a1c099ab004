"""Content models -> RELAX NG, and lxml's verdict on the shape of an element. The only module that imports lxml.

A shape is what a schema sees of an element: which declared children stand in it, and between which of them Markdown.
Few shapes are distinct in a package, so each is judged once.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from dpmlc.grammar.expression import (
    CharClass,
    Choice,
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Sequence,
    Terminal,
)
from dpmlc.index.structure import ElementModel

Shape: TypeAlias = tuple["str | Shape", ...]
"""The tag of an element, then its content in order: `TEXT`, `STRANGER`, or the shape of a declared child."""

TEXT = ""
"""Markdown, with the undeclared elements in it."""

BOUND = ":"
"""The only content of `<A:B>` that its parent sees: B's model holds inside."""

STRANGER = "!"
"""An element or text that may stand nowhere in its parent."""

_NAMESPACE = "http://relaxng.org/ns/structure/1.0"


def schema(root: str, models: Mapping[str, ElementModel]) -> str:
    """RELAX NG, in XML, for the element of the rule `root` with what `models` say of it and its children.

    A tag `a:b` is the element `a.b`, and `a.` is an element a that is bound to anything: what stands in both is left
    to the schema that implements them. Attributes are not in it: they are defined apart from elements (SPEC 1.9).
    """
    numbers = {rule: f"e{at}" for at, rule in enumerate(models)}
    defines = "".join(_define(numbers[rule], model, numbers) for rule, model in models.items())
    return f'<grammar xmlns="{_NAMESPACE}"><start><ref name="{numbers[root]}"/></start>{defines}</grammar>'


@lru_cache(maxsize=8192)
def fits(schema_text: str, shape: Shape) -> bool:
    """Whether lxml finds `shape` valid."""
    return bool(_compiled(schema_text).validate(_tree(shape)))


@lru_cache(maxsize=512)
def _compiled(schema_text: str) -> Any:
    from lxml import etree  # noqa: PLC0415 -- 27 ms that a build without declared elements need not pay.

    return etree.RelaxNG(etree.fromstring(schema_text))


def _define(number: str, model: ElementModel, numbers: Mapping[str, str]) -> str:
    if ":" in model.tag:
        made = f'<element name="{_local(model.tag)}"><text/></element>'
    else:
        # Two elements, because libxml2 refuses an empty one that is a choice between an attribute and nothing.
        own = f'<element name="{model.tag}">{_pattern(model.content, numbers)}</element>'
        made = f'<choice>{own}<element name="{model.tag}."><text/></element></choice>'
    return f'<define name="{number}">{made}</define>'


def _pattern(content: Expression, numbers: Mapping[str, str]) -> str:
    match content:
        case Prose() | Terminal() | CharClass():
            return "<text/>"
        case Empty():
            return "<empty/>"
        case Name(rule):
            return f'<ref name="{numbers[rule]}"/>'
        case Sequence(items):
            return f"<group>{''.join(_pattern(item, numbers) for item in items)}</group>"
        case Choice(options):
            return f"<choice>{''.join(_pattern(option, numbers) for option in options)}</choice>"
        case Option(item):
            return f"<optional>{_pattern(item, numbers)}</optional>"
        case Repeat(item, least):
            name = "oneOrMore" if least else "zeroOrMore"
            return f"<{name}>{_pattern(item, numbers)}</{name}>"


def _tree(shape: Shape) -> Any:
    from lxml import etree  # noqa: PLC0415 -- as above.

    root = etree.Element(_name(shape))
    open_: list[tuple[Any, Shape]] = [(root, shape)]
    while open_:
        element, inner = open_.pop()
        last = None
        for part in inner[1:]:
            if isinstance(part, tuple):
                last = etree.SubElement(element, _name(part))
                open_.append((last, part))
            elif part == STRANGER:
                last = etree.SubElement(element, "stranger.")
            elif part == TEXT and last is not None:
                last.tail = "text"
            elif part == TEXT:
                element.text = "text"
    return root


def _name(shape: Shape) -> str:
    name = _local(str(shape[0]))
    return f"{name}." if shape[1:] == (BOUND,) and "." not in name else name


def _local(tag: str) -> str:
    return tag.replace(":", ".")
