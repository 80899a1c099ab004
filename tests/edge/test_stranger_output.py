"""The output folder of a stranger's package: what came with the package is not published with the build."""

from pathlib import Path

import pytest

from dpmlc.edge.cli.run import run

RECORD = '{"format": 1, "dpmlc": "0.1.0", "outputs": [OUTPUTS]}'
LISTED = '{"path": "site/evil.html", "bytes": 1, "sha256": ""}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A package that holds an output folder with a page of its author's own."""
    for path, text in {
        "README.md": "# 茶\n",
        "dist/build.json": RECORD.replace("OUTPUTS", ""),
        "dist/site/evil.html": "<script>alert(1)</script>",
    }.items():
        (tmp_path / "package" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "package" / path).write_text(text, "utf-8")
    return tmp_path / "package"


def test_a_file_that_no_build_makes_is_not_published(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["build", str(root), "--untrusted"]) == 2
    assert "site/evil.html` was not written by dpmlc" in capfd.readouterr().err
    assert not (root / "dist/site/index.html").exists()


def test_nor_after_a_build_that_is_current(root: Path) -> None:
    page = root / "dist/site/evil.html"
    page.unlink()
    assert run(["build", str(root), "--untrusted"]) == 0
    page.write_text("<script>alert(1)</script>", "utf-8")
    assert run(["build", str(root), "--untrusted"]) == 2


def test_a_file_that_a_record_lists_is_gone(root: Path) -> None:
    (root / "dist/build.json").write_text(RECORD.replace("OUTPUTS", LISTED), "utf-8")
    assert run(["build", str(root), "--untrusted"]) == 0
    assert not (root / "dist/site/evil.html").exists()
    assert (root / "dist/site/index.html").exists()


def test_a_folder_outside_of_the_package_is_its_users(root: Path) -> None:
    elsewhere = root.parent / "out"
    assert run(["build", str(root), "--untrusted", "-o", str(elsewhere)]) == 0
    (elsewhere / "site/CNAME").write_text("tea.example\n", "utf-8")
    assert run(["build", str(root), "--untrusted", "-o", str(elsewhere)]) == 0
    assert (elsewhere / "site/CNAME").exists()


def test_a_trusted_author_may_keep_files_there(root: Path) -> None:
    assert run(["build", str(root)]) == 0
    assert (root / "dist/site/evil.html").exists()
