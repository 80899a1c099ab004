"""A tool without a manual -> the text that tells a model what it is: name, description, schema (SPEC 3.10)."""

import json

from dpmlc.link.bound import Target
from dpmlc.link.memo import Memo
from dpmlc.text.files import Files
from dpmlc.text.limits import Limits
from dpmlc.tools.found import ToolReader
from dpmlc.tools.read_tool import ReadTool, is_tool


def tool_target(target: Target, files: Files, limits: Limits, memo: Memo) -> Target | None:
    """What is put in the place of a reference to the tool at `target`: JSON, made once for each tool of a `memo`.

    None where neither description nor schema is known, since then the reference alone says as much.
    """
    path = target.location
    if path not in memo.tools:
        memo.tools[path] = _text(path, files, limits, memo) if is_tool(path) else ""
    text = memo.tools[path]
    return Target(path, "opaque", text, "json") if text else None


def _text(path: str, files: Files, limits: Limits, memo: Memo) -> str:
    tool = ToolReader(files, limits, memo.answers, memo.read_tools)(path)
    if tool is None:
        return ""  # What keeps a file from being read is told where the package's tools are checked.
    told = _told(tool)
    return json.dumps(told, ensure_ascii=False, indent=2) if len(told) > 1 else ""


def _told(tool: ReadTool) -> dict[str, object]:
    """The keys of `tools.json` that say how to use the tool; what is not known is left out.

    The name is the id: documents call the tool by it, whatever it calls itself.
    """
    told: dict[str, object] = {"name": tool.id}
    if tool.metadata["description"]:
        told["description"] = tool.metadata["description"]
    if tool.input_schema is not None:
        told["input_schema"] = tool.input_schema
    return told
