"""The whole command in a process of its own, with a key of its own, on a package on the disk."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    status: int
    err: str
    engine: bool
    """Whether the engine was loaded."""


Dpmlc = Callable[..., Done]


@pytest.fixture
def dpmlc(tmp_path: Path) -> Dpmlc:
    """Runs the command in its own process, in `tmp_path`."""

    def call(*arguments: str | Path, **environment: str) -> Done:
        variables = {**os.environ, "PYTHONPATH": str(HOME), "XDG_CACHE_HOME": str(tmp_path / "home"), **environment}
        command = [sys.executable, "-X", "importtime", "-m", "dpmlc", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables, cwd=tmp_path)
        lines = done.stderr.splitlines(keepends=True)
        said = "".join(each for each in lines if not each.startswith("import time:"))
        return Done(done.returncode, said, any(" dpmlc.compiler\n" in each for each in lines))

    return call


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package that builds without a warning."""
    root = tmp_path / "tea"
    for path, text in {
        "role/sommelier.role.md": "<role>\n<personality>\n@!thought://season\n</personality>\n</role>\n",
        "role/season.thought.md": "<thought>\n<exploration>\n春茶先闻香\n</exploration>\n</thought>\n",
        "data/prices.csv": "차,가격\n우롱,3\n",
    }.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root
