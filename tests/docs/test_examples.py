"""What the pages of the documentation show is what dpmlc does."""

import shlex
from pathlib import Path

import pytest
from made import DOCS
from shown import Example, examples, write

from dpmlc.edge.cli.run import run

PAGES = sorted(path for folder in ("guide", "language") for path in (DOCS / folder).glob("*.md"))
EXAMPLES = [(path, each) for path in PAGES for each in examples(path.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "example"), EXAMPLES, ids=[f"{path.stem}: {each.title}" for path, each in EXAMPLES])
def test_an_example_does_what_its_page_shows(
    page: Path,
    example: Example,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    write(example.files, tmp_path)
    monkeypatch.chdir(tmp_path)
    if example.outputs:
        assert run(["build", "--strict", "--no-site"]) == 0, capfd.readouterr().err
        found = {path: (tmp_path / path).read_text("utf-8") for path in example.outputs}
        assert found == example.outputs
    elif not example.said:
        assert run(["check", "--strict"]) == 0, capfd.readouterr().out
    for arguments, expected in example.said.items():
        capfd.readouterr()
        run([*shlex.split(arguments), "--quiet"])
        told = capfd.readouterr()
        assert told.out + told.err == expected
