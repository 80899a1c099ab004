"""Formulas, `$…$` and `$$…$$`, for mistune: their text reaches the reader untouched, nothing inside is Markdown."""

import re

from mistune import BlockParser, InlineParser
from mistune.core import BlockState, InlineState

BLOCK = r"^ {0,3}\$\$(?P<formula_text>[^\n]*)(?:\n|\Z)"
INLINE = r"\$\$(?P<display>(?:[^$\\\n]|\\[^\n])+)\$\$|\$(?![\s$])(?P<within>(?:[^$\\\n]|\\[^\n])+)(?<!\s)\$(?!\d)"
_CLOSING_OR_BLANK = re.compile(r"^([^\n]*)\$\$[ \t]*$|^[ \t]*$", re.MULTILINE)


def parse_block_formula(block: BlockParser, found: re.Match[str], state: BlockState) -> int | None:
    """`$$` at the start of a line, up to one at the end of a line of the same paragraph."""
    first = found["formula_text"].rstrip()
    if first.endswith("$$") and "$$" not in first[:-2]:
        state.append_token({"type": "block_formula", "raw": first[:-2].strip()})
        return found.end()
    source, hopeless = state.env.get("no_formula", ("", 0))
    if "$$" in first or (source is state.src and found.end() <= hopeless):
        return None
    closing = _CLOSING_OR_BLANK.search(state.src, found.end())
    if closing is None or closing[1] is None:
        state.env["no_formula"] = state.src, closing.start() if closing else state.cursor_max
        return None
    lines = [first, state.src[found.end() : closing.end(1)]]
    state.append_token({"type": "block_formula", "raw": "\n".join(lines).strip("\n")})
    return min(closing.end() + 1, state.cursor_max)


def parse_formula(inline: InlineParser, found: re.Match[str], state: InlineState) -> int:
    """A formula in a line. As with Pandoc no space stands inside its dollars and no digit behind the last."""
    text = found["display"]
    kind = "formula" if text is None else "display_formula"
    state.append_token({"type": kind, "raw": found["within"] if text is None else text})
    return found.end()
