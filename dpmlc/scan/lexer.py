"""The text of one document -> its tags, comments and opaque regions in text order (SPEC 1.3 to 1.6).

One expression stops at the few characters that can begin something; whichever region starts first wins.
"""

import re
from sys import intern

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_regions as faults
from dpmlc.scan.code import Paragraphs
from dpmlc.scan.fences import Closed, Fences, Opening
from dpmlc.scan.html import is_html
from dpmlc.scan.tags import INSIDE, NAME, Tag, faulty_tag
from dpmlc.scan.tree import Opaque
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_START = re.compile(rf"[<`~\\](?:(?<=<)(?:{INSIDE}|!--|/?+[A-Za-z])|(?<=`)`*+|(?<=~)~~++|(?<=\\)[!-/:-@\[-`{{-~])")
_PREFIX = re.compile(r"[ \t]*+(?>(?:(?:>|(?:[-+*]|\d{1,9}+[.)])[ \t])[ \t]*+)*)")
_FENCE_LINE = re.compile(r"\n((?>(?:[ \t]|>|[-+*][ \t]|\d{1,9}+[.)][ \t])*))(?:(`{3,}+)(?![^\n]*`)|(~{3,}+))[^\n]*+")
_QUOTED_TAG = re.compile(rf"`++[^\S\n]*+</({NAME}(?>(?::{NAME})?))\s*+>[^\S\n]*+`++")
_LONGEST_PREFIX = 1000
_PATIENCE = 8
"""So many comments may turn out to end inside a fence before fences in comments are no longer looked for."""


@frozen
class Lexed:
    """What stands in a text, each in text order. `tags` hold no HTML, but closing tags in backticks (`quoted`)."""

    tags: tuple[Tag, ...]
    comments: tuple[tuple[int, int], ...]
    opaque: tuple[Opaque, ...]
    html: tuple[Tag, ...]
    diagnostics: tuple[Diagnostic, ...]


def lex(source: Source, start: int, claimed: frozenset[str]) -> Lexed:
    """Everything behind `start`. `claimed`: HTML names that count as elements."""
    lexer = _Lexer(source, start, claimed)
    lexer.run()
    return Lexed(
        tuple(lexer.tags), tuple(lexer.comments), tuple(lexer.opaque), tuple(lexer.html), tuple(lexer.diagnostics)
    )


class _Lexer:
    """The state of one walk through a text.

    `_line` is where the part of the current line begins that may still be a block's prefix, `_prefix` what counts as
    prefix before it (comments left out), None where something else stood on the line already.
    """

    __slots__ = (
        "_claimed", "_comment_failures", "_comments_end", "_fences", "_line", "_paragraphs", "_path", "_prefix",
        "_seen", "_start", "_text", "comments", "diagnostics", "html", "opaque", "tags",
    )  # fmt: skip

    def __init__(self, source: Source, start: int, claimed: frozenset[str]) -> None:
        self._text = source.text
        self._path = source.path
        self._claimed = claimed
        self._fences = Fences(source.text)
        self._paragraphs = Paragraphs(source.text, claimed)
        self._start = start
        self._line = self._seen = start
        self._prefix: str | None = ""
        self._comments_end = True
        self._comment_failures = 0
        self.tags: list[Tag] = []
        self.comments: list[tuple[int, int]] = []
        self.opaque: list[Opaque] = []
        self.html: list[Tag] = []
        self.diagnostics: list[Diagnostic] = []

    def run(self) -> None:
        search = _START.search
        text = self._text
        found = search(text, self._start)
        while found:
            start, end = found.span()
            slash, name, empty = found.groups()
            if empty is not None:
                if empty and slash:  # `</x/>` is no tag.
                    at = start + 1
                else:
                    self._tag(Tag(start, end, intern(name), "close" if slash else "empty" if empty else "open"))
                    at = end
            elif text[start] == "<":
                at = self._angle(start, end)
            elif text[start] == "`":
                at = self._backticks(start, end)
            else:
                at = (text[start] == "~" and self._fence(start, end)) or end
            found = search(text, at)

    def _tag(self, tag: Tag) -> None:
        (self.html if is_html(tag.name, self._claimed) else self.tags).append(tag)

    def _angle(self, start: int, end: int) -> int:
        if self._text[end - 1] == "-":
            return self._comment(start)
        tag = faulty_tag(self._text, start)
        if not tag:
            return end
        self._tag(tag)
        return start + 1 if tag.shape == "cut" else tag.end

    def _backticks(self, start: int, end: int) -> int:
        if end - start >= 3:
            fence_end = self._fence(start, end)
            if fence_end:
                return fence_end
        code_end = self._paragraphs.code_end(start, end)
        if code_end < 0:
            return end
        self.opaque.append(Opaque("code", start, code_end))
        quoted = _QUOTED_TAG.fullmatch(self._text, start, code_end)
        if quoted:
            self.tags.append(Tag(start, code_end, quoted[1], "quoted"))
        return code_end

    def _fence(self, start: int, end: int) -> int:
        """Behind the fence that opens here, or behind the line of one that nothing closes; 0 if none can open here."""
        prefix = self._prefix_before(start)
        if prefix is None:
            return 0
        self._prefix = None
        line_end = _line_end(self._text, end)
        info = self._text[end:line_end].strip()
        if self._text[start] == "`" and "`" in info:
            return 0
        opening = _opening(prefix, start, end)
        closed = self._fences.close(opening)
        if not closed:
            self._note_unclosed(opening)
            return line_end
        self._note_fence(start, end, closed, info)
        return closed.end

    def _note_unclosed(self, opening: Opening) -> None:
        span = Span(self._path, opening.start, opening.end)
        behind = self._fences.spoilt(opening)
        place = Span(self._path, *behind) if behind else None
        self.diagnostics.append(faults.unclosed_code_fence(span, self._text[opening.start : opening.end], place))

    def _note_fence(self, start: int, end: int, closed: Closed, info: str) -> None:
        self.opaque.append(Opaque("fence", start, closed.end, info))
        if closed.ambiguous:
            mark = Span(self._path, start, end)
            self.diagnostics.append(faults.ambiguous_code_fence(mark, Span(self._path, closed.end - 3, closed.end)))

    def _comment(self, start: int) -> int:
        if not self._comments_end:
            return start + 4
        end = self._end_of_comment(start)
        if end < 0:
            self._comments_end = False
            self.diagnostics.append(faults.unclosed_comment(Span(self._path, start, start + 4)))
            return start + 4
        prefix = self._prefix_before(start)
        several_lines = self._text.find("\n", start, end) >= 0
        self._prefix = "" if several_lines else prefix
        self._line = self._seen = end
        self.comments.append((start, end))
        self.opaque.append(Opaque("comment", start, end))
        return end

    def _end_of_comment(self, start: int) -> int:
        """Behind the `-->` that ends the comment, or -1. One inside a fence does not, unless no other follows."""
        first = end = self._text.find("-->", start + 2)
        at = start
        while end >= 0 and self._comment_failures < _PATIENCE:
            fence = _FENCE_LINE.search(self._text, at, end)
            if not fence or fence.end() == end:
                return end + 3
            closed = self._fences.close(_opening(fence[1], *fence.span(3 if fence[2] is None else 2)))
            at = closed.end if closed else fence.end()
            if at > end:
                end = self._text.find("-->", at)
        if first < 0:
            return -1
        self._comment_failures += 1
        return first + 3

    def _prefix_before(self, start: int) -> str | None:
        """What stands before `start` on its line if it is only indentation, list and quote marks, else None."""
        newline = self._text.rfind("\n", self._seen, start)
        if newline >= 0:
            self._line, self._prefix = newline + 1, ""
        self._seen = start
        if self._prefix is None or start - self._line > _LONGEST_PREFIX:
            return None
        prefix = self._prefix + self._text[self._line : start]
        return prefix if len(prefix) <= _LONGEST_PREFIX and _PREFIX.fullmatch(prefix) else None


def _opening(prefix: str, start: int, end: int) -> Opening:
    if not prefix.strip(" "):
        return Opening(start, end, len(prefix), 0)
    inside = prefix.rpartition(">")[2]
    return Opening(start, end, len(inside.expandtabs(4)), prefix.count(">"))


def _line_end(text: str, at: int) -> int:
    newline = text.find("\n", at)
    return len(text) if newline < 0 else newline
