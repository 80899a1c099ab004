"""A tool's parameter schema -> what is wrong with it as JSON Schema (2020-12, and what draft 7 spells otherwise)."""

from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from dpmlc.text.frozen import frozen
from dpmlc.tools.values import Read, Trail, Unread, is_keyed, shown

TYPES = ("null", "boolean", "object", "array", "number", "integer", "string")

ONE = frozenset({
    "not", "if", "then", "else", "additionalProperties", "items", "contains", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties", "additionalItems", "contentSchema",
})  # fmt: skip
"""Keywords whose value is a schema."""

SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
"""Keywords whose value is a list of schemas."""

NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose value is an object of schemas."""

_NUMBERS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_COUNTS = frozenset({
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
})  # fmt: skip
_TEXTS = frozenset({"$id", "$schema", "$anchor", "$comment", "title", "description", "format", "pattern"})
_SWITCHES = frozenset({"uniqueItems", "deprecated", "readOnly", "writeOnly"})


@frozen
class SchemaFault:
    """One fault: `where` is its place, `path` leads to it (`.properties.size.type`)."""

    where: Read
    path: str
    message: str


def schema_faults(schema: Read) -> Iterator[SchemaFault]:
    """Everything that keeps `schema` from being the schema of a tool's parameters, in the order of the text.

    What could not be read is no fault. References lead only into the schema itself, nothing is ever fetched.
    """
    if isinstance(schema.value, Unread):
        return
    if not is_keyed(schema.value):
        yield SchemaFault(schema, "", f"expected a schema, an object, found {kind(schema)}")
        return
    yield from _of_object(schema.value)
    anchors = frozenset(_anchors(schema))
    waiting: list[tuple[Trail, Read]] = [((), schema)]
    while waiting:
        path, part = waiting.pop()
        if isinstance(part.value, Unread | bool):
            continue
        if not is_keyed(part.value):
            yield SchemaFault(part, shown(path), f"expected a schema, found {kind(part)}")
            continue
        for key, value in part.value.items():
            if not isinstance(value.value, Unread):
                yield from _keyword(key, value, (path, f".{key}"), schema, anchors)
        waiting.extend(reversed([*children(part, path)]))


def children(schema: Read, path: Trail = ()) -> Iterator[tuple[Trail, Read]]:
    """The schemas directly inside a schema, each with its path; what is no list or object of schemas is left out."""
    if not is_keyed(schema.value):
        return
    for key, value in schema.value.items():
        if key in SEVERAL or (key == "items" and isinstance(value.value, tuple)):
            if isinstance(value.value, tuple):
                yield from (((path, f".{key}[{number}]"), each) for number, each in enumerate(value.value))
        elif key in ONE:
            yield (path, f".{key}"), value
        elif key in NAMED and is_keyed(value.value):
            yield from (((path, f".{key}.{name}"), each) for name, each in value.value.items())


def kind(found: Read) -> str:
    """A value as people name it."""
    match found.value:
        case None:
            return "null"
        case bool():
            return "a truth value"
        case int() | float():
            return f"the number {found.value}"
        case str():
            return f"the text `{found.value[:40]}`"
        case tuple():
            return "a list"
    return "an object"


def _of_object(schema: Mapping[str, Read]) -> Iterator[SchemaFault]:
    type_ = schema.get("type")
    if type_ is None or isinstance(type_.value, Unread):
        return
    types = [each.value for each in type_.value] if isinstance(type_.value, tuple) else [type_.value]
    if "object" not in types and all(each in TYPES for each in types if isinstance(each, str)):
        yield SchemaFault(type_, ".type", f"parameters are an object, found a schema of {kind(type_)}")


def _keyword(key: str, value: Read, path: Trail, root: Read, anchors: frozenset[str]) -> Iterator[SchemaFault]:
    expected = _expected(key, value)
    if expected:
        yield SchemaFault(value, shown(path), f"expected {expected}, found {kind(value)}")
    elif key == "type":
        yield from _type(value, path)
    elif key in {"$ref", "$dynamicRef"}:
        message = _reference(str(value.value), root, anchors)
        if message:
            yield SchemaFault(value, shown(path), message)


def _expected(key: str, value: Read) -> str:
    """What the keyword wants, where it has something else; "" where it is satisfied or means nothing to us."""
    found = value.value
    number = isinstance(found, int | float) and not isinstance(found, bool)
    if key == "required" and isinstance(found, bool):
        return "a list of names beside `properties`"
    if key == "required":
        return "" if _texts(value) else "a list of names"
    if key in NAMED:
        return "" if is_keyed(found) else "an object of schemas"
    if key in SEVERAL:
        return "" if isinstance(found, tuple) and found else "a list of schemas, at least one"
    if key == "enum":
        return "" if isinstance(found, tuple) else "a list of values"
    if key in _NUMBERS:
        return "" if number and (key != "multipleOf" or float(str(found)) > 0) else "a number" + _above(key)
    if key in _COUNTS:
        return "" if number and float(str(found)) >= 0 and float(str(found)).is_integer() else "a whole number from 0"
    if key in _TEXTS or key in {"$ref", "$dynamicRef"}:
        return "" if isinstance(found, str) else "a text"
    if key in _SWITCHES:
        return "" if isinstance(found, bool) else "true or false"
    return ""


def _above(key: str) -> str:
    return " above 0" if key == "multipleOf" else ""


def _texts(value: Read) -> bool:
    return isinstance(value.value, tuple) and all(isinstance(each.value, str | Unread) for each in value.value)


def _type(value: Read, path: Trail) -> Iterator[SchemaFault]:
    several = value.value if isinstance(value.value, tuple) else (value,)
    for each in several:
        if not isinstance(each.value, Unread) and each.value not in TYPES:
            yield SchemaFault(each, shown(path), f"expected a type ({', '.join(TYPES)}), found {kind(each)}")


def _reference(reference: str, root: Read, anchors: frozenset[str]) -> str:
    if not reference.startswith("#"):
        return f"`$ref` leads to `{reference[:80]}`, expected a place in this schema, which begins with `#`"
    pointer = unquote(reference[1:])
    if pointer and not pointer.startswith("/"):
        return "" if pointer in anchors else f"`$ref` leads to `{reference[:80]}`, which no `$anchor` names"
    return "" if found_at(root, pointer) is not None else f"`$ref` leads to `{reference[:80]}`, where nothing stands"


def found_at(root: Read, pointer: str) -> Read | None:
    """What a JSON pointer leads to; something unread on the way counts as found."""
    found = root
    for segment in pointer.split("/")[1:]:
        key = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(found.value, Unread):
            return found
        if is_keyed(found.value) and key in found.value:
            found = found.value[key]
        elif isinstance(found.value, tuple) and key.isascii() and key.isdigit() and len(key) < 7:
            if int(key) >= len(found.value):
                return None
            found = found.value[int(key)]
        else:
            return None
    return found


def _anchors(root: Read) -> Iterator[str]:
    waiting = [root]
    while waiting:
        part = waiting.pop()
        if is_keyed(part.value):
            for key in ("$anchor", "$dynamicAnchor", "$id"):
                value = part.value[key].value if key in part.value else None
                if isinstance(value, str):
                    yield value.removeprefix("#")
        waiting.extend(each for _, each in children(part))
