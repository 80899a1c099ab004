"""Code -> tokens, with Pygments' rules: its loop, which asks only the rules that may fit the next character.

A lexer of Pygments tries the rules of its state one after the other, 40 for each token of Python. What a rule may
begin with is found out once, for a state that has been asked often: that takes as long as a few pages.
"""

from collections.abc import Callable, Sequence
from typing import Any

from dpmlc.pages.markdown.begins import ASCII, begins

Token = tuple[Any, str]
Rule = tuple[Callable[..., Any], Any, Any]
_FIRST = "root"


class _State:
    """The rules of one state, and those of them that may fit where a character stands."""

    __slots__ = ("_begins", "_often", "_steps", "known", "rules")

    def __init__(self, rules: Sequence[Rule], often: int) -> None:
        self.rules = rules
        self._often = often
        self.known: dict[str, Sequence[Rule]] = {}
        self._steps = 0
        self._begins: list[frozenset[str]] = []

    def fitting(self, character: str) -> Sequence[Rule]:
        """Those for a character that is not `known` yet."""
        self._steps += 1
        if self._steps < self._often or character not in ASCII:
            return self.rules
        if not self._begins:
            self._begins = [begins(match.__self__) for match, _, _ in self.rules]  # type: ignore[attr-defined]
        paired = zip(self.rules, self._begins, strict=True)
        found = self.known[character] = [rule for rule, begin in paired if character in begin]
        return found


class Reader:
    """A lexer and what has been learnt about its rules, those of a state after `often` steps in it."""

    __slots__ = ("_lexer", "_often", "_own", "_states")

    def __init__(self, lexer: Any, often: int = 1_000) -> None:
        from pygments.lexer import RegexLexer  # type: ignore[import-untyped]  # noqa: PLC0415  Only where code stands.

        self._lexer = lexer
        self._often = often
        self._own = type(lexer).get_tokens_unprocessed is not RegexLexer.get_tokens_unprocessed
        self._states: dict[str, _State] = {}

    def tokens(self, code: str) -> list[Token]:
        """What the lexer's `get_tokens_unprocessed` finds, without offsets. Raises what a lexer raises."""
        if self._own:
            return [(kind, value) for _, kind, value in self._lexer.get_tokens_unprocessed(code)]
        return self._read(code)

    def _read(self, code: str) -> list[Token]:
        from pygments.token import Error, Whitespace, _TokenType  # type: ignore[import-untyped]  # noqa: PLC0415

        found: list[Token] = []
        stack = [_FIRST]
        state = self._state(_FIRST)
        at, end = 0, len(code)
        while True:
            if at == end:
                rules = state.rules
            elif code[at] in state.known:
                rules = state.known[code[at]]
            else:
                rules = state.fitting(code[at])
            for match, action, following in rules:
                fit = match(code, at)
                if fit:
                    if type(action) is _TokenType:
                        found.append((action, fit[0]))
                    elif action is not None:
                        found += [(kind, value) for _, kind, value in action(self._lexer, fit)]
                    at = fit.end()
                    if following is not None:
                        _move(stack, following)
                        state = self._state(stack[-1])
                    break
            else:
                if at >= end:
                    return found
                if code[at] == "\n":
                    stack = [_FIRST]
                    state = self._state(_FIRST)
                found.append((Whitespace if code[at] == "\n" else Error, code[at]))
                at += 1

    def _state(self, name: str) -> _State:
        state = self._states.get(name)
        if state is None:
            state = self._states[name] = _State(self._lexer._tokens[name], self._often)
        return state


def _move(stack: list[str], following: Any) -> None:
    """Leave and enter states as a rule says: a number of states to leave, names to enter, `#pop` and `#push`."""
    if isinstance(following, int):
        # One state stays in any case.
        del stack[1 if abs(following) >= len(stack) else following :]
        return
    for each in (following,) if following == "#push" else following:
        if each == "#pop":
            del stack[max(1, len(stack) - 1) :]
        else:
            stack.append(stack[-1] if each == "#push" else each)
