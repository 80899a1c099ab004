"""An output folder that cannot get another name, as in a container whose image brought it along."""

import errno
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from dpmlc.edge.output import exchange
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.publish import publish
from dpmlc.text.files import MemoryFiles
from tests.edge.test_publish import made, stands

HOME = Path(__file__).parents[2]
NOTHING = Contents(MemoryFiles({}))


@pytest.fixture
def layered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An output folder that the system refuses to rename, with a file of somebody else's."""
    publish(tmp_path / "dist", made({"a.md": "1", "b/c.md": "1", "b/d.md": "1"}), NOTHING)
    (tmp_path / "dist/b/own").write_text("mine")
    fixed, rename = (tmp_path / "dist").stat().st_ino, os.rename

    def refusing(old: str, new: str) -> None:
        if os.stat(old).st_ino == fixed:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), old)
        rename(old, new)

    monkeypatch.setattr(os, "rename", refusing)
    monkeypatch.setattr(exchange, "_exchanged", lambda one, other: False)
    return tmp_path / "dist"


NEW = {"a.md": "2", "b/c.md": "1", "e.md": "2"}


def published(folder: Path, contents: Mapping[str, str]) -> None:
    publish(folder, made(contents), NOTHING)
    assert stands(folder) == {**contents, "b/own": "mine"}
    assert [each for each in os.listdir(folder.parent) if "dpmlc-" in each] == []


def test_the_new_one_takes_its_place(layered: Path) -> None:
    published(layered, NEW)


DYING = """
import errno, os, signal, sys
from pathlib import Path
from dpmlc.edge.output import exchange
from dpmlc.edge.publish import publish
from tests.edge.test_layers import NEW, NOTHING, made
folder, left = Path(sys.argv[1]), int(sys.argv[2])
fixed, rename = folder.stat().st_ino, os.rename
def dying(call):
    def called(path, *arguments, **named):
        global left
        if call is rename and os.stat(path).st_ino == fixed:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(path, *arguments, **named)
    return called
os.unlink, os.rmdir, os.rename = dying(os.unlink), dying(os.rmdir), dying(os.rename)
exchange._exchanged = lambda one, other: False
publish(folder, made(NEW), NOTHING)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_build_that_is_killed_on_the_way_loses_nothing(tmp_path: Path) -> None:
    """After any number of steps the next build finds all that it needs, and what somebody put there."""
    for steps in range(30):
        folder = tmp_path / str(steps) / "dist"
        publish(folder, made({"a.md": "1", "b/c.md": "1", "b/d.md": "1"}), NOTHING)
        (folder / "b/own").write_text("mine")
        done = subprocess.run([sys.executable, "-c", DYING, str(folder), str(steps)], cwd=HOME, check=False)
        published(folder, {**NEW, "a.md": "3"})
        if done.returncode == 0:
            break
    assert steps > 6


@pytest.mark.slow
def test_in_a_real_overlay(tmp_path: Path) -> None:
    for name in ("lower/p", "upper", "work", "merged"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lower/p/host.role.md").write_text("<role>차</role>\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    build = [sys.executable, "-m", "dpmlc", "build", "--no-site"]
    subprocess.run([*build, "lower/p"], cwd=tmp_path, env=environment, check=True)
    mount = "mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr merged"
    script = f'{mount} || exit 77; echo "<role>茶</role>" > merged/p/host.role.md; exec "$@"'
    command = ["unshare", "-Urm", "sh", "-c", script, "sh", *build, "merged/p"]
    try:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if done.returncode in {1, 77}:
        pytest.skip("this system mounts no overlay here")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        0, "1 bundle in `merged/p/dist` (2 written, 2 unchanged, 0 removed)",
    )  # fmt: skip
    assert (tmp_path / "upper/p/dist/bundles/host/prompt.md").read_text("utf-8") == "<role>茶</role>\n"
