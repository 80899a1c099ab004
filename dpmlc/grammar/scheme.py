"""The literal `NAME://` at the beginning of a location: found, and taken away."""

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.expression import Choice as ChoiceExpression
from dpmlc.grammar.expression import Empty, Expression, Name, Sequence, Terminal, choice, sequence

_MARKS = ("", "@", "@!", "@?")


def leading(expression: Expression, grammar: Grammar) -> str:
    """The literal text with which everything that `expression` generates begins, of a choice the first option's."""
    match expression:
        case Terminal(text):
            return text
        case Sequence(items):
            found: list[str] = []
            for item in items:
                found.append(leading(item, grammar))
                if not isinstance(item, Terminal):
                    break
            return "".join(found)
        case ChoiceExpression(options):
            return leading(options[0], grammar)
        case Name(name) if rule := grammar.rule(name):
            return leading(rule.body, grammar)
        case _:
            return ""


def behind(expression: Expression, scheme: str, grammar: Grammar) -> Expression | None:
    """What stands behind a literal `scheme://`; None where `expression` begins otherwise.

    In a choice each option may begin with it or not.
    """
    if isinstance(expression, ChoiceExpression):
        options = [behind(option, scheme, grammar) for option in expression.options]
        if all(option is None for option in options):
            return None
        return choice([new or old for new, old in zip(options, expression.options, strict=True)])
    if isinstance(expression, Name) and (rule := grammar.rule(expression.name)):
        return behind(rule.body, scheme, grammar)
    for mark in _MARKS:
        rest = _without(expression, f"{mark}{scheme}://")
        if rest is not None:
            return rest
    return None


def _without(expression: Expression, prefix: str) -> Expression | None:
    items = list(expression.items) if isinstance(expression, Sequence) else [expression]
    for at, item in enumerate(items):
        if not isinstance(item, Terminal):
            return None
        if item.text.startswith(prefix):
            rest = item.text[len(prefix) :]
            return sequence([Terminal(rest) if rest else Empty(), *items[at + 1 :]])
        if not prefix.startswith(item.text):
            return None
        prefix = prefix[len(item.text) :]
    return None
