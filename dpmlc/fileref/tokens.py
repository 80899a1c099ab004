"""Prompt text -> typed text and file tokens, as FILEREF 16.2 orders it, in one pass of linear cost.

The published expression looks for a `>` from every token start anew; here the next `>` is remembered, and where there
is none the search is over.
"""

import re
from collections.abc import Container

from dpmlc.text.frozen import frozen

START = "<@file:"
_ID = re.compile(r"[a-zA-Z0-9_-]+")


@frozen
class Text:
    """What somebody typed, with escapes resolved. Never empty where `parse` made it."""

    text: str


@frozen
class FileToken:
    """A picked file: the id of its entry in `file_references` and the path that was shown."""

    ref_id: str
    display_path: str


Part = Text | FileToken


@frozen
class Raw:
    """A token as it stands in an undecoded prompt: code points `start` up to `end`."""

    token: FileToken
    start: int
    end: int


def parse(prompt: str, known: Container[str]) -> tuple[Part, ...]:
    r"""The parts of `prompt`; neighbouring text is joined.

    A token whose id is not in `known` stays text, whole and with its escapes as they are; all other text is unescaped.
    Source: FILEREF 16.2.2. Example: parse(r"\<@ <@file:r|a>", {"r"}) -> (Text("<@ "), FileToken("r", "a"))
    """
    parts: list[Part] = []
    typed: list[str] = []
    at = 0
    for raw in raw_tokens(prompt):
        typed.append(unescape(prompt[at : raw.start]))
        at = raw.end
        if raw.token.ref_id not in known:
            typed.append(prompt[raw.start : raw.end])
            continue
        parts += [*_text(typed), raw.token]
        typed = []
    typed.append(unescape(prompt[at:]))
    return (*parts, *_text(typed))


def raw_tokens(prompt: str) -> list[Raw]:
    """Everything in `prompt` that has the form of a token and no backslash before it, whatever its id.

    The same as the published expression `(?<!\\\\)<@file:([a-zA-Z0-9_-]+)\\|([^>]+)>` finds.
    """
    found: list[Raw] = []
    start, close = prompt.find(START), -1
    while start >= 0:
        raw = None if start and prompt[start - 1] == "\\" else _id_at(prompt, start)
        if raw is not None:
            ref_id, path_start = raw
            if close < path_start:
                close = prompt.find(">", path_start)
            if close < 0:
                break
            if close > path_start:
                found.append(Raw(FileToken(ref_id, prompt[path_start:close]), start, close + 1))
                start = prompt.find(START, close + 1)
                continue
        start = prompt.find(START, start + 1)
    return found


def escape(text: str) -> str:
    r"""`text` so that no part of it is a token: `\` becomes `\\`, `<@` becomes `\<@` (FILEREF 16.2.2)."""
    return text.replace("\\", "\\\\").replace("<@", "\\<@")


def unescape(text: str) -> str:
    r"""`text` with `\\` as `\`, then `\<@` as `<@`: two replacements one after the other, as FILEREF says.

    For every text, unescape(escape(text)) == text.
    """
    return text.replace("\\\\", "\\").replace("\\<@", "<@")


def is_ref_id(text: str) -> bool:
    """Whether `text` can be the id of a token."""
    return _ID.fullmatch(text) is not None


def _id_at(prompt: str, start: int) -> tuple[str, int] | None:
    """The id of a token that starts at `start`, and where its path begins."""
    found = _ID.match(prompt, start + len(START))
    if found is None or prompt[found.end() : found.end() + 1] != "|":
        return None
    return found[0], found.end() + 1


def _text(typed: list[str]) -> list[Part]:
    joined = "".join(typed)
    return [Text(joined)] if joined else []
