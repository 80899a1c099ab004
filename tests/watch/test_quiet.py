"""What `dpmlc watch` does while nobody saves: the output is kept, and what could not be written is tried again."""

import os
import shutil

from author import Author
from running import until

ROLE = "<role>\n<personality>\n{}\n</personality>\n</role>\n"


def test_what_somebody_does_to_the_output_is_undone_by_itself(author: Author) -> None:
    good, mark = author.output(), author.command.mark
    (author.root / "dist/bundles/host/sources.json").unlink()
    author.command.heard(r"dist: wrote bundles/host/sources\.json; no errors, \d+ ms$", mark)
    assert author.output() == good
    mark = author.command.mark
    (author.root / "dist/bundles/host/prompt.md").write_text("누군가\n")
    (author.root / "dist/own.txt").write_text("제 것\n")
    author.command.heard(r"dist: wrote bundles/host/prompt\.md; ", mark)
    assert author.output() == good | {"own.txt": "제 것\n".encode()}


def test_a_whole_output_that_somebody_removes_comes_back(author: Author) -> None:
    good, mark = author.output(), author.command.mark
    shutil.rmtree(author.root / "dist")
    author.command.heard(r"dist: wrote 4 files; no errors, \d+ ms$", mark)
    assert author.output() == good


def test_what_could_not_be_written_is_tried_again(author: Author) -> None:
    author.write("dist/bundles/guest/prompt.md", "mine\n")
    mark = author.command.mark
    author.write("role/guest.role.md", ROLE.format("조용히"))
    author.command.heard(r"guest\.role\.md: not written, it will be tried again; no errors, \d+ ms$", mark)
    assert "bundles/guest/sources.json" not in author.output()
    os.unlink(author.root / "dist/bundles/guest/prompt.md")
    author.command.heard(r"dist: wrote .*; no errors, \d+ ms$", mark)
    assert "조용히".encode() in author.output()["bundles/guest/prompt.md"]
    assert len([line for line in author.command.lines[mark:] if "not written by dpmlc" in line]) == 1


def test_what_changed_since_is_what_is_written(author: Author) -> None:
    author.write("dist/bundles/guest/prompt.md", "mine\n")
    author.write("role/guest.role.md", ROLE.format("하나"))
    author.command.heard("not written")
    mark = author.command.mark
    author.write("role/guest.role.md", ROLE.format("둘"))
    author.command.heard("not written", mark)
    os.unlink(author.root / "dist/bundles/guest/prompt.md")
    until(lambda: "둘".encode() in author.output().get("bundles/guest/prompt.md", b""), "the second text")
