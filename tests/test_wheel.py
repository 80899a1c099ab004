"""The wheel: everything that dpmlc reads of itself is in it, and it works far from a checkout."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpmlc import __version__

ROOT = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in ("hatchling", "pip")),
        reason="building a wheel without a network needs pip and hatchling",
    ),
]

ROLE = "<role>\n<personality>\n@!thought://tea\n\n@!tool://kettle\n</personality>\n</role>\n"
KETTLE = """
class Kettle:
    def get_metadata(self):
        return {"name": "kettle", "description": "물을 끓인다", "version": "1.0.0"}

    def get_schema(self):
        return {"type": "object", "properties": {"cups": {"type": "integer"}}}

    def execute(self, parameters):
        return {"cups": parameters["cups"]}
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*command, "--quiet", "-w", str(folder)], check=True, cwd=folder)
    return next(folder.glob("dpmlc-*.whl"))


def shipped() -> Iterator[str]:
    """What has to be in the wheel, by its path there: every file of the package and of the themes."""
    for folder, place in ((ROOT / "dpmlc", "dpmlc"), (ROOT / "themes", "dpmlc/themes")):
        for each in folder.rglob("*"):
            if each.is_file() and "__pycache__" not in each.parts:
                yield f"{place}/{each.relative_to(folder).as_posix()}"


def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel: Path) -> None:
    held = {
        each for each in zipfile.ZipFile(wheel).namelist() if not each.startswith(f"dpmlc-{__version__}.dist-info/")
    }
    assert held == set(shipped())
    assert {
        "dpmlc/py.typed", "dpmlc/builtin/role.protocol.md", "dpmlc/edge/tools/harness.js",
        "dpmlc/edge/tools/harness.py", "dpmlc/edge/tools/launch.py", "dpmlc/edge/serve/client.js",
        "dpmlc/themes/default/theme.toml", "dpmlc/themes/default/static/search.js",
        "dpmlc/themes/default/templates/layout.html",
    } <= held  # fmt: skip


def test_the_wheel_works_outside_of_a_checkout(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    package = tmp_path / "茶"
    package.mkdir()
    (package / "host.role.md").write_text(ROLE, "utf-8")
    (package / "tea.thought.md").write_text("<thought>\n先闻\n\n再喝\n</thought>\n", "utf-8")
    (package / "kettle.tool.py").write_text(KETTLE, "utf-8")

    def dpmlc(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "dpmlc", *arguments]
        done = subprocess.run(command, cwd=package, env=environment, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    dpmlc("build", "--run-tools")
    assert "물을 끓인다" in (package / "dist/bundles/host/prompt.md").read_text("utf-8")
    pages = {each.relative_to(package / "dist/site").as_posix() for each in (package / "dist/site").rglob("*.html")}
    assert {"index.html", "prompts/host.html", "tools/kettle.html"} <= pages
    assert '"cups": 3' in dpmlc("tool", "run", "kettle", "--params", '{"cups": 3}')
    assert "--port" in dpmlc("serve", "--help")
