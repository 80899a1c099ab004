"""`tools.json` of bundles and of the package (SPEC 5.3): the tools that are referred to, and where."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from dpmlc.compiler import build_package, check_package, survey_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import bundle_tools, package_tools, tool_inputs
from dpmlc.link.flatten import flatten
from dpmlc.settings import Policy, Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import Fingerprint, MemoryFiles, Refusal
from dpmlc.tools.found import ToolReader

TOOL = (
    "module.exports = { getMetadata: () => ({ name: 'NAME', description: '涨潮', version: '1' }),"
    " getSchema: () => ({ type: 'object' }), execute(p) {} };"
)
FILES = {
    "a.role.md": "<role>\n<principle>\n\nUse @tool://tides and again @tool://tides.\n\n@!tool://moon\n\n</principle>\n</role>\n",
    "b.role.md": "<role>\n<principle>\nNo tools.\n</principle>\n</role>\n",
    "tool/tides.tool.js": TOOL.replace("NAME", "tides"),
    "tool/moon.tool.js": TOOL.replace("NAME", "moon"),
    "tool/moon.manual.md": "<manual>\n<purpose>月相</purpose>\n</manual>\n",
    "tool/unused.tool.js": TOOL.replace("NAME", "unused"),
    "tool/torn.tool.py": "class X:\n",
}


def listed(artifacts: tuple[Artifact, ...]) -> list[tuple[str, Any]]:
    """Ids and places, by id."""
    whole = next((json.loads(each.content) for each in artifacts if each.path.endswith("tools.json")), {"tools": []})
    return [(each["id"], [(at["path"], at["line"], at["column"]) for at in each["at"]]) for each in whole["tools"]]


def test_tools_of_bundles_and_of_the_package() -> None:
    files, settings = MemoryFiles({path: text.encode() for path, text in FILES.items()}), Settings()
    checked = check_package(files, settings, builtin_documents())
    texts = Texts(checked.index, files)
    flat = {
        path: flatten(path, checked.bounds, checked.index, settings.link, files) for path in ("a.role.md", "b.role.md")
    }
    read = ToolReader(files, settings.limits)
    made = bundle_tools("a", flat["a.role.md"], texts, read)
    moon, tides = ("moon", [("a.role.md", 6, 1)]), ("tides", [("a.role.md", 4, 5), ("a.role.md", 4, 29)])
    assert [each.path for each in made] == [
        f"bundles/a/{name}" for name in ("tools.json", "tools.mcp.json", "tools.openai.json", "tools.anthropic.json")
    ]
    assert listed(made) == [moon, tides]
    assert bundle_tools("b", flat["b.role.md"], texts, read) == ()
    assert sorted(tool_inputs(flat["a.role.md"], files)) == ["tool/moon.tool.js", "tool/tides.tool.js"]
    whole = package_tools(checked.bounds, files, texts, read)
    assert whole.artifacts[0].path == "tools.json"
    assert listed(whole.artifacts) == [moon, tides, ("torn", []), ("unused", [])]


def test_a_build_has_them() -> None:
    files = MemoryFiles({path: text.encode() for path, text in FILES.items()})
    build = build_package(files, Settings(), builtin_documents())
    paths = [each.path for each in build.artifacts if "tools" in each.path.rpartition("/")[2]]
    assert [each for each in paths if each.endswith("tools.json")] == ["bundles/a/tools.json", "tools.json"]
    assert len(paths) == 8
    record = json.loads(next(each.content for each in build.artifacts if each.path == "build.json"))
    assert {"tool/unused.tool.js", "tool/moon.tool.js"} <= {each["path"] for each in record["inputs"]}


SECRET = "AKIA" + "QWERTY2345ZXCVBN"
HOLDS = TOOL.replace("NAME", "held").replace(
    "{ type: 'object' }", f"{{ properties: {{ key: {{ default: '{SECRET}' }} }} }}"
)


@pytest.mark.parametrize("allowed", [False, True])
def test_a_secret_in_a_schema_is_an_error_where_it_stands_unless_allowed(allowed: bool) -> None:
    files = MemoryFiles({"a.role.md": b"<role>\nx\n</role>\n", "held.tool.js": HOLDS.encode()})
    digest = hashlib.sha256(SECRET.encode()).hexdigest()[:12]
    policy = Policy(allow_secrets=(f"held.tool.js:{digest}",) if allowed else ())
    found = survey_package(files, Settings(policy=policy), builtin_documents()).diagnostics
    told = [(each.code, HOLDS[each.span.start : each.span.end]) for each in found if each.span is not None]
    assert told == ([] if allowed else [("secret", SECRET)])
    assert not any(SECRET in each.message for each in found)


@pytest.mark.parametrize("make", [build_package, survey_package])
def test_a_tool_is_read_once(make: Callable[..., Any]) -> None:
    """However many prompts hold it, a dependency's too. Copies are read for themselves."""
    asked: Counter[str] = Counter()

    class Counted(MemoryFiles):
        def read(self, path: str, limit: int) -> bytes | Refusal:
            asked[path] += 1
            return super().read(path, limit)

        def fingerprint(self, path: str) -> Fingerprint | Refusal:
            return Fingerprint(1, "0" * 64)

    lib = "package://lib/tool/lib.tool.js"
    text = "<role>\n<principle>\n\n@!tool://tides\n\n@!tool://lib\n\n</principle>\n</role>\n"
    files = {**FILES, "a.role.md": text, "b.role.md": text, lib: TOOL.replace("NAME", "lib")}
    build = make(Counted(files), Settings(), builtin_documents())
    assert {path: count for path, count in asked.items() if ".tool." in path} == {
        path: 1 for path in files if ".tool." in path
    }
    assert sum(bound.manifest == "tool" for each in build.checked.bounds.values() for bound in each) == 4
