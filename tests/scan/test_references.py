"""References: a text in, what is read of it out (SPEC 3.1 to 3.4)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from scanning import scanned

from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("references.toml").read_text("utf-8"))


def written(reference: Reference) -> dict[str, Any]:
    """What a case of `parse` states."""
    return {
        "chain": [[level.loading.value, level.protocol] for level in reference.levels],
        "path": reference.location,
        "params": {each.name: each.value for each in reference.parameters},
        "glob": reference.glob,
    }


@pytest.mark.parametrize("case", CASES["parse"], ids=lambda case: case["text"])
def test_whole_texts(case: dict[str, Any]) -> None:
    reference = parse(case["text"], "a.md", 0)
    assert isinstance(reference, Reference)
    expected = {"params": {}, "glob": False} | case
    assert written(reference) | {"text": reference.text} == expected


@pytest.mark.parametrize("case", CASES["malformed"], ids=lambda case: case["text"])
def test_malformed_texts(case: dict[str, Any]) -> None:
    malformed = parse(case["text"], "a.md", 4)
    assert isinstance(malformed, Malformed)
    assert malformed.offset == case["offset"]
    assert malformed.diagnostic.code == "reference-syntax"
    assert case["wants"] in malformed.diagnostic.message
    assert malformed.diagnostic.span is not None
    assert malformed.diagnostic.span.start == 4 + case["offset"]


@pytest.mark.parametrize("case", CASES["scan"], ids=lambda case: case["text"])
def test_prose(case: dict[str, Any]) -> None:
    scan = scanned(case["text"])
    assert [each.text for each in scan.references] == case["found"]
    if "said" in case:
        places = [(each.code, each.span.start) for each in scan.diagnostics if each.span]
        assert [f"{code} {place}" for code, place in places if code.startswith("reference")] == case["said"]
