"""`[tools] run` and `--run-tools`: tools are run, confined, for what their files do not tell (SPEC 5.1)."""

import json
from pathlib import Path

import pytest
from running_tools import needs_node

from dpmlc.edge.cli.run import run
from dpmlc.edge.tools.ask import ask
from dpmlc.edge.tools.grants import RunLimits
from dpmlc.tools.answers import Answer, Answered, Unanswered

# ruff: noqa: E501  A tool is one text.

pytestmark = pytest.mark.slow

BOTH = ("getMetadata", "getSchema")
LOADED = """
const path = require('path');
module.exports = {
  getMetadata() { return { name: 'loaded', description: ['潮', '汐'].join(path.sep), version: '1' }; },
  getSchema() { return require('./schema.json'); },
  async execute(p) { return p; },
  cleanup() { require('fs').writeFileSync(path.join(__dirname, 'cleaned'), ''); },
};
"""
SCHEMA = {"type": "object", "properties": {"harbour": {"enum": ["泉州"]}}}


def told(folder: Path, name: str, text: str, wanted: tuple[str, ...] = BOTH, **limits: float) -> Answer:
    (folder / name).write_text(text, "utf-8")
    return ask(str(folder), name, wanted, RunLimits(**{"seconds": 20.0, "cleanup": 0.0, **limits}))  # type: ignore[arg-type]


@needs_node
def test_a_tool_in_javascript_answers(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), "utf-8")
    found = told(tmp_path, "loaded.tool.js", LOADED)
    assert isinstance(found, Answered)
    values = {name: json.loads(text) for name, text in found.values}
    assert values["getMetadata"]["description"] == "潮/汐"
    assert values["getSchema"] == SCHEMA
    assert dict(found.members) == dict.fromkeys(("getMetadata", "getSchema", "execute", "cleanup"), "function")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["loaded.tool.js", "schema.json"], "cleanup was not run"


PY = """
import os
class Moon:
    def __init__(self): print('noise')
    def get_metadata(self): return {"name": "moon", "description": "".join(["月"]), "version": "1"}
    def get_schema(self): return {"type": "object", "default": [os.path.dirname(__file__), os.environ["HOME"]]}
    def execute(self, p): return 1
"""


def test_no_folder_of_this_machine_gets_into_an_answer(tmp_path: Path) -> None:
    found = told(tmp_path, "moon.tool.py", PY)
    assert isinstance(found, Answered)
    assert json.loads(dict(found.values)["getSchema"])["default"] == [".", "~"]


VAIN = {
    "module": ("x.tool.js", "require('left-pad'); module.exports = {};", "Cannot find module 'left-pad'"),
    "no tool": ("x.tool.js", "module.exports = 3;", "`module.exports` is no class and no object"),
    "thrown": ("x.tool.js", "module.exports = { getSchema() { throw new TypeError(__dirname + '/x is odd\\nat …'); } };", "TypeError: ./x is odd"),
    "promise": ("x.tool.js", "module.exports = { async getSchema() {} };", "JSON cannot hold what it says: it is a promise"),
    "BigInt": ("x.tool.js", "module.exports = { getSchema: () => ({ a: 1n }) };", "JSON cannot hold what it says: getSchema().a is a BigInt"),
    "exit": ("x.tool.js", "module.exports = { getSchema() { process.exit(3); } };", "the tool ended its process (status 3)"),
    "channel": ("x.tool.js", "for (let fd = 3; fd < 1024; fd++) try { require('fs').writeSync(fd, 'x{\\n'); } catch {}", "it wrote into dpmlc's own channel"),
    "loop": ("x.tool.js", "for (;;);", "it took longer than 1 seconds"),
    "python": ("x.tool.py", "import no_such", "ModuleNotFoundError: No module named 'no_such'"),
    "python syntax": ("x.tool.py", "class", "SyntaxError: invalid syntax (x.tool.py, line 1)"),
    "python crash": ("x.tool.py", "import os\nos._exit(0)", "its process ended without an answer"),
    "python network": ("x.tool.py", "import socket\nsocket.create_connection(('192.0.2.1', 80), 5)", None),
}  # fmt: skip


@needs_node
@pytest.mark.parametrize("case", VAIN)
def test_a_tool_that_gives_no_answer_says_why(tmp_path: Path, case: str) -> None:
    name, text, reason = VAIN[case]
    limits = {"seconds": 1.0} if case == "loop" else {}
    found = told(tmp_path, name, text, ("getSchema",), **limits)
    assert isinstance(found, Unanswered), found
    assert reason is None or found.reason == reason


def test_commands_run_tools_only_when_told_to(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "moon.tool.py").write_text(PY, "utf-8")
    (tmp_path / "a.role.md").write_text("<role>\nUse @tool://moon.\n</role>\n", "utf-8")

    def read(*arguments: str) -> object:
        capfd.readouterr()
        assert run(["tool", "show", "moon", "--format", "json", "--package", str(tmp_path), *arguments]) == 0
        return json.loads(capfd.readouterr().out)["read"]

    assert (read(), read("--run-tools")) == ("unknown", "run")
    assert run(["build", str(tmp_path), "--run-tools", "--no-site"]) == 0
    assert json.loads((tmp_path / "dist/tools.json").read_text("utf-8"))["tools"][0]["read"] == "run"
    assert run(["build", str(tmp_path), "--run-tools", "--no-site", "--check"]) == 0, "the same again"
    (tmp_path / "dpml.toml").write_text("[tools]\nrun = true\n", "utf-8")
    assert (read(), read("--untrusted")) == ("run", "unknown")
    for command in (["check", str(tmp_path)], ["build", str(tmp_path)], ["tool", "check", "--package", str(tmp_path)]):
        capfd.readouterr()
        assert run([*command, "--run-tools", "--untrusted"]) == 2
        assert "a stranger's code is never run" in capfd.readouterr().err
