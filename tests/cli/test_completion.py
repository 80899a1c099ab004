"""What a shell is told to offer: commands, options, values, names, codes."""

import os

import pytest
from click.shell_completion import BashComplete

from dpmlc.edge.cli.run import dpmlc


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ins", ["plain inspect"]),
        ("build --no", ["plain --no-site"]),
        ("build --format s", ["plain sarif"]),
        ("build d", ["dir d"]),
        ("build -o d", ["dir d"]),
        ("tool list --package d", ["dir d"]),
        ("inspect ro", ["file ro"]),
        ("check --policy ro", ["file ro"]),
        ("explain toml", ["plain toml-syntax"]),
        ("explain dist/", ["file dist/"]),
    ],
)
def test_a_shell_is_told_what_can_follow(typed: str, offered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["dpmlc", *typed.split(" ")]
    monkeypatch.setitem(os.environ, "COMP_WORDS", " ".join(words))
    monkeypatch.setitem(os.environ, "COMP_CWORD", str(len(words) - 1))
    said = BashComplete(dpmlc, {}, "dpmlc", "_DPMLC_COMPLETE").complete()
    assert [line.replace(",", " ") for line in said.splitlines()] == offered
