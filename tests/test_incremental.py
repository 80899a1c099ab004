"""The law of incremental builds: after any sequence of changes the result is that of a clean build, byte for byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.compiler import Build, Compiler, Request, build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.edge.package import Trust, opened
from dpmlc.edge.themes import shipped_theme
from dpmlc.pages.themes.theme import Theme
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles

BUILTIN = builtin_documents()
THEME = shipped_theme("default")
SETTINGS = Settings(package="tea")

NOT_TEXT = b"\xff\xfe# A\n"
ROLE = "<role>\n<personality>\n{0}\n</personality>\n</role>\n"
THOUGHT = "<thought>\n{0}\n</thought>\n"
UNIT = (
    '<resource protocol="recipe">\n<registry>\n| id | target |\n|---|---|\n| a | @file://{0} |\n'
    "| {{x}} | @file://r/{{x}}.md |\n</registry>\n</resource>\n"
)  # fmt: skip
TERMS = "<terminologies><terminology><zh>{0}</zh><definition>x</definition></terminology></terminologies>\n"

# Where documents may stand, with what they are made of.
PLACES = {
    "README.md": "# Tea\n\n{0}\n",
    "role/a/a.role.md": ROLE,
    "role/b/b.role.md": ROLE,
    "role/a/thought/t.thought.md": THOUGHT,
    "thought/t.thought.md": THOUGHT,
    "thought/u.thought.md": THOUGHT,
    "r/a.md": "# A\n\n{0}\n",
    "r/b.md": "# B\n\n## Steps\n\n{0}\n",
    "protocols/recipe.resource.md": UNIT,
    "terms.md": TERMS,
    "data/d.csv": "{0}\n",
    "tool/brew/brew.tool.py": "class Brew:\n    def get_metadata(self):\n        return {{'name': '{0}'}}\n",
    "tea.attributes.md": (
        "two words\n\n| name | type | applies to | meaning |\n|---|---|---|---|\n| heat | {0} | | how hot |\n"
    ),
}
CONTENTS = (
    "", "plain 中文", "# 标题", "@!thought://t", "@!thought://u and @thought://t", "@?file://data/*.csv",
    "@!file://r/*.md", "@!recipe://a", "@!recipe://b", "@!file://r/b.md?section=Steps", "@!file://data/d.csv?line=1",
    "[link](../r/b.md#steps)", "[gone](nowhere.md)", "#水位", "r/a.md", "r/b.md", "水位", "integer 1-9", "@!role://b",
    "@!thought://nobody", "<unclosed>", "@?file://r", "@!file://.hidden/x.md", "![p](data/d.csv)", "@tool://brew",
)  # fmt: skip

changes = st.lists(
    st.tuples(
        st.sampled_from(["write", "write", "write", "delete", "move", "spoil", "break"]),
        st.sampled_from(sorted(PLACES)),
        st.lists(st.sampled_from(CONTENTS), min_size=1, max_size=3),
        st.sampled_from(sorted(PLACES)),
    ),
    min_size=2,
    max_size=8,
)


def changed(files: dict[str, str | bytes], change: tuple[str, str, list[str], str]) -> dict[str, str | bytes]:
    """The files after a change. `spoil` makes text unreadable, `break` moves lines but no offset."""
    what, path, contents, other = change
    match what:
        case "write":
            return {**files, path: PLACES[path].format("\n\n".join(contents))}
        case "move" if path in files:
            return {**{each: text for each, text in files.items() if each != path}, other: files[path]}
        case "spoil" if path in files:
            return {**files, path: NOT_TEXT}
        case "break" if isinstance(text := files.get(path), str):
            return {**files, path: text.replace(" ", "\n", 1)}
        case _:
            return {each: text for each, text in files.items() if each != path}


def differing(old: dict[str, str | bytes], new: dict[str, str | bytes]) -> frozenset[str]:
    return frozenset(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))


@pytest.mark.slow
@pytest.mark.parametrize("theme", [THEME, None], ids=["site", "bundles"])
@pytest.mark.parametrize("told", [True, False], ids=["told what changed", "not told"])
@given(steps=changes)
@settings(max_examples=60, deadline=None)
def test_an_incremental_build_is_a_clean_one(
    steps: list[tuple[str, str, list[str], str]], theme: Theme | None, told: bool
) -> None:
    compiler = Compiler()
    files: dict[str, str | bytes] = {
        "role/a/a.role.md": ROLE.format("@!thought://t"),
        "thought/t.thought.md": THOUGHT.format("## 想\n\n@!recipe://a"),
        "protocols/recipe.resource.md": UNIT.format("r/a.md"),
        "r/a.md": "# A\n",
    }
    compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme))
    for step in steps:
        before, files = files, changed(files, step)
        request = Request(MemoryFiles(files), SETTINGS, BUILTIN, theme)
        again = compiler.build(request, changed=differing(before, files) if told else None)
        clean = build_package(MemoryFiles(files), SETTINGS, BUILTIN, theme=theme)
        assert again.diagnostics == clean.diagnostics
        assert dict(each(again)) == dict(each(clean))
        assert again.totals == clean.totals


def each(build: object) -> list[tuple[str, object]]:
    return [(artifact.path, artifact) for artifact in build.artifacts]  # type: ignore[attr-defined]


def test_changed_settings_change_everything_that_they_touch() -> None:
    compiler = Compiler()
    files = MemoryFiles({"role/a/a.role.md": ROLE.format("@!file://r/a.md"), "r/a.md": "# A\n"})
    compiler.build(Request(files, SETTINGS, BUILTIN, theme=THEME))
    other = Settings(package="other")
    again = compiler.build(Request(files, other, BUILTIN, theme=THEME))
    assert again.artifacts == build_package(files, other, BUILTIN, theme=THEME).artifacts


def test_nothing_is_made_again_where_nothing_changed() -> None:
    compiler = Compiler()
    files = {"role/a/a.role.md": ROLE.format("@!file://r/a.md"), "r/a.md": "# A\n", "r/b.md": "# B\n\nwords\n"}
    first = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    known = {artifact.path: artifact for artifact in first.artifacts}
    files["r/b.md"] = "# B\n\nwords\n\nmore\n"
    again = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    made = {artifact.path for artifact in again.artifacts if known.get(artifact.path) != artifact}
    same = {artifact.path for artifact in again.artifacts if artifact is known.get(artifact.path)}
    assert {path for path in made if not path.startswith("site/search/")} == {
        "build.json", "site/r/b.html", "site/r/b.md"
    }  # fmt: skip
    assert {"bundles/a/prompt.md", "site/prompts/a.html", "site/r/a.html", "site/protocols/file.html"} <= same


RECIPES = "{0}\n\n" + UNIT.replace("{0}", "r/a.md").replace("{{x}}", "{x}").replace("{x}", "{{x}}")
HEAT = "{0}\n\n| name | type | applies to | meaning |\n|---|---|---|---|\n| heat | integer | | how hot |\n"
LEAF = "{0}\n\n```ebnf\ntea_element ::= '<tea>' leaf* '</tea>'\nleaf_element ::= '<leaf>' markdown '</leaf>'\n```\n"

# Edits that leave every reference, every declaration and every offset behind them as it was.
EDITS: dict[str, tuple[dict[str, str | bytes], dict[str, str | bytes]]] = {
    "the line of a protocol": ({"p.resource.md": RECIPES.format("a b")}, {"p.resource.md": RECIPES.format("a\nb")}),
    "the line of an attribute": ({"t.attributes.md": HEAT.format("a b")}, {"t.attributes.md": HEAT.format("a\nb")}),
    "the line of a structure": ({"t.protocol.md": LEAF.format("a b")}, {"t.protocol.md": LEAF.format("a\nb")}),
    "the line of a term": ({"t.md": f"a b\n\n{TERMS}"}, {"t.md": f"a\nb\n\n{TERMS}"}),
    "a document that is none any more": (
        {"a.role.md": ROLE.format("@!file://r/a.md @!thought://t"), "r/a.md": "# A\n", "t.thought.md": "# T\n"},
        {"r/a.md": NOT_TEXT, "t.thought.md": NOT_TEXT},
    ),
    "a document that is one at last": (
        {"a.role.md": ROLE.format("@?file://r/*.md"), "r/a.md": NOT_TEXT}, {"r/a.md": "# A\n\n@?file://r/b.md\n"},
    ),
    "a file too large to be brought along": (
        {"g.md": "[d](d.csv)\n", "d.csv": "1"}, {"d.csv": "1" * ((16 << 20) + 1)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_moves_nothing_is_seen(name: str) -> None:
    before, edit = EDITS[name]
    compiler = Compiler()
    compiler.build(Request(MemoryFiles(before), SETTINGS, BUILTIN, theme=THEME))
    files = MemoryFiles({**before, **edit})
    again = compiler.build(Request(files, SETTINGS, BUILTIN, theme=THEME))
    clean = build_package(files, SETTINGS, BUILTIN, theme=THEME)
    assert again.diagnostics == clean.diagnostics
    assert [path for path, made in each(again) if made != dict(each(clean)).get(path)] == []


def test_a_page_is_not_made_again_for_the_description_of_one_beside_it_or_the_name_of_one_far_away() -> None:
    compiler = Compiler()
    files = {f"g/{number:02}.md": f"# {number:02}\n" for number in range(60)}
    first = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    files["g/07.md"] += "\nwords\n"
    second = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    lists = {"site/index.html", "site/guide/index.html", "site/health.html"}
    assert pages_made(first, second) == {"site/g/07.html", *lists}
    files["g/07.md"] = "# Seven\n\nwords\n"
    third = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    made = pages_made(second, third)
    assert {"site/g/06.html", "site/g/08.html", "site/g/20.html"} <= made
    assert "site/g/50.html" not in made


def pages_made(before: Build, after: Build) -> set[str]:
    """The pages of a site that are no longer what they were before."""
    known = dict(each(before))
    return {path for path, made in each(after) if path.endswith(".html") and made is not known.get(path)}


def test_a_file_that_no_inventory_lists_may_go(tmp_path: Path) -> None:
    (tmp_path / "p.resource.md").write_text(UNIT.format("kept/a.csv"))
    (tmp_path / ".gitignore").write_text("kept/\n")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a.csv").write_text("1\n")
    compiler = Compiler()
    for state in ("found", "missing"):
        with opened(tmp_path, Trust()) as package:
            again = compiler.build(Request(package.files, SETTINGS, BUILTIN, theme=THEME))
            clean = build_package(package.files, SETTINGS, BUILTIN, theme=THEME)
        page = "site/protocols/recipe.html"
        assert dict(each(again))[page] == dict(each(clean))[page], state
        (tmp_path / "kept" / "a.csv").unlink(missing_ok=True)


def test_a_new_file_and_one_that_is_gone_leave_the_pages_that_do_not_tell_of_it() -> None:
    compiler = Compiler()
    files: dict[str, str | bytes] = {f"g/{number:02}.md": f"# {number:02}\n" for number in range(60)}
    files |= {"h/a.md": "[later](b.md)\n\n@?file://h/b.md\n", "h/role/r.role.md": ROLE.format("@!file://g/01.md")}
    first = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    files["h/b.md"] = "# B\n"
    second = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    made = {path for path in pages_made(first, second) if not path.startswith("site/protocols/")}
    assert {"site/h/a.html", "site/h/b.html", "site/guide/index.html"} <= made
    assert not {path for path in made if path.startswith(("site/g/", "site/prompts/r"))}
    del files["h/b.md"]
    third = compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    assert "site/h/a.html" in pages_made(second, third)
    assert not {path for path in pages_made(second, third) if path.startswith(("site/g/", "site/prompts/r"))}
    assert dict(each(third)) == dict(each(build_package(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME)))
