"""What a look saw of a package is what the package holds."""

import os
from pathlib import Path

import pytest

from dpmlc.edge.cache.seen import listing_of
from dpmlc.edge.cache.signature import signed
from dpmlc.edge.inventory import Outside, inventory
from dpmlc.edge.safe_open import door

pytestmark = pytest.mark.skipif(os.name == "nt", reason="all folders are asked there")


def test_the_inventory_of_a_look_is_that_of_the_disk(tmp_path: Path) -> None:
    root = tmp_path / "차"
    for path in (
        "a.role.md", "빈/글.md", ".hidden/x.md", ".promptx/y.md", "deep/.git/HEAD", "deep/b.md", "out/build.json",
        "out/bundles/x.md", "node_modules/z.md", "skip/s.md", "dist/build.json", ".dpmlc/cache/x",
    ):  # fmt: skip
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, "utf-8")
    (root / "empty").mkdir()
    (root / ".gitignore").write_text("skip\n")
    (root / "link.md").symlink_to("a.role.md")
    (root / "folder").symlink_to("deep")
    os.mkfifo(root / "deep/pipe.md")
    (Path(os.fsdecode(os.fsencode(root) + b"/deep/\xff.md"))).write_text("x")
    without = [str(root / "dist"), str(root / ".dpmlc"), str(root / ".dist.dpmlc-stage")]
    seen: dict[str, str] = {}
    signed((str(root),), without, 0, seen=seen)
    known, asked = listing_of(seen, str(root), without), []
    entrance = door(str(root))
    plain = inventory(entrance, Outside())

    def noted(path: str):
        found = known(path)
        asked.extend([path] if found is None else [])
        return found

    assert inventory(entrance, Outside(), noted) == plain
    entrance.close()
    assert {each.path for each in plain.entries} >= {"a.role.md", "빈/글.md", ".promptx/y.md", "deep/b.md"}
    assert sorted(asked) == ["", "deep", "dist"]
