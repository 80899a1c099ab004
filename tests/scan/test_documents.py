"""The conformance cases for documents: text in, tree and errors out."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from scanning import scanned, shape

from dpmlc.text.source import lines

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("documents.toml").read_text("utf-8"))["case"]
CHECKED_LATER = "undefined attribute"


def written(tree: list[Any]) -> str:
    return " ".join(name + (f"({written(children)})" if children else "") for name, children in tree)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_documents(case: dict[str, Any]) -> None:
    found = scanned(case["text"])
    if "tree" in case:
        assert shape(found.nodes) == written(case["tree"])
    if "errors" in case:
        where = lines(case["text"])
        expected = [each for each in case["errors"] if each[0] != CHECKED_LATER]
        errors = [each for each in found.diagnostics if each.severity == "error"]
        assert [[e.code.replace("-", " "), where.position(e.span.start).line] for e in errors if e.span] == expected
