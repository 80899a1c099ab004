"""A structural protocol: what may stand inside an element, and which attributes exist (SPEC 1.9, 2.1, 2.2)."""

from dataclasses import dataclass
from typing import Literal

from dpmlc.grammar.ebnf import Grammar
from dpmlc.text.span import Span


@dataclass(frozen=True, slots=True)
class Structure:
    """The protocol of elements called `name` (and `synonyms`); `grammar` holds `NAME_element` and the rules it uses.

    `elements` are all element names that the grammar declares, the root's own included.
    `place` is the heading or production in its document; builtin documents have paths `dpmlc:builtin/NAME.protocol.md`.
    """

    name: str
    synonyms: tuple[str, ...]
    grammar: Grammar
    elements: frozenset[str]
    place: Span
    title: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class AttributeDefinition:
    """A defined attribute. `applies_to` None means every element. `minimum`, `maximum`: inclusive, for numbers."""

    name: str
    type: Literal["string", "integer", "number", "boolean", "enum", "pattern", "id", "reference"]
    choices: tuple[str, ...]
    pattern: str
    minimum: float | None
    maximum: float | None
    applies_to: frozenset[str] | None
    meaning: str
    place: Span
