"""Typed text and picked files -> a prompt; no text that is typed can become a token here."""

from collections.abc import Iterable

from dpmlc.fileref.faults import display_path, reference_id, space_before_token
from dpmlc.fileref.tokens import FileToken, Part, Text, escape, is_ref_id
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Composed:
    """A prompt ready to send, and what was changed or refused on the way; spans are places in the prompt."""

    prompt: str
    diagnostics: tuple[Diagnostic, ...] = ()


def compose(parts: Iterable[Part], path: str = "prompt") -> Composed:
    """The prompt of `parts`; `path` is what diagnostics call it.

    Neighbouring texts are joined before they are escaped, so that `<` and `@file:` from two hands make no token. A
    picked file that no token can hold becomes its display path as text, with an error. Where typed text ends in a
    backslash right before a token, the published expression would miss the token: one space goes between, reported.
    """
    prompt = _Prompt(path)
    for part in parts:
        if isinstance(part, Text):
            prompt.typed.append(part.text)
        else:
            prompt.pick(part)
    prompt.settle()
    return Composed("".join(prompt.pieces), tuple(prompt.faults))


class _Prompt:
    """The prompt so far: settled `pieces`, and text `typed` since the last token, not escaped yet."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.pieces: list[str] = []
        self.typed: list[str] = []
        self.faults: list[Diagnostic] = []
        self._size = 0

    def pick(self, token: FileToken) -> None:
        """Put a token, or, where none can be, its path as text."""
        fault = _refused(token, Span(self.path, self._size, self._size))
        if fault is not None:
            self.faults.append(fault)
            self.typed.append(token.display_path)
            return
        self.settle()
        if self.pieces and self.pieces[-1].endswith("\\"):
            self.faults.append(space_before_token(Span(self.path, self._size, self._size)))
            self._put(" ")
        self._put(f"<@file:{token.ref_id}|{token.display_path}>")

    def settle(self) -> None:
        """Escape what was typed, joined: only so are marks seen that two pieces make together."""
        self._put(escape("".join(self.typed)))
        self.typed = []

    def _put(self, piece: str) -> None:
        if piece:
            self.pieces.append(piece)
            self._size += len(piece)


def _refused(token: FileToken, place: Span) -> Diagnostic | None:
    if not is_ref_id(token.ref_id):
        return reference_id(place, token.ref_id)
    if not token.display_path or ">" in token.display_path:
        return display_path(place, token.display_path)
    return None
