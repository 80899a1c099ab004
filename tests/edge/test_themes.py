"""Where a theme may come from: a folder of the package, reached from its root without links, and nowhere else."""

import os
from pathlib import Path

import pytest

from dpmlc.edge.cli.run import run

THEME = {"theme.toml": 'name = "t"\n', "static/t.css": "/* 泉水 */"}


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def built(root: Path, theme: str, *options: str) -> tuple[int, list[str]]:
    """The exit status of a build with a theme, and the static files of the package's theme in the site."""
    (root / "dpml.toml").write_text(f"[site]\ntheme = '{theme}'\n", "utf-8")
    status = run(["build", str(root), "--quiet", "-o", str(root.parent / "out"), *options])
    return status, sorted(each.name for each in (root.parent / "out").rglob("t.*.css"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    write(folder, {"README.md": "# 茶\n", **{f"t/{path}": text for path, text in THEME.items()}})
    write(tmp_path / "outside", THEME)
    return folder


def test_a_folder_of_the_package_is_a_theme(root: Path) -> None:
    status, found = built(root, "t")
    assert (status, len(found)) == (0, 1)


@pytest.mark.parametrize(
    "theme",
    ["../outside", "t/../../outside", "..", ".", "", "/etc", "t/./x", "t//static", "/t", ".git", "t/.hidden", "t\\x"],
)
def test_nothing_else_is(root: Path, theme: str) -> None:
    for folder in (".git", "t/.hidden"):
        write(root / folder, THEME)
    assert built(root, theme) == (2, [])


def test_a_theme_inherits_none_from_outside(root: Path) -> None:
    write(root, {"t/theme.toml": 'inherits = "../outside"\n'})
    assert built(root, "t") == (2, [])


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
@pytest.mark.parametrize("link", ["link", "t/static", "t/theme.toml"])
def test_no_link_leads_to_one(root: Path, link: str) -> None:
    target = root / link
    if target.is_dir():
        (target / "t.css").unlink()
        target.rmdir()
    target.unlink(missing_ok=True)
    inside = link.removeprefix("t").removeprefix("/") if link != "link" else ""
    target.symlink_to(root.parent / "outside" / inside)
    assert built(root, link.partition("/")[0])[1] == []


def test_a_static_file_that_is_too_large_is_told(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with open(root / "t/static/large.png", "wb") as file:
        file.truncate((16 << 20) + 1)
    assert built(root, "t") == (2, [])
    assert "t/static/large.png" in capfd.readouterr().err


def test_hidden_files_and_folders_of_a_theme_stay_at_home(root: Path) -> None:
    write(root, {"t/static/.git/t.css": "x", "t/static/.t.css": "x"})
    status, found = built(root, "t")
    assert (status, len(found)) == (0, 1)


def test_a_stranger_cannot_bring_a_theme(root: Path) -> None:
    endless = "{% for _ in range(99999) %}{% for _ in range(99999) %}{% for _ in range(99999) %}"
    write(root, {"t/templates/layout.html": endless + "{% endfor %}" * 3, "t/static/t.js": "alert(1)"})
    assert built(root, "t", "--untrusted") == (0, [])
    assert not list((root.parent / "out").rglob("t.*.js"))


def test_a_stranger_may_choose_one_that_ships(root: Path) -> None:
    assert built(root, "plain", "--untrusted") == (0, [])


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("{% if page %}", "theme-template"),
        ("{{ nothing }}", "theme-name"),
        ("{% extends 'default/layout.html' %}{% block 没有 %}{% endblock %}", "theme-block"),
    ],
)
def test_a_check_says_what_is_wrong_in_a_template(
    root: Path, capfd: pytest.CaptureFixture[str], template: str, code: str
) -> None:
    write(root, {"dpml.toml": "[site]\ntheme = 't'\n", "t/templates/page.html": f"<!-- 泉 -->\n{template}\n"})
    assert run(["check", str(root)]) == 1
    told = capfd.readouterr().out
    assert f"[{code}]" in told
    assert "--> t/templates/page.html:" in told
    assert f" 2 | {template}" in told


def test_a_check_says_that_a_theme_is_not_there(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(root, {"dpml.toml": "[site]\ntheme = 'plian'\n"})
    assert run(["check", str(root)]) == 2
    told = capfd.readouterr().err
    assert "error[unknown-theme]" in told
    assert "`plain`" in told


def test_a_check_says_nothing_of_a_theme_that_is_in_order(root: Path) -> None:
    write(root, {"dpml.toml": "[site]\ntheme = 't'\n"})
    write(root, {"t/templates/layout.html": "{% extends 'default/layout.html' %}"})
    assert run(["check", "--strict", str(root)]) == 0
