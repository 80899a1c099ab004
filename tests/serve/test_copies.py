"""Files of the package that the site brings along, read when a browser asks."""

import os
import shutil
from hashlib import sha256
from pathlib import Path

from dpmlc.edge.package import Trust
from dpmlc.edge.serve.copies import Copies
from dpmlc.edge.watch.session import Wanted
from dpmlc.text.artifact import Copy


def copy(content: bytes, source: str = "그림/차.png") -> Copy:
    return Copy(f"site/files/{source}", source, len(content), sha256(content).hexdigest())


def test_the_bytes_that_the_build_saw_or_none(tmp_path: Path) -> None:
    picture = tmp_path / "tea/그림/차.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"one")
    found = Copies(Wanted(str(tmp_path / "tea"), Trust()))
    assert found.content(copy(b"one")) == b"one"
    picture.write_bytes(b"two!")
    assert found.content(copy(b"one")) == b"one"
    assert found.content(copy(b"three")) is None
    assert found.content(copy(b"two!")) == b"two!"
    os.rename(tmp_path / "tea", tmp_path / "away")
    assert found.content(copy(b"four")) is None
    shutil.copytree(tmp_path / "away", tmp_path / "tea")
    picture.write_bytes(b"five")
    (picture.parent / "new.png").write_bytes(b"new")
    assert found.content(copy(b"five")) == b"five"
    assert found.content(copy(b"new", "그림/new.png")) == b"new"
    picture.unlink()
    assert found.content(copy(b"six")) is None
