"""Diagnostics -> a Code Quality report, which GitLab shows in merge requests."""

from collections.abc import Sequence

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.fingerprint import digest, fingerprints
from dpmlc.report.json import written
from dpmlc.report.place import Places, stands_apart
from dpmlc.report.said import discreet

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.HINT: "info"}
_FIRST = {"begin": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}


def render(diagnostics: Sequence[Diagnostic], places: Places, prefix: str) -> str:
    """A JSON array, an object a diagnostic. `prefix` is the package's folder in its repository, "" or with a slash.

    GitLab takes only findings with a place: what stands in no file of the repository is placed at the package's folder.
    Source: GitLab, "Code Quality", "Code Quality report format".
    """
    named = zip(diagnostics, fingerprints(diagnostics, places), strict=True)
    return written([_finding(discreet(each), digest(prefix, found), places, prefix) for each, found in named])


def _finding(diagnostic: Diagnostic, fingerprint: str, places: Places, prefix: str) -> dict[str, object]:
    place = None if diagnostic.span is None else places.of(diagnostic.span)
    apart = place is not None and stands_apart(place.path)
    message = f"{place}: {diagnostic.message}" if apart else diagnostic.message
    return {
        "description": "\n".join([message, *(f"help: {each}" for each in diagnostic.help)]),
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {
            "path": prefix.rstrip("/") or "." if place is None or apart else prefix + place.path,
            "positions": _FIRST if place is None or apart else {
                "begin": {"line": place.start.line, "column": place.start.column},
                "end": {"line": place.end.line, "column": place.end.column},
            },
        },
    }  # fmt: skip
