"""The conformance cases for documents: text in, tree and errors out, errors of attributes and structures included."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from scanning import scanned, shape

from dpmlc.compiler import check_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles
from dpmlc.text.source import lines

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("documents.toml").read_text("utf-8"))["case"]


def written(tree: list[Any]) -> str:
    return " ".join(name + (f"({written(children)})" if children else "") for name, children in tree)


@pytest.mark.parametrize("case", [each for each in CASES if "tree" in each], ids=lambda case: case["name"])
def test_tree(case: dict[str, Any]) -> None:
    assert shape(scanned(case["text"]).nodes) == written(case["tree"])


@pytest.mark.parametrize("case", [each for each in CASES if "errors" in each], ids=lambda case: case["name"])
def test_errors(case: dict[str, Any]) -> None:
    files = MemoryFiles({"a.dpml": case["text"], "core.thought.md": "<thought>x</thought>\n"})
    checked = check_package(files, Settings(), builtin_documents())
    where = lines(case["text"])
    errors = [each for each in checked.diagnostics if each.severity == "error"]
    found = [[each.code.replace("-", " "), where.position(each.span.start).line] for each in errors if each.span]
    assert found == case["errors"]
