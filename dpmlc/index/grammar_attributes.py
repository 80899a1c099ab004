"""A grammar that writes attributes out, `' protocol="' protocol_name '"'` -> their definitions (SPEC 1.9)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.expression import (
    Choice,
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Sequence,
    Terminal,
    choice,
    parts,
    sequence,
    written,
)
from dpmlc.index.content import forms
from dpmlc.index.structure import AttributeDefinition, ElementModel
from dpmlc.scan.tags import ATTRIBUTE_NAME
from dpmlc.text.frozen import frozen

_WRITTEN = re.compile(rf"""(?<!\S)({ATTRIBUTE_NAME})\s*=\s*"(?:([^"]*)"|$)""")


@frozen
class _Found:
    """An attribute as a grammar writes it: `needed` where every element has it."""

    name: str
    value: Expression
    needed: bool


def grammar_attributes(grammar: Grammar, models: Mapping[str, ElementModel]) -> tuple[AttributeDefinition, ...]:
    """The attributes that the productions of `models` name, each for its own element, in the grammar's order.

    A choice of texts is an enum, any other value is checked against what is written, free text is a string.
    """
    return tuple(
        _definition(each, grammar, models[rule.name])
        for rule in grammar.rules
        if rule.name in models
        for each in _joined([list(_named(form.head, grammar, frozenset())) for form in forms(rule)], grammar)
    )


def _joined(ways: list[list[_Found]], grammar: Grammar) -> Iterator[_Found]:
    """Each attribute once: with all values that some way allows, needed where no way leaves it out."""
    values: dict[str, dict[str, Expression]] = {}
    for each in (each for way in ways for each in way):
        options = each.value.options if isinstance(each.value, Choice) else (each.value,)
        values.setdefault(each.name, {}).update((written(option), option) for option in options)
    everywhere = set.intersection(*({each.name for each in way if each.needed} for way in ways))
    for name, allowed in values.items():
        free = any(_is_free(each, grammar) for each in allowed.values())
        yield _Found(name, Empty() if free else choice([*allowed.values()]), name in everywhere)


def _named(items: Iterable[Expression], grammar: Grammar, inside: frozenset[str]) -> Iterator[_Found]:
    """Each attribute that `items` write one behind the other; `inside` are the rules that are being read."""
    row = list(items)
    for at, each in enumerate(row):
        match each:
            case Terminal(text):
                for named in _WRITTEN.finditer(text):
                    value = Terminal(named[2]) if named[2] is not None else _value(row[at + 1 :])
                    yield _Found(named[1], value, True)
            case Name(name) if name not in inside and (rule := grammar.rule(name)):
                yield from _named((rule.body,), grammar, inside | {name})
            case Sequence(inner):
                yield from _named(inner, grammar, inside)
            case Option() | Choice() | Repeat():
                least = isinstance(each, Repeat) and each.least > 0
                found = _named(parts(each), grammar, inside)
                yield from (replace(one, needed=one.needed and least) for one in found)
            case _:
                pass


def _value(behind: list[Expression]) -> Expression:
    """What stands up to the quote that ends the value."""
    ends = (at for at, each in enumerate(behind) if isinstance(each, Terminal) and each.text.startswith('"'))
    return sequence(behind[: next(ends, 0)])


def _definition(found: _Found, grammar: Grammar, model: ElementModel) -> AttributeDefinition:
    choices = _choices(found.value)
    pattern = "" if choices or _is_free(found.value, grammar) else written(found.value)
    made = AttributeDefinition(
        found.name, "string", choices, pattern, None, None, frozenset({model.tag}), "", model.place, found.needed
    )
    return replace(made, type="enum") if choices else replace(made, type="pattern") if pattern else made


def _is_free(value: Expression, grammar: Grammar) -> bool:
    """Whether nothing is known of the value: there is none, or a rule that is missing or only described."""
    rule = grammar.rule(value.name) if isinstance(value, Name) else None
    return isinstance(value, Empty | Prose) or (isinstance(value, Name) and (not rule or isinstance(rule.body, Prose)))


def _choices(value: Expression) -> tuple[str, ...]:
    options = value.options if isinstance(value, Choice) else (value,)
    texts = tuple(each.text for each in options if isinstance(each, Terminal))
    return texts if len(texts) == len(options) else ()
