"""Offsets in the files of a package -> lines and columns; a resource is read only where an offset asks for it."""

from dpmlc.index.index import Index
from dpmlc.text.decode import decode
from dpmlc.text.files import Files, Refusal
from dpmlc.text.source import Lines, Position, Source, lines
from dpmlc.text.span import Span

_FIRST = Position(1, 1)
# What stands in a prompt was read within the limits already.
_ANY_SIZE = 1 << 62


class Texts:
    """The line starts of documents and resources, each counted once."""

    def __init__(self, index: Index, files: Files) -> None:
        self._index = index
        self._files = files
        self._lines: dict[tuple[str, str], Lines] = {}

    def starts(self, path: str, encoding: str = "") -> tuple[int, ...]:
        """Offsets of the line starts of `path`, whose bytes are `encoding` ("" is UTF-8)."""
        return self._of(path, encoding).starts

    def start(self, span: Span) -> Position:
        """Line and column of the start of `span`."""
        return self._of(span.path, "").position(span.start) if span.start else _FIRST

    def _of(self, path: str, encoding: str) -> Lines:
        known = self._lines.get((path, encoding))
        if known is None:
            known = self._lines[(path, encoding)] = lines(self._text(path, encoding))
        return known

    def _text(self, path: str, encoding: str) -> str:
        scan = self._index.documents.get(path)
        if scan is not None:
            return scan.text
        content = self._files.read(path, _ANY_SIZE)
        if isinstance(content, Refusal):
            return ""
        return _decoded(path, content, encoding)


def _decoded(path: str, content: bytes, encoding: str) -> str:
    if encoding:
        try:
            content = content.decode(encoding).encode()
        except (LookupError, ValueError):
            return ""
    source = decode(path, content)
    return source.text if isinstance(source, Source) else ""
