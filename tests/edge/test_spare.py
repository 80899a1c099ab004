"""The old tree that the next build takes up: the same outputs as without, at the cost of what changed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from dpmlc.edge.cache.seen import stamp_of, tree_of
from dpmlc.edge.cache.signature import signed
from dpmlc.edge.output import exchange
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.spare import Spare
from dpmlc.edge.publish import Published, PublishError, publish
from dpmlc.text.artifact import Artifact, Output, Unchanged
from dpmlc.text.files import MemoryFiles

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no numbers there")
NOTHING = Contents(MemoryFiles({}))
MANY = {f"{number % 7}/茶{number}.md": f"{number}" for number in range(40)}


def made(contents: Mapping[str, str]) -> list[Output]:
    """A build with these texts, and the record that lists them."""
    artifacts = [Artifact(path, text.encode()) for path, text in contents.items()]
    listed = [{"path": each.path, "bytes": 0, "sha256": ""} for each in artifacts]
    listing = {"format": 1, "dpmlc": "0.1", "outputs": listed, "mark": sorted(contents.items())}
    return [*artifacts, Artifact("build.json", json.dumps(listing).encode())]


def spare(root: Path) -> Spare | None:
    """What a build knows that finds the output as the last one left it; None where that is not to be used."""
    seen: dict[str, str] = {}
    signed((str(root / "dist"),), (), 1 << 62, seen=seen)
    tree, stamp = tree_of(seen, str(root / "dist")), stamp_of("build.json", seen[str(root / "dist")])
    paths = {each["path"] for each in json.loads((root / "dist/build.json").read_text())["outputs"]}
    texts = stands(root / "dist")
    listed = {path: sha256(texts[path].encode()).hexdigest() for path in paths}
    if tree is None or stamp is None:
        return None
    return Spare(str(root / "cache/spare"), tree, listed, stamp)


def build(root: Path, contents: Mapping[str, str]) -> Published:
    """Publish `contents` as a build does that takes up and leaves a spare tree; what stood is told as unchanged."""
    (root / "cache").mkdir(exist_ok=True)
    before = stands(root / "dist")
    known = spare(root) if before else None
    outputs = [
        Unchanged(each.path, len(each.content), each.sha256)
        if known and each.path in known.listed and before.get(each.path) == contents.get(each.path, "")
        else each
        for each in made(contents)
        if isinstance(each, Artifact)
    ]
    done = publish(root / "dist", outputs, NOTHING, spare=known)
    assert [each for each in os.listdir(root) if "dpmlc-" in each] == []
    return done


def stands(folder: Path) -> dict[str, str]:
    """Texts of all files below `folder` but the record; {} for none."""
    found = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*") if each.is_file()}
    return {path: each.read_text() for path, each in found.items() if path != "build.json"}


def check(root: Path, contents: Mapping[str, str], others: Mapping[str, str] | None = None) -> Published:
    """Build `contents`; the output then holds these, `others`, and no folder that is empty."""
    done = build(root, contents)
    assert stands(root / "dist") == {**contents, **(others or {})}
    assert [each for each in (root / "dist").rglob("*") if each.is_dir() and not any(each.iterdir())] == []
    listed = json.loads((root / "dist/build.json").read_text())["outputs"]
    assert {each["path"] for each in listed} == contents.keys()
    return done


def places(root: Path) -> tuple[int, int]:
    """The numbers of the folders that are the output and the spare tree."""
    return (root / "dist").stat().st_ino, (root / "cache/spare").stat().st_ino


class TestTurns:
    def test_both_trees_change_places(self, tmp_path: Path) -> None:
        check(tmp_path, MANY)
        first = (tmp_path / "dist").stat().st_ino
        check(tmp_path, {**MANY, "0/茶0.md": "가"})
        second, spare_tree = places(tmp_path)
        assert spare_tree == first
        done = check(tmp_path, {**MANY, "0/茶0.md": "나"})
        assert places(tmp_path) == (first, second)
        assert done == Published(written=2, unchanged=39, removed=0, touched=frozenset({"", "0"}))

    def test_what_the_build_before_changed_comes_along(self, tmp_path: Path) -> None:
        now = dict(MANY)
        check(tmp_path, now)
        for number in range(12):
            now[f"{number % 7}/茶{number}.md"] = f"차 {number}"
            assert check(tmp_path, now).written == 2

    def test_files_that_stay_are_the_same_files(self, tmp_path: Path) -> None:
        check(tmp_path, MANY)
        number = (tmp_path / "dist/1/茶1.md").stat().st_ino
        for text in "가나다":
            check(tmp_path, {**MANY, "0/茶0.md": text})
            assert (tmp_path / "dist/1/茶1.md").stat().st_ino == number

    def test_where_much_changes_no_tree_is_left(self, tmp_path: Path) -> None:
        check(tmp_path, MANY)
        check(tmp_path, {path: f"{text}!" for path, text in MANY.items()})
        assert not (tmp_path / "cache/spare").exists()

    def test_two_renames_where_the_system_cannot_exchange(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(exchange, "_exchanged", lambda one, other: False)
        check(tmp_path, MANY)
        for text in "가나다":
            check(tmp_path, {**MANY, "0/茶0.md": text})
        assert (tmp_path / "cache/spare").is_dir()

    @pytest.mark.parametrize("seed", range(6))
    def test_whatever_changes_the_output_is_that_of_a_clean_build(self, seed: int, tmp_path: Path) -> None:
        chance = random.Random(seed)
        now, others = dict(MANY), dict[str, str]()
        check(tmp_path, now)
        taken = 0
        for turn in range(40):
            for _ in range(chance.choice((1, 1, 2, 5))):
                self.change(tmp_path / "dist", now, others, chance, turn)
            had = (tmp_path / "cache/spare").exists()
            before = (tmp_path / "cache/spare").stat().st_ino if had else 0
            check(tmp_path, now, others)
            taken += had and (tmp_path / "dist").stat().st_ino == before
        assert taken > 10

    @staticmethod
    def change(dist: Path, now: dict[str, str], others: dict[str, str], chance: random.Random, turn: int) -> None:
        """One step of an author, or of somebody who works in the output folder."""
        path = chance.choice((*sorted(now), f"new/{turn}/茶.md", f"0/deep/{chance.randrange(3)}/{turn}.md"))
        match chance.randrange(10):
            case 0 | 1 | 2 | 3 | 4 | 5:
                now[path] = f"{turn}"
            case 6:
                now.pop(path, None)
            case 7:
                gone = chance.choice(sorted(now)).partition("/")[0]
                for each in [each for each in now if each.startswith(f"{gone}/")][:3]:
                    del now[each]
            case 8:
                others[f"own{turn % 3}.txt"] = f"{turn}"
                (dist / f"own{turn % 3}.txt").write_text(f"{turn}")
            case 9 if others:
                name, _ = others.popitem()
                (dist / name).unlink()


class TestForeign:
    def started(self, root: Path) -> Spare:
        """An output with a spare tree, and what a build knows of it that begins now."""
        check(root, MANY)
        check(root, {**MANY, "0/茶0.md": "가"})
        found = spare(root)
        assert found is not None
        return found

    def test_a_file_that_comes_while_a_build_is_made_stays(self, tmp_path: Path) -> None:
        known = self.started(tmp_path)
        (tmp_path / "dist/3/own").write_text("mine")
        publish(tmp_path / "dist", made({**MANY, "0/茶0.md": "나"}), NOTHING, spare=known)
        assert stands(tmp_path / "dist") == {**MANY, "0/茶0.md": "나", "3/own": "mine"}
        check(tmp_path, {**MANY, "0/茶0.md": "다"}, {"3/own": "mine"})

    def test_a_build_that_was_made_meanwhile_is_seen(self, tmp_path: Path) -> None:
        known = self.started(tmp_path)
        check(tmp_path, {**MANY, "0/茶0.md": "나", "1/茶1.md": "나"})
        stays = Artifact("1/茶1.md", MANY["1/茶1.md"].encode())
        outputs = [each for each in made({**MANY, "0/茶0.md": "다"}) if each.path != stays.path]
        before = stands(tmp_path / "dist")
        with pytest.raises(PublishError, match="changed while it was being built"):
            publish(
                tmp_path / "dist", [*outputs, Unchanged(stays.path, 1, stays.sha256)], NOTHING, spare=known
            )  # fmt: skip
        assert stands(tmp_path / "dist") == before
        assert sorted(os.listdir(tmp_path)) == ["cache", "dist"]

    def test_a_repository_in_the_output_stays_and_goes_on(self, tmp_path: Path) -> None:
        self.started(tmp_path)
        (tmp_path / "dist/3/.git").mkdir()
        for text in "나다라":
            (tmp_path / "dist/3/.git/HEAD").write_text(text)
            check(tmp_path, {**MANY, "0/茶0.md": text}, {"3/.git/HEAD": text})

    def test_files_of_a_tree_that_are_not_those_of_the_output_are_not_used(self, tmp_path: Path) -> None:
        self.started(tmp_path)
        tree = tmp_path / "cache/spare"
        (tree / "1/茶1.md").unlink()
        (tree / "1/茶1.md").write_text("위조")
        (tree / "2/茶2.md").unlink()
        (tree / "more").mkdir()
        (tree / "more/more").write_text("위조")
        (tree / "3/link").symlink_to(tmp_path)
        check(tmp_path, {**MANY, "0/茶0.md": "나"})

    def test_links_in_the_place_of_a_tree_are_not_followed(self, tmp_path: Path) -> None:
        self.started(tmp_path)
        victim = tmp_path / "cache/victim"
        (tmp_path / "cache/spare").rename(victim)
        (tmp_path / "cache/spare").symlink_to(victim)
        before = {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()}
        check(tmp_path, {**MANY, "0/茶0.md": "나"})
        assert {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()} == before
        assert not (tmp_path / "cache/spare").is_symlink()

    def test_a_linked_folder_in_a_tree_is_not_followed(self, tmp_path: Path) -> None:
        self.started(tmp_path)
        (tmp_path / "cache/spare/1").rename(tmp_path / "cache/victim")
        (tmp_path / "cache/spare/1").symlink_to(tmp_path / "cache/victim")
        before = stands(tmp_path / "cache/victim")
        check(tmp_path, {**MANY, "1/茶1.md": "나"})
        assert stands(tmp_path / "cache/victim") == before
        assert not (tmp_path / "dist/1").is_symlink()

    def test_rights_of_folders_stay(self, tmp_path: Path) -> None:
        self.started(tmp_path)
        (tmp_path / "dist").chmod(0o750)
        (tmp_path / "dist/2").chmod(0o700)
        for text in "나다":
            check(tmp_path, {**MANY, "0/茶0.md": text})
            assert (tmp_path / "dist").stat().st_mode & 0o777 == 0o750
            assert (tmp_path / "dist/2").stat().st_mode & 0o777 == 0o700


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_spare import build, long
root = Path(sys.argv[1])
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    build(root, long(str(turn)))
"""


def long(text: str) -> dict[str, str]:
    """A build of which ten files have this text, some in a folder of their own."""
    changed = {f"{number}/{number}.md": text for number in range(6)} | {f"t{text}/{part}.md": text for part in range(4)}
    return {f"same/{number}.md": "" for number in range(80)} | changed


@pytest.mark.slow
def test_killed_at_any_moment_the_output_is_whole(tmp_path: Path) -> None:
    chance = random.Random(5)
    wanted, seen, turns, last = {"stage", "lock", "turned"}, set[str](), 0, ""
    build(tmp_path, long("0"))
    while turns < 40 or not (wanted <= seen or turns > 200):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(tmp_path), str(Path(__file__).parent)], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        (tmp_path / "dist/own").write_text("mine")
        turns += 1
        time.sleep(chance.uniform(0, 0.1 + turns / 100))  # A busy machine needs longer.
        child.send_signal(signal.SIGKILL)
        child.wait()
        found = stands(tmp_path / "dist")
        assert found.pop("own", "mine") == "mine"
        text = found["0/0.md"]
        assert found == long(text)
        listed = json.loads((tmp_path / "dist/build.json").read_text())["outputs"]
        assert {each["path"] for each in listed} == found.keys()
        seen.update(each.rpartition("-")[2] for each in os.listdir(tmp_path))
        seen |= {"turned"} if (tmp_path / "cache/spare").exists() and text != last else set()
        last = text
    assert wanted <= seen
    publish(tmp_path / "dist", made({"a.md": "1"}), NOTHING)
    assert stands(tmp_path / "dist") == {"a.md": "1", "own": "mine"}
    assert sorted(os.listdir(tmp_path)) == ["cache", "dist"]
