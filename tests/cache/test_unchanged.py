"""A second build of the same: nothing is loaded, nothing is written, and whatever changed is seen."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

Dpmlc = Callable[..., Any]
THOUGHT = "role/season.thought.md"
OTHER = "<thought>\n<exploration>\n秋茶先闻香\n</exploration>\n</thought>\n"


def standing(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Contents and time stamps of all files below `folder`."""
    files = [each for each in folder.rglob("*") if each.is_file()]
    return {str(each): (each.read_bytes(), each.stat().st_mtime_ns) for each in files}


def test_the_second_build_loads_no_engine_and_writes_nothing(dpmlc: Dpmlc, package: Path) -> None:
    first = dpmlc("build", package)
    before = standing(package.parent)
    again = dpmlc("build", package)
    assert (first.status, again.status) == (0, 0)
    assert (first.engine, again.engine) == (True, False)
    assert standing(package.parent) == before
    written = first.err.partition("(")[2].partition(" written")[0]
    assert again.err == first.err.replace(f"{written} written, 0 un", f"0 written, {written} un")


def test_a_comparison_after_a_build_loads_no_engine_either(dpmlc: Dpmlc, package: Path) -> None:
    dpmlc("build", package)
    done = dpmlc("build", "--check", package)
    assert (done.status, done.engine) == (0, False)
    assert done.err.endswith("`tea/dist` is up to date\n")


def test_warnings_are_said_again(dpmlc: Dpmlc, package: Path) -> None:
    (package / THOUGHT).write_text("<thought>\n<exploration>\n@thought://nobody\n</exploration>\n</thought>\n")
    first = dpmlc("build", package)
    again = dpmlc("build", package)
    assert "warning" in first.err
    assert again.engine is False
    assert again.err.partition("documents")[0] == first.err.partition("documents")[0]
    assert "\x1b[" in dpmlc("build", "--color", "always", package).err
    assert "warning" not in dpmlc("build", "-q", package).err
    assert dpmlc("build", "--strict", package).status == 1
    assert dpmlc("build", "--strict", package).status == 1


CHANGES: dict[str, Callable[[Path], object]] = {
    "an edit": lambda root: (root / THOUGHT).write_text(OTHER),
    "a new file": lambda root: (root / "role/oolong.thought.md").write_text(OTHER),
    "a file gone": lambda root: (root / "data/prices.csv").unlink(),
    "a file renamed": lambda root: (root / THOUGHT).rename(root / "role/summer.thought.md"),
    "a folder moved": lambda root: (root / "data").rename(root / "numbers"),
    "an empty folder": lambda root: (root / "empty").mkdir(),
    "a setting": lambda root: (root / "dpml.toml").write_text('[package]\nname = "차"\n'),
    "an ignored file": lambda root: (root / ".gitignore").write_text("data\n"),
    "an output edited": lambda root: (root / "dist/bundles/sommelier/prompt.md").write_text("x"),
    "an output gone": lambda root: (root / "dist/bundles/sommelier/prompt.md").unlink(),
    "the output gone": lambda root: shutil.rmtree(root / "dist"),
    "a link": lambda root: (root / "data/link.csv").symlink_to("prices.csv"),
    "other rights": lambda root: (root / THOUGHT).chmod(0o600),
    "a time stamp": lambda root: os.utime(root / THOUGHT),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_built(what: str, dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    dpmlc("build", "--keep-going", package)
    CHANGES[what](package)
    done = dpmlc("build", "--keep-going", package)
    assert done.engine
    clean = tmp_path / "clean"
    dpmlc("build", "--keep-going", "-o", clean, package)
    assert outputs(package / "dist") == outputs(clean)


def outputs(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.mark.slow
def test_an_edit_that_keeps_size_and_time_is_seen(dpmlc: Dpmlc, package: Path) -> None:
    """Within a tick of the clock only the content tells: here the stamp is put back by hand."""
    dpmlc("build", package)
    prompt = package / "dist/bundles/sommelier/prompt.md"
    stamp = (package / THOUGHT).stat()
    (package / THOUGHT).write_text(OTHER)
    os.utime(package / THOUGHT, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert dpmlc("build", package).engine
    assert "秋茶" in prompt.read_text("utf-8")


@pytest.mark.slow
def test_a_dependency_counts(dpmlc: Dpmlc, package: Path) -> None:
    shared = package.parent / "shared"
    shared.mkdir()
    (shared / "note.md").write_text("# 笔记\n")
    (package / "dpml.toml").write_text('[dependencies]\nshared = "../shared"\n')
    (package / THOUGHT).write_text("<thought>\n@!package://shared/note.md\n</thought>\n")
    os.utime(shared / "note.md", ns=(10**18 + 1, 10**18 + 1))
    dpmlc("build", package)
    (shared / "note.md").write_text("# 备忘\n")
    dpmlc("build", package)
    assert "备忘" in (package / "dist/bundles/sommelier/prompt.md").read_text("utf-8")


@pytest.mark.slow
def test_a_package_that_reads_its_own_output_is_built_until_it_is_settled(dpmlc: Dpmlc, package: Path) -> None:
    (package / THOUGHT).write_text("<thought>\n@?file://dist/bundles/sommelier/prompt.md\n</thought>\n")
    said = [dpmlc("build", package) for _ in range(4)]
    assert said[1].engine
    assert "(0 written" in said[3].err


@pytest.mark.slow
def test_a_build_that_looked_for_names_beside_its_output_is_remembered_when_that_stands(
    dpmlc: Dpmlc, package: Path
) -> None:
    """A path that does not exist is compared with names in the root, where the first build puts new ones."""
    (package / THOUGHT).write_text("<thought>\n@?file://dats/prices.csv\n</thought>\n")
    assert dpmlc("build", package).status == 0
    (package / "data/prices.csv").write_text("1\n")
    assert "not-found" in dpmlc("build", package).err
    assert not dpmlc("build", package).engine
