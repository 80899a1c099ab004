"""The short reading of a command line agrees with the parser, or leaves it to it."""

from typing import Any

import click
import pytest

from dpmlc.edge.cache.options import plainly
from dpmlc.edge.cache.state import State, decoded, encoded
from dpmlc.edge.cli.build import command

LINES = (
    "", "tea", "-q", "--quiet tea", "tea --strict --no-site", "-o out tea", "--output out", "--output=out tea",
    "-o a -o b",
    "--only a --only b", "--only=a", "--check", "--keep-going --untrusted --policy p.toml", "--cache-dir c", "--jobs 2",
    "--jobs=2", "--color never", "--format text", "--output=a=b", "tea=x",
)  # fmt: skip
LEFT = (
    "-oout", "-qo out", "--", "-- tea", "a b", "--format json", "--jobs 0", "--jobs x", "--color red", "--nothing",
    "-h",
    "--help", "--output", "-o -x", "--quiet=1", "-o=out", "--output=", "-", "--format=sarif", "--stric", "--jobs ²",
)  # fmt: skip
NAMES = {"colour": "color"}


@pytest.mark.parametrize("line", LINES)
def test_a_usual_line_is_read_as_the_parser_reads_it(line: str) -> None:
    arguments = line.split()
    asked = plainly(arguments)
    assert asked is not None
    parsed: dict[str, Any] = click.Context(command).command.make_context("build", list(arguments)).params
    assert {name: parsed[NAMES.get(name, name)] for name in asked._fields} == asked._asdict()


@pytest.mark.parametrize("line", LEFT)
def test_an_unusual_line_is_the_parsers(line: str) -> None:
    assert plainly(line.split()) is None


def test_a_state_comes_back_as_it_was() -> None:
    state = State("k", "e", ("/a b", "/차\udcff"), "i", 1, "o", 2, 3, "1 document\n", "", "hint: \x1b\n\0", "é")
    assert decoded(encoded(state, b"s"), b"s") == state
    assert decoded(encoded(state, b"s"), b"t") == "it is damaged or foreign"
    assert decoded(encoded(state, b"s").replace(b"remembers 1", b"remembers 2"), b"s") == "it is damaged or foreign"
