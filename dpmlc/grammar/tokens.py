"""EBNF text -> tokens: the one place that knows how the seeds' mixed dialect is spelled (SPEC 2.2)."""

import re
from collections.abc import Iterator
from typing import Literal

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

Kind = Literal[
    "name", "define", "terminal", "class", "template", "comment", "empty", "ellipsis", "mark", "end", "quote", "other"
]


@frozen
class Token:
    """`text` is what the token means: a terminal without its quotes, a class without its brackets.

    `start` and `end` are offsets in the EBNF. `mark` is one of ``[ ] { } ( ) | * + ? ;``; `template` is an unquoted
    `NAME://…` up to white space; `quote` is a quote that nothing closes on its line, `other` what nothing begins with.
    """

    kind: Kind
    text: str
    start: int
    end: int


_NAME = r"[^\W\d][\w-]*"
_DEFINED = re.compile(rf"({_NAME})[ \t]*::=")
_WORD = re.compile(_NAME)
_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<comment>\(\*(?>(?:[^*]+|\*(?!\)))*)\*\))"
    r"|(?P<define>::=)"
    r"|(?P<template>@?[!?]?[A-Za-z][A-Za-z0-9_-]*://\S*)"
    r"|(?P<empty>ε(?![\w-]))"
    rf"|(?P<name>{_NAME})"
    r"|(?P<terminal>'[^'\n]*'|\"[^\"\n]*\")"
    r"|(?P<ellipsis>\.\.\.|…)"
    r"|(?P<mark>[\[\]{}()|*+?;])"
    r"|(?P<quote>['\"])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_CLASS = regular(r"\[(\^\]?(?:[^\]\\\n]|\\.)*|\]?(?:[^\]\[\\\n]|\\.)*)\]")


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text` in order, comments among them, closed by one of kind `end`. Joined, they lose only space."""
    defined = frozenset(_DEFINED.findall(text))
    at = 0
    while at < len(text):
        token = _class(text, at, defined) if text[at] == "[" else None
        if token is None:
            token = _token(text, at)
        if token is not None:
            yield token
            at = token.end
        else:
            at = _next(text, at)
    yield Token("end", "", len(text), len(text))


def _token(text: str, at: int) -> Token | None:
    found = _TOKEN.match(text, at)
    if found is None or found.lastgroup == "space":
        return None
    content = found[0]
    match found.lastgroup:
        case "terminal":
            return Token("terminal" if len(content) > 2 else "empty", content[1:-1], at, found.end())
        case "comment":
            return Token("comment", content[2:-2].strip(), at, found.end())
        case "define" | "template" | "name" | "empty" | "ellipsis" | "mark" | "quote" as kind:
            return Token(kind, content, at, found.end())
        case _:
            return Token("other", content, at, found.end())


def _next(text: str, at: int) -> int:
    found = _TOKEN.match(text, at)
    return found.end() if found else at + 1


def _class(text: str, at: int, defined: frozenset[str]) -> Token | None:
    """A class, if its content starts with `^` or holds no space, no quote and no defined name; else an option opens."""
    found = _CLASS.match(text, at)
    if found is None or not found[1]:
        return None
    content = found[1]
    plain = not any(each in content for each in " \t'\"") and defined.isdisjoint(_WORD.findall(content))
    return Token("class", content, at, found.end()) if content.startswith("^") or plain else None
