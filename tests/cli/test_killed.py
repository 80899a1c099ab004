"""`dpmlc build --jobs` as a process: what happens when one of its processes is killed, or all are interrupted."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
SECTION = "## 단계\n\n- **a** `b` [c](#d)\n\n| 표 | x |\n|---|---|\n| y | 1 |\n\n"
PAGE = "# 第 {0} 页\n\n" + 9 * SECTION

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="children are not told"),
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A package that keeps two processes busy for a while, with the output of an earlier build."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "page-0.md").write_text("# 찻집\n", "utf-8")
    done = begun(folder, "--cache-dir", str(tmp_path / "cache"))
    assert done.wait() == 0, done.stderr
    for number in range(700):
        (folder / f"page-{number}.md").write_text(PAGE.format(number), "utf-8")
    return folder


def begun(root: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dpmlc", "build", *arguments, str(root)],
        env={**os.environ, "PYTHONPATH": str(HOME)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8",
    )  # fmt: skip


def children(process: subprocess.Popen[str]) -> list[int]:
    """The processes that `process` has started, as soon as there are any."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        found = [int(each) for each in listed.read_text().split()]
        if found:
            return found
    raise AssertionError("the build ended without starting a process")


def contents(folder: Path) -> dict[str, bytes]:
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def is_gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()


def test_a_killed_process_ends_the_build_with_an_error(root: Path) -> None:
    before = contents(root / "dist")
    build = begun(root, "--jobs", "3")
    first, *others = children(build)
    os.kill(first, signal.SIGKILL)
    assert build.communicate(timeout=120) == (
        "",
        "error: a process was killed (SIGKILL) and did not finish its part of the build; systems do that when memory "
        "runs out; nothing was written\n"
        "help: work in one process: `--jobs 1` writes the same and needs less memory\n",
    )
    assert build.returncode == 2
    assert all(is_gone(each) for each in (first, *others))
    assert contents(root / "dist") == before
    assert {each.name for each in root.parent.iterdir()} == {"cache", "package"}


def test_an_interruption_ends_all_processes(root: Path) -> None:
    before = contents(root / "dist")
    build = begun(root, "--jobs", "3")
    started = children(build)
    os.kill(build.pid, signal.SIGINT)
    out, told = build.communicate(timeout=120)
    assert (out, told.strip()) == ("", "interrupted")
    assert build.returncode == 130
    assert all(is_gone(each) for each in started)
    assert contents(root / "dist") == before
