"""Folders on a disk -> what a package holds and what may be read of it (SPEC 1.1, 6.2)."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpmlc.edge import safe_open
from dpmlc.edge.disk import DiskFiles, Room
from dpmlc.edge.found import ClosedError
from dpmlc.edge.inventory import Outside, inventory
from dpmlc.edge.safe_open import DescriptorDoor, Door, PathDoor
from dpmlc.settings import Policy
from dpmlc.text.files import Entry, Refusal

DOORS = [DescriptorDoor, PathDoor]


@pytest.fixture(params=DOORS, ids=["descriptor", "path"])
def door_of(request: pytest.FixtureRequest) -> type[Door]:
    found: type[Door] = request.param
    return found


def place(root: Path, *paths: str) -> None:
    for path in paths:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path, encoding="utf-8")


def disk(door_of: type[Door], root: Path, policy: Policy | None = None, outside: Outside | None = None) -> DiskFiles:
    entrance = door_of(str(root))  # type: ignore[call-arg]
    held = policy or Policy()
    found = inventory(entrance, outside or Outside(dot_files=held.dot_files))
    return DiskFiles({"": Room(entrance, found, held)})


def paths(files: DiskFiles) -> list[str]:
    return [entry.path for entry in files.entries]


def test_the_inventory_leaves_out_what_the_specification_says(tmp_path: Path, door_of: type[Door]) -> None:
    kept = [".promptx/r.md", "a.md", "data/x.csv", "role/n/n.role.md", "资料/说明.md"]
    place(tmp_path, *kept, ".git/config", ".hidden.md", ".cache/x.md", "node_modules/m/a.md", "role/.venv/a.md")
    place(tmp_path, "out/build.json", "out/bundles/n/prompt.md", "dist/x.md", "dep/y.md", ".promptx/.secret")
    os.symlink("a.md", tmp_path / "link.md")
    os.symlink("role", tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe.md")
    files = disk(door_of, tmp_path, outside=Outside((("dist", "the output folder"), ("dep", "dependency `d`"))))
    assert paths(files) == sorted(kept, key=str.encode)
    assert {each.path: each.rule for each in files.left_out} == {
        ".cache/": "hidden: its name begins with a dot",
        ".git/": "`.git` is never part of a package",
        ".hidden.md": "hidden: its name begins with a dot",
        ".promptx/.secret": "hidden: its name begins with a dot",
        "dep/": "dependency `d`",
        "dist/": "the output folder",
        "link.md": "a symbolic link",
        "loop": "a symbolic link",
        "node_modules/": "`node_modules` is never part of a package",
        "out/": "it is an output folder of dpmlc",
        "pipe.md": "no regular file",
        "role/.venv/": "`.venv` is never part of a package",
    }


def test_gitignore_rules_of_all_levels(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "a.log", "keep.log", "build/x.md", "sub/a.log", "sub/deep/b.log", "sub/tmp/x.md", "sub/only.md")
    (tmp_path / ".gitignore").write_text("*.log\n!keep.log\nbuild/\n!\n", encoding="utf-8")
    (tmp_path / "sub/.gitignore").write_text("!deep/*.log\n/only.md\ntmp\n", encoding="utf-8")
    files = disk(door_of, tmp_path)
    assert paths(files) == ["keep.log", "sub/deep/b.log"]
    assert {each.path: each.rule for each in files.left_out if "git" not in each.path} == {
        "a.log": "listed in `.gitignore`",
        "build/": "listed in `.gitignore`",
        "sub/a.log": "listed in `.gitignore`",
        "sub/only.md": "listed in `sub/.gitignore`",
        "sub/tmp/": "listed in `sub/.gitignore`",
    }
    assert files.read("build/x.md", 99) == b"build/x.md"


def test_a_hostile_gitignore_takes_no_time(tmp_path: Path) -> None:
    for number in range(50):
        place(tmp_path, "a" * 240 + f"{number}.md")
    (tmp_path / ".gitignore").write_text("*a" * 100 + "b\n" + "*a*a*a*b\n", encoding="utf-8")
    assert len(disk(DescriptorDoor, tmp_path).entries) == 50


@pytest.mark.parametrize(
    ("path", "reason", "key"),
    [
        ("nothing.md", "missing", ""),
        ("a.md/x", "missing", ""),
        ("docs", "not-a-file", ""),
        ("pipe", "not-a-file", ""),
        ("socket", "not-a-file", ""),
        ("link.md", "denied", "symlinks"),
        ("linked/x.md", "denied", "symlinks"),
        ("out.md", "denied", "symlinks"),
        (".env", "denied", "dot_files"),
        (".notes/a.md", "denied", "dot_files"),
        (".git/config", "denied", ""),
        ("docs/../a.md", "denied", ""),
        ("../x.md", "denied", "read_extra"),
        ("docs//x.md", "denied", ""),
        ("a\0b", "denied", ""),
        ("package://other/x.md", "missing", ""),
        ("x" * 300, "missing", ""),
    ],
)
def test_what_is_not_read(tmp_path: Path, door_of: type[Door], path: str, reason: str, key: str) -> None:
    root = tmp_path / "root"
    place(root, "a.md", "docs/x.md", ".env", ".notes/a.md", ".git/config")
    place(tmp_path, "secret")
    os.symlink("a.md", root / "link.md")
    os.symlink("docs", root / "linked")
    os.symlink("../secret", root / "out.md")
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(root / "socket"))
        files = disk(door_of, root)
        for found in (files.read(path, 99), files.fingerprint(path)):
            assert isinstance(found, Refusal)
            assert (found.path, found.reason, found.key) == (path, reason, key)
            assert str(tmp_path) not in found.detail


def test_a_limit_and_an_lfs_pointer(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "abc")
    (tmp_path / "lfs.csv").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", encoding="utf-8")
    files = disk(door_of, tmp_path)
    assert files.read("abc", 3) == b"abc"
    assert files.read("abc", 2) == Refusal("abc", "limit", "has 3 bytes, the limit is 2")
    assert "git-lfs" in str(files.read("lfs.csv", 99))
    assert "git-lfs" in str(files.fingerprint("lfs.csv"))


def test_a_file_larger_than_the_buffer(tmp_path: Path, door_of: type[Door]) -> None:
    (tmp_path / "big").write_bytes(bytes(range(256)) * 4096)
    files = disk(door_of, tmp_path)
    assert files.read("big", 1 << 20) == bytes(range(256)) * 4096
    assert getattr(files.fingerprint("big"), "bytes", None) == 1 << 20


def test_grants_open_exactly_what_they_name(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, ".notes/a.md", ".notes/sub/.x.md", ".env", ".known/b.md", ".known/c.md")
    files = disk(door_of, tmp_path, Policy(dot_files=(".notes", ".known/b.md")))
    assert paths(files) == [".known/b.md", ".notes/a.md", ".notes/sub/.x.md"]
    assert isinstance(files.read(".known/c.md", 99), Refusal)
    assert isinstance(files.read(".env", 99), Refusal)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("link.md", "a.md"),
        ("linked/x.md", "docs/x.md"),
        ("linked/up.md", "a.md"),
        ("out.md", "denied"),
        ("absolute.md", "denied"),
        ("circle.md", "denied"),
        ("hidden.md", "denied"),
        ("dangling.md", "missing"),
    ],
)
def test_links_that_stay_inside(tmp_path: Path, door_of: type[Door], path: str, expected: str) -> None:
    root = tmp_path / "root"
    place(root, "a.md", "docs/x.md", ".env")
    place(tmp_path, "secret")
    links = {"link.md": "a.md", "linked": "./docs", "docs/up.md": "../a.md", "out.md": "docs/../../secret"}
    links |= {"absolute.md": str(root / "a.md"), "circle.md": "circle.md", "hidden.md": ".env", "dangling.md": "no"}
    for name, target in links.items():
        os.symlink(target, root / name)
    files = disk(door_of, root, Policy(symlinks="inside"))
    found, probed = files.read(path, 99), files.probe(path)
    if isinstance(found, bytes):
        assert found == expected.encode()
        assert probed == Entry(expected, "file", len(expected))
    else:
        assert isinstance(probed, Refusal)
        assert (found.reason, probed.reason) == (expected, expected)


def test_probe_and_listing(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "docs/b.md", "docs/a.md", "docs/.x", "docs/\u00e9.md")
    files = disk(door_of, tmp_path)
    assert files.probe("docs") == files.probe("docs/") == Entry("docs", "directory")
    assert files.probe("") == Entry("", "directory")
    assert files.probe("docs/a.md") == Entry("docs/a.md", "file", 9)
    assert files.listing("docs") == files.listing("docs/") == (".x", "a.md", "b.md", "\u00e9.md")
    assert files.listing("no") == files.listing("docs/a.md") == files.listing("..") == ()


def test_dependencies_stand_behind_the_package(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "a/z.md", "b/x.md")
    rooms = {}
    for name, folder in (("dep", "b"), ("", "a")):
        entrance = door_of(str(tmp_path / folder))  # type: ignore[call-arg]
        rooms[name] = Room(entrance, inventory(entrance, Outside()), Policy())
    files = DiskFiles(rooms)
    assert paths(files) == ["z.md", "package://dep/x.md"]
    assert files.read("package://dep/x.md", 99) == b"b/x.md"
    assert files.listing("package://dep/") == files.listing("package://dep") == ("x.md",)
    assert isinstance(files.read("package://dep/../a/z.md", 99), Refusal)


@pytest.mark.parametrize("path", [".git/config", ".GIT/config", "docs/.Git/config"])
def test_nothing_grants_what_git_keeps(tmp_path: Path, door_of: type[Door], path: str) -> None:
    place(tmp_path, path)
    files = disk(door_of, tmp_path, Policy(dot_files=(path,)))
    assert files.read(path, 99) == Refusal(path, "denied", "`.git` is never read")


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="only Linux tells which descriptors are open")
def test_what_is_no_file_keeps_nothing_open(tmp_path: Path, door_of: type[Door]) -> None:
    os.mkfifo(tmp_path / "pipe")
    files = disk(door_of, tmp_path)
    before = os.listdir("/proc/self/fd")
    assert isinstance(files.read("pipe", 99), Refusal)
    assert os.listdir("/proc/self/fd") == before


def test_extra_folders(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "root/a.md", "shared/x.md", "shared/.env", "other/y.md")
    entrance, shared = door_of(str(tmp_path / "root")), door_of(str(tmp_path / "shared"))  # type: ignore[call-arg]
    granted = Policy(dot_files=(".env", "../shared/.env"))
    files = DiskFiles({"": Room(entrance, inventory(entrance, Outside()), granted)}, {"../shared": shared})
    assert files.read("../shared/x.md", 99) == b"shared/x.md"
    assert files.probe("../shared/x.md") == Entry("../shared/x.md", "file", 11)
    assert isinstance(files.read("../shared/.env", 99), Refusal)
    assert isinstance(files.read("../other/y.md", 99), Refusal)
    assert isinstance(files.read("../shared/../other/y.md", 99), Refusal)


def test_hard_links_are_to_regular_files_only(tmp_path: Path, door_of: type[Door]) -> None:
    root, made = tmp_path / "root", tmp_path / "made"
    place(root, "a.md", ".env", "docs/x.md")
    os.symlink("../secret", root / "out.md")
    files = disk(door_of, root)
    for path in ("out.md", ".env", "docs", "nothing"):
        assert not files.link(path, str(made))
        assert not os.path.lexists(made)
    assert files.link("docs/x.md", str(made))
    assert made.samefile(root / "docs/x.md")


def test_a_name_that_is_not_utf_8_is_left_out(tmp_path: Path, door_of: type[Door]) -> None:
    place(tmp_path, "a.md")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xe9.md")).write_text("x", encoding="utf-8")
    files = disk(door_of, tmp_path)
    assert paths(files) == ["a.md"]
    assert files.left_out[0].rule == "its name is not UTF-8"


@pytest.fixture
def swapping(tmp_path: Path) -> Iterator[Path]:
    """A root whose folder `docs` is swapped with a link to a folder outside, over and over."""
    root, stop = tmp_path / "root", threading.Event()
    place(root, "docs/x.md")
    place(tmp_path, "outside/x.md")
    os.symlink("../outside", root / "link")

    def swap() -> None:
        while not stop.is_set():
            for old, new in (("docs", "hold"), ("link", "docs"), ("docs", "link"), ("hold", "docs")):
                os.rename(root / old, root / new)

    swapper = threading.Thread(target=swap)
    swapper.start()
    yield root
    stop.set()
    swapper.join()


@pytest.mark.slow
def test_a_race_leaks_nothing(swapping: Path) -> None:
    found = set()
    for _ in range(3000):
        entrance = DescriptorDoor(str(swapping))
        try:
            descriptor, _ = entrance.open("docs/x.md")
            found.add(os.read(descriptor, 99))
            os.close(descriptor)
        except ClosedError:
            pass
        entrance.close()
    assert found <= {b"docs/x.md"}


def test_deep_and_wide_folders_keep_few_descriptors(tmp_path: Path) -> None:
    deep = "/".join("d" * 100)
    place(tmp_path, f"{deep}/x.md", *(f"w{number}/x.md" for number in range(200)))
    before = len(os.listdir("/proc/self/fd"))
    files = disk(DescriptorDoor, tmp_path)
    assert all(isinstance(files.read(entry.path, 999), bytes) for entry in files.entries)
    assert len(files.entries) == 201
    assert len(os.listdir("/proc/self/fd")) - before <= 66
    files.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_descriptor_door_is_the_one_in_use(tmp_path: Path) -> None:
    assert isinstance(safe_open.door(str(tmp_path)), DescriptorDoor)


class Unlisted:
    """A folder that opens, and fails when it is listed: `/proc` has such."""

    def __enter__(self) -> "Unlisted":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[object]:
        raise PermissionError(13, "Permission denied")


def test_a_folder_that_fails_while_it_is_listed_is_named(
    tmp_path: Path, door_of: type[Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    place(tmp_path, "a.md", "비밀/b.md")
    entrance = door_of(str(tmp_path))  # type: ignore[call-arg]
    first, system = iter([True]), os.scandir
    monkeypatch.setattr(os, "scandir", lambda where: system(where) if next(first, False) else Unlisted())
    found = inventory(entrance, Outside())
    assert found.unread == (("비밀", "the system denies permission"),)
    assert [each.path for each in found.entries] == ["a.md"]
