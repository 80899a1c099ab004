"""Footnotes for mistune, with ids that stay unique on a page and no note lost.

In place of mistune's plugin, which gives the same id to each mention of a note, and drops notes that are mentioned
only in other notes, or nowhere.
"""

import re
from typing import Any

from mistune import BlockParser, InlineParser, Markdown
from mistune.core import BlockState, InlineState
from mistune.util import unikey

_LABEL = r"(?:[^\\\[\]\s]|\\[^\s]){1,500}"
BLOCK = rf"^ {{0,3}}\[\^(?P<note_label>{_LABEL})\]:(?P<note_text>[^\n]*(?:\n|\Z))"
INLINE = rf"\[\^(?P<note_key>{_LABEL})\]"
_MORE = re.compile(r"(?:[ \t]*\n)*(?: {2,}|\t)[ \t]*[^\s][^\n]*(?:\n|\Z)")
_INDENT = re.compile(r"^(?: {1,4}|\t)", re.MULTILINE)


def parse_definition(block: BlockParser, found: re.Match[str], state: BlockState) -> int | None:
    """`[^1]: text`, with the indented lines that follow."""
    end = state.append_paragraph()
    if end:
        return end
    at = found.end()
    more = _MORE.match(state.src, at)
    while more:
        at = more.end()
        more = _MORE.match(state.src, at)
    text = found["note_text"].lstrip(" \t") + _INDENT.sub("", state.src[found.end() : at])
    known = state.env.setdefault("notes", {})
    key = unikey(found["note_label"])
    # A second definition of a label is never mentioned, but shown; no label holds a line end.
    key = f"{key}\n{len(known)}" if key in known else key
    known[key] = text
    state.env.setdefault("note_keys", []).append(key)
    return at


def parse_mention(inline: InlineParser, found: re.Match[str], state: InlineState) -> int:
    """`[^1]`, if a note has that label."""
    key = unikey(found["note_key"])
    if key not in state.env.get("notes", ()):
        state.append_token({"type": "text", "raw": found[0]})
        return found.end()
    order = state.env.setdefault("noted", {})
    if key not in order:
        order[key] = len(order) + 1, 0
        state.env.setdefault("notes_due", []).append(key)
    number, times = order[key]
    order[key] = number, times + 1
    state.append_token({"type": "note_mention", "attrs": {"number": number, "time": times + 1}})
    return found.end()


def footnotes(markdown: Markdown, tokens: list[Any], state: BlockState) -> list[Any]:
    """The tokens with those of all notes behind them: mentioned ones in the order of their first mention."""
    known: dict[str, str] = state.env.get("notes", {})
    order: dict[str, tuple[int, int]] = state.env.setdefault("noted", {})
    due: list[str] = state.env.setdefault("notes_due", [])
    # A list and no view of `known`: notes may stand in notes.
    others = iter(state.env.get("note_keys", ()))
    items: dict[str, list[Any]] = {}
    while len(items) < len(known):
        if len(items) == len(due):
            key = next(each for each in others if each not in order)
            order[key] = len(order) + 1, 0
            due.append(key)
        key = due[len(items)]
        child = state.child_state(known[key])
        markdown.block.parse(child)
        items[key] = list(_rendered(markdown, child))
    if not items:
        return tokens
    notes = [
        {"type": "note", "children": children, "attrs": {"number": order[key][0], "times": order[key][1]}}
        for key, children in items.items()
    ]
    return [*tokens, {"type": "notes", "children": notes}]


def _rendered(markdown: Markdown, state: BlockState) -> list[Any]:
    """Tokens of `state` with their inline tokens."""
    for hook in markdown.before_render_hooks:
        hook(markdown, state)
    return list(markdown.render_state(state))
