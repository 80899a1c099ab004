"""What goes into a bundle -> the secrets and the hidden text in it (SPEC 6.6); it is never said what a secret reads."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from dpmlc.emit.faults import hidden_text, secret
from dpmlc.emit.texts import Texts
from dpmlc.link.flat import Close, Flat, Open, Piece
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.files import Files, Fingerprint, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.hidden import Hidden, hidden
from dpmlc.text.secrets import Secret, secrets
from dpmlc.text.slotted import slotted
from dpmlc.text.source import lines
from dpmlc.text.span import Span

# Bytes above which a file that is only copied is not looked through.
_LARGEST_FILE = 1 << 20
_MOST_PLACES = 20
_MOST_POINTS = 4
_LONGEST = 80
_SHORTEST_DIGEST = 8
_DIGEST = 12


@frozen
class _Origin:
    """Where a finding stands: `path` with the code points `start` to `end`, or with None what dpmlc or a handler made.

    `reference` is the one that brought it in, where there is one.
    """

    path: str | None
    start: int
    end: int
    reference: Span | None

    def span(self, entry: str) -> Span:
        """Where to report it: in the document that holds it, else at the reference, else at the start of `entry`."""
        if self.reference is not None:
            return self.reference
        return Span(entry, 0, 0) if self.path is None else Span(self.path, self.start, self.end)


def screened(flat: Flat, prompt: str, texts: Texts, allowed: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Findings in `prompt`, the text of `flat`, each at its place in a document; what a resource or a handler brings
    in stands at the reference. `allowed` are `PATH:DIGEST`.
    """
    found: list[Secret | Hidden] = [*secrets(prompt), *hidden(prompt)]
    if not found:
        return ()
    found.sort(key=lambda each: each.start)
    told: list[Diagnostic] = []
    unseen: dict[str, list[tuple[Hidden, _Origin]]] = {}
    for each, origin in zip(found, _origins(flat, found), strict=True):
        path = origin.path or flat.entry
        if isinstance(each, Hidden):
            unseen.setdefault(path, []).append((each, origin))
        elif not _is_allowed(path, each, allowed):
            span, place = origin.span(flat.entry), _place(origin, texts)
            told.append(secret(span, path, place, each.kind, each.digest[:_DIGEST]))
    for places in unseen.values():
        told += _unseen(places, flat.entry, prompt, texts)
    return tuple(told)


def read_to_screen(location: str, files: Files) -> tuple[bytes, Fingerprint | Refusal]:
    """What `screened_file` looks through, b"" of a large file, and the fingerprint of the same content."""
    content = files.read(location, _LARGEST_FILE)
    if isinstance(content, bytes):
        return content, Fingerprint(len(content), hashlib.sha256(content).hexdigest())
    return b"", files.fingerprint(location) if content.reason == "limit" else content


def screened_file(location: str, content: bytes, span: Span, allowed: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Secrets in a file that is copied as it is, at the reference `span`. Hidden text in it no prompt shows."""
    text = content.decode("latin-1")  # All shapes are ASCII; bytes of other encodings and binaries never look so.
    starts: tuple[int, ...] = ()
    told = []
    for each in secrets(text):
        if not _is_allowed(location, each, allowed):
            starts = starts or lines(text).starts
            place = f"`{location}:{bisect_right(starts, each.start)}`"
            told.append(secret(span, location, place, each.kind, each.digest[:_DIGEST]))
    return tuple(told)


def screened_tool(path: str, text: str, told: str, allowed: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Secrets in what `tools.json` tells of the tool at `path`, at their places in its `text` if they stand there."""
    found = {each.digest: each for each in secrets(told) if not _is_allowed(path, each, allowed)}
    if not found:
        return ()
    at = {each.digest: Span(path, each.start, each.end) for each in reversed(secrets(text))}
    start = Span(path, 0, 0)
    return tuple(secret(at.get(key, start), path, "", each.kind, key[:_DIGEST]) for key, each in found.items())


def _is_allowed(path: str, found: Secret, allowed: Iterable[str]) -> bool:
    for each in allowed:
        file, _, digest = each.rpartition(":")
        if file == path and len(digest) >= _SHORTEST_DIGEST and found.digest.startswith(digest.lower()):
            return True
    return False


def _place(origin: _Origin, texts: Texts) -> str:
    """Where a resource holds it, as `file:line:column` in code marks; "" where the span says so itself."""
    if origin.reference is None or origin.path is None:
        return ""
    starts = texts.starts(origin.path)
    line = bisect_right(starts, origin.start)
    return f"`{origin.path}:{line}:{origin.start - starts[line - 1] + 1}`"


def _unseen(
    places: Sequence[tuple[Hidden, _Origin]], entry: str, prompt: str, texts: Texts
) -> Iterator[Diagnostic]:
    """At most so many places of one file, the last of them with the number of those that are not told."""
    more = max(0, len(places) - _MOST_PLACES)
    for number, (each, origin) in enumerate(places[:_MOST_PLACES], start=1):
        points = _points(prompt[each.start : each.end])
        rest = more if number == _MOST_PLACES else 0
        spells = each.spells[:_LONGEST]
        yield hidden_text(origin.span(entry), _place(origin, texts), each.kind, points, spells, rest)


def _points(run: str) -> str:
    points = " ".join(f"U+{ord(each):04X}" for each in run[:_MOST_POINTS])
    return points if len(run) <= _MOST_POINTS else f"{points} … ({len(run)} characters)"


def _origins(flat: Flat, found: Sequence[Secret | Hidden]) -> list[_Origin]:
    """Where each of `found`, places in the prompt in order, came from: one walk over the rows."""
    origins: list[_Origin] = []
    opened: list[Open] = []
    at = 0
    for row in flat.rows:
        match row:
            case Open():
                opened.append(row)
            case Close():
                opened.pop()
            case Piece() if row.text:
                shown = row.shown
                inside = _Inside(row, shown, opened[-1] if opened else None)
                while len(origins) < len(found) and found[len(origins)].start < at + len(shown):
                    each = found[len(origins)]
                    origins.append(inside.origin(each.start - at, min(each.end - at, len(shown))))
                at += len(shown)
            case _:
                pass
    return origins


@slotted
class _Inside:
    """A piece, its text as it stands in the prompt, and what was opened around it. Lines are counted where needed."""

    piece: Piece
    shown: str
    around: Open | None
    _starts: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    def origin(self, start: int, end: int) -> _Origin:
        """The origin of `start` to `end` of the text as it stands in the prompt."""
        piece, around = self.piece, self.around
        data = around is not None and (piece.path is None or around.target.kind != "document")
        reference = around.bound.reference.span if around is not None and data else None
        return _Origin(piece.path, piece.start + self._offset(start), piece.start + self._offset(end), reference)

    def _offset(self, place: int) -> int:
        """The offset in the piece's own text, whose lines are not indented."""
        if not self.piece.indent:
            return place
        if self._starts is None:
            self._starts = lines(self.piece.text).starts, lines(self.shown).starts
        own, shown = self._starts
        line = bisect_right(shown, place) - 1
        indent = len(self.piece.indent) if line else 0
        return own[line] + max(0, place - shown[line] - indent)
