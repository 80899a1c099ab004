"""The law across processes: what one build leaves makes the next one faster, never another one."""

from collections.abc import Mapping
from hashlib import sha256

import pytest
from hypothesis import given, settings

from dpmlc.compiler import Build, build_package
from dpmlc.edge.cache.results import Results, results
from dpmlc.remembered import durable
from dpmlc.text.artifact import Artifact, Unchanged
from dpmlc.text.files import Fingerprint, MemoryFiles
from tests.test_incremental import BUILTIN, PLACES, ROLE, SETTINGS, THEME, THOUGHT, UNIT, changed, changes

Contents = Mapping[str, str | bytes]
SECRET = b"k" * 32
TEA: Contents = {
    "README.md": "# Tea\n\n[steps](r/b.md#steps) and #水位\n",
    "role/a/a.role.md": ROLE.format("@!thought://t\n\n@!recipe://a"),
    "role/b/b.role.md": ROLE.format("@?file://data/*.csv\n\n@!file://r/b.md?section=Steps"),
    "thought/t.thought.md": THOUGHT.format("## 想\n\n@!recipe://a"),
    "protocols/recipe.resource.md": UNIT.format("r/a.md"),
    "r/a.md": "# A\n", "r/b.md": PLACES["r/b.md"].format("x"), "data/d.csv": "1\n",
    "terms.md": PLACES["terms.md"].format("水位"), "tea.attributes.md": PLACES["tea.attributes.md"].format("string"),
    "tool/brew/brew.tool.py": PLACES["tool/brew/brew.tool.py"].format("brew"),
}  # fmt: skip


class Disk:
    """What stands between two processes: an output, and what the build that made it left."""

    def __init__(self, folder: str) -> None:
        self._path = f"{folder}/left"
        self.output: dict[str, bytes] = {}

    def built(self, contents: Contents) -> Build:
        """A build in a process of its own, with its output in place."""
        standing = {path: Fingerprint(len(held), sha256(held).hexdigest()) for path, held in self.output.items()}
        left = Results(results(self._path, "out", SECRET))
        files = MemoryFiles(contents)
        made = build_package(files, SETTINGS, BUILTIN, theme=THEME, memory=durable(left, standing))
        self.output = {each.path: self._content(each, files) for each in made.artifacts}
        left.keep(self._path, "out", SECRET)
        return made

    def _content(self, output: object, files: MemoryFiles) -> bytes:
        match output:
            case Artifact(content=content):
                return content
            case Unchanged(path=path, sha256=digest):
                assert sha256(self.output[path]).hexdigest() == digest
                return self.output[path]
        content = files.read(output.source, 1 << 30)  # type: ignore[attr-defined]
        assert isinstance(content, bytes)
        return content


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("disk"))


@pytest.mark.slow
@given(changes)
@settings(max_examples=40, deadline=None)
def test_a_build_that_finds_what_another_left_is_a_clean_one(
    folder: str, steps: list[tuple[str, str, list[str], str]]
) -> None:
    disk, files = Disk(folder), dict(TEA)
    disk.built(files)
    for step in steps:
        files = changed(files, step)
        again = disk.built(files)
        clean = Disk(f"{folder}/none")
        made = clean_build(clean, files)
        assert again.diagnostics == made.diagnostics
        assert disk.output == clean.output


def clean_build(disk: Disk, files: Contents) -> Build:
    made = build_package(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME)
    disk.output = {each.path: disk._content(each, MemoryFiles(files)) for each in made.artifacts}
    return made


def unchanged(build: Build) -> set[str]:
    return {each.path for each in build.artifacts if isinstance(each, Unchanged)}


def test_nothing_is_made_again_where_nothing_changed(tmp_path: object) -> None:
    disk = Disk(str(tmp_path))
    first = disk.built(TEA)
    again = disk.built(TEA)
    made = {each.path for each in again.artifacts} - unchanged(again)
    lists = ("site/search/", "site/assets/")
    assert unchanged(first) == set()
    assert {path for path in made if not path.startswith(lists)} == {
        "bundles/b/resources/data/d.csv", "build.json", "tools.json", "tools.mcp.json", "tools.openai.json",
        "tools.anthropic.json", "site/tree.js", "site/llms.txt", "site/health.html", "site/health.md",
    }  # fmt: skip


def test_an_edit_makes_what_tells_of_it(tmp_path: object) -> None:
    disk = Disk(str(tmp_path))
    disk.built(TEA)
    again = disk.built({**TEA, "r/a.md": "# A\n\nmore\n"})
    same = unchanged(again)
    assert {"bundles/b/prompt.md", "site/prompts/b.html", "site/r/b.html", "site/elements/role.html"} <= same
    made = {each.path for each in again.artifacts} - same
    assert {"bundles/a/prompt.md", "site/prompts/a.html", "site/r/a.html", "site/prompts/a.text.js"} <= made


def test_what_is_wrong_is_told_again(tmp_path: object) -> None:
    disk = Disk(str(tmp_path))
    files = {**TEA, "r/b.md": "# B\n\n[gone](nowhere.md)\n\n@!thought://nobody\n"}
    first = disk.built(files)
    again = disk.built({**files, "r/a.md": "# A\n\nmore\n"})
    assert [each.code for each in first.diagnostics] == [each.code for each in again.diagnostics] != []
