"""What the client sends: `session.file.candidates` (FILEREF 16.1.2), and the error that answers a bad message."""

from collections.abc import Sequence

from dpmlc.fileref.messages import Misread
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen

CANDIDATES = "session.file.candidates"
ERROR = "session.file.error"


@frozen
class Range:
    """Characters `start` up to, not including, `end` of a name, in UTF-16 units, as JSON's readers count."""

    start: int
    end: int


@frozen
class Candidate:
    """One found file. `path` is relative to the workspace; `extension` and `mime_type` are "" where there is none."""

    path: str
    name: str
    directory: str
    extension: str
    mime_type: str
    size_bytes: int
    modified_at: str
    match_score: float | None
    match_ranges: tuple[Range, ...]


@frozen
class Candidates:
    """The answer to one search; `total_count` counts before the cut."""

    parent_id: str
    query_id: str
    candidates: tuple[Candidate, ...]
    total_count: int

    @property
    def truncated(self) -> bool:
        """Whether more files match than are listed."""
        return self.total_count > len(self.candidates)


def candidates_object(answer: Candidates) -> dict[str, object]:
    """The JSON object of `answer`."""
    payload = {
        "query_id": answer.query_id,
        "candidates": [candidate_object(each) for each in answer.candidates],
        "total_count": answer.total_count,
        "truncated": answer.truncated,
    }
    return {"type": CANDIDATES, "parent_id": answer.parent_id, "payload": payload}


def candidate_object(each: Candidate) -> dict[str, object]:
    """One candidate; optional fields stand only where they say something."""
    optional = {"extension": each.extension, "mime_type": each.mime_type}
    found: dict[str, object] = {"path": each.path, "name": each.name, "directory": each.directory}
    found |= {name: value for name, value in optional.items() if value}
    found |= {"size_bytes": each.size_bytes, "modified_at": each.modified_at}
    if each.match_score is not None:
        found["match_score"] = each.match_score
    return {**found, "match_ranges": [{"start": one.start, "end": one.end} for one in each.match_ranges]}


def error_object(misread: Misread) -> dict[str, object]:
    """The answer to a line that is no message. FILEREF names none, so its type is dpmlc's own."""
    ids = {"query_id": misread.query_id} if misread.query_id else {}
    parent = {"parent_id": misread.message_id} if misread.message_id else {}
    return {"type": ERROR, **parent, "payload": {**ids, "errors": _errors(misread.diagnostics)}}


def _errors(diagnostics: Sequence[Diagnostic]) -> list[dict[str, str]]:
    return [{"code": each.code, "message": each.message} for each in diagnostics]
