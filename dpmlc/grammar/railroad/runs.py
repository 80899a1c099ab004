"""Rule -> its EBNF as runs of text, each with its kind and the rule it names, so that a page can colour and link it."""

from collections.abc import Collection, Iterator
from typing import Literal

from dpmlc.grammar.ebnf import Rule
from dpmlc.grammar.expression import names
from dpmlc.grammar.tokens import Token, tokens
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

RunKind = Literal["rule", "define", "name", "terminal", "class", "comment", "empty", "mark", "space", "other"]

_PLACEHOLDER = regular(r"\{([^\W\d][\w-]*)\}")


@frozen
class Run:
    """A stretch of EBNF as written. `rule` is the name being defined, `name` a use of one.

    `target` is the rule to link to, "" where the run names no rule of its grammar. A placeholder `{path}` is three
    runs, its braces are marks.
    """

    kind: RunKind
    text: str
    target: str = ""


def runs(rule: Rule, defined: Collection[str]) -> tuple[Run, ...]:
    """The text of `rule` as runs; joined, their texts are `rule.text`. `defined` are the rules of its grammar."""
    known = frozenset(defined)
    # Whether `[a]` is a class or an option depends on `a` being a rule, which the text of one rule does not tell.
    used = dict.fromkeys(each.name for each in names(rule.body) if each.name in known)
    text = rule.text + "".join(f"\n{name} ::= ''" for name in used)
    made: list[Run] = []
    at = 0
    for token in tokens(text):
        if token.start >= len(rule.text):
            break
        if token.start > at:
            made.append(Run("space", text[at : token.start]))
        made += _of_token(token, text[token.start : token.end], not made, known)
        at = token.end
    return (*made, Run("space", rule.text[at:])) if at < len(rule.text) else tuple(made)


def _of_token(token: Token, written: str, first: bool, known: frozenset[str]) -> Iterator[Run]:
    match token.kind:
        case "name":
            yield Run("rule" if first else "name", written, written if written in known else "")
        case "template":
            yield from _of_template(written, known)
        case "ellipsis":
            yield Run("mark", written)
        case "define" | "terminal" | "class" | "comment" | "empty" | "mark" as kind:
            yield Run(kind, written)
        case _:
            yield Run("other", written)


def _of_template(written: str, known: frozenset[str]) -> Iterator[Run]:
    at = 0
    for found in _PLACEHOLDER.finditer(written):
        if found.start() > at:
            yield Run("terminal", written[at : found.start()])
        yield Run("mark", "{")
        yield Run("name", found[1], found[1] if found[1] in known else "")
        yield Run("mark", "}")
        at = found.end()
    if at < len(written):
        yield Run("terminal", written[at:])
