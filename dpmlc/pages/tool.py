"""A tool -> its page: what it is for, its parameters, how it is called, and which members it has."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dpmlc.pages.address import apart, slug
from dpmlc.pages.heads import Heads
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.package import Package
from dpmlc.pages.plan import Planned
from dpmlc.pages.views import Heading, Link
from dpmlc.pages.views_pages import Field, Member, ToolView
from dpmlc.tools.interface import MEMBERS
from dpmlc.tools.read_tool import ReadTool
from dpmlc.tools.result import ErrorCode, Success

_FACTS = ("version", "category", "author")
_DEEPEST = 6
_MOST = 200


def tool_page(page: Planned, tool: ReadTool, package: Package, heads: Heads) -> Made:
    """The page of the tool at `page`. Nothing is run: what could not be read is told."""
    listed = tuple(_fields(tool.input_schema, "", 0))
    anchors = apart(each.anchor for each in listed)
    fields = tuple(replace(each, anchor=anchor) for each, anchor in zip(listed, anchors, strict=True))
    asked = [each for each in package.users.get(tool.path, ()) if each.document != tool.path]
    words = package.words
    view = ToolView(
        tool.name, tool.metadata["description"] or "", Link(tool.path),
        (*((words[each], str(tool.metadata[each])) for each in _FACTS if tool.metadata[each]),
         (words["language"], {"javascript": "JavaScript", "python": "Python"}[tool.language])),
        fields, tuple(_members(tool)), _call(tool), _result(tool),
        tuple((str(code), words[f"error_{code.lower()}"]) for code in ErrorCode),
        tuple(f"{each.what}: {each.reason} ({package.place(each.span)})" for each in tool.gaps),
        tuple(package.use(each, page.address) for each in asked),
        tuple(package.finding(each, page.address) for each in tool.diagnostics if each.code != "tool-unread"),
    )  # fmt: skip
    shown = ["parameters", "example", "members", "errors", "used-by"]
    contents = [Heading(1, words[each.replace("-", "_")], f"#{each}") for each in shown]
    blocks = [Block("text", view.description, "")] if view.description else []
    blocks += [Block("text", f"{each.name} {each.description}", each.anchor) for each in fields]
    return Made(
        page.address, "tool.html", heads.of(page, contents, tool.path), view, "page",
        frozenset({*shown, *(each.anchor for each in fields)}), (), (tool.id, f"tool://{tool.id}", tool.path),
        tuple(blocks),
    )  # fmt: skip


def _fields(schema: object, before: str, depth: int) -> Iterator[Field]:
    """The properties of an object schema, each followed by its own."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    properties = schema.get("properties")
    demanded = schema.get("required")
    required = {each for each in demanded if isinstance(each, str)} if isinstance(demanded, list | tuple) else set()
    for name, each in (properties if isinstance(properties, Mapping) else {}).items():
        full = f"{before}.{name}" if before else str(name)
        yield _field(full, str(name), each, str(name) in required, depth)
        yield from _fields(each, full, depth + 1)
        if isinstance(each, Mapping):
            yield from _fields(each.get("items"), f"{full}[]", depth + 1)


def _field(full: str, name: str, schema: object, required: bool, depth: int) -> Field:
    known: Mapping[str, object] = schema if isinstance(schema, Mapping) else {}
    values = known.get("enum") if isinstance(known.get("enum"), list | tuple) else ()
    told = _json(known["default"]) if "default" in known else ""
    return Field(
        full, f"parameter-{slug(full)}", _type(known), required, told,
        tuple(map(_json, values if isinstance(values, list | tuple) else ()))[:_MOST],
        str(known.get("description", "")), depth,
    )  # fmt: skip


def _type(schema: Mapping[str, object]) -> str:
    """`string`, `integer | null`, `array of string`, with the bounds that the schema states."""
    found = schema.get("type")
    types = " | ".join(map(str, found)) if isinstance(found, list | tuple) else str(found or "")
    items = schema.get("items")
    if types == "array" and isinstance(items, Mapping):
        types = f"array of {_type(items) or 'anything'}"
    low, high = schema.get("minimum"), schema.get("maximum")
    bounds = f" {_json(low) if low is not None else ''}…{_json(high) if high is not None else ''}"
    return types + (bounds if low is not None or high is not None else "")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _members(tool: ReadTool) -> Iterator[Member]:
    unsure = tool.read == "unknown" and not tool.members
    for rule in MEMBERS:
        if rule.name in tool.members:
            yield Member(rule.name, rule.signature, "present")
        elif rule.required:
            yield Member(rule.name, rule.signature, "unknown" if unsure else "missing")


def _call(tool: ReadTool) -> str:
    """A call that the schema allows as far as can be told; "" where the schema is not known."""
    if not isinstance(tool.input_schema, Mapping):
        return ""
    return f"dpmlc tool run {tool.id} --params '{_json(_example(tool.input_schema, 0))}'"


def _example(schema: object, depth: int) -> object:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return None
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    for key in ("enum", "examples"):
        given = schema.get(key)
        if isinstance(given, list | tuple) and given:
            return given[0]
    match schema.get("type"):
        case "object" | None if isinstance(schema.get("properties"), Mapping):
            demanded = schema.get("required")
            wanted = demanded if isinstance(demanded, list | tuple) else ()
            known = schema["properties"]
            return {name: _example(known[name], depth + 1) for name in wanted if name in known}
        case "object":
            return {}
        case "array":
            return [_example(schema.get("items"), depth + 1)] if schema.get("minItems") else []
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return "…"


def _result(tool: ReadTool) -> str:
    """What a run gives, as TOOL defines it."""
    told = Success(tool.name, "…", 12, "2026-01-01T00:00:00.000Z")
    return json.dumps(told.as_object(), ensure_ascii=False, indent=2)
