"""What takes long to import is imported only by those who use it."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "importlib.metadata", "jinja2", "lxml", "mistune", "pathlib", "pickle", "pygments", "rapidfuzz", "wcmatch", "yaml",
    "dpmlc.edge.cli.difference", "dpmlc.edge.manuals", "dpmlc.edge.spreading", "dpmlc.edge.tools.ask",
    "dpmlc.pages.making", "dpmlc.pages.search", "dpmlc.report.github", "dpmlc.report.sarif", "dpmlc.tools.described",
)  # fmt: skip
SEEN = """
import sys
from dpmlc.edge.cli.run import run
status = run(sys.argv[1:])
print([name for name in {heavy!r} if name in sys.modules], status)
"""


def imported(*arguments: str) -> str:
    """The heavy libraries that a command imports, and its exit code."""
    program = SEEN.format(heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("command", [("check",), ("build", "--no-site", "--quiet")])
def test_nothing_is_imported_that_a_plain_package_does_not_need(tmp_path: Path, command: tuple[str, ...]) -> None:
    prompt = "<prompt>\n<인사>안녕하세요.</인사> @!file://./차.txt @!thought://茶\n</prompt>\n"
    (tmp_path / "시작.prompt.md").write_text(prompt, encoding="utf-8")
    (tmp_path / "茶.thought.md").write_text("<thought><plan>泡茶</plan></thought>\n", encoding="utf-8")
    for tea in ("茶\n", "차\n"):  # The second build goes on from the first.
        (tmp_path / "차.txt").write_text(tea, encoding="utf-8")
        assert imported(*command, str(tmp_path)) == "[] 0"


@pytest.mark.slow
def test_links_are_what_a_check_reads_markdown_for(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# 茶\n\n[차](tea.md)\n", encoding="utf-8")
    (tmp_path / "tea.md").write_text("# 차\n", encoding="utf-8")
    assert imported("check", str(tmp_path)) == "['mistune'] 0"


COMPILED = """
import dataclasses, re, sys
made = {"dataclass": 0, "compile": 0}
def counted(function):
    def count(*arguments, **options):
        made[function.__name__] += sys._getframe(1).f_globals.get("__name__", "").startswith("dpmlc.")
        return function(*arguments, **options)
    return count
re.compile, dataclasses.dataclass = counted(re.compile), counted(dataclasses.dataclass)
import dpmlc.edge.cli.check, dpmlc.edge.cli.build
print(made["dataclass"], made["compile"])
"""


@pytest.mark.slow
def test_little_is_compiled_at_the_start() -> None:
    # `@frozen` and `@slotted` stand in the place of `dataclass`, `regular` in that of `re.compile` (text/).
    done = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True)
    classes, expressions = (int(each) for each in done.stdout.split())
    assert classes <= 20
    assert 0 < expressions <= 100


ENDING = """
import sys
class Value:
    def __del__(self):
        print("freed")
kept = Value()
sys.argv[1:] = {arguments!r}
from dpmlc.__main__ import program
program()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "status"), [(["--version"], 0), (["explain", "cycle"], 0), (["no-command"], 2)])
def test_a_process_ends_with_its_code_when_all_is_said(arguments: list[str], status: int) -> None:
    program = ENDING.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert (done.stdout if status == 0 else done.stderr).endswith("\n")
    assert "freed" not in done.stdout
