"""Diagnostics -> SARIF 2.1.0, which code hosts and editors read."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from dpmlc.report.diagnostic import Diagnostic, Fix, Label, Severity
from dpmlc.report.fingerprint import fingerprints
from dpmlc.report.json import written
from dpmlc.report.manual import Page
from dpmlc.report.place import Places, stands_apart
from dpmlc.report.said import discreet
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
_Object = dict[str, object]


@frozen
class Producer:
    """Who reports. `prefix` is the package's folder in its repository, "" or with a slash at its end."""

    version: str
    manual: Mapping[str, Page]
    prefix: str


def render(diagnostics: Sequence[Diagnostic], places: Places, producer: Producer) -> str:
    """A log with one run. Columns count code points; paths are relative to the root of the repository."""
    codes = tuple(sorted({each.code for each in diagnostics}))
    rules = {code: number for number, code in enumerate(codes)}
    prints = fingerprints(diagnostics, places)
    results = [
        _result(discreet(each), rules[each.code], fingerprint, places, producer.prefix)
        for each, fingerprint in zip(diagnostics, prints, strict=True)
    ]
    driver = {
        "name": "dpmlc",
        "semanticVersion": producer.version,
        "rules": [_rule(code, producer.manual.get(code)) for code in codes],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return written({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str, page: Page | None) -> _Object:
    if page is None:
        return {"id": code}
    help_ = {"text": page.text}
    return {"id": code, "shortDescription": {"text": page.rule}, "fullDescription": {"text": page.rule}, "help": help_}


def _result(diagnostic: Diagnostic, rule: int, fingerprint: str, places: Places, prefix: str) -> _Object:
    text = "\n".join([diagnostic.message, *(f"help: {each}" for each in diagnostic.help), *diagnostic.notes])
    result: _Object = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
    }
    if diagnostic.span:
        result["locations"] = [{"physicalLocation": _location(diagnostic.span, places, prefix)}]
    if diagnostic.labels:
        result["relatedLocations"] = [_related(*each, places, prefix) for each in enumerate(diagnostic.labels)]
    result["partialFingerprints"] = {"dpmlc/v1": fingerprint}
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, places, prefix)]
    return result


def _related(number: int, label: Label, places: Places, prefix: str) -> _Object:
    location = _location(label.span, places, prefix)
    return {"id": number, "physicalLocation": location, "message": {"text": label.text}}


def _fix(fix: Fix, places: Places, prefix: str) -> _Object:
    replacement = {"deletedRegion": _region(fix.span, places), "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": _artifact(fix.span.path, prefix), "replacements": [replacement]}
    return {"artifactChanges": [change]}


def _location(span: Span, places: Places, prefix: str) -> _Object:
    return {"artifactLocation": _artifact(span.path, prefix), "region": _region(span, places)}


def _artifact(path: str, prefix: str) -> _Object:
    encoded = path.encode("utf-8", "surrogateescape")
    if stands_apart(path):
        return {"uri": quote(encoded, safe="/:")}
    return {"uri": quote(prefix, safe="/") + quote(encoded, safe="/"), "uriBaseId": "%SRCROOT%"}


def _region(span: Span, places: Places) -> _Object:
    place = places.of(span)
    return {
        "startLine": place.start.line,
        "startColumn": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    }
