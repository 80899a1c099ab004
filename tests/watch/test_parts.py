"""The parts of watching that need no process."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.fault import PublishError
from dpmlc.edge.watch.events import Notices
from dpmlc.edge.watch.mounts import silent
from dpmlc.edge.watch.renew import Renewed, Renewer
from dpmlc.edge.watch.stamps import Memory, stamp_at
from dpmlc.edge.watch.survey import Tree, survey
from dpmlc.edge.watch.words import few, some
from dpmlc.emit.record import record
from dpmlc.report.place import Places
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles

MOUNTS = """\
22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:30 / /mnt/c rw,noatime - 9p drvfs rw,dirsync
31 22 0:31 / /home/me/shared\\040work rw - virtiofs tag rw
32 31 0:32 / /home/me/shared\\040work/fast rw - ext4 /dev/sdb rw
33 22 0:33 / /net rw - nfs4 server:/x rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/", ""), ("/home/me", ""), ("/mnt/c", "9p"), ("/mnt/c/Users/x", "9p"), ("/mnt/cd", ""), ("/net/a", "nfs4"),
        ("/home/me/shared work/tea", "virtiofs"), ("/home/me/shared work/fast/tea", ""),
    ],
)  # fmt: skip
def test_a_file_system_that_tells_nothing_is_known_by_its_mount(folder: str, kind: str) -> None:
    assert silent([folder], MOUNTS) == kind


def test_no_table_of_mounts_means_notices() -> None:
    assert silent(["/x"], "") == ""
    assert silent(["/x"], "nonsense\n - \n1 2 3 - nfs\n") == ""


def outputs(**contents: str) -> list[Artifact]:
    made = [Artifact(path.replace("__", "/"), text.encode()) for path, text in contents.items()]
    listed = record(
        version="1", package="", settings_sha256="0" * 64, inputs={}, outputs=made, bundles=[], diagnostics=[],
        places=Places({}), totals={},
    )  # fmt: skip
    return [*made, listed]


def renewed(renewer: Renewer, made: list[Artifact]) -> Renewed:
    return renewer.renew(made, Contents(MemoryFiles({})))


def tree(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_renewing_writes_what_differs_and_removes_what_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    renewer = Renewer(str(out))
    assert len(renewed(renewer, outputs(a__x="1", a__y="2", b="3")).written) == 4
    assert renewed(renewer, outputs(a__x="1", a__y="2", b="3")) == Renewed()
    done = renewed(renewer, outputs(a__y="2", b="4", c__d__e="5"))
    assert done == Renewed(("b", "c/d/e", "build.json"), ("a/x",))
    assert {path: text for path, text in tree(out).items() if path != "build.json"} == {
        "a/y": "2",
        "b": "4",
        "c/d/e": "5",
    }
    assert renewed(renewer, outputs(b="4")).removed == ("a/y", "c/d/e")
    assert sorted(path.name for path in out.iterdir()) == ["b", "build.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_only_needs_other_bytes_is_written_before_the_rest(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    renewed(renewer, outputs(a="1", b="1", c="1"))
    record = (folder / "build.json").read_text()
    made = outputs(a="2", b="1", d="2")
    renewer.ahead(made[:-1], Contents(MemoryFiles({})))
    assert tree(folder) == {"a": "2", "b": "1", "c": "1", "build.json": record}
    done = renewed(renewer, made)
    assert (sorted(done.written), done.removed) == (["a", "build.json", "d"], ("c",))
    assert tree(folder) == {"a": "2", "b": "1", "d": "2", "build.json": made[-1].content.decode()}


def test_nothing_is_written_ahead_into_a_folder_that_somebody_touched(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    first = outputs(a="1")
    renewer.ahead(first[:-1], Contents(MemoryFiles({})))
    assert not folder.exists()
    renewed(renewer, first)
    (folder / "build.json").write_text("{}")
    renewer.ahead(outputs(a="2")[:-1], Contents(MemoryFiles({})))
    assert (folder / "a").read_text() == "1"


def test_a_file_may_become_a_folder_and_a_folder_a_file(tmp_path: Path) -> None:
    renewer = Renewer(str(tmp_path / "out"))
    for made in (outputs(a="1"), outputs(a__b="2"), outputs(a__b__c="3"), outputs(a="4")):
        renewed(renewer, made)
        assert tree(tmp_path / "out").keys() == {each.path for each in made}


def test_what_somebody_did_to_the_output_is_mended_by_a_new_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = outputs(a="1", b="2")
    renewed(Renewer(str(out)), made)
    (out / "a").write_text("mine")
    (out / "own.txt").write_text("mine")
    assert renewed(Renewer(str(out)), made).written == ("a",)
    assert tree(out)["own.txt"] == "mine"
    with pytest.raises(PublishError, match="not written by dpmlc"):
        renewed(Renewer(str(out)), [*outputs(a="1", b="2"), Artifact("own.txt", b"theirs")])


def test_a_folder_that_is_not_ours_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years")
    with pytest.raises(PublishError, match="not written by dpmlc"):
        renewed(Renewer(str(tmp_path)), outputs(a="1"))
    assert tree(tmp_path) == {"thesis.txt": "years"}


def test_a_dead_process_leaves_nothing_that_the_next_one_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    renewed(Renewer(str(out)), outputs(a="1"))
    moved = []
    real = os.replace

    def dies(source: str, target: str) -> None:
        moved.append(target)
        if len(moved) > 2:
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", dies)
    with pytest.raises(KeyboardInterrupt):
        renewed(Renewer(str(out)), outputs(a="2", b="3", c="4"))
    monkeypatch.undo()
    assert tree(out)["a"] in {"1", "2"}
    renewed(Renewer(str(out)), outputs(a="5", d="6"))
    assert tree(out).keys() == {"a", "d", "build.json"}


def test_contents_are_told_apart_when_stamps_are_equal(tmp_path: Path) -> None:
    path = tmp_path / "x"
    memory = Memory()
    words = set()
    for text in ("aaaa", "bbbb", "cccc"):
        path.write_text(text)
        found = stamp_at(str(path))
        assert found is not None
        same = replace(found, modified=2**62, changed=2**62)
        words |= set(memory.contents({str(path): same}).values())
    assert len(words) == 3


def test_a_survey_follows_no_link_and_enters_no_hidden_folder(tmp_path: Path) -> None:
    for path in ("a/b/c.md", ".git/x", "node_modules/x.md", ".promptx/y.md", ".ok/z.md", ".no/z.md", "out/x.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / ".gitignore").write_text("x")
    os.mkfifo(tmp_path / "pipe")
    root = str(tmp_path)
    found = survey([Tree(root, frozenset({f"{root}/out"}), frozenset({f"{root}/.ok"}))])
    assert {os.path.relpath(each, root) for each in found.files} == {
        "a/b/c.md",
        ".promptx/y.md",
        ".ok/z.md",
        ".gitignore",
    }
    assert {os.path.relpath(each, root) for each in found.folders} == {".", "a", "a/b", ".promptx", ".ok"}


def test_words() -> None:
    assert [some(list("abc")[:count], "none") for count in range(4)] == ["none", "a", "a and b", "a and 2 more"]
    assert [few(list("abc")[:count]) for count in range(4)] == ["nothing", "a", "a and b", "3 files"]


def test_a_part_of_the_output_that_somebody_removes_comes_back(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    files = {"bundles__a__prompt.md": "一", "bundles__b__prompt.md": "二", "site__index.html": "三"}
    renewed(renewer, outputs(**files))
    shutil.rmtree(folder / "bundles" / "a")
    made = outputs(**files | {"site__index.html": "四"})
    renewer.ahead(made[:-1], Contents(MemoryFiles({})))
    assert renewed(renewer, made).written == ("bundles/a/prompt.md", "site/index.html", "build.json")
    assert (folder / "bundles" / "a" / "prompt.md").read_text() == "一"
    assert (folder / "site" / "index.html").read_text() == "四"


def test_what_was_written_ahead_is_no_other_hand_in_the_output(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    renewed(renewer, outputs(a="1", site__index="1"))
    (folder / "a").write_text("by hand")  # A look at the whole folder would find it.
    made = outputs(a="1", site__index="2")
    renewer.ahead(made[:-1], Contents(MemoryFiles({})))
    assert renewed(renewer, made).written == ("site/index", "build.json")


def test_who_changes_the_output_is_noticed_once(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    made = outputs(a="1", b__c__d="2")
    assert not renewer.disturbed()
    renewed(renewer, made)
    assert not renewer.disturbed()
    (folder / "b/c/d").unlink()
    assert renewer.disturbed()
    assert renewed(renewer, made).written == ("b/c/d",)
    assert not renewer.disturbed()
    os.utime(folder / "a", (2**32, 2**32))
    assert renewer.disturbed()
    assert renewed(renewer, made) == Renewed()
    assert not renewer.disturbed()
    shutil.rmtree(folder)
    assert renewer.disturbed()


def test_what_another_build_wrote_is_no_disturbance(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    renewed(renewer, outputs(a="1", b="1"))
    renewed(Renewer(str(folder)), outputs(b="22"))
    assert not renewer.disturbed()
    assert renewed(renewer, outputs(a="1", b="1")).written == ("a", "b", "build.json")
    (folder / "build.json").unlink()
    assert not renewer.disturbed()


def test_notices_come_from_folders_that_were_made_anew(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    inner = root / "글"
    inner.mkdir()

    def folders() -> dict[str, tuple[int, int]]:
        return {str(path): (path.stat().st_dev, path.stat().st_ino) for path in (root, inner)}

    notices = Notices()
    assert notices.follow([str(root)], folders())
    assert not notices.follow([str(root)], folders())
    (inner / "a.md").write_text("하나")
    assert _told(notices, inner / "a.md")
    shutil.rmtree(inner)
    inner.mkdir()
    assert _told(notices, inner)
    notices.follow([str(root)], folders())
    (inner / "b.md").write_text("둘")
    assert _told(notices, inner / "b.md")
    notices.close()


def _told(notices: Notices, path: Path) -> bool:
    found = notices.wait(5)
    return found is None or str(path) in found


def test_what_is_left_of_an_output_that_was_removed_while_it_was_written_is_known(tmp_path: Path) -> None:
    renewer, folder = Renewer(str(tmp_path / "out")), tmp_path / "out"
    renewed(renewer, outputs(a="1", b__c="2"))
    (folder / "build.json").unlink()
    (folder / "b/c").write_text("3")  # As if written by a build that came no further.
    renewed(renewer, outputs(a="1", b__c="3", d="4"))
    assert tree(folder).keys() == {"a", "b/c", "d", "build.json"}
    (folder / "build.json").unlink()
    (folder / "own.txt").write_text("mine")
    with pytest.raises(PublishError, match="not written by dpmlc"):
        renewed(renewer, outputs(a="2"))
    (folder / "own.txt").unlink()
    (folder / "a").write_text("mine")
    with pytest.raises(PublishError, match="not written by dpmlc"):
        renewed(renewer, outputs(a="2"))
    assert tree(folder) == {"a": "mine", "b/c": "3", "d": "4"}
    shutil.rmtree(folder)
    folder.write_text("a file")
    with pytest.raises(PublishError, match="it is a file"):
        renewed(renewer, outputs(a="2"))
