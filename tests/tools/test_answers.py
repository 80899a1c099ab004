"""What tools answered, as values: it fills in what reading left open, and nothing else (SPEC 5.1). Nothing is run."""

# ruff: noqa: E501  A case is one row.

import json
from typing import Any

import pytest

from dpmlc.compiler import Compiler, Request, build_package, survey_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles
from dpmlc.tools.answers import Answered, Answers, Unanswered
from dpmlc.tools.read_tool import questions, read_tool

KNOWN = "module.exports = { getMetadata: () => ({ name: 'x', description: '潮', version: '1' }), "
LOADED = KNOWN + "getSchema: () => require('./schema.json'), execute(p) {} };"
WHOLE = KNOWN + "getSchema: () => ({ type: 'object' }), execute(p) {} };"
ELSEWHERE = "module.exports = require('./tide');"
SCHEMA = {"type": "object", "properties": {"harbour": {"type": "string"}}}
THREE = (("getMetadata", "function"), ("getSchema", "function"), ("execute", "function"))


def answered(**values: object) -> Answered:
    """An answer with these values, every required member a function."""
    return Answered(THREE, tuple((name, json.dumps(value)) for name, value in values.items()))


ASKED = {
    "all is known": ("x.tool.js", WHOLE, ()),
    "one part is not": ("x.tool.js", LOADED, ("getSchema",)),
    "nothing is": ("x.tool.js", ELSEWHERE, ("getMetadata", "getSchema", "getPackage", "getDependencies")),
    "member from elsewhere": ("x.tool.js", WHOLE.replace("() => ({ type: 'object' })", "require('./s')"), ("getSchema",)),
    "no tool": ("x.tool.js", "export default class {}", ()),
    "no program": ("x.tool.js", "module.exports = {", ()),
    "python": ("x.tool.py", "import t\nclass X:\n    def get_schema(self): return t.SCHEMA\n    def execute(self, p): pass", ("getSchema",)),
}  # fmt: skip


@pytest.mark.parametrize("case", ASKED)
def test_only_what_reading_leaves_open_is_asked(case: str) -> None:
    path, text, expected = ASKED[case]
    assert questions(path, text) == expected


def test_an_answer_fills_in_what_was_open() -> None:
    found = read_tool("x.tool.js", LOADED, answered(getSchema=SCHEMA, getMetadata={"name": "other"}))
    assert found.read == "run"
    assert found.input_schema == SCHEMA
    assert found.metadata["name"] == "x", "what was read stands"
    assert (found.gaps, found.diagnostics) == ((), ())


def test_an_answer_of_a_tool_that_is_defined_elsewhere() -> None:
    told = answered(getMetadata={"name": "x", "description": "潮", "version": "1"}, getSchema={"parameters": SCHEMA})
    found = read_tool("x.tool.js", ELSEWHERE, told)
    assert (found.read, found.name, found.input_schema) == ("run", "x", SCHEMA)
    assert found.members == ("getMetadata", "getSchema", "execute")


def test_what_a_tool_says_is_judged_like_what_is_read() -> None:
    wrong = answered(getSchema={"type": "object", "properties": {"harbour": "string"}})
    found = read_tool("x.tool.js", LOADED, wrong)
    assert [(each.code, each.span.start if each.span else 0) for each in found.diagnostics] == [
        ("tool-schema", LOADED.index("require"))
    ]
    lacking = Answered((("getMetadata", "function"), ("getSchema", "object")), (("getMetadata", "3"),))
    codes = [each.code for each in read_tool("x.tool.js", ELSEWHERE, lacking).diagnostics]
    assert sorted(codes) == ["missing-member", "tool-metadata", "wrong-member"]


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    assert read_tool("x.tool.js", WHOLE, answered(getSchema=SCHEMA)) == read_tool("x.tool.js", WHOLE)


def test_no_answer_is_a_warning_with_the_reason() -> None:
    found = read_tool("x.tool.js", LOADED, Unanswered("it took longer than 5 seconds"))
    warning = next(each for each in found.diagnostics if each.code == "tool-not-asked")
    assert warning.severity == "warning"
    assert warning.message == "the tool could not be asked what it is: it took longer than 5 seconds"
    assert found.read == "unknown"


FILES = MemoryFiles({"a.role.md": b"<role>\nUse @tool://x.\n</role>\n", "x.tool.js": LOADED.encode()})
ANSWERS: Answers = {"x.tool.js": answered(getSchema=SCHEMA)}


def listed(artifacts: tuple[Any, ...]) -> dict[str, Any]:
    """`read` and schema by the path of each `tools.json`."""
    found = [each for each in artifacts if isinstance(each, Artifact) and each.path.endswith("tools.json")]
    tools = {each.path: json.loads(each.content)["tools"][0] for each in found}
    return {path: (each["read"], each["input_schema"]) for path, each in tools.items()}


def test_a_build_takes_answers_as_values() -> None:
    build = build_package(FILES, Settings(run_tools=True), builtin_documents(), answers=ANSWERS)
    expected = ("run", SCHEMA)
    assert listed(build.artifacts) == {"bundles/a/tools.json": expected, "tools.json": expected}


def test_what_is_remembered_knows_the_answers() -> None:
    compiler, documents = Compiler(), builtin_documents()
    other: Answers = {"x.tool.js": answered(getSchema={"type": "object"})}
    for answers in (ANSWERS, ANSWERS, other, {}):
        build = compiler.build(Request(FILES, Settings(), documents, answers=answers))
        assert build.artifacts == build_package(FILES, Settings(), documents, answers=answers).artifacts


def test_a_survey_tells_why_a_tool_gave_no_answer() -> None:
    told = survey_package(FILES, Settings(), builtin_documents(), answers={"x.tool.js": Unanswered("no")}).diagnostics
    assert [each.code for each in told if each.severity != "hint"] == ["tool-not-asked"]
