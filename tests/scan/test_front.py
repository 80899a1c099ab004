"""Front matter: text in, data and the first character of the content out (SPEC 1.2)."""

import subprocess
import sys
from pathlib import Path

import pytest
from scanning import said, scanned

from dpmlc.report.diagnostic import Severity
from dpmlc.text.span import Span


def check(text: str, data: dict[str, object] | None, content: str, *warnings: str) -> None:
    found = scanned(text)
    assert (dict(found.front.data) if found.front else None) == data
    assert text[found.front.span.end if found.front else 0 :] == content
    assert said(found, Severity.WARNING) == list(warnings)


@pytest.mark.parametrize(
    ("text", "data", "content"),
    [
        pytest.param("---\na: 1\n---\nx", {"a": 1}, "x", id="mapping"),
        pytest.param("---\na: 1\n...\nx", {"a": 1}, "x", id="dots"),
        pytest.param("---  \na: 1\n---\t\nx", {"a": 1}, "x", id="white space behind the marks"),
        pytest.param("---\na: 1\n---", {"a": 1}, "", id="at the end of the text"),
        pytest.param("---\nday: 2024-13-45\n---\n", {"day": "2024-13-45"}, "", id="dates are text"),
        pytest.param("---\n1: x\n---\n", {"1": "x"}, "", id="keys are text"),
        pytest.param("---\ntags: [a, 标签]\n---\n", {"tags": ["a", "标签"]}, "", id="list"),
        pytest.param("---\n---\nx", None, "---\n---\nx", id="nothing is no mapping"),
        pytest.param("---\n- a\n---\nx", None, "---\n- a\n---\nx", id="list is no mapping"),
        pytest.param("---\nSome text.\n---\n", None, "---\nSome text.\n---\n", id="text is no mapping"),
        pytest.param("---\na: 1\n", None, "---\na: 1\n", id="no end"),
        pytest.param("\n---\na: 1\n---\n", None, "\n---\na: 1\n---\n", id="not on the first line"),
        pytest.param("----\na: 1\n---\n", None, "----\na: 1\n---\n", id="four marks"),
        pytest.param("---\n# A: b: c\n---\n", None, "---\n# A: b: c\n---\n", id="rule, heading, rule"),
    ],
)
def test_front(text: str, data: dict[str, object] | None, content: str) -> None:
    check(text, data, content)


@pytest.mark.parametrize(
    ("block", "place"),
    [
        pytest.param('title: "x\n', "2:10", id="open quote"),
        pytest.param("a: b: c\n", "2:5", id="two colons"),
        pytest.param("a: &x 1\nb: *x\n", "2:1", id="alias"),
        pytest.param("a: " + "[" * 100_000 + "\n", "2:1", id="too deep"),
        pytest.param("a: " + "x" * 70_000 + "\n", "2:1", id="too long"),
    ],
)
def test_broken(block: str, place: str) -> None:
    found = scanned(f"---\n{block}---\n")
    assert found.front is None
    assert said(found, Severity.WARNING) == [f"front-matter {place}"]


def test_a_character_that_yaml_refuses_is_told_in_one_line() -> None:
    (found,) = scanned("---\n茶: a\x01\n---\n").diagnostics
    assert "\n" not in found.message
    assert found.span == Span("a.md", 8, 8)


def test_yaml_is_read_without_its_c_library() -> None:
    """PyYAML is without it where it was built from source and libyaml was not at hand."""
    script = "import sys; sys.modules['yaml._yaml'] = None\nfrom dpmlc.scan.yaml_block import pairs\n"
    script += "print(pairs('a: 1\\nday: 2024-01-02'), pairs('a: b: c'))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    problem = "mapping values are not allowed here"
    assert done.stdout == f"(('a', 1), ('day', '2024-01-02')) Broken(at=4, problem='{problem}')\n"


def test_a_number_that_python_cannot_read_is_told_in_words() -> None:
    (found,) = scanned(f"---\na: {'9' * 6000}\n---\n").diagnostics
    assert found.message.endswith("is read as content: a number in it cannot be read; put it in quotes")
