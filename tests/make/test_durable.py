"""The law across processes: what one build leaves makes the next one faster, never another one."""

from collections.abc import Mapping
from hashlib import sha256

import pytest
from hypothesis import given, settings

from dpmlc.compiler import Build, Request, build_package
from dpmlc.edge.cache.results import Results, results
from dpmlc.pages.themes.theme import Theme
from dpmlc.resumed import build_on
from dpmlc.text.artifact import Artifact, Unchanged
from dpmlc.text.files import Fingerprint, MemoryFiles, Refusal
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


class Read(MemoryFiles):
    """Files, and which of them were read."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(contents)
        self.paths: set[str] = set()

    def read(self, path: str, limit: int) -> bytes | Refusal:
        self.paths.add(path)
        return super().read(path, limit)


class Disk:
    """What stands between two processes: an output, and what the build that made it left."""

    def __init__(self, folder: str, theme: Theme | None = THEME) -> None:
        self._path = f"{folder}/left"
        self.theme = theme
        self._seen: Contents = {}
        self.output: dict[str, bytes] = {}

    def built(self, contents: Contents) -> Build:
        """A build in a process of its own, with its output in place."""
        standing = {path: Fingerprint(len(held), sha256(held).hexdigest()) for path, held in self.output.items()}
        left = Results(results(self._path, "out", SECRET))
        files = Read(contents)
        others = frozenset(path for path, held in contents.items() if self._seen.get(path) != held)
        told = others if self._seen.keys() == contents.keys() else None
        made = build_on(Request(files, SETTINGS, BUILTIN, self.theme), left, standing, told)
        self.read, self._seen = set(files.paths), contents
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
@pytest.mark.parametrize("theme", [THEME, None], ids=["site", "bundles"])
@given(steps=changes)
@settings(max_examples=40, deadline=None)
def test_a_build_that_finds_what_another_left_is_a_clean_one(
    folder: str, theme: Theme | None, steps: list[tuple[str, str, list[str], str]]
) -> None:
    disk, files = Disk(folder, theme), dict(TEA)
    disk.built(files)
    for step in steps:
        files = changed(files, step)
        again = disk.built(files)
        clean = Disk(f"{folder}/none", theme)
        made = clean_build(clean, files)
        assert again.diagnostics == made.diagnostics
        assert disk.output == clean.output


def clean_build(disk: Disk, files: Contents) -> Build:
    made = build_package(MemoryFiles(files), SETTINGS, BUILTIN, theme=disk.theme)
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


def test_what_no_change_leads_to_is_not_even_read(tmp_path: object) -> None:
    disk = Disk(str(tmp_path), None)
    disk.built(TEA)
    again = disk.built({**TEA, "r/a.md": "# A\n\nmore\n"})
    # The bundle `a` is made again, of its thought and the recipe; tools are always read.
    assert disk.read == {
        "r/a.md", "role/a/a.role.md", "thought/t.thought.md", "protocols/recipe.resource.md", "tea.attributes.md",
        "tool/brew/brew.tool.py",
    }  # fmt: skip
    assert {each.path for each in again.artifacts} - unchanged(again) >= {"bundles/a/prompt.md", "build.json"}
    assert {"bundles/b/prompt.md", "bundles/b/manifest.json"} <= unchanged(again)


@pytest.mark.parametrize("text", ["# A\n\none\n\n[丙](../n/c.md)\n", "# A\n\n他の説明\n"], ids=["below", "description"])
def test_a_site_reads_no_more_than_the_pages_around_a_change_show(tmp_path: object, text: str) -> None:
    disk, clean = Disk(str(tmp_path)), Disk(f"{tmp_path}/none")
    alone = {"n/alone.md": "# 独\n\n@?file://data/d.csv\n", "n/c.md": "# 丙\n\n[甲](../r/a.md)\n"}
    files = {**TEA, **alone, "r/a.md": "# A\n\none\n"}
    disk.built(files)
    after = {**files, "r/a.md": text}
    disk.built(after)
    clean_build(clean, after)
    assert disk.output == clean.output
    # Pages of the README, of `n/` and of `b` hold as they are; terms are looked for in every text.
    assert disk.read == {
        "r/a.md", "role/a/a.role.md", "thought/t.thought.md", "protocols/recipe.resource.md", "tea.attributes.md",
        "terms.md", "tool/brew/brew.tool.py",
    }  # fmt: skip


def test_users_that_a_page_does_not_show_are_read_with_their_own_list_alone(tmp_path: object) -> None:
    disk, clean = Disk(str(tmp_path)), Disk(f"{tmp_path}/none")
    users = {f"n/n{number:03}.md": f"# 记\n\n@?thought://t {number}\n" for number in range(120)}
    disk.built({**TEA, **users})
    after = {**TEA, **users, "n/n110.md": "# 记\n\n말\n\n@?thought://t\n"}
    disk.built(after)
    clean_build(clean, after)
    assert disk.output == clean.output
    # The page of `t` shows the first 50 who name it, as it did; the third list has the last 20 users and a role.
    assert not {path for path in disk.read if path.startswith("n/") and path < "n/n050.md"}
    assert {path for path in disk.read if path > "n/n100.md" and path.startswith("n/")} == set(list(users)[101:])


@pytest.mark.parametrize("theme", [THEME, None], ids=["site", "bundles"])
def test_a_file_that_is_not_what_it_was_is_found_though_nobody_tells(tmp_path: object, theme: Theme | None) -> None:
    disk, clean = Disk(str(tmp_path), theme), Disk(f"{tmp_path}/none", theme)
    disk.built(TEA)
    after = {**TEA, "thought/t.thought.md": THOUGHT.format("달라진 글"), "r/a.md": "# A\n\nmore\n"}
    disk._seen = {**after, "r/a.md": ""}  # Only the change of `r/a.md` is told.
    disk.built(after)
    clean_build(clean, after)
    assert disk.output == clean.output


@pytest.mark.parametrize("theme", [THEME, None], ids=["site", "bundles"])
def test_what_is_wrong_is_told_again(tmp_path: object, theme: Theme | None) -> None:
    disk = Disk(str(tmp_path), theme)
    files = {**TEA, "r/b.md": "# B\n\n[gone](nowhere.md)\n\n@!thought://nobody\n"}
    first = disk.built(files)
    again = disk.built({**files, "r/a.md": "# A\n\nmore\n"})
    assert [each.code for each in first.diagnostics] == [each.code for each in again.diagnostics] != []


def test_what_is_gone_from_the_output_is_made_again(tmp_path: object) -> None:
    disk = Disk(str(tmp_path))
    disk.built(TEA)
    whole = dict(disk.output)
    for path in [path for path in whole if path.startswith(("bundles/b/prompt", "site/prompts/a."))]:
        del disk.output[path]
        disk.built(TEA)
        assert disk.output == whole, path


def test_what_was_found_and_is_not_left_after_all_is_gone(tmp_path: object) -> None:
    path = f"{tmp_path}/left"
    first = Results()
    for name in ("a", "b"):
        first.leave("page", name, "digest", (name,))
    first.keep(path, "out", SECRET)
    second = Results(results(path, "out", SECRET))
    for name in ("a", "b"):
        second.again("page", name)
    second.drop("page", "a")
    second.keep(path, "out", SECRET)
    third = Results(results(path, "out", SECRET))
    assert [third.has("page", name) for name in ("a", "b")] == [False, True]
    assert third.found("page", "b", "digest") == ("b",)
