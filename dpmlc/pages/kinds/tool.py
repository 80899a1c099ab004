"""A tool -> its page: what it is for, its parameters, how it is called, and which members it has."""

import json
import shlex
from collections.abc import Iterator, Mapping

from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.tool_schema import example, plain, required_names, schema_fields, shown
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.package import Package
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.used import used, uses
from dpmlc.pages.views import Heading, Link
from dpmlc.pages.views_pages import Member, ToolView
from dpmlc.tools.interface import MEMBERS
from dpmlc.tools.read_tool import ReadTool
from dpmlc.tools.result import ErrorCode, Success

_FACTS = ("version", "category", "author")
_LANGUAGES = {"javascript": "JavaScript", "python": "Python"}


def tool_page(page: Planned, tool: ReadTool, package: Package, heads: Heads) -> Made:
    """The page of the tool at `page`. Nothing is run: what could not be read is told."""
    view = _view(page, tool, package)
    words = package.words
    sections = ["parameters", *_where("environment", view.environment), *_where("example", view.call)]
    sections += ["members", "errors", "used-by"]
    contents = [Heading(1, words[each.replace("-", "_")], f"#{each}") for each in sections]
    fields = (*view.fields, *view.environment)
    blocks = [Block("text", view.description, "")] if view.description else []
    blocks += [Block("text", f"{each.name} {each.description}", each.anchor) for each in fields]
    return Made(
        page.address, "tool.html", heads.of(page, contents, tool.path), view, "page",
        frozenset({*sections, *(each.anchor for each in fields)}), (), (tool.id, f"tool://{tool.id}", tool.path),
        tuple(blocks),
    )  # fmt: skip


def _where(section: str, holds: object) -> list[str]:
    return [section] if holds else []


def _view(page: Planned, tool: ReadTool, package: Package) -> ToolView:
    words = package.words
    known = isinstance(tool.input_schema, Mapping) and not any("`getSchema()" in each.what for each in tool.gaps)
    facts = [(words[each], shown(str(tool.metadata[each]))) for each in _FACTS if tool.metadata[each]]
    return ToolView(
        shown(tool.name), shown(tool.metadata["description"] or ""), Link(tool.path),
        (*facts, (words["language"], _LANGUAGES[tool.language])),
        schema_fields(tool.input_schema, "parameter"), known, schema_fields(tool.environment, "environment"),
        tuple(_members(tool)), _call(tool), _result(tool),
        tuple((str(code), words[f"error_{code.lower()}"]) for code in ErrorCode),
        tuple(shown(f"{each.what}: {each.reason} ({package.place(each.span)})") for each in tool.gaps),
        uses(page, used(page, package), package),
        package.told((each for each in tool.diagnostics if each.code != "tool-unread"), page.address),
    )  # fmt: skip


def _members(tool: ReadTool) -> Iterator[Member]:
    unsure = tool.read == "unknown" and not tool.members
    for rule in MEMBERS:
        if rule.name in tool.members:
            yield Member(rule.name, rule.signature, "present")
        elif rule.required:
            yield Member(rule.name, rule.signature, "unknown" if unsure else "missing")


def _call(tool: ReadTool) -> str:
    """A call that the schema allows as far as can be told, for a POSIX shell; "" where the schema is not known."""
    if not isinstance(tool.input_schema, Mapping):
        return ""
    parts = ["dpmlc", "tool", "run", tool.id, "--params", plain(example(tool.input_schema))]
    for name in required_names(tool.environment):
        parts += ["--env", name]
    return shown(shlex.join(parts))


def _result(tool: ReadTool) -> str:
    """What a run gives, as TOOL defines it."""
    told = Success(shown(tool.name), "…", 12, "2026-01-01T00:00:00.000Z")
    return json.dumps(told.as_object(), ensure_ascii=False, indent=2)
