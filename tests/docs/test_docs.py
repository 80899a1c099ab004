"""dpmlc's own documentation: what is made from the code is as the code says, and the whole builds without a word."""

import re
import tomllib
from pathlib import Path

import pytest
from made import DOCS, made, stale
from made_diagnostics import STAGES, by_stage, shipped_rooms
from made_options import commands
from made_views import unlisted

from dpmlc.edge.cli.run import run
from dpmlc.edge.manuals import whole_manual
from dpmlc.edge.themes import shipped_theme

BLOCK = re.compile(r"\{%-? block (\w+)")
SHOWN = re.compile(r"^`([^`\n]+)`\n\n(`{3,})\w*\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
REFRESH = "`python tests/docs/made.py` writes these anew"


def test_what_is_made_from_the_code_is_up_to_date() -> None:
    assert list(stale(made())) == [], REFRESH


def test_each_part_has_its_place_in_a_page() -> None:
    found = made()
    assert (found.unknown, found.absent) == ((), ())


def test_each_code_has_a_page_under_one_stage() -> None:
    told = [page.code for pages in by_stage().values() for page in pages]
    assert sorted(told) == list(whole_manual())
    assert shipped_rooms() == frozenset(STAGES)


def test_each_command_has_a_heading_that_its_row_leads_to() -> None:
    text = (DOCS / "command-line.md").read_text("utf-8")
    assert [name for name in commands() if f"\n## dpmlc {name}\n" not in text] == []


def test_each_view_model_is_listed() -> None:
    assert list(unlisted()) == []


def test_the_architecture_stays_short() -> None:
    assert (DOCS / "architecture.md").read_text("utf-8").count("\n") <= 150


def test_the_documentation_builds_strictly(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status = run(["build", str(DOCS), "--strict", "-o", str(tmp_path / "out")])
    said = capfd.readouterr().err
    assert status == 0, said
    assert "no errors" in said
    assert "warning" not in said


def test_the_theme_of_20_lines_is_one(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = shown_files((DOCS / "themes.md").read_text("utf-8"))
    assert list(files) == [
        "ours/theme.toml", "ours/templates/layout.html", "ours/templates/prompt.html", "ours/static/ours.css",
    ]  # fmt: skip
    assert sum(text.count("\n") for text in files.values()) <= 20
    files["dpml.toml"] = '[site]\ntitle = "Ours"\ntheme = "ours"\n'
    files["host.role.md"] = "<role>\n  <personality>少说话。</personality>\n</role>\n"
    root = written(files, tmp_path / "package")
    assert run(["build", str(root), "--strict", "-o", str(tmp_path / "out")]) == 0, capfd.readouterr().err
    page = (tmp_path / "out" / "site" / "prompts" / "host.html").read_text("utf-8")
    assert '<p class="sign">Ours · Prompts</p>' in page
    assert '<p class="stamp">' in page


def test_the_plug_in_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "plug-ins.md").read_text("utf-8")
    files = shown_files(text)
    points = tomllib.loads(files.pop("pyproject.toml"))["project"]["entry-points"]
    lines = ((f"[{group}]", *(f"{name} = {value}" for name, value in each.items())) for group, each in points.items())
    listed = "\n".join(line for group in lines for line in group)
    installed = {
        "tea_house_dpml.py": files.pop("tea_house_dpml.py"),
        "tea_house_dpml-1.0.0.dist-info/METADATA": "Name: tea-house-dpml\nVersion: 1.0.0\n",
        "tea_house_dpml-1.0.0.dist-info/entry_points.txt": listed,
    }
    monkeypatch.syspath_prepend(written(installed, tmp_path / "installed"))
    root = written({**files, "dpml.toml": "[targets]\nagents = true\n"}, tmp_path / "package")
    assert run(["build", str(root), "--strict", "--no-site"]) == 0, capfd.readouterr().err
    shown = text.partition("`dist/targets/agents/host/AGENTS.md`:\n\n```markdown\n")[2].partition("```\n")[0]
    assert (root / "dist/targets/agents/host/AGENTS.md").read_text("utf-8") == shown


def test_each_block_of_the_default_theme_is_listed() -> None:
    """Blocks that a page's own template fills are those of `layout.html`."""
    text = (DOCS / "themes.md").read_text("utf-8")
    templates = shipped_theme("default").templates
    blocks = {(name, block) for name, source in templates.items() for block in BLOCK.findall(source)}
    first = {block for name, block in blocks if name == "layout.html"}
    own = {(name, block) for name, block in blocks if name == "layout.html" or block not in first}
    assert {f"`{block}` of `{name}`" for name, block in own if f"| `{block}` | `{name}` |" not in text} == set()
    assert {name for name in templates if f"`{name}`" not in text} == set()


def shown_files(text: str) -> dict[str, str]:
    """Fences that stand below a line with nothing but a path."""
    return {found[1]: found[3] for found in SHOWN.finditer(text)}


def written(files: dict[str, str], root: Path) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root
