"""Tools -> `tools.json` and the definitions that APIs take (SPEC 5.3). Pure: the same tools give the same bytes."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dpmlc.text.artifact import Artifact
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular
from dpmlc.tools.read_tool import ReadTool

_FOREIGN = regular("[^A-Za-z0-9_-]+")
_LONGEST = 64


@frozen
class ToolPlace:
    """Where a document refers to a tool: package path, line and column from 1."""

    path: str
    line: int
    column: int


@frozen
class ListedTool:
    """A tool and the places that refer to it, in order."""

    tool: ReadTool
    at: tuple[ToolPlace, ...] = ()


def tool_files(folder: str, tools: Iterable[ListedTool]) -> tuple[Artifact, ...]:
    """`tools.json`, `tools.mcp.json`, `tools.openai.json` and `tools.anthropic.json` in `folder` ("" is the top).

    In order of id and path, whatever the order given. No tools, no files.
    """
    listed = ordered(tools)
    if not listed:
        return ()
    names = api_names([each.tool for each in listed])
    contents: Mapping[str, object] = {
        "tools.json": {"format": 1, "tools": [described_tool(each) for each in listed]},
        "tools.mcp.json": {"tools": [mcp(each.tool, names[each.tool.path]) for each in listed]},
        "tools.openai.json": [openai(each.tool, names[each.tool.path]) for each in listed],
        "tools.anthropic.json": [anthropic(each.tool, names[each.tool.path]) for each in listed],
    }
    at = f"{folder}/" if folder else ""
    return tuple(Artifact(f"{at}{name}", _encoded(value)) for name, value in contents.items())


def ordered(tools: Iterable[ListedTool]) -> list[ListedTool]:
    """By id, then path."""
    return sorted(tools, key=lambda each: (each.tool.id, each.tool.path))


def described_tool(listed: ListedTool) -> dict[str, object]:
    """An entry of `tools.json`: all keys, null for what is not known."""
    tool = listed.tool
    return {
        "name": tool.name,
        "id": tool.id,
        "source": tool.path,
        "language": tool.language,
        "description": tool.metadata["description"],
        "version": tool.metadata["version"],
        "category": tool.metadata["category"],
        "author": tool.metadata["author"],
        "input_schema": tool.input_schema,
        "members": list(tool.members),
        "read": tool.read,
        "at": [{"path": each.path, "line": each.line, "column": each.column} for each in listed.at],
    }


def mcp(tool: ReadTool, name: str) -> dict[str, object]:
    """A tool as the answer to `tools/list` has it (Model Context Protocol 2025-06-18, "Tools")."""
    titled: dict[str, object] = {"name": name} if name == tool.name else {"name": name, "title": tool.name}
    return {**titled, "description": _description(tool), "inputSchema": _object_schema(tool)}


def openai(tool: ReadTool, name: str) -> dict[str, object]:
    """A tool as an element of `tools` of OpenAI's chat completions."""
    function = {"name": name, "description": _description(tool), "parameters": _object_schema(tool)}
    return {"type": "function", "function": function}


def anthropic(tool: ReadTool, name: str) -> dict[str, object]:
    """A tool as an element of `tools` of Anthropic's messages."""
    return {"name": name, "description": _description(tool), "input_schema": _object_schema(tool)}


def api_names(tools: Sequence[ReadTool]) -> dict[str, str]:
    """By path: a name of 1 to 64 ASCII letters, digits, `_` and `-`, which every API takes; no two are equal.

    It is the tool's id, by which documents call it, as far as it is allowed; where it is not, or where two tools would
    have one name, a piece of the SHA-256 of id and path tells them apart.
    """
    plain = {tool.path: _FOREIGN.sub("_", tool.id) for tool in tools}
    counts = Counter(name.casefold() for name in plain.values())
    return {tool.path: _api_name(tool, plain[tool.path], counts) for tool in tools}


def _api_name(tool: ReadTool, plain: str, counts: Mapping[str, int]) -> str:
    if plain == tool.id and 0 < len(plain) <= _LONGEST and counts[plain.casefold()] == 1:
        return plain
    told = tool.id if counts[plain.casefold()] == 1 else f"{tool.id}\n{tool.path}"
    mark = hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:8]
    kept = plain.strip("_")[: _LONGEST - 9].rstrip("_") or "tool"
    return f"{kept}_{mark}"


def _description(tool: ReadTool) -> str:
    return tool.metadata["description"] or ""


def _object_schema(tool: ReadTool) -> dict[str, object]:
    """The schema with `type: object` first, which all three APIs want."""
    found = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    return {"type": "object", **{key: value for key, value in found.items() if key != "type"}}


def _encoded(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return (text + "\n").encode("utf-8", "backslashreplace")
