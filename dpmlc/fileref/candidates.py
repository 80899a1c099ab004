"""A search's result -> the candidates of FILEREF 16.1.2: times as text, ranges in UTF-16 units, MIME types."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from dpmlc.fileref.answers import Candidate, Candidates, Range
from dpmlc.fileref.messages import Search
from dpmlc.fileref.search import Found, Hit

_START = datetime(1970, 1, 1, tzinfo=UTC)
MediaType = Callable[[str], str | None]


def answer(search: Search, found: Found, media_type: MediaType) -> Candidates:
    """The answer to `search`; `media_type` tells the type of a path, or None."""
    hits = tuple(candidate(hit, media_type) for hit in found.hits)
    return Candidates(search.message_id, search.query_id, hits, found.total)


def candidate(hit: Hit, media_type: MediaType) -> Candidate:
    """One hit."""
    file = hit.file
    return Candidate(
        path=file.path,
        name=file.name,
        directory=file.folder,
        extension=file.extension,
        mime_type=media_type(file.path) or "",
        size_bytes=file.size,
        modified_at=_time(file.modified),
        match_score=hit.score,
        match_ranges=tuple(Range(_units(file.name, start), _units(file.name, end)) for start, end in hit.ranges),
    )


def _units(name: str, at: int) -> int:
    """UTF-16 units before code point `at`."""
    return at if name.isascii() else at + sum(each > "\uffff" for each in name[:at])


def _time(modified: int) -> str:
    """ISO 8601 in UTC, to the millisecond; a time that no calendar holds is the nearest that one does."""
    milliseconds = max(0, min(modified // 1_000_000, 253_402_300_799_999))
    return (_START + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
