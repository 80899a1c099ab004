"""The output folder: whole or nothing, ours or untouched (SPEC 7)."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from dpmlc.edge.output import exchange
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.lock import holding
from dpmlc.edge.publish import Difference, Published, PublishError, clean, compare, publish
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import MemoryFiles

NOTHING = Contents(MemoryFiles({}))
POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="POSIX names, modes or signals")


def made(contents: Mapping[str, str], *copies: Copy) -> tuple[Artifact | Copy, ...]:
    """A build with these texts, and the record that lists them."""
    artifacts = [Artifact(path, text.encode()) for path, text in contents.items()]
    listed = [{"path": each.path, "bytes": 0, "sha256": ""} for each in (*artifacts, *copies)]
    listing = {"format": 1, "dpmlc": "0.1", "outputs": listed, "mark": sorted(contents.values())}
    return (*artifacts, *copies, Artifact("build.json", json.dumps(listing).encode()))


def stands(folder: Path) -> dict[str, str]:
    """Texts of all files below `folder` but the record."""
    found = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*") if each.is_file()}
    return {path: each.read_text() for path, each in found.items() if path != "build.json"}


def check(folder: Path, contents: Mapping[str, str], expected: Mapping[str, str] | None = None) -> Published:
    """Publish `contents`; the folder then holds `expected`, and nothing hidden stands beside it."""
    result = publish(folder, made(contents), NOTHING)
    assert stands(folder) == (contents if expected is None else expected)
    assert [each for each in os.listdir(folder.resolve().parent) if "dpmlc-" in each] == []
    return result


def refused(folder: Path, contents: Mapping[str, str], words: str) -> PublishError:
    """Publishing `contents` fails with `words` and changes nothing below the folder's parent."""
    parent = folder.parent
    before = sorted(str(each) for each in parent.rglob("*"))
    with pytest.raises(PublishError, match=words) as caught:
        publish(folder, made(contents), NOTHING, wait=0.1)
    assert sorted(str(each) for each in parent.rglob("*")) == before
    return caught.value


def times(folder: Path) -> dict[str, int]:
    return {str(each): each.lstat().st_mtime_ns for each in (folder.parent, folder, *folder.rglob("*"))}


class TestContent:
    def test_first_build(self, tmp_path: Path) -> None:
        result = check(tmp_path / "deep" / "dist", {"a.md": "1", "b/角色/c.md": "2"})
        assert result == Published(written=3, unchanged=0, removed=0)

    def test_into_an_empty_folder(self, tmp_path: Path) -> None:
        (tmp_path / "dist").mkdir()
        check(tmp_path / "dist", {"a.md": "1"})

    def test_second_build_writes_nothing(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        before = times(tmp_path / "dist")
        result = check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        assert result == Published(written=0, unchanged=3, removed=0)
        assert times(tmp_path / "dist") == before

    def test_only_what_differs_is_written(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        inode = (tmp_path / "dist/b/c.md").stat().st_ino
        assert check(tmp_path / "dist", {"a.md": "9", "b/c.md": "2"}).written == 2
        assert (tmp_path / "dist/b/c.md").stat().st_ino == inode

    def test_files_no_longer_made_are_gone(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        assert check(tmp_path / "dist", {"a.md": "1"}).removed == 1
        assert not (tmp_path / "dist/b").exists()

    def test_a_file_becomes_a_folder_and_back(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a": "1"})
        check(tmp_path / "dist", {"a/b": "1"})
        check(tmp_path / "dist", {"a": "1"})

    def test_edited_output_is_made_again(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/a.md").write_text("x")
        check(tmp_path / "dist", {"a.md": "1"})

    def test_deleted_output_is_made_again(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b.md": "2"})
        (tmp_path / "dist/a.md").unlink()
        check(tmp_path / "dist", {"a.md": "1", "b.md": "2"})

    @POSIX_ONLY
    def test_output_that_became_a_link_is_made_again(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "other").write_text("1")
        (tmp_path / "dist/a.md").unlink()
        (tmp_path / "dist/a.md").symlink_to(tmp_path / "other")
        check(tmp_path / "dist", {"a.md": "1"})
        assert not (tmp_path / "dist/a.md").is_symlink()
        assert (tmp_path / "other").read_text() == "1"

    @POSIX_ONLY
    def test_the_mode_of_the_folder_stays(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist").chmod(0o750)
        check(tmp_path / "dist", {"a.md": "2"})
        assert (tmp_path / "dist").stat().st_mode & 0o777 == 0o750

    def test_two_renames_where_the_system_cannot_exchange(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(exchange, "_exchanged", lambda one, other: False)
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/own").write_text("mine")
        check(tmp_path / "dist", {"a.md": "2"}, {"a.md": "2", "own": "mine"})


class TestCopies:
    SOURCE = b"x,y\n1,2\n"

    def copy(self, link: bool) -> Copy:
        return Copy("resources/a.csv", "data/a.csv", len(self.SOURCE), sha256(self.SOURCE).hexdigest(), link)

    def test_copied(self, tmp_path: Path) -> None:
        outputs = made({"a.md": "1"}, self.copy(link=False))
        files = MemoryFiles({"data/a.csv": self.SOURCE})
        assert publish(tmp_path / "dist", outputs, Contents(files)).written == 3
        assert (tmp_path / "dist/resources/a.csv").read_bytes() == self.SOURCE
        # The copy is compared by its hash: the source is not read again.
        assert publish(tmp_path / "dist", outputs, NOTHING).written == 0

    @pytest.mark.parametrize("content", [None, b"x,y\n1,3\n", b"longer than it was"])
    def test_a_source_that_changed_meanwhile(self, tmp_path: Path, content: bytes | None) -> None:
        files = MemoryFiles({} if content is None else {"data/a.csv": content})
        with pytest.raises(PublishError, match=r"`data/a\.csv` changed while it was being built"):
            publish(tmp_path / "dist", made({}, self.copy(link=False)), Contents(files))
        assert os.listdir(tmp_path) == []

    def test_linked_where_that_is_possible(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_bytes(self.SOURCE)

        def linker(source: str, target: str) -> bool:
            assert source == "data/a.csv"
            os.link(tmp_path / "a.csv", target)
            return True

        publish(tmp_path / "dist", made({}, self.copy(link=True)), Contents(NOTHING.files, linker))
        assert (tmp_path / "dist/resources/a.csv").samefile(tmp_path / "a.csv")

    def test_copied_where_linking_is_not_possible(self, tmp_path: Path) -> None:
        files = MemoryFiles({"data/a.csv": self.SOURCE})
        publish(tmp_path / "dist", made({}, self.copy(link=True)), Contents(files, lambda source, target: False))
        assert (tmp_path / "dist/resources/a.csv").read_bytes() == self.SOURCE


class TestForeign:
    @pytest.mark.parametrize(
        ("prepare", "words"),
        [
            (lambda dist: (dist.mkdir(), (dist / "note.txt").write_text("x")), "no `build.json`"),
            (lambda dist: dist.write_text("x"), "it is a file"),
            (lambda dist: (dist.mkdir(), (dist / "build.json").write_text("{}")), "none of dpmlc's"),
            (lambda dist: (dist.mkdir(), (dist / "build.json").write_text("[")), "none of dpmlc's"),
            (lambda dist: (dist.mkdir(), (dist / "build.json").write_text("[" * 100_000)), "none of dpmlc's"),
            (lambda dist: (dist.mkdir(), (dist / "build.json").write_bytes(b"\xff\xfe")), "none of dpmlc's"),
            (lambda dist: (dist.mkdir(), (dist / "build.json").write_text('{"format": 1}')), "none of dpmlc's"),
            (
                lambda dist: (
                    dist.mkdir(), (dist / "build.json").write_text('{"dpmlc": "9", "format": 2, "outputs": []}')
                ),
                "a later one, 9",
            ),
            (lambda dist: (dist.mkdir(), (dist / "build.json").mkdir()), "is no file"),
        ],
    )  # fmt: skip
    def test_a_folder_that_dpmlc_did_not_write(self, tmp_path: Path, prepare, words: str) -> None:
        prepare(tmp_path / "dist")
        refused(tmp_path / "dist", {"a.md": "1"}, words)
        with pytest.raises(PublishError, match=words):
            clean(tmp_path / "dist")

    def test_files_that_somebody_put_there_stay(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        (tmp_path / "dist/CNAME").write_text("example.org")
        (tmp_path / "dist/b/own").mkdir()
        (tmp_path / "dist/b/own/note").write_text("mine")
        (tmp_path / "dist/empty").mkdir()
        inode = (tmp_path / "dist/CNAME").stat().st_ino
        check(tmp_path / "dist", {"a.md": "3"}, {"a.md": "3", "CNAME": "example.org", "b/own/note": "mine"})
        assert (tmp_path / "dist/CNAME").stat().st_ino == inode
        assert (tmp_path / "dist/empty").is_dir()

    @POSIX_ONLY
    def test_links_and_pipes_stay(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/latest").symlink_to("nowhere/at/all")
        os.mkfifo(tmp_path / "dist/pipe")
        check(tmp_path / "dist", {"a.md": "2"})
        assert os.readlink(tmp_path / "dist/latest") == "nowhere/at/all"
        assert (tmp_path / "dist/pipe").is_fifo()

    @POSIX_ONLY
    def test_a_read_only_folder_stays_and_blocks_nothing(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/own").mkdir()
        (tmp_path / "dist/own/note").write_text("mine")
        (tmp_path / "dist/own").chmod(0o555)
        for text in "2345":
            check(tmp_path / "dist", {"a.md": text}, {"a.md": text, "own/note": "mine"})
        assert (tmp_path / "dist/own").stat().st_mode & 0o777 == 0o555
        (tmp_path / "dist/own").chmod(0o755)

    @pytest.mark.parametrize(
        ("own", "contents"),
        [
            ("b.md", {"a.md": "1", "b.md": "2"}),
            ("b", {"a.md": "1", "b/c.md": "2"}),
            ("b/c/d", {"a.md": "1", "b": "2"}),
        ],
    )
    def test_a_foreign_file_in_the_way(self, tmp_path: Path, own: str, contents: dict[str, str]) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist" / own).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "dist" / own).write_text("mine")
        refused(tmp_path / "dist", contents, "was not written by dpmlc, and this build writes to the same place")
        assert (tmp_path / "dist" / own).read_text() == "mine"

    def test_a_foreign_file_in_a_folder_that_becomes_a_file(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        (tmp_path / "dist/b/own").write_text("mine")
        refused(tmp_path / "dist", {"a.md": "1", "b": "2"}, "was not written by dpmlc, and this build writes to")

    def test_a_foreign_file_with_the_same_bytes_is_adopted(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/b.md").write_text("2")
        check(tmp_path / "dist", {"a.md": "1", "b.md": "2"})
        check(tmp_path / "dist", {"a.md": "1"})

    @POSIX_ONLY
    def test_a_linked_folder_in_the_way(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        (tmp_path / "dist/b").rename(tmp_path / "elsewhere")
        (tmp_path / "dist/b").symlink_to(tmp_path / "elsewhere")
        refused(tmp_path / "dist", {"a.md": "1", "b/c.md": "3"}, "`.*dist/b` was not written by dpmlc")

    def test_a_hostile_record_removes_nothing_outside(self, tmp_path: Path) -> None:
        (tmp_path / "victim").write_text("x")
        (tmp_path / "beside").mkdir()
        check(tmp_path / "dist", {"a.md": "1"})
        paths = ["../victim", "../beside/x", str(tmp_path / "victim"), "b/../../victim", "", ".", "a.md"]
        listing = {"format": 1, "dpmlc": "0.1", "outputs": [{"path": path} for path in paths]}
        (tmp_path / "dist/build.json").write_text(json.dumps(listing))
        clean(tmp_path / "dist")
        assert (tmp_path / "victim").read_text() == "x"
        assert (tmp_path / "beside").is_dir()
        assert not (tmp_path / "dist").exists()

    @pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/../b", "", "a\\b", "c:x"])
    def test_an_output_that_leaves_the_folder(self, tmp_path: Path, path: str) -> None:
        refused(tmp_path / "dist", {path: "1"}, "is no path inside the output folder")


class TestPlaces:
    @POSIX_ONLY
    def test_a_linked_output_folder_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real/place").mkdir(parents=True)
        (tmp_path / "dist").symlink_to(tmp_path / "real/place")
        check(tmp_path / "dist", {"a.md": "1"})
        check(tmp_path / "dist", {"a.md": "2"})
        assert (tmp_path / "dist").is_symlink()
        assert stands(tmp_path / "real/place") == {"a.md": "2"}

    @POSIX_ONLY
    def test_a_dangling_link(self, tmp_path: Path) -> None:
        (tmp_path / "dist").symlink_to(tmp_path / "real/place")
        check(tmp_path / "dist", {"a.md": "1"})
        assert stands(tmp_path / "real/place") == {"a.md": "1"}

    def test_a_very_long_name(self, tmp_path: Path) -> None:
        check(tmp_path / ("长" * 80), {"a.md": "1"})
        check(tmp_path / ("长" * 80), {"a.md": "2"})

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
    def test_a_read_only_parent(self, tmp_path: Path) -> None:
        parent = tmp_path / "parent"
        check(parent / "dist", {"a.md": "1"})
        parent.chmod(0o555)
        try:
            assert check(parent / "dist", {"a.md": "1"}).written == 0
            error = refused(parent / "dist", {"a.md": "2"}, "cannot be written: permission denied")
            assert "beside the output folder" in error.help[0]
        finally:
            parent.chmod(0o755)

    @pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="a folder where not even root may write")
    def test_a_parent_that_nobody_can_write(self) -> None:
        with pytest.raises(PublishError, match="`/sys/kernel/dist` cannot be written: ") as caught:
            publish("/sys/kernel/dist", made({"a.md": "1"}), NOTHING)
        assert "beside the output folder" in caught.value.help[0]

    def test_a_file_where_the_parent_should_be(self, tmp_path: Path) -> None:
        (tmp_path / "parent").write_text("x")
        with pytest.raises(PublishError):
            publish(tmp_path / "parent" / "dist", made({"a.md": "1"}), NOTHING)

    @POSIX_ONLY
    def test_a_full_disk(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
        try:
            error = refused(tmp_path / "dist", {"a.md": "1", "b.md": "x" * 20_000}, "no space to write")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "the previous output is untouched" in error.help[0]
        assert stands(tmp_path / "dist") == {"a.md": "1"}
        check(tmp_path / "dist", {"a.md": "1", "b.md": "x" * 20_000})

    @POSIX_ONLY
    def test_an_interrupt_while_staging(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})

        class Interrupting(MemoryFiles):
            def read(self, path: str, limit: int) -> bytes:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            publish(tmp_path / "dist", made({}, Copy("z", "z", 1, "0")), Contents(Interrupting({})))
        assert os.listdir(tmp_path) == ["dist"]
        assert stands(tmp_path / "dist") == {"a.md": "1"}


class TestLeftovers:
    def test_an_unfinished_stage_and_an_unlocked_lock(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / ".dist.dpmlc-stage/b").mkdir(parents=True)
        (tmp_path / ".dist.dpmlc-stage/b/half").write_text("x")
        (tmp_path / ".dist.dpmlc-lock").touch()
        check(tmp_path / "dist", {"a.md": "2"})

    @POSIX_ONLY
    def test_a_linked_stage_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "victim").mkdir()
        (tmp_path / "victim/x").write_text("x")
        (tmp_path / ".dist.dpmlc-stage").symlink_to(tmp_path / "victim")
        check(tmp_path / "dist", {"a.md": "1"})
        assert (tmp_path / "victim/x").read_text() == "x"

    def test_a_build_that_died_between_two_renames(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist/own").write_text("mine")
        (tmp_path / "dist").rename(tmp_path / ".dist.dpmlc-old")
        check(tmp_path / "dist", {"a.md": "2"}, {"a.md": "2", "own": "mine"})

    def test_a_file_that_came_in_at_the_last_moment_is_moved_over(self, tmp_path: Path) -> None:
        check(tmp_path / "old", {"a.md": "1"})
        check(tmp_path / "dist", {"a.md": "2"})
        # What a build leaves that was killed after the exchange: the old tree under the stage's name.
        (tmp_path / "old").rename(tmp_path / ".dist.dpmlc-stage")
        (tmp_path / ".dist.dpmlc-stage/own").write_text("mine")
        check(tmp_path / "dist", {"a.md": "3"}, {"a.md": "3", "own": "mine"})

    def test_a_folder_that_somebody_removed_is_not_brought_back(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        (tmp_path / "dist").rename(tmp_path / ".dist.dpmlc-stage")
        (tmp_path / ".dist.dpmlc-stage/own").write_text("mine")
        check(tmp_path / "dist", {"a.md": "2"})


class TestTwoBuilds:
    def test_the_second_waits_a_little_then_says_so(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1"})
        with holding(str(tmp_path / ".dist.dpmlc-lock"), "dist", 1):
            error = refused(tmp_path / "dist", {"a.md": "2"}, "another build is writing into")
        assert "`-o`" in error.help[0]
        check(tmp_path / "dist", {"a.md": "2"})

    def test_the_second_goes_on_when_the_first_is_done(self, tmp_path: Path) -> None:
        held = threading.Event()

        def first() -> None:
            with holding(str(tmp_path / ".dist.dpmlc-lock"), "dist", 1):
                held.set()
                time.sleep(0.2)

        thread = threading.Thread(target=first)
        thread.start()
        held.wait()
        check(tmp_path / "dist", {"a.md": "1"})
        thread.join()

    @pytest.mark.slow
    def test_many_at_once(self, tmp_path: Path) -> None:
        contents = [{f"{name}{number}.md": name for number in range(50)} for name in "abcd"]
        faults: list[BaseException] = []

        def build(each: Mapping[str, str]) -> None:
            try:
                for _ in range(15):
                    publish(tmp_path / "dist", made(each), NOTHING, wait=60)
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=build, args=(each,)) for each in contents]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert stands(tmp_path / "dist") in contents
        assert os.listdir(tmp_path) == ["dist"]


class TestCompare:
    def test_what_a_build_would_change(self, tmp_path: Path) -> None:
        dist = tmp_path / "dist"
        assert compare(dist, made({"a.md": "1"})) == Difference(("a.md", "build.json"), (), ())
        check(dist, {"a.md": "1", "b.md": "2", "c.md": "3"})
        before = times(dist)
        assert not compare(dist, made({"a.md": "1", "b.md": "2", "c.md": "3"}))
        found = compare(dist, made({"a.md": "1", "b.md": "9", "d/e.md": "4"}))
        assert found == Difference(("d/e.md",), ("b.md", "build.json"), ("c.md",))
        assert times(dist) == before

    def test_a_foreign_folder(self, tmp_path: Path) -> None:
        (tmp_path / "x").touch()
        with pytest.raises(PublishError):
            compare(tmp_path, made({"a.md": "1"}))


class TestClean:
    def test_all_of_it(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c/d.md": "2"})
        cleaned = clean(tmp_path / "dist")
        assert cleaned.removed == ("a.md", "b/c/d.md", "build.json")
        assert cleaned.folder_removed
        assert os.listdir(tmp_path) == []

    def test_only_what_is_listed(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a.md": "1", "b/c.md": "2"})
        (tmp_path / "dist/b/own").write_text("mine")
        cleaned = clean(tmp_path / "dist")
        assert not cleaned.folder_removed
        assert stands(tmp_path / "dist") == {"b/own": "mine"}
        # Without its record the folder is the user's.
        refused(tmp_path / "dist", {"a.md": "1"}, "was not written by dpmlc")

    def test_nothing_there(self, tmp_path: Path) -> None:
        assert clean(tmp_path / "dist").removed == ()
        assert os.listdir(tmp_path) == []

    @POSIX_ONLY
    def test_links_are_not_followed(self, tmp_path: Path) -> None:
        check(tmp_path / "dist", {"a/b.md": "1"})
        (tmp_path / "dist/a").rename(tmp_path / "elsewhere")
        (tmp_path / "dist/a").symlink_to(tmp_path / "elsewhere")
        clean(tmp_path / "dist")
        assert (tmp_path / "elsewhere/b.md").read_text() == "1"


CHILD = """
import sys
sys.path.insert(0, sys.argv[2])
from test_publish import NOTHING, made, publish
texts = [{f"{i % 7}/{i}.md": text for i in range(count)} for text, count in (("old", 150), ("new", 170))]
builds = [made(each) for each in texts]
print("ready", flush=True)
while True:
    for build in builds:
        publish(sys.argv[1], build, NOTHING)
"""


@pytest.mark.slow
@POSIX_ONLY
class TestKilled:
    def test_at_any_moment(self, tmp_path: Path) -> None:
        """The folder is wholly one build or the other, the next build is not blocked, foreign files survive."""
        chance = random.Random(4)
        # The child is killed at places that matter: while it stages, and with either build standing.
        wanted, seen, turns = {"old", "new", "stage", "lock"}, set[str](), 0
        publish(tmp_path / "dist", made({f"{number % 7}/{number}.md": "old" for number in range(150)}), NOTHING)
        while turns < 40 or not (wanted <= seen or turns > 200):
            child = _child(tmp_path / "dist")
            (tmp_path / "dist/own").write_text("mine")
            turns += 1
            time.sleep(chance.uniform(0, 0.1 + turns / 100))  # A busy machine needs longer.
            child.send_signal(signal.SIGKILL)
            child.wait()
            seen.add(_whole(tmp_path / "dist"))
            seen.update(each.rpartition("-")[2] for each in os.listdir(tmp_path))
        assert wanted <= seen
        publish(tmp_path / "dist", made({"a.md": "1"}), NOTHING)
        assert stands(tmp_path / "dist") == {"a.md": "1", "own": "mine"}
        assert os.listdir(tmp_path) == ["dist"]

    def test_a_reader_never_sees_a_mix(self, tmp_path: Path) -> None:
        child = _child(tmp_path / "dist")
        try:
            until, whole = time.monotonic() + 2, 0
            while time.monotonic() < until:
                whole += _snapshot(tmp_path / "dist")
        finally:
            child.kill()
            child.wait()
        assert whole > 5


def _child(dist: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CHILD, str(dist), str(Path(__file__).parent)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    return child


def _whole(dist: Path) -> str:
    """The text that all files of the one build in the folder have."""
    found = stands(dist)
    own = found.pop("own", None)
    assert own is None or own == "mine"
    (text,) = set(found.values())
    assert len(found) == {"old": 150, "new": 170}[text]
    listed = json.loads((dist / "build.json").read_text())["outputs"]
    assert {each["path"] for each in listed} == set(found)
    return text


def _snapshot(dist: Path) -> bool:
    """Read one tree through its descriptor; True where it was not taken away while reading."""
    try:
        folder = os.open(dist, os.O_RDONLY)
    except FileNotFoundError:
        return False
    texts = set()
    try:
        for number in range(150):
            file = os.open(f"{number % 7}/{number}.md", os.O_RDONLY, dir_fd=folder)
            texts.add(os.read(file, 10))
            os.close(file)
    except FileNotFoundError:
        return False
    finally:
        os.close(folder)
        assert len(texts) <= 1
    return True
