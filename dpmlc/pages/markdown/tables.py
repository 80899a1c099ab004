"""Tables as GitHub reads them (GFM 4.10), for mistune: rows may be short or long, and no cell is lost.

In place of mistune's plugin, which refuses a table when one row has a cell too few, and then looks at its rows again.
"""

import re
from typing import Any

from mistune import BlockParser
from mistune.core import BlockState

_DELIMITER = r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*"
PATTERN = rf"^ {{0,3}}(?=[^\n]*\|)(?P<table_head>\S[^\n]*)\n(?P<table_aligns>{_DELIMITER})(?:\n|\Z)"
_CELL = re.compile(r"[^|\\]*+(?>(?:\\.[^|\\]*+)*)\\?", re.DOTALL)
_END = re.compile(r"[ \t]*\n|[ \t]*>| {0,3}(?:#{1,6}[ \t]|`{3}|~{3}|(?:[-*+]|\d{1,9}[.)])[ \t])")
_ALIGNS = {(True, True): "center", (True, False): "left", (False, True): "right"}


def parse_table(block: BlockParser, found: re.Match[str], state: BlockState) -> int | None:
    """The rule for mistune; not a table where the head has other cells than the line below it."""
    head = cells(found["table_head"])
    aligns = [_align(cell) for cell in cells(found["table_aligns"])]
    if len(head) != len(aligns):
        return None
    at = found.end()
    rows: list[dict[str, Any]] = []
    while at < state.cursor_max:
        line = state.get_line(at)
        if _END.match(line):
            break
        rows.append({"type": "table_row", "children": _row(cells(line), aligns, head=False)})
        at += len(line)
    made = [{"type": "table_head", "children": _row(head, aligns, head=True)}]
    if rows:
        made.append({"type": "table_body", "children": rows})
    state.append_token({"type": "table", "children": made})
    return at


def cells(line: str) -> list[str]:
    """Cells of a row, outer pipes left out. A pipe behind a backslash does not divide, in code neither."""
    line = line.strip(" \t\n")
    at = 1 if line.startswith("|") else 0
    if "\\" not in line:
        divided = line[at:].split("|")
        if len(divided) > 1 and not divided[-1]:
            divided.pop()
        return [each.strip(" \t") for each in divided]
    found: list[str] = []
    while at <= len(line):
        cell = _CELL.match(line, at)
        end = cell.end() if cell else at
        found.append(line[at:end].strip(" \t").replace("\\|", "|"))
        at = end + 1
        if at == len(line):
            break
    return found


def _row(texts: list[str], aligns: list[str | None], *, head: bool) -> list[dict[str, Any]]:
    width = len(aligns)
    if len(texts) > width:
        texts = [*texts[: width - 1], " | ".join(texts[width - 1 :])]
    row: list[dict[str, Any]] = [
        {"type": "table_cell", "text": text, "attrs": {"align": align, "head": head}}
        for text, align in zip(texts, aligns, strict=False)
    ]
    if len(texts) < width:
        # One cell for all that are missing: a wide head must not make each short row a long one.
        row.append(
            {"type": "table_cell", "text": "", "attrs": {"align": None, "head": head, "span": width - len(texts)}}
        )
    return row


def _align(cell: str) -> str | None:
    return _ALIGNS.get((cell.startswith(":"), cell.endswith(":")))
