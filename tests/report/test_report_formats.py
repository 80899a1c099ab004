"""Diagnostics -> JSON, SARIF, GitHub annotations and GitLab's Code Quality."""

import json
from typing import Any

from dpmlc.report import github, gitlab, sarif
from dpmlc.report import json as plain_json
from dpmlc.report.diagnostic import Diagnostic, Fix, Label, Severity
from dpmlc.report.manual import Page
from dpmlc.report.place import Places
from dpmlc.text.span import Span

TEXT = "第一行\n<role a='b'>\n"
ATTRIBUTE = Span("角色/a b.md", 10, 15)
FAULT = Diagnostic(
    "attribute-without-quotes",
    Severity.ERROR,
    "attribute `a` has no double quotes",
    ATTRIBUTE,
    labels=(Label(Span("角色/a b.md", 4, 9), "of this tag"),),
    help=('write `a="b"`',),
    fix=Fix(ATTRIBUTE, 'a="b"'),
)
NOWHERE = Diagnostic("x", Severity.WARNING, "50% of\r\n::warning::all\u202e", None)
PLACES = Places({"角色/a b.md": TEXT})


def test_json_is_the_object_of_the_specification() -> None:
    found = json.loads(plain_json.render([FAULT, NOWHERE], PLACES, {"errors": 1}))
    assert found["totals"] == {"errors": 1}
    assert found["diagnostics"] == [
        {
            "code": "attribute-without-quotes",
            "severity": "error",
            "message": "attribute `a` has no double quotes",
            "path": "角色/a b.md",
            "line": 2,
            "column": 7,
            "end_line": 2,
            "end_column": 12,
            "help": ['write `a="b"`'],
            "notes": ["角色/a b.md:2:1: of this tag"],
        },
        {
            "code": "x",
            "severity": "warning",
            "message": "50% of\r\n::warning::all\u202e",
            "path": None,
            "line": None,
            "column": None,
            "end_line": None,
            "end_column": None,
            "help": [],
            "notes": [],
        },
    ]


def test_json_is_safe_on_a_terminal_and_keeps_cjk() -> None:
    values = ["汉字", "\x9b\u202e\U000e0041\udce9"]
    written = plain_json.written(values)
    assert "汉字" in written
    assert "\\u009b\\u202e\\udb40\\udc41\\udce9" in written
    assert json.loads(written) == values


def test_github_escapes_what_it_would_take_for_a_command() -> None:
    assert github.render([FAULT, NOWHERE], PLACES, "packages/a,b:c/").splitlines() == [
        "::error file=packages/a%2Cb%3Ac/角色/a b.md,line=2,endLine=2,col=7,endColumn=12,title=attribute-without-quotes"
        '::attribute `a` has no double quotes%0Ahelp: write `a="b"`',
        "::warning title=x::50%25 of\\x0d%0A::warning::all\\u202e",
    ]


def test_github_takes_no_columns_of_several_lines() -> None:
    fault = Diagnostic("x", Severity.HINT, "here", Span("角色/a b.md", 0, len(TEXT)))
    assert github.render([fault], PLACES, "") == "::notice file=角色/a b.md,line=1,endLine=3,title=x::here\n"


def test_a_place_in_a_dependency_is_no_file_of_the_repository() -> None:
    fault = Diagnostic("x", Severity.ERROR, "here", Span("package://tea/茶.md", 0, 1))
    assert github.render([fault], PLACES, "packages/a/") == "::error title=x::package://tea/茶.md:1:1: here\n"
    location = log(fault)["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "package://tea/%E8%8C%B6.md"}


def quality(*diagnostics: Diagnostic, prefix: str = "") -> Any:
    return json.loads(gitlab.render(diagnostics, PLACES, prefix))


def test_gitlab_is_told_all_that_its_reports_must_hold() -> None:
    found, _ = quality(FAULT, NOWHERE, prefix="packages/차/")
    assert len(found.pop("fingerprint")) == 32
    assert found == {
        "description": 'attribute `a` has no double quotes\nhelp: write `a="b"`',
        "check_name": "attribute-without-quotes",
        "severity": "major",
        "location": {
            "path": "packages/차/角色/a b.md",
            "positions": {"begin": {"line": 2, "column": 7}, "end": {"line": 2, "column": 12}},
        },
    }


def test_gitlab_shows_what_has_no_place_in_the_repository_at_the_package() -> None:
    dependency = Diagnostic("x", Severity.HINT, "here", Span("package://tea/茶.md", 0, 1))
    for prefix, path in (("", "."), ("packages/차/", "packages/차")):
        first, second = quality(dependency, NOWHERE, prefix=prefix)
        assert first["location"]["path"] == second["location"]["path"] == path
        assert first["location"]["positions"]["begin"] == {"line": 1, "column": 1}
        assert (first["description"], first["severity"]) == ("package://tea/茶.md:1:1: here", "info")


def test_gitlab_tells_the_findings_of_two_packages_and_twins_apart() -> None:
    prints = [each["fingerprint"] for prefix in ("", "a/", "b/") for each in quality(FAULT, FAULT, prefix=prefix)]
    assert len(set(prints)) == 6
    assert gitlab.render([], PLACES, "") == "[]\n"


def log(*diagnostics: Diagnostic) -> dict[str, Any]:
    page = Page("attribute-without-quotes", "The rule.", "The rule.\n\nBad:")
    producer = sarif.Producer("1.2.3", {page.code: page}, "packages/äb/")
    return json.loads(sarif.render(diagnostics, PLACES, producer))["runs"][0]  # type: ignore[no-any-return]


def test_sarif_places_the_result_and_explains_the_rule() -> None:
    run = log(FAULT, NOWHERE)
    region = {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 12}
    artifact = {"uri": "packages/%C3%A4b/%E8%A7%92%E8%89%B2/a%20b.md", "uriBaseId": "%SRCROOT%"}
    result = run["results"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["rules"][0]["help"] == {"text": "The rule.\n\nBad:"}
    assert result["ruleId"] == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "attribute-without-quotes"
    assert result["level"] == "error"
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": artifact, "region": region}}]
    assert result["relatedLocations"][0]["message"] == {"text": "of this tag"}
    replacement = {"deletedRegion": region, "insertedContent": {"text": 'a="b"'}}
    assert result["fixes"] == [{"artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}]}]
    assert "locations" not in run["results"][1]


def test_sarif_fingerprints_outlive_moved_lines_and_tell_twins_apart() -> None:
    def prints(text: str, *starts: int) -> list[str]:
        faults = [Diagnostic("x", Severity.ERROR, "m", Span("a.md", start, start + 1)) for start in starts]
        run = json.loads(sarif.render(faults, Places({"a.md": text}), sarif.Producer("1", {}, "")))["runs"][0]
        return [each["partialFingerprints"]["dpmlc/v1"] for each in run["results"]]

    before, after = prints("abba", 0, 3), prints("\n\nabba", 2, 5)
    assert before == after
    assert len(set(before)) == 2
