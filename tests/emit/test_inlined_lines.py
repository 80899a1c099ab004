"""The lines that `sources.json` gives for an inlined part hold that part and nothing else, wherever it went in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.compiler import build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles

BUILTIN = builtin_documents()
PLACES = {
    "behind the opening tag": "<personality>\n{}\n</personality>",
    "in the tag's line": "<personality>{}</personality>",
    "deep": "<personality>\n\n    <plan>\n      {}\n    </plan>\n</personality>",
    "alone between text": "前文\n\n{}\n\n后文",
    "directly below text": "前文\n{}\n后文",
    "hoisted": "先看 {} 再说。\n还有一行\n\n后文",
    "hoisted before a closing tag": "<personality>先看 {} 再说</personality>",
    "list": "- 一\n  - 见 {}\n- 二",
    "quote": "> 引 {}\n> 尾",
    "heading": "## 看 {}\n下文",
    "cell": "| 甲 | 乙 |\n|---|---|\n| {} | 2 |",
}
CONTENTS = {
    "lines": "MARK 一\n二\n\n三 MARK\n",
    "one line": "MARK 一行 MARK\n",
    "no end": "MARK 一\n二 MARK",
    "element": "<thought>\nMARK\n</thought>\n",
    "blank first": "\n\nMARK 一\n二 MARK\n\n\n",
    "outer": "MARK\n\n@!file://inner.txt\n\nMARK\n",
}
INNER = "INNER 1\n2 INNER\n"


def parts(place: str, content: str, name: str) -> tuple[list[str], list[tuple[str, int, list[str]]]]:
    """The lines of the prompt, and of each inlined part its file, its bytes and its lines."""
    files = {
        "x.role.md": f"<role>\n{place.format(f'@!file://{name}')}\n</role>\n", name: content, "inner.txt": INNER,
    }  # fmt: skip
    built = build_package(MemoryFiles(files), Settings(), BUILTIN)
    made = {each.path: each.content.decode() for each in built.artifacts if isinstance(each, Artifact)}
    prompt = made["bundles/x/prompt.md"].removesuffix("\n").split("\n")
    found = json.loads(made["bundles/x/sources.json"])
    return prompt, [
        (found["files"][each["file"]], each["bytes"], prompt[each["first"] - 1 : each["last"]])
        for each in found["inlined"]
    ]


def hold(place: str, content: str, name: str) -> None:
    """Each part's lines begin and end with text, hold all its marks, and no others hold any."""
    prompt, found = parts(place, content, name)
    marks = {name: "MARK", "inner.txt": "INNER"}
    assert [path for path, _, _ in found] == [name, "inner.txt"][: len(found)]
    for path, size, lines in found:
        mark = marks[path]
        assert lines[0].strip()
        assert lines[-1].strip()
        assert sum(mark in each for each in lines) == sum(mark in each for each in prompt) > 0
        if len(lines) > 1:
            whole = "\n".join(lines).encode()
            # Where a line ends behind the part, its bytes count that, and the first line may begin before it.
            assert size <= len(whole) + 1
            assert "<" in lines[0]
            assert "前文" not in lines[0]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("name", ["a.md", "a.txt"])
def test_lines_of_what_was_inlined(place: str, content: str, name: str) -> None:
    hold(PLACES[place], CONTENTS[content], name)


@given(
    st.lists(st.sampled_from(["<plan>", "前文", "", "- 一", "  ", "> 引"]), max_size=4),
    st.sampled_from(["{}", "  {}", "见 {}", "{} 尾", "<a>{}</a>"]),
    st.lists(st.sampled_from(["二", "", "```", "<b>", "</b>"]), max_size=4),
)
def test_lines_of_what_was_inlined_anywhere(before: list[str], line: str, content: list[str]) -> None:
    closing = ["</plan>"] * before.count("<plan>")
    text = "MARK 首\n" + "\n".join(content) + "\n尾 MARK\n"
    hold("\n".join([*before, line, *closing]), text, "a.md")
