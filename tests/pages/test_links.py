"""Every link, anchor and reference that leads nowhere is told at its own place; every other one is silent."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Dpmlc, dpmlc, place  # noqa: F401
from tests.pages.conftest import Make

WATER = "# 水 Water\n\n## 软 水\n\n## 软 水\n"


@pytest.mark.parametrize(
    "link",
    ["water.md", "./water.md", "/guide/water.md", "water.md#软-水", "water.md#%E8%BD%AF-%E6%B0%B4-2", "#here",
     "../data/a.csv", "../data", "https://example.com/nowhere", "mailto:a@example.com", "water.md?x=1", "../README.md"],
)  # fmt: skip
def test_a_link_that_leads_somewhere(link: str, make: Make) -> None:
    files = {"README.md": "# 茶", "guide/water.md": WATER, "data/a.csv": "a,b\n"}
    assert make({**files, "guide/a.md": f"# Here\n\n[x]({link})\n"}).found == ()


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("watr.md", "broken-link"),
        ("../../outside.md", "broken-link"),
        ("data/none.csv", "broken-link"),
        ("water.md#steps", "broken-anchor"),
        ("#nowhere", "broken-anchor"),
        ("water.md#软-水-3", "broken-anchor"),
    ],
)
def test_a_link_that_leads_nowhere(link: str, code: str, make: Make) -> None:
    files = {"guide/water.md": WATER, "guide/a.md": f"# Here\n\n参见 [x]({link}) 。\n"}
    assert make(files).found == (f"guide/a.md:3:8 {code}",)


def test_what_is_like_it_is_suggested(make: Make) -> None:
    found = make({"guide/water.md": WATER, "guide/a.md": "[x](watr.md) [y](water.md#软水)\n"}).build.diagnostics
    assert [each.help for each in found] == [("did you mean `water.md`?",), ("did you mean `#软-水`?",)]


def test_links_follow_the_file_that_they_stand_in(make: Make) -> None:
    """A link in a thought is read from the thought's folder, on the page of the role that inlines it too."""
    files = {
        "role/x/x.role.md": "<role>\n  <personality>\n    @!thought://deep\n  </personality>\n</role>\n",
        "role/x/thought/deep.thought.md": "<thought>\n  [water](../../../guide/water.md#软-水)\n</thought>\n",
        "guide/water.md": WATER,
    }
    site = make(files)
    assert site.found == ()
    assert '<a href="../guide/guide/water.html#%E8%BD%AF-%E6%B0%B4">water</a>' in site["prompts/x.html"]
    page = site["resources/role/x/thought/deep.thought.html"]
    assert '<a href="../../../../guide/guide/water.html#%E8%BD%AF-%E6%B0%B4">water</a>' in page


def planted() -> tuple[dict[str, str], set[tuple[str, int, str]]]:
    """Ten links, ten anchors and ten hot references that lead nowhere, among as many good ones."""
    files, expected = {"guide/water.md": WATER, "a.thought.md": "<thought>想</thought>\n"}, set()
    for number in range(10):
        name = f"prompts/p{number}.prompt.md"
        files[name] = (
            f"<prompt>\n  <context>\n    好 [a](../guide/water.md) 坏 [b](none-{number}.md)\n"
            f"    [c](../guide/water.md#软-水) [d](../guide/water.md#硬-{number})\n"
            f"    @!thought://a\n    @!thought://absent-{number}\n  </context>\n</prompt>\n"
        )
        expected |= {(name, 3, "broken-link"), (name, 4, "broken-anchor"), (name, 6, "not-found")}
    return files, expected


@pytest.mark.parametrize("command", ["check", "build"])
def test_thirty_of_thirty_in_every_form(
    command: str, dpmlc: Dpmlc, place: Callable[[dict[str, str]], Path]  # noqa: F811
) -> None:
    files, expected = planted()
    root = place(files)
    told = json.loads(dpmlc(command, root, "--format", "json").out)
    found = told["diagnostics"]
    assert {(each["path"], each["line"], each["code"]) for each in found} == expected
    assert len(found) == 30
    sarif = json.loads(dpmlc(command, root, "--format", "sarif").out)["runs"][0]["results"]
    places = {
        (
            each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            each["locations"][0]["physicalLocation"]["region"]["startLine"],
            each["ruleId"],
        )
        for each in sarif
    }
    assert places == expected
    github = dpmlc(command, root, "--format", "github").out
    text = dpmlc(command, root)
    for path, line, code in expected:
        assert sum(f"file={path},line={line}," in each and code in each for each in github.splitlines()) == 1
        assert f"--> {path}:{line}:" in text.out + text.err
    assert (text.out + text.err).count("error[") == 30


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_package_with_a_tool_is_surveyed(
    command: str, dpmlc: Dpmlc, place: Callable[[dict[str, str]], Path]  # noqa: F811
) -> None:
    """A tool has a page but is no document: links to it are good, and nothing is looked for in its text."""
    tool = (
        "class Pour:\n"
        "    def get_metadata(self):\n        return {'name': 'pour', 'description': '倒', 'version': '1.0.0'}\n"
        "    def get_schema(self):\n        return {'type': 'object'}\n"
        "    def execute(self, parameters):\n        return '[x](absent.md)'\n"
    )
    done = dpmlc(command, place({"a.md": "[倒](tool/pour.tool.py)\n", "tool/pour.tool.py": tool}))
    assert (done.status, "no errors" in done.err) == (0, True)
