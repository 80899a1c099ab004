"""A cache that is damaged, foreign or in the way: one line, the same result, never a crash."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Dpmlc = Callable[..., Any]
pytestmark = pytest.mark.slow


def state_of(package: Path) -> Path:
    (found,) = (package / ".dpmlc/cache").glob("build-*.state")
    return found


def flipped(content: bytes, place: int) -> bytes:
    return bytes([*content[:place], content[place] ^ 1, *content[place + 1 :]])


def made_folder(state: Path) -> None:
    state.unlink()
    state.mkdir()


def made_link(state: Path) -> None:
    state.rename(state.with_name("elsewhere"))
    state.symlink_to("elsewhere")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut short": lambda state: state.write_bytes(state.read_bytes()[:100]),
    "empty": lambda state: state.write_bytes(b""),
    "first byte": lambda state: state.write_bytes(flipped(state.read_bytes(), 0)),
    "a byte in between": lambda state: state.write_bytes(flipped(state.read_bytes(), 200)),
    "last byte": lambda state: state.write_bytes(flipped(state.read_bytes(), -1 + len(state.read_bytes()))),
    "longer": lambda state: state.write_bytes(state.read_bytes() + b"\n"),
    "no text": lambda state: state.write_bytes(bytes(range(256)) * 9),
    "a pickle": lambda state: state.write_bytes(b"\x80\x04cos\nsystem\n(X\x05\x00\x00\x00falsetR."),
    "a folder": made_folder,
    "a link": made_link,
    "a pipe": lambda state: (state.unlink(), os.mkfifo(state)),
    "huge": lambda state: os.truncate(state, 1 << 40),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_cache_is_ignored_with_one_line(what: str, dpmlc: Dpmlc, package: Path) -> None:
    first = dpmlc("build", package)
    DAMAGES[what](state_of(package))
    done = dpmlc("build", package)
    lines = done.err.splitlines()
    assert done.status == 0
    assert lines[0] == "hint: what `tea/.dpmlc/cache` remembers was ignored: it is damaged or foreign"
    assert lines[1] == first.err.splitlines()[0]
    assert "(0 written" in done.err


def test_the_cache_of_another_user_is_not_believed(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    """Whoever ships a package with a cache cannot make this user's dpmlc call old output up to date."""
    dpmlc("build", package)
    done = dpmlc("build", package, XDG_CACHE_HOME=str(tmp_path / "another"))
    assert done.engine
    assert "damaged or foreign" in done.err
    assert not dpmlc("build", package, XDG_CACHE_HOME=str(tmp_path / "another")).engine


def test_a_key_that_others_can_read_is_not_used(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    dpmlc("build", package)
    (tmp_path / "home/dpmlc/key").chmod(0o644)
    assert dpmlc("build", package).engine
    assert not dpmlc("build", package).engine
    assert (tmp_path / "home/dpmlc/key").stat().st_mode & 0o777 == 0o600


def test_no_link_of_the_package_leads_the_cache_elsewhere(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (package / ".dpmlc").symlink_to(tmp_path / "elsewhere")
    done = dpmlc("build", package)
    assert done.status == 0
    assert "hint: nothing is remembered for the next build" in done.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_file_in_the_way_costs_a_hint(dpmlc: Dpmlc, package: Path) -> None:
    (package / ".dpmlc").write_text("mine")
    done = dpmlc("build", package)
    assert (done.status, done.err.count("hint:")) == (0, 1)
    assert done.err.splitlines()[-1] == "help: give another folder with `--cache-dir`"
    assert (package / ".dpmlc").read_text() == "mine"
    assert (package / "dist/build.json").exists()


def test_a_home_that_cannot_be_written_costs_a_hint(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = dpmlc("build", package, XDG_CACHE_HOME=str(tmp_path / "file"))
    assert done.status == 0
    key = tmp_path / "file/dpmlc/key"
    assert done.err.splitlines()[-2:] == [
        f"hint: nothing is remembered for the next build, its key cannot stand in `{key}`: not a directory",
        "help: set `XDG_CACHE_HOME` to a folder that you can write",
    ]


def test_a_key_never_stands_where_the_command_was_called(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    dpmlc("build", package, XDG_CACHE_HOME="tea/keys", HOME=str(tmp_path / "home"))
    assert not (package / "keys").exists()
    assert (tmp_path / "home/.cache/dpmlc/key").is_file()


def test_the_cache_can_stand_elsewhere(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "kept"
    dpmlc("build", "--cache-dir", cache, package)
    assert not (package / ".dpmlc").exists()
    assert not dpmlc("build", "--cache-dir", cache, package).engine
    assert dpmlc("build", package).engine


def test_clean_removes_what_is_remembered(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    dpmlc("build", package)
    dpmlc("build", "--cache-dir", tmp_path / "kept", package)
    dpmlc("clean", package)
    assert not (package / ".dpmlc").exists()
    dpmlc("clean", "--cache-dir", tmp_path / "kept", package)
    assert list((tmp_path / "kept").iterdir()) == []


def test_clean_leaves_what_is_not_ours(dpmlc: Dpmlc, package: Path) -> None:
    dpmlc("build", package)
    (package / ".dpmlc/cache/notes.txt").write_text("mine")
    dpmlc("clean", package)
    assert (package / ".dpmlc/cache/notes.txt").read_text() == "mine"
    assert not list((package / ".dpmlc/cache").glob("*.state"))


def test_old_builds_are_forgotten(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    for number in range(10):
        dpmlc("build", "--no-site", "-o", tmp_path / f"out{number}", package)
    kept = sorted(each.suffix for each in (package / ".dpmlc/cache").iterdir())
    assert kept == [".left"] * 8 + [".state"] * 8


def test_what_a_dead_build_was_writing_goes(dpmlc: Dpmlc, package: Path) -> None:
    dpmlc("build", package)
    left = next((package / ".dpmlc/cache").glob("*.left"))
    for name, age in (("4711", 7200), ("4712", 60)):
        dead = left.with_name(f"{left.name}.{name}")
        dead.write_bytes(b"half")
        os.utime(dead, (dead.stat().st_mtime - age,) * 2)
    (package / "data/prices.csv").write_text("차,가격\n우롱,4\n")
    dpmlc("build", package)
    assert sorted(each.suffix for each in left.parent.iterdir()) == [".4712", ".left", ".state"]


LEFT_DAMAGES: dict[str, Callable[[Path], object]] = {
    "one bit": lambda left: left.write_bytes(left.read_bytes()[:-40] + bytes([left.read_bytes()[-40] ^ 1]) + b"x" * 39),
    "cut off": lambda left: left.write_bytes(left.read_bytes()[:99]),
    "empty": lambda left: left.write_bytes(b""),
    "a folder": lambda left: (left.unlink(), left.mkdir()),
}


@pytest.mark.parametrize("what", LEFT_DAMAGES)
def test_damaged_notes_of_bundles_and_pages_are_ignored_with_one_line(
    what: str, dpmlc: Dpmlc, package: Path, tmp_path: Path
) -> None:
    dpmlc("build", package)
    left = next((package / ".dpmlc/cache").glob("*.left"))
    LEFT_DAMAGES[what](left)
    (package / "role/season.thought.md").write_text("<thought>\n<exploration>\n秋茶\n</exploration>\n</thought>\n")
    done = dpmlc("build", package)
    assert done.status == 0
    assert done.err.startswith("hint: what `tea/.dpmlc/cache` remembers was ignored: it is damaged or foreign\n")
    dpmlc("build", "-o", tmp_path / "clean", package)
    assert contents(package / "dist") == contents(tmp_path / "clean")


def test_notes_of_another_output_are_not_taken(dpmlc: Dpmlc, package: Path, tmp_path: Path) -> None:
    """Whoever puts old notes beside a new state gets no old page."""
    dpmlc("build", package)
    left = next((package / ".dpmlc/cache").glob("*.left"))
    old = left.read_bytes()
    (package / "role/season.thought.md").write_text("<thought>\n<exploration>\n秋茶\n</exploration>\n</thought>\n")
    dpmlc("build", package)
    left.write_bytes(old)
    (package / "data/prices.csv").write_text("차,가격\n우롱,4\n")
    assert "damaged or foreign" in dpmlc("build", package).err
    dpmlc("build", "-o", tmp_path / "clean", package)
    assert contents(package / "dist") == contents(tmp_path / "clean")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.mark.parametrize("where", ["tea", "tea/dist"])
def test_the_cache_needs_a_folder_of_its_own(where: str, dpmlc: Dpmlc, package: Path) -> None:
    done = dpmlc("build", "--cache-dir", where, package)
    assert done.status == 2
    assert "cannot be the cache folder" in done.err


def test_a_package_cannot_take_the_cache_for_a_part_of_itself(dpmlc: Dpmlc, package: Path) -> None:
    (package / "dpml.toml").write_text('[policy]\ndot_files = [".dpmlc"]\n')
    dpmlc("build", package)
    assert "(0 written" in dpmlc("build", package).err
    assert ".dpmlc" not in (package / "dist/build.json").read_text("utf-8")
