"""A package that stays open while somebody writes: when it may, and that a look at a few files is a look at all."""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from dpmlc.edge.package import Trust, open_package
from dpmlc.edge.watch.held import Held
from dpmlc.edge.watch.inputs import Inputs
from dpmlc.edge.watch.scope import first_scope, scope_of
from dpmlc.text.files import Entry


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "가").mkdir()
    (tmp_path / "가" / "글.md").write_text("# 하나\n")
    (tmp_path / "b.md").write_text("# B\n")
    (tmp_path / "dpml.toml").write_text("")
    return tmp_path


def held(root: Path, shape: int = 1) -> Held:
    return Held.of(open_package(root, Trust()), shape)


def test_a_package_stays_open_as_long_as_only_contents_change(root: Path) -> None:
    before = held(root)
    (root / "가" / "글.md").write_text("# 하나, 둘\n")
    after = before.after(frozenset({str(root / "가" / "글.md")}), 1)
    assert after is not None
    assert after.paths(frozenset({str(root / "가" / "글.md")})) == {"가/글.md"}
    assert Entry("가/글.md", "file", 14) in after.package.files.entries
    assert [each.path for each in after.package.files.entries] == ["b.md", "dpml.toml", "가/글.md"]
    assert after.package.files.read("가/글.md", 100) == "# 하나, 둘\n".encode()
    after.package.files.close()


def test_it_is_opened_anew_where_more_changed(root: Path) -> None:
    before = held(root)
    assert before.after(frozenset(), 2) is None
    assert before.after(frozenset({str(root / "dpml.toml")}), 1) is None
    assert before.after(frozenset({str(root / "c.md")}), 1) is None
    (root / "b.md").unlink()
    assert before.after(frozenset({str(root / "b.md")}), 1) is None
    (root / "b.md").symlink_to("dpml.toml")
    assert before.after(frozenset({str(root / "b.md")}), 1) is None
    before.package.files.close()


def test_a_folder_of_two_names_changes_under_both(root: Path) -> None:
    (root / "dpml.toml").write_text('[dependencies]\na = "가"\nb = "가"\n')
    before = held(root)
    after = before.after(frozenset({str(root / "가" / "글.md")}), 1)
    assert after is not None
    assert after.paths(frozenset({str(root / "가" / "글.md")})) == {"package://a/글.md", "package://b/글.md"}
    after.package.files.close()


def test_a_link_that_becomes_a_file_is_looked_at(root: Path) -> None:
    (root / "link.md").symlink_to("b.md")
    package = open_package(root, Trust())
    found = Inputs(scope_of(package, (), ()))
    found.look()
    (root / "link.md").unlink()
    (root / "link.md").write_text("# 글\n")
    assert found.matters(str(root / "link.md"))
    assert found.look(frozenset({str(root / "link.md")})) == {str(root / "link.md")}
    package.files.close()


def looked(root: Path, *asked: str) -> Inputs:
    found = Inputs(first_scope(str(root), (), {str(root / each) for each in asked}))
    found.look()
    return found


def test_a_look_at_one_file_comes_to_a_look_at_all(root: Path) -> None:
    found = looked(root)
    place = str(root / "b.md")
    for text in ("# C\n", "# D\n", "# D\n"):
        (root / "b.md").write_text(text)
        before = found.counting()
        changed = found.look(frozenset({place}))
        assert changed == ({place} if before[place] != found.counting()[place] else set())
        assert found.counting() == looked(root).counting()
    assert found.shape == 1


def test_what_a_link_leads_to_is_looked_at_with_every_file(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("밖") / "real.md"
    outside.write_text("1")
    (root / "link.md").symlink_to(outside)
    found = looked(root, "link.md")
    outside.write_text("2")
    assert found.look(frozenset({str(root / "b.md")})) == {str(root / "link.md")}
    outside.unlink()
    assert found.look(frozenset({str(root / "b.md")})) == {str(root / "link.md")}
    assert found.counting() == looked(root, "link.md").counting()


def test_a_folder_on_the_way_to_what_is_asked_for_matters(root: Path) -> None:
    outside = root.parent / "밖"
    found = looked(root, str(outside / "속" / "글.md"))
    assert found.matters(str(outside))
    assert found.matters(str(outside / "속"))
    assert not found.matters(str(outside / "다른"))


def test_the_shape_changes_with_files_and_folders_and_not_with_texts(root: Path) -> None:
    found = looked(root)
    shapes = [found.shape]
    (root / "b.md").write_text("# 다른 글\n")
    found.look()
    shapes.append(found.shape)
    (root / "c.md").write_text("")
    found.look()
    shapes.append(found.shape)
    os.rename(root / "가", root / "나")
    (root / "가").mkdir()
    os.rename(root / "나" / "글.md", root / "가" / "글.md")
    (root / "나").rmdir()
    found.look()  # The names are the same, the folder is another.
    shapes.append(found.shape)
    assert [later - earlier for earlier, later in pairwise(shapes)] == [0, 1, 1]


def test_a_scope_that_was_exchanged_is_counted_by(root: Path) -> None:
    found = looked(root)
    assert set(found.counting()) == {str(root / each) for each in ("b.md", "dpml.toml", "가/글.md")}
    (root / ".gitignore").write_text("b.md\n")
    package = open_package(root, Trust())
    found.scope = scope_of(package, (), ())
    found.look()
    assert set(found.counting()) == {str(root / each) for each in (".gitignore", "dpml.toml", "가/글.md")}
    package.files.close()
