"""The command as a process: the same bytes whatever the machine is like, and no torn output whoever else builds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parent.parent.parent / "sample-project"

pytestmark = pytest.mark.slow


def build(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dpmlc", "build", str(root), *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def copied(source: Path, target: Path, backwards: bool) -> Path:
    """The package once more, its files made in another order."""
    files = sorted(each for each in source.rglob("*") if each.is_file() and "dist" not in each.parts)
    for each in reversed(files) if backwards else files:
        place = target / each.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, place)
    return target


def large(root: Path) -> Path:
    """A package that is worth more than one process."""
    for number in range(240):
        folder = root / f"guide/part-{number % 7}"
        folder.mkdir(parents=True, exist_ok=True)
        following = (number + 7) % 240
        link = f"[下一页](../part-{following % 7}/page-{following:03}.md#第-{following}-页)"
        text = f"# 题\n\n## 第 {number} 页\n\n见 {link}。\n\n```python\nx = {number}\n```\n"
        (folder / f"page-{number:03}.md").write_text(text, "utf-8")
    return root


def test_the_same_bytes_whatever_the_machine_is_like(tmp_path: Path) -> None:
    one, two = copied(SAMPLE, tmp_path / "a", False), copied(SAMPLE, tmp_path / "deep/er/b", True)
    first = build(one, PYTHONHASHSEED="1", LC_ALL="C", TZ="Asia/Seoul", HOME="/")
    second = build(two, PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="America/Lima", USER="someone")
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert contents(one / "dist") == contents(two / "dist")


def test_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    root = large(tmp_path / "large")
    outputs = []
    for jobs in ("1", "2", "3"):
        done = build(root, "--jobs", jobs, "-o", str(tmp_path / jobs))
        assert (done.returncode, done.stderr.partition("\n")[0]) == (0, "240 documents, 0 references: no errors")
        outputs.append(contents(tmp_path / jobs))
    assert outputs[0] == outputs[1] == outputs[2]


def test_two_builds_at_once_twenty_times(tmp_path: Path) -> None:
    root = copied(SAMPLE, tmp_path / "tea", False)
    command = [sys.executable, "-m", "dpmlc", "build", str(root)]
    assert build(root).returncode == 0
    clean = contents(root / "dist")
    text = (root / "README.md").read_text("utf-8")
    for number in range(20):
        (root / "README.md").write_text(f"{text}\n{number}\n", "utf-8")
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
        told = [each.communicate()[0].decode() for each in both]
        assert [each.returncode for each in both] == [0, 0], told
        standing = {each for each in contents(root / "dist") if "/search/" not in each}  # Shards are named by content.
        assert standing == {each for each in clean if "/search/" not in each}
    (root / "README.md").write_text(text, "utf-8")
    assert build(root).returncode == 0
    assert contents(root / "dist") == clean
    assert [each.name for each in root.iterdir() if "dist" in each.name] == ["dist"]
