"""The command as people call it: arguments in, exit code and both streams out."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dpmlc.edge.cli.run import run


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


Dpmlc = Callable[..., Done]


@pytest.fixture
def dpmlc(capfd: pytest.CaptureFixture[str]) -> Dpmlc:
    """Runs the command in this process."""

    def call(*arguments: str | Path) -> Done:
        capfd.readouterr()
        status = run([str(each) for each in arguments])
        told = capfd.readouterr()
        return Done(status, told.out, told.err)

    return call


@pytest.fixture
def place(tmp_path: Path) -> Callable[[dict[str, str | bytes]], Path]:
    """Writes a package and gives its root."""

    def write(files: dict[str, str | bytes]) -> Path:
        root = tmp_path / "package"
        root.mkdir(exist_ok=True)
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode() if isinstance(text, str) else text)
        return root

    return write
