"""The Markdown that dpmlc reads: mistune with the rules of this room, made once a process."""

import re
from collections.abc import MutableMapping
from functools import cache
from typing import Any, ClassVar

from mistune import BlockParser, InlineParser, Markdown
from mistune.core import BlockState, InlineState
from mistune.plugins.def_list import def_list
from mistune.plugins.formatting import strikethrough
from mistune.plugins.task_lists import task_lists
from mistune.util import escape_url

from dpmlc.pages.markdown import admonitions, formulas, lists, notes, tables
from dpmlc.pages.markdown.elements import KNOWN_BLOCKS, VERBATIM
from dpmlc.pages.markdown.emphasis import emphasized, with_emphasis
from dpmlc.pages.markdown.marks import FIRST_PLACE, NONCHARACTERS
from dpmlc.scan.fences import Fences, Opening
from dpmlc.text.wrapping import joined

_MARK = f"(?:[{NONCHARACTERS}][0-9]+[{NONCHARACTERS}])?"
_USER = "(?:[!-.0-;=A-Z^-~]{1,200}@)?"
_BARE = rf"(?:(?<=(?<![A-Za-z0-9])http)|(?<=(?<![A-Za-z0-9])https))://{_MARK}{_USER}[A-Za-z0-9][!#-)+-;=?-Z^_a-z~]*"
_TRAILING = "?!.,:_~'\";)"
_STRONG_MARKS = "*_~`"
_BEGINS = re.compile(r"[\n!$:<\[\\\]`~]")
"""A character that begins something within a line; marks of emphasis are paired when all else is known."""
_PLAIN_LINK = re.compile(rf"\[([^\n!$:<\[\\\]`~*_]+)\]\({FIRST_PLACE}([\w/.#-]+)\)")
"""A link as most are: nothing begins in its words, and its destination reads the same in every encoding."""


class Blocks(BlockParser):
    """Block rules. Indented text is no code (SPEC 1.3): content is indented by the depth of its tags."""

    SPECIFICATION: ClassVar[dict[str, str]] = {
        **BlockParser.SPECIFICATION,
        "fenced_code": r"^(?P<fenced_1>[ \t]*)(?P<fenced_2>`{3,}|~{3,})[ \t]*(?P<fenced_3>[^\n]*)$",
        "atx_heading": r"^[ \t]*(?P<atx_1>#{1,6})(?!#)(?P<atx_2>[ \t]*|[ \t]+[^\n]*)$",
    }

    def __init__(self) -> None:
        rules = [rule for rule in self.DEFAULT_RULES if rule != "indent_code"]
        super().__init__(block_quote_rules=list(rules), list_rules=list(rules))
        self.rules = rules

    def parse_fenced_code(self, m: re.Match[str], state: BlockState) -> int | None:
        """A fence as SPEC 1.3 reads it: three backticks nest. An unclosed one is text."""
        fences = state.env.get("fences")
        if fences is None or fences[0] is not state.src:
            fences = state.env["fences"] = state.src, Fences(state.src)
        info = m["fenced_3"]
        if "`" in info and m["fenced_2"][0] == "`":
            return None
        start = m.start("fenced_2")
        closed = fences[1].close(Opening(start, start + len(m["fenced_2"]), len(m["fenced_1"]), 0))
        if closed is None:
            return None
        body = state.src[m.end() + 1 : closed.end]
        code = body[: body.rfind("\n") + 1]
        if m["fenced_1"]:
            code = re.sub(f"^ {{1,{len(m['fenced_1'])}}}", "", code, flags=re.MULTILINE)
        state.append_token({"type": "block_code", "raw": code, "attrs": {"info": info.strip()}})
        line_end = state.src.find("\n", closed.end)
        return len(state.src) if line_end < 0 else line_end + 1

    def parse(self, state: BlockState, rules: list[str] | None = None) -> None:
        """As mistune's own, which asks all rules of each line: here a line of a paragraph is told by its begin."""
        rule = self.compile_sc(self.rules if rules is None else rules)
        src, last = state.src, state.cursor_max
        while state.cursor < last:
            at = end = state.cursor
            found = None
            while end < last:
                line_end = state.find_line_end_at(end)
                # No rule but that of a table begins with a letter, and that one has a pipe in its first line.
                if not src[end].isalpha() or src.find("|", end, line_end) >= 0:
                    found = rule.match(src, end)
                    if found:
                        break
                end = line_end
            if end > at:
                state.add_paragraph(src[at:end])
                state.cursor = end
            if found:
                after = self.parse_method(found, state)
                if not after:
                    after = state.find_line_end()
                    state.add_paragraph(state.get_text(after))
                state.cursor = after

    def parse_list(self, m: re.Match[str], state: BlockState) -> int:
        """A list."""
        return lists.parse_list(self, m, state)

    def parse_raw_html(self, m: re.Match[str], state: BlockState) -> int | None:
        """HTML at the start of a line. A tag that no page shows is text of a paragraph, in which Markdown goes on."""
        name = m[0].strip().strip("</").lower()
        if name[:1].isalpha() and name not in KNOWN_BLOCKS and name not in VERBATIM:
            return state.append_paragraph()
        return super().parse_raw_html(m, state)


class Inlines(InlineParser):
    """Inline rules."""

    def __call__(self, s: str, env: MutableMapping[str, Any]) -> list[dict[str, Any]]:
        """Text in which no rule can begin anything is read without them."""
        if _BEGINS.search(s):
            return super().__call__(s, env)
        return emphasized(s, self.max_nested_level)

    def parse_link(self, m: re.Match[str], state: InlineState) -> int | None:
        """The begin of a link; all of a plain one, if nothing around it can keep it from being a link."""
        nested = state.brackets or state.in_link or state.depth >= self.max_nested_level
        plain = None if nested else _PLAIN_LINK.match(state.src, m.start())
        if plain is None:
            return super().parse_link(m, state)
        text, place, url = plain.groups()
        children = [{"type": "text", "raw": text}]
        state.append_token({"type": "link", "children": children, "attrs": {"url": url}, "place": int(place)})
        return plain.end()

    def parse_softbreak(self, m: re.Match[str], state: InlineState) -> int:
        """A line break in the source: nothing between two Chinese or Japanese characters, else a space."""
        before = state.src[max(0, m.start() - 4) : m.start()].rstrip(_STRONG_MARKS)
        after = state.src[m.end() : m.end() + 4].lstrip(_STRONG_MARKS)
        together = before and after and joined(before[-1], after[0])
        state.append_token({"type": "join" if together else "softbreak"})
        return m.end()

    def finalize_tokens(self, tokens: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
        """Pair the marks of emphasis."""
        return with_emphasis(tokens, self.max_nested_level - depth)

    def _find_fast_text_end(self, src: str, pos: int) -> int:
        """mistune's own, which sorts these characters each time that it is asked."""
        found = _BEGINS.search(src, pos)
        if found is None:
            return len(src)
        return self._find_linebreak_start(src, pos, found.start()) if found[0] == "\n" else found.start()


class Grammar(Markdown):
    """The parser, which leaves tokens."""

    def render_state(self, state: BlockState) -> list[dict[str, Any]]:
        """The tokens of `state`, with inline tokens in place of text."""
        return self._with_inlines(state.tokens, state.env)

    def _with_inlines(self, tokens: list[dict[str, Any]], env: MutableMapping[str, Any]) -> list[dict[str, Any]]:
        for token in tokens:
            if "children" in token:
                self._with_inlines(token["children"], env)
            elif "text" in token:
                # No other white space: an em space may be meant.
                token["children"] = self.inline(token.pop("text").strip(" \r\n\t\f"), env)
        return tokens


@cache
def grammar() -> Markdown:
    """The parser. It keeps nothing of what it has read."""
    return parser(Blocks())


def parser(blocks: BlockParser) -> Markdown:
    """A parser with these block rules and all that this room adds."""
    made = Grammar(renderer=None, block=blocks, inline=Inlines(), plugins=[strikethrough, def_list])
    block, inline = made.block, made.inline
    block.register("block_formula", formulas.BLOCK, formulas.parse_block_formula, before="list")
    block.register("indented_box", admonitions.INDENTED, admonitions.parse_indented, before="list")
    block.register("fenced_box", admonitions.FENCED, admonitions.parse_fenced, before="list")
    block.register("note", notes.BLOCK, notes.parse_definition, before="ref_link")
    block.register("table", tables.PATTERN, tables.parse_table, before="ref_link")
    for rule in ("block_formula", "indented_box", "fenced_box", "table"):
        for rules in (block.list_rules, block.block_quote_rules):
            block.insert_rule(rules, rule, before="list" if rule != "table" else "ref_link")
    inline.register("formula", formulas.INLINE, formulas.parse_formula, before="codespan", start_chars="$")
    inline.register("note", notes.INLINE, notes.parse_mention, before="link", start_chars="[")
    inline.register("bare", _BARE, _parse_bare, before="link", start_chars=":")
    made.before_render_hooks.append(_arrange)
    task_lists(made)  # Behind it: it looks for tasks in all that stands in boxes by then.
    made.after_render_hooks.append(notes.footnotes)  # type: ignore[arg-type]
    return made


def _arrange(markdown: Markdown, state: BlockState) -> None:
    admonitions.arrange(markdown.block, state.tokens, state)


def _parse_bare(inline: InlineParser, found: re.Match[str], state: InlineState) -> int | None:
    """An address without brackets. The words of its scheme are text already, so they are taken back."""
    scheme = "https" if found.string.endswith("https", 0, found.start()) else "http"
    last = state.tokens[-1] if state.tokens else None
    if state.in_link or not last or last["type"] != "text" or not last["raw"].endswith(scheme):
        return None
    url = scheme + _trimmed(found[0])
    last["raw"] = last["raw"][: -len(scheme)]
    token = {"type": "link", "children": [{"type": "text", "raw": url}], "attrs": {"url": escape_url(url)}}
    state.append_token({**token, "_autolink": url, "bare": True})
    return found.start() + len(url) - len(scheme)


def _trimmed(url: str) -> str:
    """Without what rather belongs to the sentence: punctuation at the end, a bracket that closes none of its own."""
    end = len(url.rstrip(_TRAILING))
    unclosed = url.count("(", 0, end) - url.count(")", 0, end)
    while unclosed > 0 and url.startswith(")", end):
        unclosed -= 1
        end += 1
    return url[:end]
