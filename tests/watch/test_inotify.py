"""Linux's notices: where something happened is told, and waiting for it costs nothing."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("these notices are Linux's", allow_module_level=True)

from dpmlc.edge.watch.inotify import Inotify


def folders(root: Path) -> dict[str, tuple[int, int]]:
    every = [root, *(path for path in root.rglob("*") if path.is_dir() and not path.is_symlink())]
    return {str(path): (path.stat().st_dev, path.stat().st_ino) for path in every}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("a.md", "글/b.md", "글/깊이/c.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x\n")
    return tmp_path


@pytest.fixture
def notices(root: Path) -> Iterator[Inotify]:
    watcher = Inotify()
    assert watcher.follow([str(root)], folders(root))
    yield watcher
    watcher.close()


def told(notices: Inotify, root: Path) -> set[str] | None:
    found = notices.wait(5)
    return None if found is None else {os.path.relpath(path, root) for path in found}


CASES: list[tuple[Callable[[Path], object], set[str]]] = [
    (lambda root: (root / "a.md").write_text("y"), {"a.md"}),
    (lambda root: os.replace(root / "글/b.md", root / "글/깊이/d.md"), {"글/b.md", "글/깊이/d.md"}),
    (lambda root: (root / "글/깊이/c.md").chmod(0o600), {"글/깊이/c.md"}),
    (lambda root: (root / "글/깊이/c.md").unlink(), {"글/깊이/c.md"}),
    (lambda root: (root / "new").mkdir(), {"new"}),
    (lambda root: (root / "link").symlink_to("a.md"), {"link"}),
    (lambda root: os.rename(root / "글/깊이", root / "곳"), {"글/깊이", "곳"}),
    (lambda root: open(os.fsencode(root) + b"/\xff.md", "wb").close(), {"\udcff.md"}),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_happens_is_told(number: int, notices: Inotify, root: Path) -> None:
    do, paths = CASES[number]
    do(root)
    assert told(notices, root) == paths
    assert notices.wait(0) == frozenset()


def test_reading_is_nothing_that_happens(notices: Inotify, root: Path) -> None:
    (root / "a.md").read_text()
    list(root.rglob("*"))
    assert notices.wait(0.05) == frozenset()


def test_only_what_is_new_is_followed_anew(notices: Inotify, root: Path) -> None:
    assert not notices.follow([str(root)], folders(root))
    shutil.rmtree(root / "글/깊이")
    (root / "글/깊이").mkdir()
    notices.wait(5)
    notices.follow([str(root)], folders(root))
    (root / "글/깊이/e.md").write_text("y")
    assert told(notices, root) == {"글/깊이/e.md"}
    before = folders(root)
    os.rename(root / "글", root / "away")
    notices.wait(5)
    assert notices.follow([str(root)], {path: each for path, each in before.items() if "글" not in path})
    notices.wait(0.05)
    (root / "away/b.md").write_text("nobody looks here")
    assert notices.wait(0.05) == frozenset()


def test_a_folder_of_two_names_is_told_under_both(notices: Inotify, root: Path) -> None:
    (root / "other").symlink_to("글")
    notices.wait(5)
    identity = folders(root)[str(root / "글")]
    notices.follow([str(root)], {**folders(root), str(root / "other"): identity})
    (root / "글/b.md").write_text("y")
    assert told(notices, root) == {"글/b.md", "other/b.md"}
    notices.follow([str(root)], folders(root))
    (root / "글/b.md").write_text("z")
    assert told(notices, root) == {"글/b.md"}


def test_what_cannot_be_watched_is_passed_over(notices: Inotify, root: Path) -> None:
    assert notices.follow([str(root)], {**folders(root), str(root / "nowhere"): (1, 1), str(root / "a.md"): (1, 2)})
    (root / "글/b.md").write_text("y")
    assert told(notices, root) == {"글/b.md"}


def test_notices_that_the_system_lost_may_be_from_anywhere(notices: Inotify, root: Path) -> None:
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    for number in range(most + 10):
        os.utime(root / ("a.md" if number % 2 else "글/b.md"))
    found = [notices.wait(0) for _ in range(1 + most // 1000)]
    assert None in found


def test_waiting_costs_nothing(notices: Inotify) -> None:
    before = time.process_time()
    notices.wait(0.5)
    assert time.process_time() - before < 0.02


def test_nothing_is_held_in_the_end(root: Path) -> None:
    before = os.listdir("/proc/self/fd")
    watcher = Inotify()
    watcher.follow([str(root)], folders(root))
    watcher.close()
    watcher.close()
    assert os.listdir("/proc/self/fd") == before
