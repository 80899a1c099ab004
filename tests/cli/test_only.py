"""`build --only`: the bundles that are named are made, all else in the output stays as it stands and stays listed."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Dpmlc = Callable[..., Any]
Place = Callable[[dict[str, str | bytes]], Path]

ROLE = "<role>\n<personality>\n{}\n</personality>\n</role>\n"
FILES: dict[str, str | bytes] = {
    "dpml.toml": "[targets]\nplain = true\n",
    "role/정원사.role.md": ROLE.format("물을 준다 @?file://data/물.csv"),
    "role/cook.role.md": ROLE.format("요리한다 @?file://data/불.csv"),
    "role/guide.role.md": ROLE.format("안내한다"),
    "data/물.csv": "1\n",
    "data/불.csv": "2\n",
    "tool/t.tool.js": (
        "module.exports = { getMetadata: () => ({ name: 't', description: 'x', version: '1' }),"
        " getSchema: () => ({ type: 'object' }), execute(p) {} };"
    ),
}


def tree(root: Path) -> dict[str, bytes]:
    """Every file of the output by path."""
    out = root / "dist"
    return {str(each.relative_to(out).as_posix()): each.read_bytes() for each in out.rglob("*") if each.is_file()}


def record(root: Path) -> Any:
    """`build.json`, which lists what stands in the output, as it stands."""
    found = json.loads((root / "dist/build.json").read_text("utf-8"))
    standing = {path: content for path, content in tree(root).items() if path != "build.json"}
    listed = {each["path"]: (each["bytes"], each["sha256"]) for each in found["outputs"]}
    assert listed == {path: (len(each), hashlib.sha256(each).hexdigest()) for path, each in standing.items()}
    assert [each["path"] for each in found["outputs"]] == sorted(listed, key=str.encode)
    return found


def ids(root: Path) -> list[str]:
    return [each["id"] for each in record(root)["bundles"]]


@pytest.fixture
def root(dpmlc: Dpmlc, place: Place) -> Path:
    """A package that was built whole."""
    made = place(FILES)
    assert dpmlc("build", made).status == 0
    return made


def test_where_nothing_changed_nothing_changes(dpmlc: Dpmlc, root: Path) -> None:
    before = tree(root)
    assert any(path.startswith("site/") for path in before)
    done = dpmlc("build", "--only", "cook", root)
    assert (done.status, "0 removed" in done.err, tree(root)) == (0, True, before)


def test_only_what_is_named_is_made_again(dpmlc: Dpmlc, root: Path) -> None:
    before = tree(root)
    for path in ("role/cook.role.md", "role/guide.role.md"):
        (root / path).write_text(ROLE.format("다르다 @?file://data/물.csv"), "utf-8")
    assert dpmlc("build", "--only", "cook", root).status == 0
    after = tree(root)
    differing = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    own = {f"bundles/cook/{name}" for name in ("prompt.md", "manifest.json")}
    copies = {"bundles/cook/resources/data/불.csv", "bundles/cook/resources/data/물.csv"}
    assert differing == {"build.json", "targets/plain/cook.md", *own, *copies}
    assert "bundles/cook/resources/data/불.csv" not in after
    assert ids(root) == ["cook", "guide", "정원사"]
    assert "data/불.csv" in [each["path"] for each in record(root)["inputs"]]


def test_a_whole_build_afterwards_is_as_if_there_had_been_none_before(dpmlc: Dpmlc, root: Path) -> None:
    for path in ("role/cook.role.md", "role/guide.role.md"):
        (root / path).write_text(ROLE.format("다르다"), "utf-8")
    dpmlc("build", "--only", "cook", root)
    assert dpmlc("build", root).status == 0
    whole = tree(root)
    assert dpmlc("clean", root).status == 0
    assert dpmlc("build", root).status == 0
    assert tree(root) == whole


def test_into_an_empty_folder_it_makes_the_bundle_alone(dpmlc: Dpmlc, place: Place) -> None:
    made = place(FILES)
    assert dpmlc("build", "--only", "cook", "--only", "role/guide.role.md", made).status == 0
    assert ids(made) == ["cook", "guide"]
    assert not (made / "dist/site").exists()
    assert dpmlc("build", "--only", "정원사", made).status == 0
    assert ids(made) == ["cook", "guide", "정원사"]


def test_what_is_no_bundle_is_said_and_nothing_is_touched(dpmlc: Dpmlc, root: Path) -> None:
    before = tree(root)
    done = dpmlc("build", "--only", "cock", root)
    assert (done.status, "did you mean `cook`?" in done.err, tree(root)) == (2, True, before)


def test_errors_leave_all_as_it_was(dpmlc: Dpmlc, root: Path) -> None:
    before = tree(root)
    (root / "role/guide.role.md").write_text(ROLE.format("@!file://없다.md"), "utf-8")
    assert (dpmlc("build", "--only", "cook", root).status, tree(root)) == (1, before)


def test_check_looks_at_the_bundle_alone(dpmlc: Dpmlc, root: Path) -> None:
    (root / "role/guide.role.md").write_text(ROLE.format("다르다"), "utf-8")
    assert dpmlc("build", "--check", "--only", "cook", root).status == 0
    done = dpmlc("build", "--check", "--only", "guide", root)
    assert done.status == 1
    assert "changed bundles/guide/prompt.md" in done.out
    assert "build.json" not in done.out


def test_what_somebody_changed_or_removed_there(dpmlc: Dpmlc, root: Path) -> None:
    out = root / "dist"
    (out / "bundles/guide/prompt.md").write_text("손으로", "utf-8")
    (out / "bundles/guide/sources.json").unlink()
    (out / "bundles/정원사/sources.json").unlink()
    (out / "bundles/정원사/sources.json").symlink_to("prompt.md")
    (out / "mine.txt").write_text("내 것", "utf-8")
    assert dpmlc("build", "--only", "cook", root).status == 0
    assert (out / "bundles/guide/prompt.md").read_text("utf-8") == "손으로"
    assert (out / "mine.txt").read_text("utf-8") == "내 것"
    found = json.loads((out / "build.json").read_text("utf-8"))
    listed = {each["path"] for each in found["outputs"]}
    assert "bundles/guide/prompt.md" in listed
    assert not listed & {"bundles/guide/sources.json", "bundles/정원사/sources.json", "mine.txt"}
    assert dpmlc("build", root).status == 0
    assert ids_of_whole(dpmlc, root) == ["cook", "guide", "정원사"]


def ids_of_whole(dpmlc: Dpmlc, root: Path) -> list[str]:
    """The ids after a build of all, where `mine.txt` is not dpmlc's."""
    os.unlink(root / "dist/mine.txt")
    assert dpmlc("build", root).status == 0
    return ids(root)


ODD: dict[str, Any] = {
    "no rows": None,
    "rows that are none": [1, "x", {"id": 1}, {"id": "../../x"}, {"id": "guide"}, {}],
    "a table": {"id": "guide"},
}


@pytest.mark.parametrize("rows", ODD)
@pytest.mark.parametrize("key", ["bundles", "inputs"])
def test_a_record_that_somebody_changed(dpmlc: Dpmlc, root: Path, key: str, rows: str) -> None:
    path = root / "dist/build.json"
    found = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**found, key: ODD[rows]}), "utf-8")
    done = dpmlc("build", "--only", "cook", root)
    assert done.status == 0, done.err
    assert "cook" in ids(root)


def test_a_stranger_s_output_does_not_stay(dpmlc: Dpmlc, root: Path) -> None:
    """What lies in a folder that came with the package may be anything, also what `build.json` lists."""
    assert dpmlc("build", "--untrusted", "--only", "cook", root).status == 0
    assert ids(root) == ["cook"]
