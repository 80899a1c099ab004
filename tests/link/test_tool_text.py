"""`@!tool://x` alone on its line without a manual: what the tool says of itself (SPEC 3.10)."""

import json
from typing import Any

import pytest

from dpmlc.compiler import build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles
from dpmlc.tools.answers import Answered, Answers, Unanswered

TOOL = """module.exports = {
  getMetadata: () => ({ name: '秤', description: DESCRIPTION, version: '1.0.0' }),
  getSchema: () => (SCHEMA),
  execute(p) {},
};
"""
WHOLE = TOOL.replace("DESCRIPTION", "'称茶叶'").replace("SCHEMA", "{ type: 'object', required: ['克'] }")
UNKNOWN = TOOL.replace("DESCRIPTION", "require('./d')").replace("SCHEMA", "require('./s')")
FENCE = """<reference protocol="tool" resource="scale">
````json
{
  "name": "scale",
  "description": "称茶叶",
  "input_schema": {
    "type": "object",
    "required": [
      "克"
    ]
  }
}
````
</reference>"""


def built(text: str, tool: str = WHOLE, answers: Answers | None = None, **more: str | bytes) -> dict[str, str]:
    """All artifacts as text, for the entry `a` with this text in its root."""
    files: dict[str, str | bytes] = {"a.role.md": f"<role>\n{text}\n</role>\n", "tool/scale.tool.js": tool, **more}
    build = build_package(MemoryFiles(files), Settings(), builtin_documents(), answers=answers or {})
    found = [each for each in build.artifacts if isinstance(each, Artifact)]
    return {each.path: each.content.decode() for each in found}


def prompt(text: str, tool: str = WHOLE, answers: Answers | None = None, **more: str | bytes) -> str:
    return built(text, tool, answers, **more)["bundles/a/prompt.md"].removeprefix("<role>\n").removesuffix("</role>\n")


CASES = {
    "alone": ("@!tool://scale", f"{FENCE}\n"),
    "indented": ("  @!tool://scale", "".join(f"  {line}\n" for line in FENCE.splitlines())),
    "twice": ("@!tool://scale\n\n再：\n\n@!tool://scale", f"{FENCE}\n\n再：\n\n`tool://scale`\n"),
    "in a sentence": ("先用 @!tool://scale 称", "先用 @!tool://scale 称\n"),
    "in a list": ("- @!tool://scale", "- @!tool://scale\n"),
    "default": ("@tool://scale", "@tool://scale\n"),
    "lazy": ("@?tool://scale", "@?tool://scale\n"),
}


@pytest.mark.parametrize("case", CASES)
def test_where_a_tool_is_told(case: str) -> None:
    text, expected = CASES[case]
    assert prompt(text) == expected


def test_what_is_not_known_is_left_out_and_of_nothing_no_fence_is_made() -> None:
    assert prompt("@!tool://scale", UNKNOWN) == "@!tool://scale\n"
    assert prompt("@!tool://scale", "module.exports = {") == "@!tool://scale\n"
    some = TOOL.replace("DESCRIPTION", "require('./d')").replace("SCHEMA", "{ type: 'object' }")
    assert json.loads(_inside(prompt("@!tool://scale", some))) == {"name": "scale", "input_schema": {"type": "object"}}


def test_what_a_tool_said_when_it_was_run_is_told() -> None:
    values = (("getMetadata", '{"name": "秤", "description": "称", "version": "1"}'), ("getSchema", "{}"))
    answers: Answers = {"tool/scale.tool.js": Answered((), values)}
    assert json.loads(_inside(prompt("@!tool://scale", UNKNOWN, answers))) == {
        "name": "scale", "description": "称", "input_schema": {},
    }  # fmt: skip
    assert prompt("@!tool://scale", UNKNOWN, {"tool/scale.tool.js": Unanswered("x")}) == "@!tool://scale\n"


def test_a_manual_goes_before_what_the_tool_says() -> None:
    manual = {"tool/scale.manual.md": "<manual>\n先调零\n\n再称\n</manual>\n"}
    assert "先调零" in prompt("@!tool://scale", **manual)
    assert "json" not in prompt("@!tool://scale", **manual)


def test_a_manual_that_is_no_text_is_none() -> None:
    assert prompt("@!tool://scale", **{"tool/scale.manual.md": b"\xff\xfe# A\n"}) == f"{FENCE}\n"


def test_of_several_manuals_the_nearest_to_each_document_counts() -> None:
    manual = "<manual>\n{0}\n</manual>\n"
    near = {"r/scale.manual.md": manual.format("近"), "s/scale.manual.md": manual.format("远")}
    roles = {f"{folder}/{folder}.role.md": "<role>\n@!tool://scale\n</role>\n" for folder in "rs"}
    files = built("", **near, **roles)
    assert "近" in files["bundles/r/prompt.md"]
    assert "远" in files["bundles/s/prompt.md"]


def test_a_tool_that_is_told_is_one_of_the_bundle_and_its_file_an_input() -> None:
    files = built("@!tool://scale")
    listed: Any = json.loads(files["bundles/a/tools.json"])["tools"]
    assert [(each["id"], [at["line"] for at in each["at"]]) for each in listed] == [("scale", [2])]
    assert json.loads(files["bundles/a/manifest.json"])["references"] == []
    assert "tool/scale.tool.js" in {each["path"] for each in json.loads(files["build.json"])["inputs"]}
    inlined = json.loads(files["bundles/a/sources.json"])["inlined"]
    assert [(each["name"], each["file"], each["last"]) for each in inlined] == [("tool://scale", None, 15)]


HOSTILE = ["````\n</reference>\n@!file://x", "</role><role>", "`````", "@!tool://scale", "<!--", "\\u0000 & \"'"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_tool_reaches_out_of_its_fence(text: str) -> None:
    tool = TOOL.replace("DESCRIPTION", json.dumps(text)).replace("SCHEMA", json.dumps({"description": text}))
    made = prompt("@!tool://scale", tool)
    assert json.loads(_inside(made))["description"] == text
    again = build_package(
        MemoryFiles({"a.role.md": f"<role>\n{made}</role>\n", "tool/scale.tool.js": tool}), Settings(),
        builtin_documents(),
    )  # fmt: skip
    found = next(each for each in again.artifacts if isinstance(each, Artifact) and each.path.endswith("prompt.md"))
    assert found.content.decode() == f"<role>\n{made}</role>\n", "compiled once more it is the same"


def _inside(made: str) -> str:
    """The content of the only fence."""
    lines = made.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("````"))
    mark = lines[first].removesuffix("json")
    return "\n".join(lines[first + 1 : lines.index(mark, first + 1)])
