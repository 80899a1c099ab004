"""Inline tokens with runs of `*` and `_` -> tokens with emphasis, as CommonMark pairs them, in linear time.

In place of mistune's own pairing, for two reasons: beside Chinese, Japanese and Korean a run may open or close next
to punctuation (`中文**（注）**中文`, `**注意：**正文`), where CommonMark asks for a space that these scripts do not
write; and mistune looks back over all runs for each one that finds no partner.
"""

import re
from collections.abc import Sequence
from typing import Any

from dpmlc.pages.markdown.characters import is_east_asian, is_punctuation

Token = dict[str, Any]
_OBJECT = "\ufffc"
_RUN = re.compile(r"\*+|_+")


class _Run:
    """A run of one mark: what is left of it, what it may do, and the elements that end and begin at it."""

    __slots__ = ("begun", "closes", "ended", "left", "mark", "opens", "order", "total")

    def __init__(self, mark: str, total: int, order: int, before: str, after: str) -> None:
        self.mark = mark
        self.left = self.total = total
        self.order = order
        self.opens, self.closes = _roles(mark, before, after)
        self.begun: list[str] = []
        self.ended = 0


def emphasized(text: str, depth: int) -> list[Token]:
    """The tokens of a text in which nothing but marks of emphasis can begin anything; `depth` as below."""
    if "*" not in text and "_" not in text:
        return [{"type": "text", "raw": text}]
    return _strong(text) or with_emphasis([{"type": "text", "raw": text}], depth)


def _strong(text: str) -> list[Token]:
    """The tokens of a text whose only marks stand in twos around words, as nearly all do; [] for any other."""
    parts = text.split("**")
    if len(parts) % 2 == 0 or "***" in text or "_" in text or text.count("*") > 2 * (len(parts) - 1):
        return []
    tokens: list[Token] = []
    for number, part in enumerate(parts):
        if number % 2:
            if not (part[:1].isalnum() and part[-1:].isalnum()):
                return []
            tokens.append({"type": "strong", "children": [{"type": "text", "raw": part}]})
        elif part:
            tokens.append({"type": "text", "raw": part})
    return tokens


def with_emphasis(tokens: list[Token], depth: int) -> list[Token]:
    """`tokens` with `emphasis` and `strong` elements, `depth` deep at most; marks beyond that stay text."""
    if depth <= 0 or not any(_is_open(token) and ("*" in token["raw"] or "_" in token["raw"]) for token in tokens):
        return tokens
    parts, runs = _split(tokens)
    _pair(runs)
    return _tree(parts, depth)


def _is_open(token: Token) -> bool:
    return bool(token["type"] == "text" and token.get("_emphasis", True))


def _split(tokens: Sequence[Token]) -> tuple[list[Token | _Run], list[_Run]]:
    """Tokens and runs in order."""
    parts: list[Token | _Run] = []
    runs: list[_Run] = []
    before = "\n"
    for index, token in enumerate(tokens):
        if not _is_open(token):
            parts.append(token)
            before = _edge(token, -1) or before
            continue
        raw, at = token["raw"], 0
        for found in _RUN.finditer(raw):
            start, end = found.span()
            if start > at:
                parts.append({"type": "text", "raw": raw[at:start]})
            after = raw[end] if end < len(raw) else _following(tokens, index + 1)
            runs.append(_Run(raw[start], end - start, len(runs), raw[start - 1] if start else before, after))
            parts.append(runs[-1])
            at = end
        if at < len(raw):
            parts.append({"type": "text", "raw": raw[at:]} if at else token)
        before = raw[-1:] or before
    return parts, runs


def _edge(token: Token, end: int) -> str:
    """First (0) or last (-1) character of a token as its neighbours see it."""
    match token["type"]:
        case "text":
            return str(token["raw"])[-1:] if end else str(token["raw"])[:1]
        case "softbreak" | "linebreak" | "join":
            return "\n"
        case _:
            return _OBJECT


def _following(tokens: Sequence[Token], index: int) -> str:
    while index < len(tokens):
        edge = _edge(tokens[index], 0)
        if edge:
            return edge
        index += 1
    return "\n"


def _roles(mark: str, before: str, after: str) -> tuple[bool, bool]:
    """Whether a run between the two characters may open and may close emphasis."""
    left, right = _flanks(after, before), _flanks(before, after)
    if mark == "*":
        return left, right
    return left and (not right or is_punctuation(before)), right and (not left or is_punctuation(after))


def _flanks(beside: str, beyond: str) -> bool:
    """Whether a run flanks what `beside` belongs to; `beyond` is the character on the other side of the run."""
    if not is_punctuation(beside):
        return not beside.isspace()
    return beyond.isspace() or is_punctuation(beyond) or is_east_asian(beside) or is_east_asian(beyond)


def _pair(runs: Sequence[_Run]) -> None:
    """Let each run that may close find the nearest one that may open; what lies between loses its chance."""
    open_runs: list[_Run] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for run in runs:
        while run.closes and run.left:
            key = (run.mark, run.opens, run.total % 3)
            at = _opener(open_runs, run, bottoms.get(key, -1))
            if at < 0:
                bottoms[key] = run.order - 1
                break
            del open_runs[at + 1 :]
            opener = open_runs[at]
            use = 2 if opener.left >= 2 and run.left >= 2 else 1
            opener.left -= use
            run.left -= use
            opener.begun.append("strong" if use == 2 else "emphasis")
            run.ended += 1
            if not opener.left:
                open_runs.pop()
        if run.opens and run.left:
            open_runs.append(run)


def _opener(open_runs: Sequence[_Run], closer: _Run, bottom: int) -> int:
    for at in range(len(open_runs) - 1, -1, -1):
        opener = open_runs[at]
        if opener.order <= bottom:
            return -1
        if opener.mark == closer.mark and _fit(opener, closer):
            return at
    return -1


def _fit(opener: _Run, closer: _Run) -> bool:
    """CommonMark's rule of three: keeps `*a**b*` one emphasis."""
    if not (opener.closes or closer.opens):
        return True
    return bool((opener.total + closer.total) % 3) or opener.total % 3 == 0


def _tree(parts: Sequence[Token | _Run], depth: int) -> list[Token]:
    top: list[Token] = []
    within: list[tuple[list[Token], str]] = [(top, "")]
    for part in parts:
        here = within[-1][0]
        if isinstance(part, dict):
            here.append(part)
            continue
        for _ in range(part.ended):
            shown = within.pop()[1]
            here = within[-1][0]
            if shown:
                here.append({"type": "text", "raw": shown})
        if part.left:
            here.append({"type": "text", "raw": part.mark * part.left})
        for kind in reversed(part.begun):
            if len(within) > depth:
                shown = part.mark * (2 if kind == "strong" else 1)
                here.append({"type": "text", "raw": shown})
                within.append((here, shown))
                continue
            children: list[Token] = []
            here.append({"type": kind, "children": children})
            within.append((children, ""))
            here = children
    return top
