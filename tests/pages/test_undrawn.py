"""A diagram that cannot be drawn is a warning at its fence, told once, in every form of a report."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from dpmlc.compiler import Build, Compiler, Request, build_package, survey_package
from dpmlc.pages.figures.renderer import Drawing, Undrawn
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.report.place import Places
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles
from tests.cli.conftest import Dpmlc, dpmlc, place  # noqa: F401
from tests.pages.conftest import DEFAULT, SHIPPED, WARDROBE

BAD = "```mermaid\nflowchart LR\n  甲[未闭合\n```\n"
GOOD = "```mermaid\nflowchart LR\n  甲 --> 乙\n```\n"


class Draws:
    """Draws whatever has no unclosed bracket."""

    name = "brackets 1"

    def draw(self, source: str) -> Drawing | Undrawn:
        if source.count("[") != source.count("]"):
            return Undrawn("a bracket `[` is not closed")
        return Drawing('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1, 1)


def built(files: Mapping[str, str], **site: object) -> Build:
    settings = replace(Settings(package="tea"), site=SiteOptions(**site))  # type: ignore[arg-type]
    return build_package(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, memory=WARDROBE, renderer=Draws())


def told(build: Build) -> list[str]:
    places = Places(build.checked.texts)
    return [f"{places.of(each.span) if each.span else ''} {each.code}" for each in build.diagnostics]


PLACES = {
    "alone": (f"# 茶\n\n{BAD}", "3:4"),
    "behind good ones": (f"# 茶\n\n{GOOD}\n{GOOD}\n{BAD}", "13:4"),
    "longer fence": (f"# 茶\n\n````mermaid\n{BAD}````\n".replace("```mermaid\nfl", "fl"), "3:5"),
    "tildes": (f"{BAD}".replace("```", "~~~"), "1:4"),
    "other letters": (BAD.replace("mermaid", " Mermaid x"), "1:5"),
    "in braces": (BAD.replace("mermaid", "{.mermaid}"), "1:6"),
    "in a list": ("- 一\n\n" + "".join(f"  {each}\n" for each in BAD.splitlines()), "3:6"),
    "in a quote": ("".join(f"> {each}\n" for each in BAD.splitlines()), "1:6"),
    "in a note": ("甲[^1]\n\n[^1]: 乙\n\n" + "".join(f"    {each}\n" for each in BAD.splitlines()), "5:8"),
    "in a box": ("!!! note\n" + "".join(f"    {each}\n" for each in BAD.splitlines()), "2:8"),
    "in an element": (f"<prompt>\n  <context>\n    说明\n\n    {BAD}".replace("\n  甲", "\n      甲")
                      .replace("闭合\n```", "闭合\n    ```") + "  </context>\n</prompt>\n", "5:8"),
    "behind a password": (f"https://茶:geheim@teahouse.example/x {'长' * 9}\n\n{BAD}", "3:4"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_it_is_told_at_its_fence(name: str) -> None:
    text, where = PLACES[name]
    build = built({"guide/a.md": text})
    assert told(build) == [f"guide/a.md:{where} diagram-not-drawn"]
    (found,) = build.diagnostics
    assert found.span is not None
    assert text[found.span.start : found.span.end].lower() == "mermaid"
    assert "a bracket `[` is not closed" in found.message


def test_what_is_drawn_or_no_diagram_is_not_told() -> None:
    shown = "````md\n" + BAD + "````\n"
    assert told(built({"guide/a.md": GOOD + shown + BAD.replace("mermaid", "text")})) == []


def test_each_is_told_once_though_it_stands_on_many_pages() -> None:
    """In the resource that holds it, not in the two bundles that inline it."""
    principle = f"  <principle>\n{GOOD}  </principle>\n"
    role = f"<role>\n  <personality>\n    @!thought://steps\n  </personality>\n{principle}</role>\n"
    files = {
        "role/a/a.role.md": role,
        "role/b/b.role.md": role.replace(GOOD, BAD),
        "thought/steps.thought.md": f"<thought>\n  想：\n\n{BAD}</thought>\n",
        "README.md": f"# 茶\n\n{BAD}",
    }
    expected = ["README.md:3:4", "role/b/b.role.md:6:4", "thought/steps.thought.md:4:4"]
    assert told(built(files)) == [f"{each} diagram-not-drawn" for each in expected]
    without_page = built(files, leave_out=("thought/*",))
    assert told(without_page) == [f"{each} diagram-not-drawn" for each in expected]


def test_the_health_page_shows_it() -> None:
    build = built({"README.md": f"# 茶\n\n{BAD}"})
    (health,) = (each.content for each in build.artifacts if each.path == "site/health.html")  # type: ignore[union-attr]
    text = html.fromstring(health.decode()).xpath("string()")
    assert "diagram-not-drawn" in text
    assert "README.md:3:4" in text
    assert build.totals.warnings == 1


def test_a_build_again_tells_it_again_and_no_longer_where_it_is_mended() -> None:
    files, compiler = {"guide/a.md": f"# A\n\n{BAD}", "guide/b.md": "# B\n"}, Compiler()
    settings = Settings(package="tea")

    def again() -> list[str]:
        return told(compiler.build(Request(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, renderer=Draws())))

    assert again() == again() == ["guide/a.md:3:4 diagram-not-drawn"]
    files["guide/a.md"] = f"# A\n\n一\n\n{BAD}"
    assert again() == ["guide/a.md:5:4 diagram-not-drawn"]
    files["guide/a.md"] = f"# A\n\n{GOOD}"
    assert again() == []


def test_a_drawing_is_an_artifact_still() -> None:
    paths = [each.path for each in built({"README.md": f"{GOOD}\n{BAD}"}).artifacts if isinstance(each, Artifact)]
    assert len([each for each in paths if each.startswith("site/diagrams/")]) == 1


def test_a_check_tells_what_a_build_tells() -> None:
    files = {
        "role/a.role.md": f"<role>\n<personality>\n@!thought://steps\n\n{BAD}\n</personality>\n</role>\n",
        "thought/steps.thought.md": f"<thought>\n想：\n\n{BAD}</thought>\n",
        "README.md": f"# 茶\n\n[水](水.md#a)\n\n{BAD}",
        "水.md": f"# A\n\n{GOOD}\n{BAD.replace('mermaid', 'MERMAID')}",
    }
    settings = Settings(package="tea")
    found = survey_package(MemoryFiles(files), settings, SHIPPED, renderer=Draws())
    assert [each.code for each in found.diagnostics] == ["diagram-not-drawn"] * 4
    assert found.diagnostics == built(files).diagnostics
    assert survey_package(MemoryFiles(files), settings, SHIPPED).diagnostics == ()


def test_a_check_draws_what_has_diagrams_alone() -> None:
    files = {"a.md": "# 차\n\n[b](b.md)\n", "b.md": "# 물\n\n```python\nmermaid = 1\n```\n"}
    given = NeverDraws()
    assert survey_package(MemoryFiles(files), Settings(package="tea"), SHIPPED, renderer=given).diagnostics == ()


class NeverDraws(Draws):
    """Must not be asked."""

    def draw(self, source: str) -> Drawing | Undrawn:
        raise AssertionError(source)


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("how", ["text", "json", "sarif", "github"])
def test_in_every_form(command: str, how: str, dpmlc: Dpmlc, place: Callable[[dict[str, str]], Path]) -> None:  # noqa: F811
    pytest.importorskip("mmdr", reason="the extra `diagrams` is not installed")
    root = place({"README.md": f"# 茶\n\n{BAD}"})
    done = dpmlc(command, root, "--format", how)
    assert done.status == 0
    match how:
        case "text":
            assert "warning[diagram-not-drawn]: the diagram cannot be drawn: " in done.out + done.err
            assert "--> README.md:3:4" in done.out + done.err
        case "json":
            (found,) = json.loads(done.out)["diagnostics"]
            assert (found["code"], found["severity"], found["line"]) == ("diagram-not-drawn", "warning", 3)
        case "sarif":
            (result,) = json.loads(done.out)["runs"][0]["results"]
            region = result["locations"][0]["physicalLocation"]["region"]
            assert (result["ruleId"], region["startLine"], region["startColumn"]) == ("diagram-not-drawn", 3, 4)
        case _:
            assert "::warning file=README.md,line=3,endLine=3,col=4," in done.out
