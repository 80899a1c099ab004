"""A structural protocol: what may stand inside an element, and which attributes exist (SPEC 1.9, 2.1, 2.2)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.expression import Expression
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class ElementModel:
    """What may stand inside one element that a grammar declares by the rule `rule`.

    `tag` is as written between `<` and `>`, perhaps a binding `a:b`. In `content` a name is the rule of a child and
    `Prose` is Markdown. `children` leads from the tags that `content` names to their rules. `free`: some place in
    `content` allows Markdown. `unordered`: all that it allows may stand in any order and number. `place` is that of
    the rule's name.
    """

    rule: str
    tag: str
    content: Expression
    children: Mapping[str, str]
    free: bool
    unordered: bool
    place: Span


@frozen
class Structure:
    """The protocol of elements called `name` (and `synonyms`); `grammar` holds `NAME_element` and the rules it uses.

    `elements` are all element names that the grammar declares, the root's own included.
    `place` is the production in its document; builtin documents have paths `dpmlc:builtin/NAME.protocol.md`.
    `models` holds what may stand in each element, by rule, `root` is the rule of the protocol's own; `schema` says the
    same in RELAX NG. `attributes` are those that the grammar defines.
    """

    name: str
    synonyms: tuple[str, ...]
    grammar: Grammar
    elements: frozenset[str]
    place: Span
    title: str = ""
    description: str = ""
    root: str = ""
    models: Mapping[str, ElementModel] = field(default_factory=dict)
    schema: str = ""
    attributes: tuple["AttributeDefinition", ...] = ()


@frozen
class AttributeDefinition:
    """A defined attribute. `applies_to` None means every element. `minimum`, `maximum`: inclusive, for numbers.

    `pattern` is an EBNF expression that a value has to match. `required` ones a grammar demands of its element.
    """

    name: str
    type: Literal["string", "integer", "number", "boolean", "enum", "pattern", "id", "reference"]
    choices: tuple[str, ...]
    pattern: str
    minimum: float | None
    maximum: float | None
    applies_to: frozenset[str] | None
    meaning: str
    place: Span
    required: bool = False
