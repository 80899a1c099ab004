"""The schema of a tool's parameters -> rows of a table, and parameters that it allows, as an example."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dpmlc.pages.plan.address import apart, slug
from dpmlc.pages.views_pages import Field
from dpmlc.report.width import visible_lines
from dpmlc.text.secrets import masked

_DEEPEST = 6
_MOST = 200
_EITHER = ("anyOf", "oneOf")


def schema_fields(schema: object, kind: str) -> tuple[Field, ...]:
    """The properties of an object schema, each followed by its own; `kind` begins their anchors.

    Whatever a schema holds that is no schema shows as nothing; of what stands deeper than six levels only the outermost
    is told.
    """
    rows = tuple(_fields(schema, "", 0))
    anchors = apart(f"{kind}-{slug(each.name)}" for each in rows)
    return tuple(replace(each, anchor=anchor) for each, anchor in zip(rows, anchors, strict=True))


def required_names(schema: object) -> tuple[str, ...]:
    """The names of the properties that an object schema demands and describes."""
    known: Mapping[object, object] = schema if isinstance(schema, Mapping) else {}
    demanded, properties = known.get("required"), known.get("properties")
    if not isinstance(demanded, list | tuple) or not isinstance(properties, Mapping):
        return ()
    return tuple(dict.fromkeys(each for each in demanded if isinstance(each, str) and each in properties))


def shown(text: str) -> str:
    """A text of a tool, for people: nothing that hides or reorders, no secret."""
    return masked(visible_lines(text))


def plain(value: object) -> str:
    """A value as JSON, in one line."""
    return json.dumps(value, ensure_ascii=False)


def example(schema: object, depth: int = 0) -> object:
    """Plain JSON that the schema allows, as far as can be told: what it demands, with its own values if any."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return None
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    for key in ("enum", "examples"):
        given = schema.get(key)
        if isinstance(given, list | tuple) and given:
            return given[0]
    branch = next((schema[key] for key in _EITHER if isinstance(schema.get(key), list) and schema[key]), None)
    if branch and not schema.get("type") and not schema.get("properties"):
        return example(branch[0], depth + 1)
    return _of_type(schema, depth)


def _of_type(schema: Mapping[str, object], depth: int) -> object:
    types = schema.get("type")
    properties = schema.get("properties")
    match next(iter(types), None) if isinstance(types, list | tuple) else types:
        case "object" | None if isinstance(properties, Mapping):
            return {name: example(properties[name], depth + 1) for name in required_names(schema)}
        case "object":
            return {}
        case "array":
            return [example(schema.get("items"), depth + 1)] if schema.get("minItems") else []
        case "integer" | "number":
            return _number(schema)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return "…"


def _number(schema: Mapping[str, object]) -> object:
    for key in ("minimum", "maximum"):
        if isinstance(schema.get(key), int | float):
            return schema[key]
    above = schema.get("exclusiveMinimum")
    return above + 1 if isinstance(above, int | float) and not isinstance(above, bool) else 1


def _fields(schema: object, before: str, depth: int) -> Iterator[Field]:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    properties = schema.get("properties")
    required = required_names(schema)
    for name, each in (properties if isinstance(properties, Mapping) else {}).items():
        full = f"{before}.{name}" if before else str(name)
        yield _field(full, each, str(name) in required, depth)
        yield from _below(each, full, depth + 1)


def _below(schema: object, full: str, depth: int) -> Iterator[Field]:
    """The properties of a property, of its items, and of what it may be instead."""
    yield from _fields(schema, full, depth)
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    items = schema.get("items")
    if isinstance(items, Mapping):
        yield from _below(items, f"{full}[]", depth)
    for key in _EITHER:
        branches = schema.get(key)
        for branch in branches if isinstance(branches, list | tuple) else ():
            yield from _below(branch, full, depth + 1)


def _field(full: str, schema: object, required: bool, depth: int) -> Field:
    known: Mapping[str, object] = schema if isinstance(schema, Mapping) else {}
    said = known.get("description")
    return Field(
        shown(full), "", shown(_type(known, 0)), required, shown(plain(known["default"])) if "default" in known else "",
        _values(known), shown(said) if isinstance(said, str) else "", depth,
    )  # fmt: skip


def _values(schema: Mapping[str, object]) -> tuple[str, ...]:
    """The values that are allowed, where only some are; `…` stands for those past 200."""
    given = schema.get("enum")
    values = [*given] if isinstance(given, list | tuple) else [schema["const"]] if "const" in schema else []
    told = tuple(shown(plain(each)) for each in values[:_MOST])
    return told if len(values) <= _MOST else (*told, "…")


def _type(schema: Mapping[str, object], depth: int) -> str:
    """`string`, `integer | null`, `array of string`, with the bounds that the schema states."""
    found = schema.get("type")
    types = " | ".join(map(str, found)) if isinstance(found, list | tuple) else found if isinstance(found, str) else ""
    items = schema.get("items")
    if types == "array" and isinstance(items, Mapping) and depth < _DEEPEST:
        types = f"array of {_type(items, depth + 1) or 'anything'}"
    if not types:
        types = _either(schema, depth)
    return f"{types} {_bounds(schema.get('minimum'), schema.get('maximum'))}".rstrip()


def _bounds(low: object, high: object) -> str:
    if low is None:
        return "" if high is None else f"≤ {plain(high)}"
    return f"≥ {plain(low)}" if high is None else f"{plain(low)}–{plain(high)}"


def _either(schema: Mapping[str, object], depth: int) -> str:
    for key in _EITHER:
        branches = schema.get(key)
        if isinstance(branches, list | tuple) and depth < _DEEPEST:
            told = (_type(each, depth + 1) for each in branches[:_MOST] if isinstance(each, Mapping))
            return " | ".join(dict.fromkeys(filter(None, told)))
    reference = schema.get("$ref")
    return reference if isinstance(reference, str) else ""
