"""What stands on the right of a rule: a tree that matching, content models and diagrams are made from."""

import re
from typing import TypeAlias

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

LAST_CODE_POINT = 0x10FFFF
_SINGLE = 1


@frozen
class Empty:
    """Nothing: `ε`, `''`, or no text at all."""


@frozen
class Terminal:
    """Literal text, never empty."""

    text: str


@frozen
class CharClass:
    """One character of `ranges`: sorted inclusive pairs of code points that do not touch. `text` is as written."""

    ranges: tuple[tuple[int, int], ...]
    text: str


@frozen
class Name:
    """The rule called `name`. As a `placeholder` it was written `{name}` in a production with `NAME://`."""

    name: str
    span: Span
    placeholder: bool = False


@frozen
class Prose:
    """A body, or what stands between two tags, that only a comment describes, `(* any Markdown *)`: free text."""

    text: str


@frozen
class Sequence:
    """All of `items`, in order; at least two."""

    items: tuple["Expression", ...]


@frozen
class Choice:
    """One of `options`; at least two."""

    options: tuple["Expression", ...]


@frozen
class Option:
    """`[item]`, `item?`: once or not at all."""

    item: "Expression"


@frozen
class Repeat:
    """`{item}`, `item*` (`least` 0) or `item+` (`least` 1): as often as wanted."""

    item: "Expression"
    least: int


Expression: TypeAlias = Empty | Terminal | CharClass | Name | Prose | Sequence | Choice | Option | Repeat


def sequence(items: list[Expression]) -> Expression:
    """`items` as one expression; nothing at all is `Empty`."""
    kept = [each for each in items if not isinstance(each, Empty)]
    if not kept:
        return Empty()
    return kept[0] if len(kept) == _SINGLE else Sequence(tuple(kept))


def choice(options: list[Expression]) -> Expression:
    """One of `options` as one expression."""
    return options[0] if len(options) == _SINGLE else Choice(tuple(options))


def parts(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside."""
    match expression:
        case Sequence(items):
            return items
        case Choice(options):
            return options
        case Option(item) | Repeat(item, _):
            return (item,)
        case _:
            return ()


def names(expression: Expression) -> tuple[Name, ...]:
    """Every rule that `expression` names, in text order, repeated ones too."""
    found: list[Name] = []
    open_ = [expression]
    while open_:
        each = open_.pop()
        if isinstance(each, Name):
            found.append(each)
        open_.extend(reversed(parts(each)))
    return tuple(found)


def written(expression: Expression) -> str:
    """`expression` as EBNF that is read as the same again; a comment as it is."""
    match expression:
        case Empty():
            return "''"
        case Terminal(text):
            return f'"{text}"' if "'" in text else f"'{text}'"
        case CharClass(_, text) | Name(text):
            return text
        case Prose(text):
            return f"(* {text} *)"
        case Sequence(items):
            return " ".join(_grouped(each) if isinstance(each, Choice) else written(each) for each in items)
        case Choice(options):
            return " | ".join(map(written, options))
        case Option(item):
            return f"{_grouped(item)}?"
        case Repeat(item, least):
            return f"{_grouped(item)}{'+' if least else '*'}"


def _grouped(expression: Expression) -> str:
    text = written(expression)
    return text if isinstance(expression, Terminal | CharClass | Name) else f"({text})"


_ITEM = regular(r"\\(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,5})\}|x([0-9A-Fa-f]{2})|(.))|(.)", re.DOTALL)
"""A code point in hexadecimal (three ways), what a backslash stands before, all else."""
_SHORTHAND = {
    "d": ((48, 57),),
    "w": ((48, 57), (65, 90), (95, 95), (97, 122)),
    "s": ((9, 13), (32, 32)),
}
_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}


def char_class(content: str) -> CharClass:
    """The class written `[content]`. `^` first negates; `a-z` is a range; a backslash makes the next one literal.

    `\\d`, `\\w`, `\\s`, `\\n`, `\\t`, `\\r`, `\\u4e00`, `\\u{1F600}` and `\\x2d` mean what they do in JavaScript.
    """
    negated = content.startswith("^")
    ranges = _merged(_ranges(content[1:] if negated else content))
    return CharClass(_complement(ranges) if negated else ranges, f"[{content}]")


def single(first: str, last: str) -> CharClass:
    """The class of the characters from `first` to `last`: `'a' | ... | 'z'`."""
    low, high = sorted((ord(first), ord(last)))
    return CharClass(((low, high),), f"[{chr(low)}-{chr(high)}]")


def _ranges(content: str) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    pieces = list(_ITEM.finditer(content))
    at = 0
    while at < len(pieces):
        escaped = pieces[at][4]
        if escaped in _SHORTHAND:
            ranges.extend(_SHORTHAND[escaped])
            at += 1
            continue
        first = _char(pieces[at])
        if at + 2 < len(pieces) and pieces[at + 1][0] == "-" and pieces[at + 2][4] not in _SHORTHAND:
            last = _char(pieces[at + 2])
            ranges.append((min(first, last), max(first, last)))
            at += 3
        else:
            ranges.append((first, first))
            at += 1
    return ranges


def _char(piece: re.Match[str]) -> int:
    code = piece[1] or piece[2] or piece[3]
    return int(code, 16) if code else ord(piece[5] or _CONTROL.get(piece[4], piece[4]))


def _merged(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def _complement(ranges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    gaps: list[tuple[int, int]] = []
    at = 0
    for low, high in ranges:
        if at < low:
            gaps.append((at, low - 1))
        at = high + 1
    if at <= LAST_CODE_POINT:
        gaps.append((at, LAST_CODE_POINT))
    return tuple(gaps)
