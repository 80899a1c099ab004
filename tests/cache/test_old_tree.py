"""Builds of processes that follow each other take up the old output, and leave what a clean build makes."""

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from dpmlc.__main__ import main
from dpmlc.edge.cache.unchanged import answer
from dpmlc.edge.cli.run import run
from dpmlc.edge.output.lock import holding
from dpmlc.edge.output.names import places

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no numbers there")
THOUGHT = "<thought>\n<exploration>\n{0}\n</exploration>\n</thought>\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of twelve roles that was built once."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "tea"
    for number in range(12):
        (folder / f"{number}").mkdir(parents=True)
        (folder / f"{number}/차{number}.role.md").write_text(
            f"<role>\n<personality>\n@!thought://t{number}\n</personality>\n</role>\n", "utf-8"
        )
        (folder / f"{number}/t{number}.thought.md").write_text(THOUGHT.format("茶"), "utf-8")
    built(folder)
    return folder


def built(root: Path, *arguments: str) -> None:
    """Build as a process of its own would, and compare with a build of a copy that remembers nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["dpmlc", "build", "--quiet", "--no-site", *arguments, str(root)])
        assert main() == 0
        assert answer(sys.argv[2:]) == 0  # What is remembered is what stands there.
    clean = root.with_name("clean")
    shutil.rmtree(clean, ignore_errors=True)
    shutil.copytree(root, clean, ignore=shutil.ignore_patterns(".dpmlc", "dist"))
    assert run(["build", "--quiet", "--no-site", str(clean)]) == 0
    assert files(root / "dist") == files(clean / "dist")
    assert sorted(os.listdir(root.parent)) == ["clean", "home", "tea"]
    assert sorted(each for each in os.listdir(root) if each.startswith(".")) == [".dpmlc"]


def files(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def edit(root: Path, number: int, text: str) -> None:
    (root / f"{number}/t{number}.thought.md").write_text(THOUGHT.format(text), "utf-8")


def spare(root: Path) -> list[Path]:
    return list((root / ".dpmlc/cache").glob("spare-*"))


def test_edits_additions_and_deletions(root: Path) -> None:
    for number, text in enumerate("가나다"):
        edit(root, number, text)
        before = [each.stat().st_ino for each in spare(root)]
        built(root)
        assert (root / "dist").stat().st_ino in before or not before
    shutil.copytree(root / "3", root / "새")
    (root / "새/차3.role.md").rename(root / "새/새차.role.md")
    (root / "새/t3.thought.md").unlink()
    built(root)
    shutil.rmtree(root / "새")
    built(root)
    edit(root, 3, "라")
    built(root)
    assert len(spare(root)) == 1


def test_a_build_by_other_options_in_between(root: Path) -> None:
    for number, text in enumerate("가나다라"):
        edit(root, number, text)
        built(root, *(["--strict"] if number % 2 else []))


def test_nothing_of_a_tree_is_believed(root: Path) -> None:
    edit(root, 0, "가")
    built(root)
    (tree,) = spare(root)
    for each in tree.rglob("*.md"):
        each.unlink()
        each.write_text("위조", "utf-8")
    edit(root, 1, "나")
    built(root)


def test_clean_takes_it_away(root: Path) -> None:
    edit(root, 0, "가")
    built(root)
    (tree,) = spare(root)
    tree.with_name(f"{tree.name}.1").mkdir()  # Of a process that died while it removed one.
    assert run(["clean", str(root)]) == 0
    assert not (root / ".dpmlc").exists()
    assert not (root / "dist").exists()


def test_folders_of_others_stay(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "home/own"
    (cache / "spare-parts").mkdir(parents=True)
    for number in range(10):
        assert run(["build", "--quiet", "--cache-dir", str(cache), f"--only=차{number}", str(root)]) == 0
    assert run(["clean", "--cache-dir", str(cache), str(root)]) == 0
    assert os.listdir(cache) == ["spare-parts"]


def test_the_oldest_go_where_there_are_many(root: Path) -> None:
    for number in range(12):
        options = [f"--only=차{number}"]
        assert run(["build", "--quiet", *options, str(root)]) == 0
        edit(root, number, "가")
        assert run(["build", "--quiet", *options, str(root)]) == 0
    states = list((root / ".dpmlc/cache").glob("build-*.state"))
    assert len(states) == 8
    assert {each.name.removeprefix("spare-") for each in spare(root)} <= {
        each.stem.removeprefix("build-") for each in states
    }


def test_what_another_build_took_away_meanwhile_is_made_again(root: Path) -> None:
    edit(root, 0, "新茶")
    taken = next((root / "dist").rglob("*차5*/prompt.md"))
    codes: list[int] = []
    building = threading.Thread(target=lambda: codes.append(run(["build", "--quiet", "--no-site", str(root)])))
    with holding(places(root / "dist").lock, "dist", 10):
        building.start()
        while building.is_alive() and not is_waiting(building):
            time.sleep(0.01)
        taken.unlink()
    building.join()
    assert codes == [0]
    assert taken.is_file()
    built(root)


def is_waiting(building: threading.Thread) -> bool:
    """Whether it has made all and waits for another build to end."""
    frame = sys._current_frames().get(building.ident or 0)
    while frame is not None and frame.f_code.co_name != "_acquire":
        frame = frame.f_back
    return frame is not None
