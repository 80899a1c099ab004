"""File names in, registered ids out (SPEC 2.4)."""

import pytest

from dpmlc.index.declared import suffixes
from dpmlc.index.names import claim, names
from dpmlc.text.files import Entry


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("creative.thought.md", ("thought", "creative")),
        ("role/nuwa/nuwa.role.md", ("role", "nuwa")),
        ("a/v1.2.execution.md", ("execution", "v1.2")),
        ("a/创建报告.knowledge.md", ("knowledge", "创建报告")),
        ("a/x.memory.md", ("memory", "x")),
        ("a/x.manual.md", ("manual", "x")),
        ("a/x.personality.md", ("personality", "x")),
        ("a/x.principle.md", ("principle", "x")),
        ("tool/timer.tool.js", ("tool", "timer")),
        ("tool/timer.tool.py", ("tool", "timer")),
        ("package://tea/a/b.thought.md", ("thought", "b")),
        ("e\u0301.thought.md", ("thought", "\u00e9")),
        ("README.md", None),
        ("a.thought.txt", None),
        ("a.Thought.md", None),
        ("a.tool.ts", None),
        (".thought.md", None),
        ("thought.md", None),
        ("a.thought.md/b.csv", None),
        ("project.registry.json", None),
    ],
)
def test_what_a_file_name_claims(path: str, expected: tuple[str, str] | None) -> None:
    assert claim(path, suffixes()) == expected


def test_the_longest_known_suffix_decides() -> None:
    table = {"md": "note", "deep.md": "deep"}
    assert claim("a.deep.md", table) == ("deep", "a")
    assert claim("a.b.md", table) == ("note", "a.b")


def test_claimants_stand_with_the_package_first_and_in_byte_order() -> None:
    paths = ["package://a/x.role.md", "b/x.role.md", "Z/x.role.md", "思/x.role.md", "a/x.role.md"]
    entries = [*(Entry(path, "file") for path in paths), Entry("c/x.role.md", "directory")]
    expected = ("Z/x.role.md", "a/x.role.md", "b/x.role.md", "思/x.role.md", "package://a/x.role.md")
    assert names(entries, suffixes()) == {("role", "x"): expected}
    assert names(reversed(entries), suffixes()) == {("role", "x"): expected}
