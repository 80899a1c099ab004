"""Notes and warnings in a box, in the ways that authors know, for mistune.

`> [!NOTE]` (GitHub), `!!! note "Title"` and `??? note` with an indented body (MkDocs), `:::{note} Title` and
```` ```{note} ```` (MyST), `::: tip Title` (VitePress). A word that names no kind makes none of them.
"""

import re
from typing import Any

from mistune import BlockParser
from mistune.core import BlockState

KINDS = {
    "note": "note", "seealso": "note", "abstract": "note", "summary": "note", "quote": "note", "admonition": "note",
    "info": "note", "todo": "note", "tip": "tip", "hint": "tip", "success": "tip", "example": "tip",
    "important": "important", "question": "important", "warning": "warning", "attention": "warning",
    "caution": "caution", "danger": "danger", "error": "danger", "failure": "danger", "bug": "danger",
    "details": "details",
}  # fmt: skip
"""Each word that begins an admonition, and the class of its box: note, tip, important, warning, caution, danger."""

INDENTED = r"^ {0,3}(?P<box_mark>!!!|\?\?\?\+?)[ \t]+(?P<box_kind>[A-Za-z]+)(?P<box_title>[ \t]+[^\n]*|[ \t]*)(?:\n|\Z)"
FENCED = (
    r"^ {0,3}(?P<colons>:{3,})[ \t]*(?P<colon_kind>\{[A-Za-z]+\}|[A-Za-z]+)"
    r"(?P<colon_title>[ \t]+[^\n]*|[ \t]*)(?:\n|\Z)"
)
_BODY = re.compile(r"(?:(?:[ \t]*\n)*(?: {4}|\t)[^\n]*[^\s][^\n]*(?:\n|\Z))+")
_INDENT = re.compile(r"^(?: {1,4}|\t)", re.MULTILINE)
_DIRECTIVE = re.compile(r"\{([A-Za-z]+)\}[ \t]*(.*)", re.DOTALL)
_ALERT = re.compile(r"[ \t]*\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|\Z)")
_QUOTED = re.compile(r"\"(.*)\"")
_CONTAINERS = frozenset({"block_quote", "list", "indented_box", "fenced_box"})


def parse_indented(block: BlockParser, found: re.Match[str], state: BlockState) -> int | None:
    """`!!! kind "title"` and the lines below it that are indented by four."""
    kind = found["box_kind"].lower()
    if kind not in KINDS:
        return None
    body = _BODY.match(state.src, found.end())
    title = found["box_title"].strip()
    quoted = _QUOTED.fullmatch(title)
    folded = {"???": "closed", "???+": "open"}.get(found["box_mark"], "")
    text = _INDENT.sub("", body[0]) if body else ""
    state.append_token(_box(kind, quoted[1] if quoted else title, _parsed(block, text, state), folded))
    return body.end() if body else found.end()


def parse_fenced(block: BlockParser, found: re.Match[str], state: BlockState) -> int | None:
    """`:::{kind} title` up to a line of as many colons, or to the end of what it stands in."""
    kind = found["colon_kind"].strip("{}").lower()
    if kind not in KINDS:
        return None
    closing = re.compile(rf"^ {{0,3}}:{{{len(found['colons'])},}}[ \t]*$", re.MULTILINE).search(state.src, found.end())
    stop = closing.start() if closing else state.cursor_max
    text = state.src[found.end() : stop]
    state.append_token(_box(kind, found["colon_title"].strip(), _parsed(block, text, state)))
    return min(closing.end() + 1, state.cursor_max) if closing else state.cursor_max


def arrange(block: BlockParser, tokens: list[dict[str, Any]], state: BlockState) -> None:
    """Make boxes of the block quotes and the fences among block tokens that are meant so."""
    for token in tokens:
        match token["type"]:
            case "block_quote":
                _alert(token)
            case "block_code" if token.get("attrs") and token["attrs"]["info"].startswith("{"):
                _directive(block, token, state)
        if "children" in token:
            arrange(block, token["children"], state)


def _alert(token: dict[str, Any]) -> None:
    first = token["children"][0] if token["children"] else None
    if first is None or first["type"] != "paragraph":
        return
    found = _ALERT.match(first["text"])
    if not found or found[1].lower() not in KINDS:
        return
    rest = first["text"][found.end() :]
    children = (
        token["children"][1:] if not rest.strip() else [{"type": "paragraph", "text": rest}, *token["children"][1:]]
    )
    token.update(_box(found[1].lower(), found[2].strip(), children))


def _directive(block: BlockParser, token: dict[str, Any], state: BlockState) -> None:
    found = _DIRECTIVE.fullmatch(token["attrs"]["info"])
    if not found or found[1].lower() not in KINDS:
        return
    text = token.pop("raw")
    token.update(_box(found[1].lower(), found[2].strip(), _parsed(block, text, state)))


def _box(kind: str, title: str, children: list[dict[str, Any]], folded: str = "") -> dict[str, Any]:
    head = [{"type": "box_title", "text": title}] if title else [{"type": "box_name", "attrs": {"kind": kind}}]
    if KINDS[kind] == "details":
        folded = folded or "closed"
    return {"type": "box", "children": [*head, *children], "attrs": {"kind": kind, "folded": folded}}


def _parsed(block: BlockParser, text: str, state: BlockState) -> list[dict[str, Any]]:
    child = state.child_state(text if text.endswith("\n") or not text else text + "\n")
    rules = block.list_rules
    if state.depth() >= block.max_nested_level - 1:
        rules = [rule for rule in rules if rule not in _CONTAINERS]
    block.parse(child, rules)
    return child.tokens
