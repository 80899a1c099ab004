"""Tools as APIs take them; each file is held against the API's rules, written down here."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpmlc.tools.exports import ListedTool, ToolPlace, api_names, tool_files
from dpmlc.tools.read_tool import ReadTool, read_tool

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
NAME = {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"}
PARAMETERS = {"type": "object", "properties": {"type": {"const": "object"}}, "required": ["type"]}


def closed(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    """An object with exactly these properties."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


# Model Context Protocol 2025-06-18, "Listing Tools".
MCP = closed({"tools": {"type": "array", "items": closed(
    {"name": NAME, "title": {"type": "string"}, "description": {"type": "string"}, "inputSchema": PARAMETERS}, "title"
)}})  # fmt: skip
# OpenAI, "Function calling": chat completions.
OPENAI = {"type": "array", "items": closed({
    "type": {"const": "function"},
    "function": closed({"name": NAME, "description": {"type": "string"}, "parameters": PARAMETERS}),
})}  # fmt: skip
# Anthropic, "Tool use": messages.
ANTHROPIC = {"type": "array", "items": closed(
    {"name": NAME, "description": {"type": "string"}, "input_schema": PARAMETERS}
)}  # fmt: skip


def tool(path: str, schema: str = "{ type: 'object', properties: { port: { type: 'string' } } }") -> ReadTool:
    return read_tool(path, (
        "module.exports = { getMetadata: () => "
        "({ name: '潮汐', description: '涨潮时间', version: '1.0.0', author: 'x' }),"
        f" getSchema() {{ return {schema}; }}, execute(p) {{}} }};"
    ))  # fmt: skip


def files(*tools: ReadTool) -> dict[str, Any]:
    listed = [ListedTool(each, (ToolPlace("a.role.md", 3, 5),)) for each in tools]
    return {each.path: json.loads(each.content) for each in tool_files("bundles/x", listed)}


def test_tools_json_has_the_keys_of_the_specification() -> None:
    assert files(tool("tool/tides.tool.js"))["bundles/x/tools.json"] == {"format": 1, "tools": [{
        "name": "潮汐", "id": "tides", "source": "tool/tides.tool.js", "language": "javascript",
        "description": "涨潮时间", "version": "1.0.0", "category": None, "author": "x",
        "input_schema": {"type": "object", "properties": {"port": {"type": "string"}}},
        "members": ["getMetadata", "getSchema", "execute"], "read": "static",
        "at": [{"path": "a.role.md", "line": 3, "column": 5}],
    }]}  # fmt: skip


@pytest.mark.parametrize(
    "tools",
    [
        [tool("tides.tool.js")],
        [tool("潮汐.tool.js"), tool("조석.tool.js"), tool("a b.tool.js"), tool(f"{'x' * 200}.tool.js")],
        [tool("a.tool.js", "load()"), tool("b.tool.js", "{}"), tool("c.tool.js", "[]"), read_tool("d.tool.js", "{")],
        [tool("p/a.tool.js"), tool("q/a.tool.js"), tool("A.tool.js")],
    ],
)
def test_every_file_is_what_its_api_takes(tools: list[ReadTool]) -> None:
    found = files(*tools)
    own = json.loads((SCHEMAS / "tools.schema.json").read_text("utf-8"))
    schemas = {"tools.json": own, "tools.mcp.json": MCP, "tools.openai.json": OPENAI, "tools.anthropic.json": ANTHROPIC}
    assert [path.rpartition("/")[2] for path in found] == list(schemas)
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator(schema).validate(found[f"bundles/x/{name}"])
    names = [each["name"].casefold() for each in found["bundles/x/tools.anthropic.json"]]
    assert len(set(names)) == len(tools)


def test_a_name_that_is_allowed_stays() -> None:
    assert api_names([tool("p/tide-times_2.tool.js")]) == {"p/tide-times_2.tool.js": "tide-times_2"}


def test_names_do_not_depend_on_the_order() -> None:
    both = [tool("p/a.tool.js"), tool("q/a.tool.js")]
    assert api_names(both) == api_names(both[::-1])
    assert tool_files("", map(ListedTool, both)) == tool_files("", map(ListedTool, both[::-1]))


def test_no_tools_are_no_files() -> None:
    assert tool_files("", []) == ()


def test_the_schema_of_an_unread_tool_allows_everything() -> None:
    found = files(tool("a.tool.js", "load()"))
    assert found["bundles/x/tools.json"]["tools"][0]["input_schema"] is None
    assert found["bundles/x/tools.json"]["tools"][0]["read"] == "unknown"
    assert found["bundles/x/tools.mcp.json"]["tools"][0]["inputSchema"] == {"type": "object"}
