"""Diagnostics -> plain objects and JSON (SPEC 7); the same objects stand in `build.json`."""

import json
from collections.abc import Iterable, Mapping

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.report.said import discreet
from dpmlc.report.width import json_safe


def plain(diagnostic: Diagnostic, places: Places) -> dict[str, object]:
    """A diagnostic as SPEC 7's object. What has no place has null for all of it; labels become notes."""
    diagnostic = discreet(diagnostic)
    place = None if diagnostic.span is None else places.of(diagnostic.span)
    labels = [f"{places.of(label.span)}: {label.text}" for label in diagnostic.labels]
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "path": place and place.path,
        "line": place and place.start.line,
        "column": place and place.start.column,
        "end_line": place and place.end.line,
        "end_column": place and place.end.column,
        "help": list(diagnostic.help),
        "notes": labels + list(diagnostic.notes),
    }


def render(diagnostics: Iterable[Diagnostic], places: Places, totals: Mapping[str, int]) -> str:
    """`{"diagnostics": […], "totals": {…}}`, one line end at the end."""
    return written({"diagnostics": [plain(each, places) for each in diagnostics], "totals": dict(totals)})


def written(value: object) -> str:
    """`value` as indented JSON that is safe on a terminal: keys in their order, CJK as it is, one line end."""
    return json_safe(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
