"""Lists as CommonMark reads them, for mistune: every expression is compiled once, and each line looked at once.

In place of mistune's own rule, which builds two expressions anew for each item, and asks them of lines that can begin
nothing. What comes out is the same for every text; the tests compare the two.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mistune import BlockParser
from mistune.core import BlockState
from mistune.util import strip_end

Token = dict[str, Any]
_BREAKS = ("thematic_break", "fenced_code", "atx_heading", "block_quote", "block_html", "list")
_BEGINS = frozenset("-_*`~#><+0123456789")
"""First characters of all that ends an item, beside digits that are not ASCII."""
_CONTAINERS = ("list", "block_quote")
_WIDEST = 3
_TAB = 4
_BULLETS = {".": r"\d{1,9}\.", ")": r"\d{1,9}\)", "*": r"\*", "+": r"\+", "-": "-"}


@dataclass(slots=True)
class _Marker:
    """The begin of an item: the columns up to its text, what the marker ends with, and the text."""

    width: int
    bullet: str
    text: str


@dataclass(slots=True)
class _Item:
    """An item that was read: its text, the item that follows, and where something that is no item ends the list."""

    text: str
    following: _Marker | None = None
    loose: bool = False
    end: int | None = None
    index: int = 0


def parse_list(block: BlockParser, found: re.Match[str], state: BlockState) -> int:
    """The rule for mistune. An empty item and a number other than 1 do not end a paragraph."""
    spaces, marker, text = found["list_1"], found["list_2"], found["list_3"]
    ordered = len(marker) > 1
    start = int(marker[:-1]) if ordered else 1
    if start != 1 or not text.strip():
        end = state.append_paragraph()
        if end:
            return end
    depth = state.depth()
    attrs: Token = {"depth": depth, "ordered": ordered}
    token: Token = {"type": "list", "children": [], "tight": True, "bullet": marker[-1], "attrs": attrs}
    if start != 1:
        attrs["start"] = start
    state.cursor = found.end() + 1
    rules = block.list_rules
    if depth >= block.max_nested_level - 1:
        rules = [rule for rule in rules if rule not in _CONTAINERS]
    following: _Marker | None = _Marker(len(spaces) + len(marker), marker[-1], text)
    item = _Item("")
    while following:
        item = _item(block, following, state)
        _append(block, item, token, state, rules)
        following = item.following
    if token["tight"]:
        _tighten(token)
    if item.end:
        state.tokens.insert(item.index, token)
        return item.end
    state.tokens.append(token)
    return state.cursor


def _append(block: BlockParser, item: _Item, token: Token, state: BlockState, rules: list[str]) -> None:
    text = strip_end(item.text)
    children: list[Token]
    # Nothing but a paragraph begins with a letter and ends on the same line.
    if text[:1].isalpha() and text.find("\n") == len(text) - 1:
        children = [{"type": "paragraph", "text": text}]
    else:
        child = state.child_state(text)
        block.parse(child, rules)
        children = child.tokens
    if item.loose or _is_loose(children):
        token["tight"] = False
    token["children"].append({"type": "list_item", "children": children})


def _item(block: BlockParser, marker: _Marker, state: BlockState) -> _Item:
    """The item that begins with `marker`; the cursor stands behind its first line and is moved behind it."""
    first, width = _first_line(marker)
    src = state.src
    pieces = [first]
    blank = False
    while state.cursor < state.cursor_max:
        at = state.cursor
        line = src[at : state.find_line_end_at(at)]
        text = line.lstrip(" \t")
        if text == "\n" or text.strip("\v\f \t") == "\n":
            pieces.append("\n")
            blank = True
            state.cursor = at + len(line)
            continue
        columns = _columns(line[: len(line) - len(text)])
        if columns >= width:
            if blank and not first and not "".join(pieces).strip():
                break  # An item can begin with one blank line at most.
            pieces.append(" " * (columns - width) + text)
            blank = False
            state.cursor = at + len(line)
            continue
        if text[0] in _BEGINS or text[0].isdigit():
            ending = _ending(block, marker, state, " " * columns + text)
            if isinstance(ending, _Marker):
                state.cursor = at + len(line)
                return _Item("".join(pieces), ending, loose=blank)
            if ending is not None:
                if ending.lastgroup == "list":
                    break
                index = len(state.tokens)
                end = block.parse_method(ending, state)
                if end:
                    return _Item("".join(pieces), end=end, index=index)
        if blank:
            break
        pieces.append(" " * columns + text)
        state.cursor = at + len(line)
    return _Item("".join(pieces))


def _first_line(marker: _Marker) -> tuple[str, int]:
    """The text beside the marker, and the column in which all that belongs to the item begins."""
    if not marker.text.strip():
        return "", marker.width + 1
    text = marker.text.lstrip(" \t")
    spaces = _columns(marker.text[: len(marker.text) - len(text)], marker.width)
    # Five spaces and more belong to the text.
    own = 1 if spaces > _TAB else spaces
    return " " * (spaces - own) + text + "\n", marker.width + own


def _columns(space: str, start: int = 0) -> int:
    """How many columns white space takes that begins in column `start`."""
    if "\t" not in space:
        return len(space)
    return len((" " * start + space).expandtabs(_TAB)) - start


def _ending(block: BlockParser, marker: _Marker, state: BlockState, line: str) -> _Marker | re.Match[str] | None:
    """What begins at the cursor instead of more of the item: the next one, or a block. `line` is without tabs."""
    width = min(marker.width, _WIDEST)
    other = _breaks(block, width).match(state.src, state.cursor)
    if other and other.lastgroup == "thematic_break":
        return other
    found = _next_item(marker.bullet, width).match(line)
    if found is None:
        return other
    return _Marker(len(found[1]) + len(found[2]), found[2][-1], found[3])


@lru_cache(maxsize=16)
def _breaks(block: BlockParser, width: int) -> re.Pattern[str]:
    """What ends an item whose text begins behind column `width`."""
    relaxed = ((name, block.specification[name].replace(" {0,3}", f" {{0,{width}}}", 1)) for name in _BREAKS)
    return re.compile("|".join(rf"(?P<{name}>(?<=\n){rule})" for name, rule in relaxed), re.MULTILINE)


@lru_cache(maxsize=16)
def _next_item(bullet: str, width: int) -> re.Pattern[str]:
    return re.compile(rf"^( {{0,{width}}})({_BULLETS[bullet]})([ \t]*|[ \t][^\n]+)$")


def _tighten(token: Token) -> None:
    for item in token["children"]:
        for child in item["children"]:
            if child["type"] == "paragraph":
                child["type"] = "block_text"


def _is_loose(tokens: list[Token]) -> bool:
    """Whether a blank line or two paragraphs stand in an item."""
    if len(tokens) == 1:
        return bool(tokens[0]["type"] == "blank_line")
    kinds = [each["type"] for each in tokens]
    return "blank_line" in kinds or kinds.count("paragraph") > 1
