"""`dpmlc watch` sees every way in which files change, and nothing else."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from author import FILES, Author, package
from running import running, until


def in_place(author: Author, text: str) -> None:
    author.write("notes/a.md", text)


def atomic_rename(author: Author, text: str) -> None:
    """As most editors save: a new file beside the old one, then a rename."""
    author.write("notes/.a.md.tmp1", text)
    os.replace(author.root / "notes/.a.md.tmp1", author.root / "notes/a.md")


def vim(author: Author, text: str) -> None:
    """`backupcopy=no`: a probe called 4913, the old file becomes the backup, a new one is written."""
    notes = author.root / "notes"
    (notes / "4913").touch()
    (notes / "4913").unlink()
    os.rename(notes / "a.md", notes / "a.md~")
    author.write("notes/a.md", text)
    (notes / "a.md~").unlink()


def visual_studio_code(author: Author, text: str) -> None:
    """Truncated, then written."""
    with open(author.root / "notes/a.md", "w", encoding="utf-8") as file:
        file.flush()
        file.write(text)


def jetbrains(author: Author, text: str) -> None:
    """ "Safe write": a new file, the old one moved aside, the new one in its place."""
    notes = author.root / "notes"
    author.write("notes/a.md___jb_tmp___", text)
    os.rename(notes / "a.md", notes / "a.md___jb_old___")
    os.rename(notes / "a.md___jb_tmp___", notes / "a.md")
    (notes / "a.md___jb_old___").unlink()


def removed_and_written(author: Author, text: str) -> None:
    (author.root / "notes/a.md").unlink()
    author.write("notes/a.md", text)


WAYS = [in_place, atomic_rename, vim, visual_studio_code, jetbrains, removed_and_written]


def test_every_way_to_save_is_one_rebuild(author: Author) -> None:
    for number, save in enumerate(WAYS):
        mark = author.command.mark
        save(author, f"第{number}次\n")
        author.command.heard(r"^notes/a\.md: wrote .*; no errors, \d+ ms$", mark)
        assert f"第{number}次" in author.prompt(), save.__name__
        assert len(author.caught_up(mark)) == 1, (save.__name__, author.command.lines[mark:])


@pytest.mark.parametrize("apart", [0.0, 0.1])
def test_of_two_quick_saves_the_last_one_wins(author: Author, apart: float) -> None:
    mark = author.command.mark
    author.write("notes/a.md", "one\n")
    time.sleep(apart)  # The case itself, no waiting.
    author.write("notes/a.md", "two\n")
    assert 1 <= len(author.caught_up(mark)) <= 2
    assert "two" in author.prompt()


def test_a_save_while_a_build_runs_is_built_after_it(author: Author) -> None:
    mark = author.command.mark
    for number in range(20):
        author.write("notes/a.md", f"{number} {'茶' * number}\n")
        author.write(f"notes/extra{number}.md", "x\n")
    author.caught_up(mark)
    assert f"19 {'茶' * 19}" in author.prompt()


def test_touch_and_chmod_are_no_change(author: Author) -> None:
    before, mark = author.output(), author.command.mark
    os.utime(author.root / "notes/a.md")
    (author.root / "notes/a.md").chmod(0o640)
    os.utime(author.root / "notes")
    author.write("notes/a.md", FILES["notes/a.md"])
    assert author.caught_up(mark) == []
    after = author.output()
    changed = {path for path in after if before.get(path) != after[path]}
    assert not {path for path in changed if path.startswith("bundles/host")}


def test_only_files_whose_bytes_differ_are_written(author: Author) -> None:
    def numbers() -> dict[str, int]:
        return {path: (author.root / "dist" / path).stat().st_ino for path in author.output()}

    author.write("role/guest.role.md", "<role>\n<personality>\nquiet\n</personality>\n</role>\n")
    author.command.heard(r"^role/guest\.role\.md: ")
    before, mark = numbers(), author.command.mark
    author.write("notes/a.md", "second\n")
    author.command.heard(r"^notes/a\.md: ", mark)
    after = numbers()
    changed = {path for path in after if after[path] != before[path]}
    assert changed == {"build.json", "bundles/host/prompt.md", "bundles/host/sources.json"}
    assert [path.name for path in author.root.iterdir() if path.name.startswith(".")] == []


def test_what_is_gone_goes_from_the_output(author: Author) -> None:
    author.write("role/guest.role.md", "<role>\n<personality>\nquiet\n</personality>\n</role>\n")
    author.command.heard(r"^role/guest\.role\.md: .*no errors")
    assert "bundles/guest/prompt.md" in author.output()
    mark = author.command.mark
    os.rename(author.root / "role/guest.role.md", author.root / "role/friend.role.md")
    author.command.heard(r"^role/friend\.role\.md and role/guest\.role\.md: ", mark)
    assert "bundles/friend/prompt.md" in author.output()
    assert not (author.root / "dist/bundles/guest").exists()
    mark = author.command.mark
    (author.root / "role/friend.role.md").unlink()
    author.command.heard(r"^role/friend\.role\.md: ", mark)
    assert not (author.root / "dist/bundles/friend").exists()


def test_new_and_renamed_folders_are_followed(author: Author) -> None:
    def role(text: str) -> str:
        return f"<role>\n<personality>\n{text}\n</personality>\n</role>\n"

    author.write("deep/er/still/guest.role.md", role("one"))
    author.command.heard(r"^deep/er/still/guest\.role\.md: ")
    assert "bundles/guest/prompt.md" in author.output()
    mark = author.command.mark
    author.write("deep/er/still/guest.role.md", role("two"))
    author.command.heard(r"^deep/er/still/guest\.role\.md: ", mark)
    mark = author.command.mark
    os.rename(author.root / "deep", author.root / "flat")
    author.command.heard(r"^deep/er/still/guest\.role\.md and flat/er/still/guest\.role\.md: ", mark)
    mark = author.command.mark
    author.write("flat/er/still/guest.role.md", role("three"))
    author.command.heard(r"^flat/er/still/guest\.role\.md: ", mark)
    assert b"three" in author.output()["bundles/guest/prompt.md"]
    mark = author.command.mark
    (author.root / "empty/folder").mkdir(parents=True)
    author.write("empty/folder/late.role.md", role("four"))
    author.command.heard(r"^empty/folder/late\.role\.md: ", mark)
    assert "bundles/late/prompt.md" in author.output()


def test_a_root_that_went_and_came_back(author: Author) -> None:
    away = author.root.with_name("away")
    os.rename(author.root, away)
    author.command.heard("not built")
    mark = author.command.mark
    shutil.copytree(away, author.root, ignore=shutil.ignore_patterns("dist"))
    author.command.heard(r"no errors, \d+ ms$", mark)
    mark = author.command.mark
    author.write("notes/a.md", "again\n")
    author.command.heard(r"^notes/a\.md: ", mark)
    assert "again" in author.prompt()


def test_errors_leave_the_last_good_output_until_they_are_mended(author: Author) -> None:
    good, mark = author.output(), author.command.mark
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://notes/nowhere.md\n</personality>\n</role>\n")
    author.command.heard(r"^role/host\.role\.md: 1 error; .* is as it was, \d+ ms$", mark)
    assert any("@!file://notes/nowhere.md" in line for line in author.command.lines[mark:])
    assert author.output() == good
    mark = author.command.mark
    author.write("role/host.role.md", FILES["role/host.role.md"])
    author.command.heard(r"^role/host\.role\.md: wrote nothing; no errors", mark)
    assert author.output() == good


def test_the_configuration_is_an_input(author: Author) -> None:
    author.write("dpml.toml", '[package]\nname = "tea"\n[bundle]\nenvelop = "auto"\n')
    author.command.heard(r"did you mean `envelope`")
    author.command.heard(r"^dpml\.toml: not built")
    mark = author.command.mark
    author.write("dpml.toml", '[package]\nname = "coffee"\n')
    author.command.heard(r"^dpml\.toml: wrote build\.json; no errors", mark)
    assert json.loads(author.output()["build.json"])["package"] == "coffee"
    mark = author.command.mark
    (author.root / "dpml.toml").unlink()
    author.command.heard(r"^dpml\.toml: wrote build\.json; no errors", mark)
    assert json.loads(author.output()["build.json"])["package"] is None


def test_ignored_files_count_only_where_something_refers_to_them(author: Author) -> None:
    author.write(".gitignore", "*.log\nbuild/\n")
    author.command.heard(r"^\.gitignore: ")
    mark = author.command.mark
    author.write("a.log", "1\n")
    author.write("build/x.md", "1\n")
    author.write("node_modules/x/readme.md", "1\n")
    author.write(".hidden/x.md", "1\n")
    author.write("a.log", "2\n")
    assert author.caught_up(mark) == []
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://a.log\n</personality>\n</role>\n")
    author.command.heard(r"^role/host\.role\.md: ", mark)
    mark = author.command.mark
    author.write("a.log", "three\n")
    author.command.heard(r"^a\.log: ", mark)
    assert "three" in author.prompt()


def test_a_log_that_grows_is_told_of_once(author: Author) -> None:
    def grown(mark: int) -> list[str]:
        with open(author.root / "notes/run.log", "a", encoding="utf-8") as log:
            for number in range(30):
                log.write(f"줄 {number}\n")
                log.flush()
                time.sleep(0.01)  # The case itself, no waiting.
        return [line for line in author.command.lines[mark:] if line.startswith(("notes/run.log", "error"))]

    assert len(grown(0)) == 1
    mark = author.command.mark
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://notes/nowhere.md\n</personality>\n</role>\n")
    author.command.heard("1 error", mark)
    assert len(grown(author.command.mark)) == 2


def test_a_file_that_was_missed_is_found_when_it_comes(author: Author) -> None:
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://later/x.md\n</personality>\n</role>\n")
    author.command.heard(r"^role/host\.role\.md: 1 error")
    author.write("later/x.md", "드디어\n")
    author.command.heard(r"^later/x\.md: .*no errors")
    assert "드디어" in author.prompt()


def test_its_own_output_is_no_input(author: Author) -> None:
    author.write("notes/b.md", "@!file://dist/bundles/host/prompt.md\n둘째\n")
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://notes/b.md\n</personality>\n</role>\n")
    rounds = author.caught_up(0)
    assert 2 <= len(rounds) <= 3, rounds
    assert author.prompt().count("둘째") <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has no such names")
def test_a_name_that_is_no_text_is_no_part_of_it(author: Author) -> None:
    for name in (b"\xff.md", b"\xfe"):
        place = os.fsencode(author.root) + b"/notes/" + name
        if name.endswith(b".md"):
            with open(place, "wb") as file:
                file.write(b"# \xff\n")
        else:
            os.mkdir(place)
        mark = author.command.mark
        author.write("notes/a.md", f"{name!r} 둘째\n")
        author.command.heard(r"^notes/a\.md: wrote", mark)
        assert repr(name) in author.prompt()
    assert not [line for line in author.command.lines if "bug" in line or "polling" in line]


def test_the_real_file_behind_a_link_is_watched(author: Author, tmp_path: Path) -> None:
    author.write("dpml.toml", '[package]\nname = "tea"\n[policy]\nsymlinks = "inside"\n')
    author.write("real/x.md", "one\n")
    (author.root / "link.md").symlink_to("real/x.md")
    (author.root / "around").symlink_to(".")
    author.write("role/host.role.md", "<role>\n<personality>\n@!file://link.md\n</personality>\n</role>\n")
    author.caught_up(0)
    author.caught_up(author.command.mark)
    mark = author.command.mark
    author.write("real/x.md", "two\n")
    author.command.heard(r"real/x\.md.*: ", mark)
    assert "two" in author.prompt()


def test_folders_outside_are_inputs_too(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    (tmp_path / "herbs/notes").mkdir(parents=True)
    (tmp_path / "herbs/notes/mint.md").write_text("mint\n")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/x.txt").write_text("one\n")
    (root / "dpml.toml").write_text('[dependencies]\nherbs = "../herbs"\n[policy]\nread_extra = ["../shared"]\n')
    (root / "role/host.role.md").write_text(
        "<role>\n<personality>\n@!file://../../shared/x.txt\n\n@!package://herbs/notes/mint.md\n</personality>\n</role>\n"
    )
    with running("watch", root, "--no-site") as command:
        command.heard("^first build: .*no errors")
        author = Author(root, command)
        (tmp_path / "shared/x.txt").write_text("two\n")
        command.heard(r"^\.\./shared/x\.txt: ")
        (tmp_path / "herbs/notes/mint.md").write_text("peppermint\n")
        command.heard(r"^\.\./herbs/notes/mint\.md: ")
        assert "two" in author.prompt()
        assert "peppermint" in author.prompt()


@pytest.mark.parametrize("stated", ["[dependencies]\nleaf", "[policy]\nread_extra"])
def test_a_folder_outside_that_was_missed_is_found_when_it_comes(stated: str, tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    folder = '["../leaf"]' if "extra" in stated else '"../leaf"'
    (root / "dpml.toml").write_text(f'[package]\nname = "tea"\n{stated} = {folder}\n', "utf-8")
    with running("watch", root, "--no-site") as command:
        command.heard("^first build: not built")
        (tmp_path / "leaf").mkdir()
        command.heard("^first build: wrote")
        assert len(command.rounds()) == 2


def test_a_checkout_of_a_thousand_files_is_one_build(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")

    def git(*words: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@y"]
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)

    git("init", "-q", "-b", "one")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("checkout", "-q", "-b", "many")
    for number in range(1000):
        (root / f"notes/n{number}.md").write_text(f"note {number}\n")
    (root / "notes/a.md").write_text("many\n")
    git("add", ".")
    git("commit", "-q", "-m", "many")
    git("checkout", "-q", "one")
    with running("watch", root, "--no-site") as command:
        command.heard("^first build: ")
        author = Author(root, command)
        for branch, word in (("many", "many"), ("one", "first")):
            mark = command.mark
            git("checkout", "-q", branch)
            command.heard(r"^notes/a\.md and 1000 more: ", mark)
            assert word in author.prompt()
            assert len(author.caught_up(mark)) == 1
            (root / "role/last.role.md").unlink()
            until(lambda: not (root / "dist/bundles/last").exists(), "the marker gone")


def test_the_first_build_is_watched_too(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    for number in range(300):
        (root / f"notes/n{number}.md").write_text(f"# {number}\n\n" + "一段话。\n" * 50)
    with running("watch", root, "--no-site") as command:
        command.heard("^watching")
        (root / "notes/a.md").write_text("saved early\n")
        until((root / "dist/build.json").exists, "a first build")
        author = Author(root, command)
        author.caught_up(0)
        assert "saved early" in author.prompt()


def clean_build(root: Path) -> dict[str, bytes]:
    out = root.with_name("clean")
    subprocess.run([sys.executable, "-m", "dpmlc", "build", root, "-o", out, "--no-site", "-q"], check=True)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_after_everything_the_output_is_that_of_a_clean_build(author: Author) -> None:
    edits: list[Callable[[], object]] = [
        lambda: author.write("notes/c.md", "新\n"),
        (author.root / "notes/b.md").unlink,
        lambda: author.write("role/guest.role.md", "<role>\n<principle>\n@?file://notes/*.md\n</principle>\n</role>\n"),
        lambda: author.write("notes/a.md", "# 차\n"),
        lambda: os.rename(author.root / "notes/c.md", author.root / "notes/d.md"),
        lambda: shutil.rmtree(author.root / "dist"),
        lambda: author.write("notes/a.md", "# 茶\n"),
    ]
    for edit in edits:
        edit()
        author.caught_up(author.command.mark)
    assert author.output() == clean_build(author.root)


@pytest.mark.parametrize("environment", [{}, {"WATCHFILES_FORCE_POLLING": "1"}])
def test_polling_catches_two_saves_within_a_second(tmp_path: Path, environment: dict[str, str]) -> None:
    root = package(tmp_path / "tea")
    with running("watch", root, "--no-site", *([] if environment else ["--poll"]), environment=environment) as command:
        command.heard(r"^watching `tea` \(polling")
        command.heard("^first build: ")
        author = Author(root, command)
        for text in ("aaaa", "bbbb", "cccc"):
            mark = command.mark
            # The same size and the same time, as where clocks are coarse.
            author.write("notes/a.md", f"{text}\n")
            os.utime(root / "notes/a.md", (1, 1))
            command.heard(r"^notes/a\.md: ", mark)
            assert text in author.prompt()


def limiting(what: str, number: int) -> list[str]:
    """A command that runs another under a limit of notices; the test is skipped where nobody may set one."""
    under = ["unshare", "-Ur", "sh", "-c", f'echo {number} > /proc/sys/user/{what} && exec "$@"', "sh"]
    if shutil.which("unshare") is None or subprocess.run([*under, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no namespace of users may be made here")
    return under


@pytest.mark.parametrize(
    ("what", "number", "named"),
    [("max_inotify_watches", 4, "max_user_watches"), ("max_inotify_instances", 0, "max_user_instances")],
)
def test_where_the_system_lends_no_more_notices_it_polls(what: str, number: int, named: str, tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    with running("watch", root, "--no-site", under=limiting(what, number)) as command:
        command.heard("^first build: ")
        (root / "깊이/더/더").mkdir(parents=True)
        (root / "깊이/더/더/a.md").write_text("하나\n", "utf-8")
        command.heard(r"/a\.md: ")
        command.heard(f"^note: .*{named}.*; polling instead$")
        mark = command.mark
        (root / "깊이/더/더/a.md").write_text("둘\n", "utf-8")
        start = time.monotonic()
        command.heard(r"/a\.md: ", mark)
        assert time.monotonic() - start < 4


def test_an_interrupt_ends_it_at_once_and_leaves_no_half_file(author: Author) -> None:
    good = author.output()
    assert author.command.interrupted() == 130
    assert author.output() == good
    assert [path.name for path in author.root.iterdir() if path.name.startswith(".")] == []
    author.command.end()
    assert author.command.lines[-2:] == ["", "interrupted"]
    assert author.command.rounds() == author.command.lines[-3:-2]


@pytest.mark.skipif(sys.platform == "win32", reason="there the lock is another one")
def test_an_interrupt_while_another_build_is_waited_for(author: Author) -> None:
    import fcntl

    with open(author.root / ".dist.dpmlc-lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        author.write("notes/a.md", "waiting\n")
        time.sleep(0.5)  # Nothing tells that it waits now.
        start = time.monotonic()
        assert author.command.interrupted() == 130
        assert time.monotonic() - start < 5


def test_a_lock_of_git_from_tomorrow_keeps_nobody_waiting(author: Author) -> None:
    (author.root / ".git").mkdir()
    author.write(".git/index.lock", "")
    os.utime(author.root / ".git/index.lock", (2**32, 2**32))
    author.command.interrupted()
    with running("watch", author.root, "--no-site") as command:
        command.heard("^first build")
        start = time.monotonic()
        author.write("notes/a.md", "now\n")
        command.heard(r"^notes/a\.md: ")
        assert time.monotonic() - start < 5


def test_an_interrupt_during_a_build(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    for number in range(300):
        (root / f"role/r{number}.role.md").write_text("<role>\n<personality>\n一\n</personality>\n</role>\n")
    with running("watch", root, "--no-site") as command:
        command.heard("^watching")
        assert command.interrupted() == 130
        assert "Traceback" not in "\n".join(command.lines)
    assert sorted(path.name for path in root.iterdir() if path.name != "dist") == ["dpml.toml", "notes", "role"]
