"""A `<` in the text -> the tag that begins there, or None (SPEC 1.5). What it becomes is decided later."""

import re
from typing import Literal, NamedTuple

from dpmlc.text.regular import regular

NAME = r"[A-Za-z][A-Za-z0-9_-]*+"
ATTRIBUTE_NAME = r"[^\W\d][\w.:-]*+"
"""A letter of any script or `_`, then letters, digits, `_`, `.`, `:`, `-`."""
_ATTRIBUTES = rf'(?>(?:\s++{ATTRIBUTE_NAME}="[^"]*+")*)\s*+'
INSIDE = rf"(/?+)({NAME}(?>(?::{NAME})?)){_ATTRIBUTES}(/?+)>"
"""A tag without any fault behind its `<`. Each part is possessive: matching is linear, no other way is tried.

The groups are the slash of a closing tag, the name, and the slash of a self-closing one.
"""
STRICT = rf"</?+{NAME}(?>(?::{NAME})?){_ATTRIBUTES}/?+>"
"""The same with its `<`, without groups."""

_HEAD = regular(rf"<(/?)({NAME}(?>(?::{NAME})?))(?=[\s/>＞]|\Z)")
_ATTRIBUTE = regular(
    rf"""(?P<name>{ATTRIBUTE_NAME})
        (?:(?P<equals>\s*+[=＝]\s*+)(?P<value>"[^"]*+"|'[^']*+'|(?>(?:(?!/>)[^\s"'<>=`])+)|))?
        |(?<=["'])(?P<mark>[,;，；、]++|"(?=[\s/>]))
        |(?P<odd>[^\s"'<>=/`]++)(?=\s*+=\s*+")(?P<odd_equals>\s*+=\s*+)(?P<odd_value>"[^"]*+")""",
    re.VERBOSE,
)
_SPACE = regular(r"\s*+")
_END = regular(r"\s*+(/?)>")
_REST = regular(r"(＞?)[^\S\n]*+(?=\n|\Z)")
_UNCLOSED = regular(rf"[^\S\n]++{ATTRIBUTE_NAME}=[\"'][^\n\"'<>]*+>?+(?=[^\S\n]*+(?:\n|\Z))")

Kind = Literal["open", "close", "empty", "quoted"]


class Tag(NamedTuple):
    """A tag in the text. `quoted` is a closing tag that stands in backticks (1.7 d); `name` is as written.

    `shape`: `strict` is without fault, `loose` has faulty attributes, `cut` never reaches its `>`.
    """

    start: int
    end: int
    name: str
    kind: Kind
    shape: Literal["strict", "loose", "cut"] = "strict"


class Written(NamedTuple):
    """An attribute as it stands on a tag, right or wrong. Offsets in the text; no value: `value_start` is -1.

    `mark` is the quote mark around the value, or "". `tight` tells whether `=` stands without white space. What stands
    in the place of an attribute and is none, a comma or a name such as `1a` with a value, is not `named`.
    """

    name: str
    start: int
    end: int
    value_start: int
    value_end: int
    mark: str
    tight: bool
    named: bool = True


def faulty_tag(text: str, start: int) -> Tag | None:
    """The tag whose `<` is at `start`, where it is no faultless one: with faulty attributes it stands all the same."""
    head = _HEAD.match(text, start)
    return _loose(text, head) if head else None


def written(text: str, start: int, end: int) -> tuple[Written, ...]:
    """The attributes of the tag that stands from `start` to `end`, in order; faulty ones too."""
    head = _HEAD.match(text, start)
    return tuple(_attributes(text, head.end(), end)) if head else ()


def _attributes(text: str, start: int, end: int) -> list[Written]:
    found = []
    match = _ATTRIBUTE.match(text, _skip(text, start), end)
    while match:
        found.append(_written(match))
        match = _ATTRIBUTE.match(text, _skip(text, match.end()), end)
    return found


def _written(match: re.Match[str]) -> Written:
    none = match["mark"] or match["odd"]
    if none:
        return Written(none, match.start(), match.end(), -1, -1, "", tight=True, named=False)
    tight = match["equals"] in (None, "=")
    if not match["value"]:
        return Written(match["name"], match.start(), match.end("name"), -1, -1, "", tight)
    mark = match["value"][0] if match["value"][0] in "\"'" else ""
    inside = len(mark)
    return Written(
        match["name"],
        match.start(),
        match.end(),
        match.start("value") + inside,
        match.end("value") - inside,
        mark,
        tight,
    )


def _loose(text: str, head: re.Match[str]) -> Tag | None:
    """A tag with faulty attributes; where it never reaches `>`, one whose first line holds nothing else."""
    start, at = head.span()
    first = last = at
    below = False
    match = _ATTRIBUTE.match(text, _skip(text, at))
    while match:
        below = below or text.find("\n", at, match.start()) >= 0
        named = match["name"] is not None
        if named and not match["value"] and (below or text.startswith(("'", '"'), match.end())):
            break
        if match["mark"] == '"' and last != at:
            break
        if first == at and text.find("\n", at, match.end()) < 0:
            first = match.end()
        if last == at and text.find("\n", match.start(), match.end()) < 0:
            last = match.end()
        at = match.end()
        match = _ATTRIBUTE.match(text, _skip(text, at))
    ended = _END.match(text, at)
    if ended:
        kind: Kind = "close" if head[1] else "empty" if ended[1] else "open"
        return Tag(start, ended.end(), head[2], kind, "loose")
    # A value that goes on over lines is most likely one whose quote is missing.
    return _cut(text, head, last) or _cut(text, head, first)


def _cut(text: str, head: re.Match[str], at: int) -> Tag | None:
    """A tag that never ends: up to the end of its line, if that holds nothing but the tag (a quote may be open)."""
    kind: Kind = "close" if head[1] else "open"
    rest = _REST.match(text, at)
    if rest:
        return Tag(head.start(), rest.end(1), head[2], kind, "cut")
    unclosed = _UNCLOSED.match(text, at)
    return Tag(head.start(), unclosed.end(), head[2], kind, "cut") if unclosed else None


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
