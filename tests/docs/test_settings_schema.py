"""The schema of `dpml.toml` and dpmlc itself: what one takes the other does not refuse."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from made import DOCS
from made_settings import SCHEMA, described

from dpmlc.edge.configuration import ConfigurationError, settings
from dpmlc.edge.plugins import Plugins
from dpmlc.text.source import Source

TEXT = (DOCS / SCHEMA).read_text("utf-8")
MADE = json.loads(TEXT)
PACKAGES = (DOCS, DOCS.parent / "sample-project")


def in_schema(text: str) -> bool:
    return bool(Draft7Validator(MADE).is_valid(tomllib.loads(text)))


def in_dpmlc(text: str) -> bool:
    try:
        settings(Source("dpml.toml", text), Plugins())
    except ConfigurationError:
        return False
    return True


def test_it_is_a_schema() -> None:
    Draft7Validator.check_schema(MADE)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_settings_of_our_packages_are_valid(package: Path) -> None:
    assert in_schema((package / "dpml.toml").read_text("utf-8"))


def test_each_setting_of_the_reference_stands_in_it_with_its_words() -> None:
    keys = described((DOCS / "configuration.md").read_text("utf-8"))
    assert ("bundle", "repeat") in keys
    for key, words in keys.items():
        found = MADE
        for name in key:
            found = found["properties"][name]
        assert found["description"] == words


def test_each_setting_in_it_has_its_words() -> None:
    keys = described((DOCS / "configuration.md").read_text("utf-8"))
    for section, inside in MADE["properties"].items():
        missing = {name for name in inside.get("properties", {}) if (section, name) not in keys}
        assert missing <= {"nested"} if section == "references" else not missing
        assert (section,) in keys or "properties" in inside


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("", True),
        ("[attributes]\n'级' = 'integer 1-5'\n'등급' = { values = ['a'] }", True),
        ("[targets]\nplain = true", True),
        ("[suffixes]\n'술.md' = 'sool'", True),
        ("[pakage]\nname = 'x'", False),
        ("[package]\nnmae = 'x'", False),
        ("[package]\nname = 1", False),
        ("[bundle]\nrepeat = 'never'", False),
        ("[bundle]\nentries = 'a.md'", False),
        ("[limits]\ndepth = 0", False),
        ("[limits]\ndepth = true", False),
        ("[tools]\nrun = 'yes'", False),
        ("[attributes]\na = { tpye = 'id' }", False),
        ("[attributes]\na = 1", False),
        ("[paths]\na = []", False),
    ],
)
def test_both_say_the_same(text: str, valid: bool) -> None:
    assert (in_schema(text), in_dpmlc(text)) == (valid, valid)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


NAMES = sorted({name for each in MADE["properties"].values() for name in each.get("properties", {})} | {"type", "x"})
WORDS = st.sampled_from(["", "auto", "once", "never", "id", "enum(a, b)", "../차", "tea://x", "https://x.y/{path}"])
VALUES = st.recursive(
    WORDS | st.booleans() | st.integers(-1, 9) | st.sampled_from([0.5]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
    max_leaves=4,
)


@effort(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(MADE["properties"])), VALUES, max_size=3))
def test_it_refuses_nothing_that_dpmlc_takes(found: dict[str, Any]) -> None:
    text = "".join(f"{name} = {toml(value)}\n" for name, value in found.items())
    assert in_schema(text) or not in_dpmlc(text)
