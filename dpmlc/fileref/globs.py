"""Exclude patterns -> one expression over paths, in bounded time.

`*` and `?` stay inside one component, `**` spans components, `[ ]` is a class, `{a,b}` a choice. A pattern without a
slash speaks of names at any depth, any other of paths from the workspace's root; what names a folder names all in it.
"""

import re
from collections.abc import Iterable
from itertools import product

LONGEST = 1024
_MOST_STARS = 2
_MOST_CHOICES = 64
_CHOICE = re.compile(r"\{([^{}]*)\}")


def excess(pattern: str) -> str:
    """What `pattern` has too much of to be matched in bounded time, in words; "" for nothing."""
    if len(pattern) > LONGEST:
        return f"at most {LONGEST} characters"
    if pattern.count("**") > _MOST_STARS:
        return f"at most {_MOST_STARS} `**`"
    if len(_choices(pattern)) > _MOST_CHOICES:
        return f"at most {_MOST_CHOICES} choices in braces"
    return ""


def expression(patterns: Iterable[str]) -> re.Pattern[str] | None:
    """What any of `patterns` excludes, to be matched against the beginning of a path; None where there is none."""
    sources = [_source(each) for pattern in patterns if not excess(pattern) for each in _choices(pattern) if each]
    return re.compile("|".join(sources), re.DOTALL) if sources else None


def _choices(pattern: str) -> list[str]:
    """`pattern` once for each choice of its braces; at most one more than the limit."""
    pieces = _CHOICE.split(pattern)
    options = [[piece] if at % 2 == 0 else piece.split(",") for at, piece in enumerate(pieces)]
    found: list[str] = []
    for each in product(*options):
        found.append("".join(each))
        if len(found) > _MOST_CHOICES:
            break
    return found


def _source(pattern: str) -> str:
    anchored = "/" in pattern.rstrip("/")
    parts = [each for each in pattern.strip("/").split("/") if each not in {"", "."}]
    source = "" if anchored else "(?:[^/]+/)*"
    for number, each in enumerate(parts):
        last = number == len(parts) - 1
        if each == "**":
            source += ".+" if last else "(?:[^/]+/)*"
        else:
            source += _component(each) + ("(?:/.*)?$" if last else "/")
    return f"(?:{source})"


def _component(pattern: str) -> str:
    """One component. Each literal piece between stars is taken at its first place, so nothing is tried twice."""
    pieces = [_literal(each) for each in re.split(r"\*+", pattern)]
    if len(pieces) == 1:
        return pieces[0]
    middle = "".join(f"(?>[^/]*?{each})" for each in pieces[1:-1] if each)
    return f"{pieces[0]}{middle}[^/]*{pieces[-1]}"


def _literal(piece: str) -> str:
    found, at = "", 0
    while at < len(piece):
        close = piece.find("]", at + 2) if piece[at] == "[" else -1
        if close > 0:
            found += _class(piece[at + 1 : close])
            at = close + 1
            continue
        found += "[^/]" if piece[at] == "?" else re.escape(piece[at])
        at += 1
    return found


def _class(inside: str) -> str:
    negated = inside[:1] in {"!", "^"}
    letters = re.sub(r"([\\\]\[&~|^])", r"\\\1", inside[1:] if negated else inside)
    try:
        re.compile(f"[{letters}]")
    except re.error:
        return re.escape(f"[{inside}]")
    return f"(?!/)[{'^' if negated else ''}{letters}]"
