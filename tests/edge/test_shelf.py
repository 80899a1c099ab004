"""What was made waits outside of memory, and comes back as it was, whoever made it."""

import errno
import os
from pathlib import Path

import pytest

from dpmlc.edge.output import shelf as shelves
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.output.fault import OutputChangedError
from dpmlc.edge.output.shelf import Shelf
from dpmlc.edge.publish import publish
from dpmlc.edge.spreading import spread_over
from dpmlc.text.artifact import RECORD, Artifact, Laid
from dpmlc.text.files import MemoryFiles

TEXTS = ["", "찻집\n", "茶馆 " * 90_000]


@pytest.mark.parametrize("text", TEXTS)
def test_what_was_laid_comes_back(text: str) -> None:
    shelf = Shelf()
    shelf.lay(Artifact("before", b"x" * 7))
    made = Artifact("a.md", text.encode())
    laid = shelf.lay(made)
    shelf.lay(Artifact("after", b"y" * 9))
    assert isinstance(laid, Laid)
    assert (laid.path, laid.bytes, laid.sha256) == (made.path, len(made.content), made.sha256)
    assert shelf.content(laid) == made.content


def test_several_processes_share_a_shelf() -> None:
    shelf = Shelf()

    def lay(number: int) -> Artifact | Laid:
        return shelf.lay(Artifact(str(number), f"{number} 차 ".encode() * (1 + number % 50 * 40)))

    made = list(spread_over(4, worth_it=0)(lay, range(2_000)))
    for number, laid in enumerate(made):
        assert isinstance(laid, Laid)
        assert shelf.content(laid) == f"{number} 차 ".encode() * (1 + number % 50 * 40)


def test_it_is_published(tmp_path: Path) -> None:
    shelf = Shelf()
    outputs = [shelf.lay(Artifact("a.md", "녹차".encode())), Artifact(RECORD, b"{}")]
    contents = Contents(MemoryFiles({}), shelf=shelf)
    assert publish(tmp_path / "dist", outputs, contents).written == 2
    assert (tmp_path / "dist" / "a.md").read_bytes() == "녹차".encode()
    with pytest.raises(OutputChangedError):
        Contents(MemoryFiles({})).of(outputs[0])


def test_without_room_it_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    first = shelf.lay(Artifact("a.md", b"1"))

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        made = Artifact("b.md", b"2")
        assert shelf.lay(made) is made
    assert isinstance(first, Laid)
    assert shelf.content(first) == b"1"


def test_without_such_a_file_it_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise FileNotFoundError("no folder for it")

    monkeypatch.setattr(shelves, "TemporaryFile", none)
    made = Artifact("a.md", b"1")
    assert Shelf().lay(made) is made


def test_what_is_not_whole_is_not_taken_for_whole() -> None:
    shelf = Shelf()
    laid = shelf.lay(Artifact("a.md", b"12345"))
    assert isinstance(laid, Laid)
    os.ftruncate(shelf._file.fileno(), 3)
    with pytest.raises(OSError, match=r"a\.md"):
        shelf.content(laid)
