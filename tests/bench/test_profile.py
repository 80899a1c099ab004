"""The table by which `bench/profile.py` sorts what it sees: a name in it that nothing bears would silently count for
nothing.
"""

import importlib
import importlib.util
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from types import CodeType, ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def _loaded() -> ModuleType:
    """`bench/stages.py`, by its path: names in that folder are not ours to put on the way to all modules."""
    spec = importlib.util.spec_from_file_location("bench_stages", BENCH / "stages.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


stages = _loaded()
RULES = sorted(rule for rules in stages.STAGES.values() for rule in rules)


@pytest.mark.parametrize("rule", RULES)
def test_each_row_names_something_that_there_is(rule: str) -> None:
    module, _, function = rule.partition(":")
    found = importlib.import_module(module)
    assert not function or callable(attrgetter(function)(found))


def test_no_row_stands_twice() -> None:
    assert len(set(RULES)) == len(RULES)


def _code(path: str, function: str) -> CodeType:
    """A code as if it stood in that file, under that name."""
    return (lambda: None).__code__.replace(co_filename=path, co_name=function.rpartition(".")[2], co_qualname=function)


MAIN = _code("/x/dpmlc/__main__.py", "main")
PAGE = _code("/x/dpmlc/pages/kinds/document.py", "document_page")
IMPORT = _code("<frozen importlib._bootstrap>", "_find_and_load")


@pytest.mark.parametrize(
    ("stack", "stage"),
    [
        ((MAIN,), stages.OTHER),
        ((PAGE, MAIN), "site: pages of documents"),
        # What no row names counts for the one that asked for it.
        ((_code("/x/dpmlc/text/lines.py", "lines"), PAGE, MAIN), "site: pages of documents"),
        ((_code("/x/lib/json/encoder.py", "encode"), PAGE, MAIN), "site: pages of documents"),
        # The innermost row says it, the longest one of it.
        ((_code("/v/site-packages/mistune/core.py", "parse"), PAGE, MAIN), "site: markdown"),
        ((_code("/x/dpmlc/pages/markdown/highlight.py", "highlighted"), PAGE, MAIN), "site: highlighting"),
        ((_code("/v/site-packages/pygments/lexer.py", "Lexer.get"), PAGE, MAIN), "site: highlighting"),
        ((_code("/x/dpmlc/check/stage.py", "Stage.bounds.<locals>.make"), MAIN), "bind"),
        ((_code("/x/dpmlc/check/stage.py", "Stage._element_faults"), MAIN), "checks"),
        ((_code(r"C:\x\dpmlc\scan\scan.py", "scan"), MAIN), "scan"),
        # The checkout's folder may have the package's name, too.
        ((_code("/home/dpmlc/dpmlc/edge/output/stage.py", "Stage.write"), MAIN), "publish"),
        # An import counts as one whatever it runs.
        ((PAGE, IMPORT, MAIN), stages.IMPORTS),
        ((IMPORT, PAGE, MAIN), stages.IMPORTS),
        ((), stages.OTHER),
    ],
)
def test_a_stack_has_one_stage(stack: tuple[CodeType, ...], stage: str) -> None:
    assert stages.Sorter().stage(stack) == stage


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--no-site", "--quiet"], ["--edits", "3", "--site"]])
def test_a_small_package_is_looked_at(options: list[str], tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(BENCH / "generate.py"), str(tmp_path / "package"), "20"], check=True)
    words = [sys.executable, str(BENCH / "profile.py"), str(tmp_path / "package"), *options]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert "ITIMER_PROF" in done.stdout
    assert "  stage\n" in done.stdout
    assert ("3 edits: " in done.stdout) == ("--edits" in options)
    assert not (tmp_path / "package/dist").exists()
