"""Schemas: what is wrong with them, and what they say of values, held against the `jsonschema` library."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.tools.schema import schema_faults
from dpmlc.tools.validate import PatternError, TooMuchError, violations
from dpmlc.tools.values import stood

# ruff: noqa: E501  A case is one row.

WRONG = {
    '{"type": "objekt"}': ".type: expected a type (null, boolean, object, array, number, integer, string), found the text `objekt`",
    '{"type": "array"}': ".type: parameters are an object, found a schema of the text `array`",
    '{"properties": {"a": "string"}}': ".properties.a: expected a schema, found the text `string`",
    '{"properties": []}': ".properties: expected an object of schemas, found a list",
    '{"properties": {"a": {"required": true}}}': ".properties.a.required: expected a list of names beside `properties`, found a truth value",
    '{"required": "a"}': ".required: expected a list of names, found the text `a`",
    '{"properties": {"a": {"minLength": -1}}}': ".properties.a.minLength: expected a whole number from 0, found the number -1",
    '{"properties": {"a": {"enum": "x"}}}': ".properties.a.enum: expected a list of values, found the text `x`",
    '{"anyOf": []}': ".anyOf: expected a list of schemas, at least one, found a list",
    '{"properties": {"a": {"$ref": "https://example.com/s.json"}}}': ".properties.a.$ref: `$ref` leads to `https://example.com/s.json`, expected a place in this schema, which begins with `#`",
    '{"$ref": "#/$defs/none"}': ".$ref: `$ref` leads to `#/$defs/none`, where nothing stands",
    '{"$ref": "other.json#"}': ".$ref: `$ref` leads to `other.json#`, expected a place in this schema, which begins with `#`",
    "5": ": expected a schema, an object, found the number 5",
}


@pytest.mark.parametrize("schema", WRONG)
def test_what_is_wrong_with_a_schema(schema: str) -> None:
    assert [f"{each.path}: {each.message}" for each in schema_faults(stood(json.loads(schema)))] == [WRONG[schema]]


RIGHT = [
    {},
    {"type": "object", "properties": {"a": True}},
    {"$ref": "#"},
    {"properties": {"a": {"$ref": "#/$defs/x~1y"}}, "$defs": {"x/y": {}}},
    {"properties": {"a": {"$ref": "#port"}}, "$defs": {"p": {"$anchor": "port"}}},
    {"type": ["object", "null"]},
    {"properties": {"type": {"type": "string"}, "required": {"type": "boolean"}}},
    {"properties": {"a": {"default": {"type": "nonsense"}, "enum": [{"$ref": "x"}]}}},
]


@pytest.mark.parametrize("schema", RIGHT)
def test_what_is_right_with_a_schema(schema: dict[str, Any]) -> None:
    assert list(schema_faults(stood(schema))) == []


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([0.5, 1.0, -2.0])
    | st.sampled_from(["", "a", "ab", "港"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["null", "boolean", "object", "array", "number", "integer", "string"])
PLAIN = st.fixed_dictionaries({}, optional={
    "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
    "enum": st.lists(VALUES, min_size=1, max_size=3), "const": VALUES,
    "minimum": st.integers(-2, 2), "exclusiveMaximum": st.integers(-2, 2), "multipleOf": st.sampled_from([1, 2, 0.5]),
    "minLength": st.integers(0, 2), "maxLength": st.integers(0, 2), "pattern": st.sampled_from(["^a", "b$", "[a-c]+"]),
    "minItems": st.integers(0, 2), "maxItems": st.integers(0, 2), "uniqueItems": st.booleans(),
    "minProperties": st.integers(0, 2), "maxProperties": st.integers(0, 2),
    "required": st.lists(st.sampled_from(["a", "b"]), unique=True, max_size=2),
    "dependentRequired": st.just({"a": ["b"]}), "$ref": st.sampled_from(["#", "#/$defs/d"]),
})  # fmt: skip


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas with schemas in them."""
    named = st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    several = st.lists(inner, min_size=1, max_size=2)
    nested = st.fixed_dictionaries({}, optional={
        "properties": named, "additionalProperties": inner, "items": inner, "prefixItems": several, "allOf": several,
        "anyOf": several, "oneOf": several, "not": inner, "if": inner, "then": inner, "else": inner,
        "contains": inner, "propertyNames": inner, "patternProperties": st.dictionaries(st.just("^a"), inner, max_size=1),
        "dependentSchemas": named,
    })  # fmt: skip
    return st.tuples(PLAIN, nested).map(lambda pair: {**pair[0], **pair[1]}) | st.booleans()


SCHEMAS = st.recursive(PLAIN, schemas, max_leaves=6)


@settings(max_examples=40)
@given(SCHEMAS, SCHEMAS, VALUES)
def test_the_verdict_is_that_of_the_library(schema: Any, definition: Any, value: Any) -> None:
    whole = {**schema, "$defs": {"d": definition}} if isinstance(schema, dict) else schema
    try:
        expected = jsonschema.Draft202012Validator(whole).is_valid(value)
    except RecursionError:  # `{"$ref": "#"}`: the library goes round for ever, dpmlc does not.
        violations(whole, value)
        return
    assert (not violations(whole, value)) == expected


NEWEST, SEVENTH = jsonschema.Draft202012Validator, jsonschema.Draft7Validator
# By keyword: a schema, what fits it, what does not.
KEYWORDS: dict[str, tuple[type, dict[str, Any], list[Any], list[Any]]] = {
    "patternProperties": (NEWEST, {"patternProperties": {"^a": {"type": "string"}}}, [{"a1": "港", "b": 1}], [{"a1": 1}]),
    "additionalProperties": (
        NEWEST, {"properties": {"p": {}}, "patternProperties": {"^a": {}}, "additionalProperties": {"type": "integer"}},
        [{"p": "", "a1": "", "b": 1}], [{"b": ""}],
    ),
    "multipleOf": (NEWEST, {"multipleOf": 2}, [4, 2.0, 10**400, "1"], [3, 2.5, 10**400 + 1]),
    "propertyNames": (NEWEST, {"propertyNames": {"maxLength": 2}}, [{"ab": 1}, []], [{"abc": 1}]),
    "prefixItems": (NEWEST, {"prefixItems": [{"type": "string"}]}, [["a", 1], [], {}], [[1]]),
    "items": (
        NEWEST, {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, [["a", 1, 2], ["a"]], [["a", "b"]]
    ),
    "items that are a list": (SEVENTH, {"items": [{"type": "string"}]}, [["a", 1], {}], [[1]]),
    "additionalItems": (
        SEVENTH, {"items": [{"type": "string"}], "additionalItems": {"type": "integer"}}, [["a", 1]], [["a", "b"]]
    ),
    "uniqueItems": (NEWEST, {"uniqueItems": True}, [[1, "1", True, [1]], {}], [[1, 1.0], [{"a": 1}, {"a": 1}]]),
    "minContains": (
        NEWEST, {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3}, [[1, 2, "a"]], [[1, "a"], [1] * 4]
    ),
    "anyOf": (NEWEST, {"anyOf": [{"minimum": 2}, {"type": "string"}]}, [2, "a"], [1]),
    "oneOf": (NEWEST, {"oneOf": [{"minimum": 2}, {"type": "integer"}]}, [1, 2.5], [3, 0.5]),
    "not": (NEWEST, {"not": {"type": "null"}}, [0, False], [None]),
    "if": (
        NEWEST, {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
        [{"a": 1, "b": 1}, {"c": 1}], [{"a": 1, "c": 1}, {"b": 1}],
    ),
    "dependentSchemas": (NEWEST, {"dependentSchemas": {"a": {"required": ["b"]}}}, [{"a": 1, "b": 1}, {}], [{"a": 1}]),
    "dependencies": (SEVENTH, {"dependencies": {"a": ["b"]}}, [{"a": 1, "b": 1}, {"b": 1}], [{"a": 1}]),
}  # fmt: skip


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_the_verdict_of_each_keyword(keyword: str) -> None:
    library, schema, right, wrong = KEYWORDS[keyword]
    assert [value for value in (*right, *wrong) if violations(schema, value)] == wrong
    assert [value for value in (*right, *wrong) if not library(schema).is_valid(value)] == wrong


def test_numbers_beyond_all_fractions_are_no_crash() -> None:
    assert violations({"multipleOf": 0.5}, 10**400) == violations({"multipleOf": 10**400}, 0.5) == ()
    assert violations({"allOf": [{"$ref": f"#/allOf/{'9' * 5000}"}]}, 1) == ()


def test_messages_name_the_place() -> None:
    schema = {
        "type": "object",
        "properties": {"ports": {"items": {"type": "string"}}},
        "required": ["day"],
        "additionalProperties": False,
    }
    assert violations(schema, {"ports": ["泉州", 5], "dax": 1}) == (
        "`parameters.ports[1]`: expected string, found 5",
        "`parameters.day` is missing",
        "`parameters.dax` is not allowed",
    )


def test_nothing_loops_and_nothing_explodes() -> None:
    assert violations({"$ref": "#"}, {}) == ()
    many = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(60)}
    with pytest.raises(TooMuchError):
        violations({"$ref": "#/$defs/d0", "$defs": {**many, "d60": {}}}, {})
    either = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]} for n in range(60)}
    assert violations({"$ref": "#/$defs/d0", "$defs": {**either, "d60": False}}, {})


def test_a_pattern_of_another_language_is_said() -> None:
    with pytest.raises(PatternError):
        violations({"properties": {"a": {"pattern": r"\p{L}"}}}, {"a": "x"})
    assert violations({"pattern": "^a$"}, "a\n") != ()
    assert violations({"pattern": r"^\d+$"}, "٣") != ()
    assert violations({"pattern": r"(?<day>\d)[$]"}, "1$") == ()
