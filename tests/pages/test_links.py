"""Every link, anchor and reference that leads nowhere is told at its own place; every other one is silent."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dpmlc.compiler import build_package, survey_package
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles
from tests.cli.conftest import Dpmlc, dpmlc, place  # noqa: F401
from tests.pages.conftest import DEFAULT, SHIPPED, WARDROBE, Make

WATER = "# 水 Water\n\n## 软 水\n\n## 软 水\n"


@pytest.mark.parametrize(
    "link",
    ["water.md", "./water.md", "/guide/water.md", "water.md#软-水", "water.md#%E8%BD%AF-%E6%B0%B4-1", "#here",
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
        ("water.md#软-水-2", "broken-anchor"),
    ],
)
def test_a_link_that_leads_nowhere(link: str, code: str, make: Make) -> None:
    files = {"guide/water.md": WATER, "guide/a.md": f"# Here\n\n参见 [x]({link}) 。\n"}
    assert make(files).found == (f"guide/a.md:3:8 {code}",)


PLACES = {
    "heading": "# 甲 [x](#无)\n\n乙 [y](#无)\n---\n",
    "list": "1. 一\n   - 二\n\n     - 三 [x](#无)\n- [ ] 四 [y](#无)\n",
    "table": "| 一 | [x](#无) |\n|--|--|\n| a \\| b | **[y](#无)** |\n",
    "footnote": "文[^1]\n\n[^1]: 注 [x](#无)\n\n    再 [y](#无)\n",
    "quote": "> 一\n二 [x](#无)\n\n> [!TIP] 题 [z](#无)\n> 三\n> - [y](#无)\n",
    "definition": "见 [x][y] 和 [y]\n\n[y]:\n  #无\n",
    "html": "<details>\n<summary>一</summary>\n\n<P><A\n  HREF='#无'>x</A></P>\n\n</details>\n",
    "element": "<note>\n\t   一\n\t\t[x](#无)\n\n\t\t> 二 [y](#无)\n</note>\n",
    "one line": "<note>😀 [x](#无)</note>\n",
    "behind a reference": "@file://guide/water.md 后 [x](#无)\n",
    "behind a password": "https://茶:geheim@teahouse.example/x 后 [x](#无)\n",
}


@pytest.mark.parametrize("name", PLACES)
def test_an_anchor_that_is_not_there_is_told_where_it_stands(name: str, make: Make) -> None:
    """Line and column of each `#无`, by build and by check."""
    files = {"guide/water.md": WATER, "guide/a.md": PLACES[name]}
    lines = [(at, line) for at, line in enumerate(PLACES[name].split("\n"), 1) if "#无" in line]
    expected = {f"guide/a.md:{at}:{line.index('#无') + 1} broken-anchor" for at, line in lines}
    site = make(files)
    assert {each for each in site.found if not each.endswith("html-element")} == expected
    surveyed = survey_package(MemoryFiles(files), Settings(package="tea"), SHIPPED)
    assert surveyed.diagnostics == site.build.diagnostics


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
    assert '<a href="../guide/water.html#%E8%BD%AF-%E6%B0%B4">water</a>' in site["prompts/x.html"]
    page = site["resources/role/x/thought/deep.thought.html"]
    assert '<a href="../../../../guide/water.html#%E8%BD%AF-%E6%B0%B4">water</a>' in page


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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("files", "options", "code"),
    [
        ({"g/茶 a.md": "# 一\n", "g/茶-a.md": "# 二\n"}, SiteOptions(), "page-collision"),
        ({"g/a.md": "# A\n"}, SiteOptions(leave_out=("a/**/b/**/c/**",)), "limit"),
    ],
)
def test_check_tells_what_build_tells_of_pages(files: dict[str, str], options: SiteOptions, code: str) -> None:
    settings = Settings(package="tea", site=options)
    built = build_package(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, memory=WARDROBE)
    surveyed = survey_package(MemoryFiles(files), settings, SHIPPED)
    assert [each.code for each in surveyed.diagnostics] == [code]
    assert surveyed.diagnostics == built.diagnostics


@pytest.mark.parametrize(
    ("document", "url", "near"),
    [
        ("g/a.md", "watr.md", "water.md"),
        ("g/a.md", "../r/waters.md", "../r/water.md"),
        ("g/a.md", "/r/waters.md", "/r/water.md"),
        ("a.md", "g/watr.md", "g/water.md"),
        ("a.md", "cup%23l.md", "cup%231.md"),
    ],
)
def test_a_link_to_nowhere_names_what_is_nearly_there(document: str, url: str, near: str) -> None:
    files = {"g/water.md": "# 水\n", "r/water.md": "# 水\n", "cup#1.md": "", document: f"[水]({url})\n"}
    found = survey_package(MemoryFiles(files), Settings(), SHIPPED).diagnostics
    assert [(each.code, each.help) for each in found] == [("broken-link", (f"did you mean `{near}`?",))]


def test_of_many_wrong_links_to_one_page_the_first_get_suggestions() -> None:
    text = "".join(f"## Step {number:02}\n\n[x](#stp-{number:02})\n\n" for number in range(60))
    found = survey_package(MemoryFiles({"a.md": text}), Settings(), SHIPPED).diagnostics
    told = [each.help[0].startswith("did you mean") for each in found]
    assert told == [True] * 50 + [False] * 10
    assert found[-1].help[0].startswith("places there: `#step-00`")
