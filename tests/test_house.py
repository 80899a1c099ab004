"""The manners of the house: layers, types, style, and each third-party package in the one place where it belongs."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "dpmlc"
HOMES = {
    "lxml": {"index/relaxng.py"},
    "mistune": {"link/formats.py", "pages/markdown/"},
    "pygments": {"pages/markdown/"},
    "jinja2": {"pages/themes/"},
    "wcmatch": {"link/globs.py"},
    "rapidfuzz": {"report/suggest.py"},
    "tree_sitter": {"tools/js_tree.py"},
    "tree_sitter_javascript": {"tools/js_tree.py"},
    "yaml": {"scan/yaml_block.py"},
    "pathspec": {"edge/ignore.py"},
}
OUTSIDE = {"os", "io", "sys", "time", "random", "logging", "subprocess", "socket", "shutil", "tempfile", "pathlib"}
TOOLS = {"ruff check": ["-m", "ruff", "check", "."], "mypy --strict": ["-m", "mypy"]}


def imported(path: Path) -> set[str]:
    """First names of all absolute imports of a module, wherever they stand in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if ast.unparse(node) == "from sys import intern":  # It says nothing of the outside world.
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


MODULES = {path.relative_to(PACKAGE).as_posix(): imported(path) for path in PACKAGE.rglob("*.py")}


@pytest.mark.parametrize("name", HOMES)
def test_a_library_is_imported_in_its_one_place(name: str) -> None:
    """A home is a module, or a room (with a slash at its end) whose modules all may import it."""
    rooms = [home for home in HOMES[name] if home.endswith("/")]
    importing = {module for module, names in MODULES.items() if name in names}
    assert {next((room for room in rooms if each.startswith(room)), each) for each in importing} == HOMES[name]


def test_the_outside_world_has_one_door() -> None:
    pure = {module: names for module, names in MODULES.items() if not module.startswith(("edge/", "__main__"))}
    assert {module: names & OUTSIDE for module, names in pure.items() if names & OUTSIDE} == {}


def test_no_file_has_two_subjects() -> None:
    lengths = {module: (PACKAGE / module).read_text("utf-8").count("\n") for module in MODULES}
    assert {module: length for module, length in lengths.items() if length > 320} == {}


def test_no_group_is_possessive() -> None:
    """CPython 3.11.2, which Debian 12 has, matches `(?:a|b)*+` wrongly; `(?>(?:a|b)*)` says the same."""
    possessive = re.compile(r"(?<!\()\)(?:[*+?]|\{\{?[0-9,]*\}?\})\+")
    assert possessive.search("(?:a|b)*+")
    found = {}
    for module in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / module).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and possessive.search(node.value):
                found[module, node.lineno] = node.value
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", TOOLS)
def test_tool(name: str) -> None:
    done = subprocess.run([sys.executable, *TOOLS[name]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_layers() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
