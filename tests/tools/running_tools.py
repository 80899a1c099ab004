"""Small tools as text, written to a folder and run."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from dpmlc.edge.tools.run import Grants, RunLimits, ToolRun, run_tool

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="JavaScript tools need `node` on the PATH")

JS = """
class Tides {{
  getMetadata() {{ return {{ name: 'tides', description: '涨潮时间', version: '1.0.0' }}; }}
  getSchema() {{ return {{ type: 'object', properties: {{ harbour: {{ type: 'string' }} }}, required: ['harbour'] }}; }}
  {members}
}}
module.exports = Tides;
"""
PY = """
class Tides:
    def get_metadata(self):
        return {{"name": "tides", "description": "涨潮时间", "version": "1.0.0"}}

    def get_schema(self):
        return {{"type": "object", "properties": {{"harbour": {{"type": "string"}}}}, "required": ["harbour"]}}

{members}
"""


def js(members: str) -> tuple[str, str]:
    """A JavaScript tool with these members besides metadata and schema."""
    return "tides.tool.js", JS.format(members=members)


def py(members: str) -> tuple[str, str]:
    """A Python tool with these members, written without their indentation."""
    return "tides.tool.py", PY.format(members="\n".join(f"    {line}" for line in members.splitlines()))


class Ran:
    """The outcome of one run, easy to look at."""

    def __init__(self, run: ToolRun, printed: bytes) -> None:
        self.object: dict[str, Any] = run.result.as_object()
        self.printed = printed.decode("utf-8", "replace")
        self.confinement = run.confinement

    @property
    def code(self) -> str:
        """The error code, or "" for success."""
        return str(self.object.get("error", {}).get("code", ""))

    @property
    def message(self) -> str:
        return str(self.object.get("error", {}).get("message", ""))

    @property
    def details(self) -> dict[str, Any]:
        found: dict[str, Any] = self.object.get("error", {}).get("details", {})
        return found

    @property
    def data(self) -> Any:
        return self.object.get("data")


def ran(
    folder: Path,
    tool: tuple[str, str],
    parameters: object = None,
    *,
    config: object = None,
    seconds: float = 20,
    grants: Grants | None = None,
    **limits: Any,
) -> Ran:
    """Write a tool and run it; a busy machine is no reason to fail, so time is generous."""
    path = folder / tool[0]
    path.write_text(tool[1], "utf-8")
    printed: list[bytes] = []
    given = {"harbour": "泉州"} if parameters is None else parameters
    run = run_tool(
        str(path), given, config, grants=grants, limits=RunLimits(seconds=seconds, **limits), prints=printed.append
    )
    return Ran(run, b"".join(printed))
