"""Matching text against a grammar in linear time: locations (SPEC 2.3), registry ids with placeholders, values."""

from collections.abc import Mapping

from dpmlc.grammar import faults
from dpmlc.grammar.automaton import Automaton, Char, TooLarge, automaton, moved
from dpmlc.grammar.captures import captured
from dpmlc.grammar.ebnf import Grammar, Rule, Unreadable
from dpmlc.grammar.expression import CharClass, Expression, Name, Repeat, Terminal, sequence
from dpmlc.grammar.recursion import recursive
from dpmlc.grammar.scheme import behind, leading
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_USUAL = Limits()
_MOST_EXPECTED = 6
_PLACEHOLDER = regular(r"\{([^\W\d][\w-]*)\}")
_SCHEME = regular(r"@?[!?]?([A-Za-z][A-Za-z0-9_-]*)://")
_SEGMENT = Repeat(CharClass(((0, 46), (48, 0x10FFFF)), "[^/]"), 1)


@frozen
class Mismatch:
    """Where text leaves the language: `offset` of the first character that cannot be, the rule, what could stand there.

    `offset` is the text's length where more is needed. `expected` is in words, code in backticks.
    """

    offset: int
    rule: str
    expected: tuple[str, ...]


@frozen
class Matcher:
    """A compiled grammar. `rule_text` is its first production as written."""

    rule_text: str
    automaton: Automaton

    def mismatch(self, text: str) -> Mismatch | None:
        """None where `text` belongs to the language."""
        offset = self.automaton.refused(text)
        return None if offset is None else _mismatch(self.automaton, text, offset)


def matcher(grammar: Grammar, scheme: str, limits: Limits = _USUAL) -> Matcher | Unreadable:
    """The language of what stands behind `scheme://` in `grammar`'s first rule.

    A first rule that does not begin with a scheme describes the path by itself.
    """
    loop = recursive(grammar)
    if loop is not None:
        return Unreadable(faults.recursive_rule(loop.rule.span, loop.rule.name, loop.use.span, loop.use.name))
    first = grammar.rules[0]
    other = _SCHEME.match(leading(first.body, grammar))
    if other and other[1] != scheme:
        return Unreadable(faults.location_scheme(first.span, other[1], scheme))
    try:
        return Matcher(first.text, _located(grammar, scheme, limits))
    except TooLarge:
        return Unreadable(_too_large(first.span, limits))


def value_matcher(body: Expression, grammar: Grammar | None, place: Span, limits: Limits) -> Matcher | Unreadable:
    """The language of `body` with the rules of `grammar`; `place` is where a fault is shown."""
    loop = recursive(grammar) if grammar else None
    if loop is not None:
        return Unreadable(faults.recursive_rule(loop.rule.span, loop.rule.name, loop.use.span, loop.use.name))
    try:
        return Matcher("", automaton(body, grammar, limits.grammar_states))
    except TooLarge:
        return Unreadable(_too_large(place, limits))


@frozen
class Template:
    """An id or path with `{placeholders}`, whose names are `names`. `automaton` is None where it is past the limits."""

    text: str
    names: tuple[str, ...]
    automaton: Automaton | None

    def match(self, text: str) -> dict[str, str] | None:
        """Values of the placeholders, or None where `text` does not fit. A placeholder has one value everywhere."""
        if self.automaton is None or self.automaton.refused(text) is not None:
            return None
        found = captured(self.automaton, text) or {}
        values = {name: found[name] for name in self.names}
        return values if self.fill(values) == text else None

    def fill(self, values: Mapping[str, str]) -> str:
        """The template's text with each placeholder replaced; one without a value stays as it is."""
        return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), self.text)


def template(text: str, grammar: Grammar | None, limits: Limits = _USUAL) -> Template:
    """`text` with its placeholders: each is the rule of `grammar` with its name, else any text without `/`."""
    items: list[Expression] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        items += [Terminal(text[at : found.start()])] if found.start() > at else []
        items.append(Name(found[1], Span("", found.start(1), found.end(1)), True))
        at = found.end()
    items += [Terminal(text[at:])] if at < len(text) else []
    names = tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))
    rules = _with_segments(grammar if grammar and recursive(grammar) is None else None, names)
    try:
        return Template(text, names, automaton(sequence(items), rules, limits.grammar_states))
    except TooLarge:
        return Template(text, names, None)


def _with_segments(grammar: Grammar | None, names: tuple[str, ...]) -> Grammar:
    rules = grammar.rules if grammar else ()
    known = {rule.name for rule in rules}
    return Grammar(rules + tuple(Rule(name, Span("", 0, 0), _SEGMENT) for name in names if name not in known))


def _located(grammar: Grammar, scheme: str, limits: Limits) -> Automaton:
    first = grammar.rules[0]
    rest = behind(first.body, scheme, grammar)
    if rest is not None:
        return automaton(rest, grammar, limits.grammar_states, first.name)
    made = automaton(first.body, grammar, limits.grammar_states, first.name)
    # `location ::= protocol_name '://' path`: the scheme is what a rule generates, not a literal.
    if any(isinstance(each, Char) and each.expected.startswith("`://") for each in made.states):
        reached = made.reached(f"{scheme}://")
        return moved(made, reached) if reached else made
    return made


def _mismatch(made: Automaton, text: str, offset: int) -> Mismatch:
    states = [made.states[at] for at in made.reached(text[:offset])]
    wanted = [state for state in states if isinstance(state, Char)]
    expected = dict.fromkeys(state.expected for state in wanted)
    rule = next((state.rule for state in wanted if state.rule), "")
    return Mismatch(offset, rule, tuple(expected)[:_MOST_EXPECTED])


def _too_large(place: Span, limits: Limits) -> Diagnostic:
    return limit(place, "the number of states of this grammar", None, limits.grammar_states, "grammar_states")
