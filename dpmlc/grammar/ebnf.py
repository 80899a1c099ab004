"""EBNF as the seeds write it -> `Grammar` (SPEC 2.2). Reads only; what a grammar matches is `dpmlc.grammar.match`."""

from dataclasses import field

from dpmlc.grammar import faults
from dpmlc.grammar.expression import (
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Terminal,
    char_class,
    choice,
    sequence,
    single,
)
from dpmlc.grammar.tokens import Token, tokens
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span

DEEPEST = 50
"""How many brackets may stand inside each other."""

_USUAL = Limits()
_PLACEHOLDER = regular(r"\{([^\W\d][\w-]*)\}")
_CLOSES = {"(": ")", "[": "]", "{": "}"}


@frozen
class Rule:
    """One production `name ::= body`; `span` is the place of its name, `text` the whole production as written."""

    name: str
    span: Span
    body: Expression = field(default_factory=Empty)
    text: str = ""


@frozen
class Grammar:
    """Rules by name, in order of definition; the first is where matching starts. At least one, no name twice."""

    rules: tuple[Rule, ...]

    def rule(self, name: str) -> Rule | None:
        """The rule called `name`."""
        return next((each for each in self.rules if each.name == name), None)


@frozen
class Unreadable:
    """Why there is no grammar."""

    diagnostic: Diagnostic


def read(text: str, path: str, start: int, limits: Limits = _USUAL) -> Grammar | Unreadable:
    """The grammar written in `text`, which stands at the offset `start` of the file `path`.

    Comments are ignored, except where one is all that a body has, or all between two tags (`Prose`). A rule ends where
    the next begins, or at `;`. Only the first fault is told. Recursion is no fault here: `dpmlc.grammar.match` refuses
    it.
    """
    size = len(text.encode())
    if size > limits.grammar:
        place = Span(path, start, start + len(text))
        return Unreadable(limit(place, "the size of this grammar, in bytes,", size, limits.grammar, "grammar"))
    reader = _Reader(text, path, start, list(tokens(text)))
    try:
        return reader.grammar()
    except _Fault as fault:
        return Unreadable(fault.diagnostic)


def expression(text: str, limits: Limits = _USUAL) -> Expression | Unreadable:
    """A right-hand side by itself, as an attribute's pattern is written; spans in it are relative to `text`."""
    made = read(f"value ::= {text}", "", 0, limits)
    return made if isinstance(made, Unreadable) else made.rules[0].body


class _Fault(Exception):  # noqa: N818 -- never leaves this module: it carries the one message out of the recursion.
    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@slotted
class _Reader:
    """Recursive descent over `tokens`; `at` is the next token, `depth` the number of open brackets."""

    text: str
    path: str
    start: int
    tokens: list[Token]
    at: int = 0
    depth: int = 0

    def grammar(self) -> Grammar:
        rules: dict[str, Rule] = {}
        self._skip_comments()
        while self._now.kind != "end":
            rule = self._rule()
            if rule.name in rules:
                raise _Fault(faults.duplicate_rule(rule.span, rule.name, rules[rule.name].span))
            rules[rule.name] = rule
            self._skip_comments()
        if not rules:
            raise self._unexpected("a production `name ::= …`")
        return Grammar(tuple(rules.values()))

    def _rule(self) -> Rule:
        name = self._now
        if name.kind != "name" or self._after(1).kind != "define":
            raise self._unexpected("a production `name ::= …`")
        self.at += 2
        body = self._choice()
        end = self.tokens[self.at - 1].end
        if self._is_mark(";"):
            self.at += 1
        elif self._now.kind != "end" and not self._begins_rule():
            raise self._unexpected("the end of the production, or the next `name ::= …`")
        return Rule(name.text, self._span(name), body, self.text[name.start : end].strip())

    def _choice(self) -> Expression:
        options: list[Expression] = [self._sequence()]
        while self._is_mark("|"):
            self.at += 1
            self._skip_comments()
            if self._now.kind == "ellipsis":
                options[-1] = self._ellipsis(options[-1])
            else:
                options.append(self._sequence())
        return choice(options)

    def _ellipsis(self, first: Expression) -> Expression:
        """`'a' | ... | 'z'`, read from its dots on."""
        dots = self._now
        self.at += 1
        self._skip_comments()
        if self._is_mark("|"):
            self.at += 1
            self._skip_comments()
        last = self._now
        if not isinstance(first, Terminal) or len(first.text) != 1 or last.kind != "terminal" or len(last.text) != 1:
            raise _Fault(faults.grammar_syntax(self._span(dots), "one quoted character on each side of `...`", "`...`"))
        self.at += 1
        self._skip_comments()
        return single(first.text, last.text)

    def _sequence(self) -> Expression:
        items: list[Expression] = []
        said = ""
        while True:
            token = self._now
            if token.kind == "comment":
                if self._is_content():
                    items.append(Prose(token.text))
                said = said or token.text
                self.at += 1
            elif self._ends_sequence():
                break
            else:
                items.append(self._item())
        return Prose(said) if said and not items else sequence(items)

    def _is_content(self) -> bool:
        """Whether the comment here is all that stands between two tags: it says in words what does."""
        before, after = self.tokens[self.at - 1], self._after(1)
        opened = before.kind == "terminal" and before.text.endswith(">")
        return opened and after.kind == "terminal" and after.text.startswith("</")

    def _item(self) -> Expression:
        atom = self._atom()
        while self._now.kind == "mark" and self._now.text in "*+?":
            mark = self._now.text
            self.at += 1
            if not isinstance(atom, Empty):
                atom = Option(atom) if mark == "?" else Repeat(atom, int(mark == "+"))
        return atom

    def _atom(self) -> Expression:
        token = self._now
        match token.kind:
            case "terminal":
                made: Expression = Terminal(token.text)
            case "empty":
                made = Empty()
            case "class":
                made = self._class(token)
            case "template":
                made = self._template(token)
            case "name":
                made = Name(token.text, self._span(token))
            case "mark" if token.text in _CLOSES:
                return self._bracket(token)
            case "quote":
                raise _Fault(faults.grammar_syntax(self._span(token), f"a closing `{token.text}` on this line", "none"))
            case _:
                raise self._unexpected("a name, a quoted text, a class or a bracket")
        self.at += 1
        return made

    def _bracket(self, opening: Token) -> Expression:
        if self.depth >= DEEPEST:
            expected = f"at most {DEEPEST} brackets in each other"
            raise _Fault(faults.grammar_syntax(self._span(opening), expected, "more"))
        self.depth += 1
        self.at += 1
        inner = self._choice()
        if not self._is_mark(_CLOSES[opening.text]):
            raise self._unexpected(f"`{_CLOSES[opening.text]}`", opening)
        self.at += 1
        self.depth -= 1
        if isinstance(inner, Empty) or opening.text == "(":
            return inner
        return Option(inner) if opening.text == "[" else Repeat(inner, 0)

    def _class(self, token: Token) -> Expression:
        made = char_class(token.text)
        if not made.ranges:
            raise _Fault(faults.grammar_syntax(self._span(token), "a class with at least one character", "none"))
        return made

    def _template(self, token: Token) -> Expression:
        """`NAME://a/{x}`: `{x}` is the rule x, the rest is literal (UNIT's own form)."""
        items: list[Expression] = []
        at = 0
        for found in _PLACEHOLDER.finditer(token.text):
            if found.start() > at:
                items.append(Terminal(token.text[at : found.start()]))
            place = self.start + token.start
            items.append(Name(found[1], Span(self.path, place + found.start(1), place + found.end(1)), True))
            at = found.end()
        if at < len(token.text):
            items.append(Terminal(token.text[at:]))
        return sequence(items)

    @property
    def _now(self) -> Token:
        return self.tokens[self.at]

    def _after(self, count: int) -> Token:
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def _begins_rule(self) -> bool:
        return self._now.kind == "name" and self._after(1).kind == "define"

    def _ends_sequence(self) -> bool:
        token = self._now
        closes = token.kind == "mark" and token.text in "|)]};"
        return closes or token.kind in {"end", "ellipsis"} or self._begins_rule()

    def _is_mark(self, mark: str) -> bool:
        return self._now.kind == "mark" and self._now.text == mark

    def _skip_comments(self) -> None:
        while self._now.kind == "comment":
            self.at += 1

    def _span(self, token: Token) -> Span:
        return Span(self.path, self.start + token.start, self.start + token.end)

    def _unexpected(self, expected: str, opening: Token | None = None) -> _Fault:
        found = f"`{self._now.text}`" if self._now.kind != "end" else "the end"
        opened = self._span(opening) if opening else None
        return _Fault(faults.grammar_syntax(self._span(self._now), expected, found, opened))

