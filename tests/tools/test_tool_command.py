"""`dpmlc tool`: exit codes, both streams, and JSON as its schema has it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from running_tools import JS, PY, needs_node

from dpmlc.edge.cli.run import run

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
SEARCH = """
const { setTimeout: wait } = require('timers/promises');
const LIMITS = { most: 20 };
/** 查询古籍 */
module.exports = {
  getDependencies() { return { 'cheerio': '^1.0.0' }; },
  getMetadata() {
    return { id: 'classics', name: '古籍检索', description: `Finds passages, ${LIMITS.most} at most`, version: '2.0.0',
      category: 'research', author: '书院', tags: ['search'], scenarios: ['写作'] };
  },
  getSchema() {
    return {
      parameters: { type: 'object', properties: { query: { type: 'string' }, most: { type: 'number', default: LIMITS.most } }, required: ['query'] },
      environment: { type: 'object', properties: { CLASSICS_KEY: { type: 'string', default: process.env.KEY } } },
    };
  },
  async execute({ query }) {
    const { api } = this;
    api.logger.info('searching', query);
    await wait(1);
    return { query, key: (await api.environment.get('CLASSICS_KEY')) ?? null };
  },
};
"""
# ruff: noqa: E501  A tool is one text.

FILES = {
    "tool/tides/tides.tool.js": JS.format(members="async execute({{ harbour }}) {{ return harbour; }}".replace("{{", "{").replace("}}", "}")),
    "tool/moon.tool.py": PY.format(members="    def execute(self, parameters):\n        return 1").replace("tides", "moon"),
    "resource/tool/classics/classics.tool.js": SEARCH,
    "tool/broken.tool.js": "module.exports = { getMetadata() { return { name: 'broken' };\n",
}  # fmt: skip


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def tool(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")

    def call(name: str, *arguments: str) -> Done:
        capfd.readouterr()
        status = run(["tool", name, *arguments, "--package", str(tmp_path)])
        told = capfd.readouterr()
        return Done(status, told.out, told.err)

    return call


def test_list(tool: Callable[..., Done]) -> None:
    assert tool("list").out == (
        "broken    (no description was read)\n"
        "classics  Finds passages, 20 at most\n"
        "moon      涨潮时间\n"
        "tides     涨潮时间\n"
    )  # fmt: skip
    schema = json.loads((SCHEMAS / "tools.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(tool("list", "--format", "json").json)


def test_show_says_what_is_not_known(tool: Callable[..., Done]) -> None:
    found = tool("show", "@tool://classics")
    assert found.status == 0
    assert "name:        古籍检索\n" in found.out
    assert "known only when it runs:\n  `getSchema().environment.properties.CLASSICS_KEY.default`" in found.out
    assert "`process` is not defined in this file" in found.out
    told = tool("show", "classics", "--format", "json").json
    assert told["dependencies"] == {"cheerio": "^1.0.0"}
    assert told["input_schema"]["properties"]["most"] == {"type": "number", "default": 20}
    assert [(each["line"], each["reason"]) for each in told["unread"]] == [
        (14, "`process` is not defined in this file")
    ]


def test_check(tool: Callable[..., Done]) -> None:
    found = tool("check")
    assert found.status == 1
    assert "error[tool-syntax]" in found.out
    assert "broken.tool.js:1:" in found.out
    assert found.err == "4 tools: 1 error\n"
    assert tool("check", "tides", "moon").status == 0
    assert {each["code"] for each in tool("check", "--format", "json").json["diagnostics"]} >= {"tool-syntax"}


def test_a_name_that_is_not_there(tool: Callable[..., Done]) -> None:
    for command in ("show", "check", "run"):
        found = tool(command, "tide")
        assert (found.status, found.out) == (2, "")
        assert found.err == "error: the package has no tool `tide`\nhelp: did you mean `tides`?\n"
    assert tool("show", "umbrella").err.endswith("\nhelp: `dpmlc tool list` shows its tools\n")


@pytest.mark.slow
@needs_node
def test_run(tool: Callable[..., Done]) -> None:
    schema = json.loads((SCHEMAS / "tool-result.schema.json").read_text("utf-8"))
    good = tool("run", "tides", "--params", '{"harbour": "泉州"}')
    bad = tool("run", "tool/moon.tool.py", "--params", "{}")
    assert (good.status, good.json["data"], good.err) == (0, "泉州", "")
    assert (bad.status, bad.json["error"]["code"]) == (1, "VALIDATION_ERROR")
    for each in (good, bad):
        jsonschema.Draft202012Validator(schema).validate(each.json)


@pytest.mark.slow
@needs_node
def test_a_tool_of_the_runtime_gets_what_it_is_granted(
    tool: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSICS_KEY", "k")
    found = tool("run", "classics", "--params", '{"query": "水"}')
    assert (found.json["data"], found.err) == ({"query": "水", "key": None}, "searching 水\n")
    found = tool("run", "classics", "--params", '{"query": "水"}', "--env", "CLASSICS_KEY")
    assert found.json["data"] == {"query": "水", "key": "k"}


def test_wrong_usage(tool: Callable[..., Done], tmp_path: Path) -> None:
    for arguments, message in {
        ("--params", "{"): "`--params` is no JSON",
        ("--params", '{"x": NaN}'): "JSON has no NaN",
        ("--params", "{}", "--params-file", "x"): "either",
        ("--env", "DPMLC_NO_SUCH"): "no variable",
        ("--allow-read", str(tmp_path / "no")): "to allow",
        ("--params-file", str(tmp_path / "no.json")): "no.json",
    }.items():
        found = tool("run", "tides", *arguments)
        assert (found.status, found.out) == (2, "")
        assert message in found.err


@pytest.mark.slow
def test_parameters_that_are_no_object(tool: Callable[..., Done]) -> None:
    assert tool("run", "moon", "--params", "[1]").json["error"]["code"] == "VALIDATION_ERROR"


@pytest.mark.slow
def test_parameters_from_a_file(tool: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "p.json").write_bytes('\ufeff{"harbour": "厦门"}'.encode())
    assert tool("run", "moon", "--params-file", str(tmp_path / "p.json")).json["data"] == 1
