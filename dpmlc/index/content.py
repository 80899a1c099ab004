"""A grammar with element productions -> the content model of each element (SPEC 2.2).

`NAME_element ::= '<NAME' … '>' CONTENT '</NAME>'`: what stands between the tags, with every rule put in its place
until only children and Markdown are left.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice

from dpmlc.grammar.ebnf import Grammar, Rule
from dpmlc.grammar.expression import (
    CharClass,
    Choice,
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Terminal,
    choice,
    names,
    parts,
    sequence,
)
from dpmlc.grammar.expression import Sequence as InOrder
from dpmlc.index.structure import ElementModel
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span

SUFFIX = "_element"
"""What the names of element productions end in."""

MOST_FORMS = 64
"""In how many ways a production may write its element."""

_OPENING = re.compile(r"<([A-Za-z][A-Za-z0-9_-]*(?::[A-Za-z][A-Za-z0-9_-]*)?)(?![A-Za-z0-9_:-])")
_DEEPEST = 50
_MARKDOWN = Prose("Markdown")


class TooManyParts(Exception):  # noqa: N818 -- the caller turns it into the message about the limit.
    """The content models written out have more parts than allowed."""


@frozen
class Form:
    """One way to write an element: `head` stands between its name and `>`, `content` between the tags."""

    tag: str
    head: tuple[Expression, ...]
    content: tuple[Expression, ...]


def forms(rule: Rule) -> tuple[Form, ...]:
    """The ways in which `rule` writes one element, groups at its ends multiplied out; () where it is no production."""
    ways = tuple(islice(_ways((rule.body,)), MOST_FORMS + 1))
    taken = [_form(items, 0) for items in ways]
    found = tuple(each[0] for items, each in zip(ways, taken, strict=True) if each and each[1] == len(items))
    one = len(found) == len(ways) <= MOST_FORMS and len({form.tag for form in found}) == 1
    return found if one else ()


def unfinished(rule: Rule) -> str:
    """The element that `rule` begins to write and does not end, or ""."""
    first: Expression = rule.body
    while isinstance(first, Choice | InOrder):
        first = parts(first)[0]
    opening = _OPENING.match(first.text) if isinstance(first, Terminal) and rule.name.endswith(SUFFIX) else None
    return opening[1] if opening and not forms(rule) else ""


def models(grammar: Grammar, most: int) -> dict[str, ElementModel]:
    """What may stand in each element that `grammar` declares, by rule; raises `TooManyParts` past `most` parts."""
    writer = _Writer({rule.name: rule for rule in grammar.rules}, most)
    for rule in grammar.rules:
        made = forms(rule)
        if made:
            writer.elements[rule.name] = made[0].tag
    for rule in grammar.rules:
        made = forms(rule)
        if made:
            contents = [writer.resolved(each, rule.name) for each in dict.fromkeys(form.content for form in made)]
            writer.finish(rule.name, choice(contents), rule.span)
    return writer.models


def _ways(items: tuple[Expression, ...]) -> Iterator[tuple[Expression, ...]]:
    """`items` without groups of alternatives at either end: once for each alternative, in their order."""
    for at in (0, len(items) - 1):
        match items[at]:
            case InOrder(inner):
                groups: tuple[tuple[Expression, ...], ...] = (inner,)
            case Choice(options):
                groups = tuple((option,) for option in options)
            case _:
                continue
        for group in groups:
            yield from _ways((*items[:at], *group, *items[at + 1 :]))
        return
    yield items


def _form(items: Sequence[Expression], at: int) -> tuple[Form, int] | None:
    """The element that begins at `items[at]`, and the place behind it."""
    first = items[at] if at < len(items) else None
    opening = _OPENING.match(first.text) if isinstance(first, Terminal) else None
    if opening is None or not isinstance(first, Terminal):
        return None
    rest = first.text[opening.end() :]
    head: list[Expression] = []
    while ">" not in rest:
        head += [Terminal(rest)] if rest else []
        at += 1
        if at >= len(items):
            return None
        each = items[at]
        rest = each.text if isinstance(each, Terminal) else ""
        head += [] if isinstance(each, Terminal) else [each]
    before, _, inside = rest.partition(">")
    closed = before.endswith("/")
    before = before.removesuffix("/").rstrip()
    head += [Terminal(before)] if before else []
    if closed:
        return (Form(opening[1], tuple(head), ()), at + 1) if not inside else None
    return _closed(items, at, inside, Form(opening[1], tuple(head), ()))


def _closed(items: Sequence[Expression], at: int, inside: str, form: Form) -> tuple[Form, int] | None:
    closing = f"</{form.tag}>"
    content: list[Expression] = []
    if inside.endswith(closing):
        text = inside.removesuffix(closing)
        return Form(form.tag, form.head, (Terminal(text),) if text else ()), at + 1
    content += [Terminal(inside)] if inside else []
    for end in range(at + 1, len(items)):
        each = items[end]
        if isinstance(each, Terminal) and each.text.strip() == closing:
            return Form(form.tag, form.head, (*content, *items[at + 1 : end])), end + 1
    return None


@slotted
class _Writer:
    """Puts rules in the place of their names; `elements` leads from element rules to their tags."""

    rules: Mapping[str, Rule]
    most: int
    elements: dict[str, str] = field(default_factory=dict)
    models: dict[str, ElementModel] = field(default_factory=dict)
    parts: int = 0

    def finish(self, rule: str, content: Expression, place: Span) -> None:
        children = {self.elements[each.name]: each.name for each in names(content)}
        self.models[rule] = ElementModel(
            rule, self.elements[rule], content, children, _is_free(content), _is_unordered(content), place
        )

    def resolved(self, items: Sequence[Expression], owner: str, inside: tuple[str, ...] = ()) -> Expression:
        made: list[Expression] = []
        at = 0
        while at < len(items):
            inner = _form(items, at)
            if inner is None:
                made.append(self._one(items[at], owner, inside))
                at += 1
            else:
                made.append(self._inner(inner[0], owner, inside))
                at = inner[1]
        return sequence(made)

    def _one(self, each: Expression, owner: str, inside: tuple[str, ...]) -> Expression:
        self.parts += 1
        if self.parts > self.most or len(inside) > _DEEPEST:
            raise TooManyParts
        match each:
            case Empty():
                return each
            case Terminal() | CharClass() | Prose():
                return _MARKDOWN
            case Name():
                return self._named(each, owner, inside)
            case InOrder(items):
                return self.resolved(items, owner, inside)
            case Choice(options):
                return choice([self._one(option, owner, inside) for option in options])
            case Option(item):
                return _perhaps(self._one(item, owner, inside))
            case Repeat(item, least):
                return _often(self._one(item, owner, inside), least)

    def _named(self, name: Name, owner: str, inside: tuple[str, ...]) -> Expression:
        if name.name in self.elements:
            return name
        rule = self.rules.get(name.name)
        if rule is not None and name.name not in inside:
            return self._one(rule.body, owner, (*inside, name.name))
        if rule is None and name.name + SUFFIX in self.elements:
            return Name(name.name + SUFFIX, name.span)
        return _MARKDOWN

    def _inner(self, form: Form, owner: str, inside: tuple[str, ...]) -> Expression:
        """An element that stands in its parent's production gets a rule of its own."""
        rule = f"{owner}/{form.tag}"
        place = self.rules[owner.partition("/")[0]].span
        if rule not in self.models:
            self.elements[rule] = form.tag
            self.finish(rule, self.resolved(form.content, rule, inside), place)
        return Name(rule, place)


def _perhaps(item: Expression) -> Expression:
    return item if isinstance(item, Empty | Prose | Option) else Option(item)


def _often(item: Expression, least: int) -> Expression:
    return item if isinstance(item, Empty | Prose) else Repeat(item, least)


def _is_free(content: Expression) -> bool:
    open_ = [content]
    while open_:
        each = open_.pop()
        if isinstance(each, Prose):
            return True
        open_.extend(parts(each))
    return False


def _is_unordered(content: Expression) -> bool:
    if isinstance(content, Prose):
        return True
    if not isinstance(content, Repeat):
        return False
    options = content.item.options if isinstance(content.item, Choice) else (content.item,)
    return all(isinstance(option, Name | Prose) for option in options)
