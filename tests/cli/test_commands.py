"""Each command on small packages: what it prints where, and its exit code (SPEC 7)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

Dpmlc = Callable[..., Any]
Place = Callable[[dict[str, str | bytes]], Path]

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
ROLE = """\
# Gardener

<role id="gardener">
  <personality>
    @!thought://seasons
  </personality>
  <principle>
    Prices are in @?file://data/prices.csv.
  </principle>
</role>
"""
GARDEN: dict[str, str | bytes] = {
    "role/gardener.role.md": ROLE,
    "role/seasons.thought.md": "<thought>\n  <exploration>\n    春播秋收\n  </exploration>\n</thought>\n",
    "data/prices.csv": "a,b\n1,2\n",
}
BROKEN: dict[str, str | bytes] = {
    **GARDEN,
    "bad.thought.md": "<thought>\n  <exploration>\n    @!thought://seasns\n</thought>\n",
}


def shaped(text: str, schema: str) -> Any:
    """`text` as JSON, which the published schema allows."""
    loaded = {each.name: json.loads(each.read_text("utf-8")) for each in SCHEMAS.glob("*.json")}
    registry = Registry().with_resources((name, Resource.from_contents(each)) for name, each in loaded.items())
    value = json.loads(text)
    Draft202012Validator(loaded[f"{schema}.schema.json"], registry=registry).validate(value)
    return value


def test_a_fresh_package_builds_without_a_warning(dpmlc: Dpmlc, tmp_path: Path) -> None:
    root = tmp_path / "new" / "图书馆"
    made = dpmlc("init", root)
    assert made.status == 0
    assert "role/librarian/librarian.role.md\n" in made.out
    built = dpmlc("build", "--strict", root)
    assert (built.status, built.out) == (0, "")
    assert "no errors" in built.err
    assert "\n1 bundle and a site in `" in built.err
    assert "warning" not in built.err
    assert dpmlc("check", "--strict", root).status == 0
    prompt = (root / "dist/bundles/librarian/prompt.md").read_text("utf-8")
    assert "先问上一本喜欢的书" in prompt
    assert "@?file://data/shelves.csv" in prompt
    again = dpmlc("init", root)
    assert (again.status, again.out) == (2, "")
    assert "is not empty" in again.err


def test_a_package_may_begin_in_a_new_repository(dpmlc: Dpmlc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    made = dpmlc("init")
    assert (made.status, made.err) == (0, "a package was written; to compile it: dpmlc build\n")


def test_check_prints_findings_in_order_and_a_summary(dpmlc: Dpmlc, place: Place) -> None:
    done = dpmlc("check", place(BROKEN))
    assert done.status == 1
    heads = [line for line in done.out.splitlines() if line.startswith("error[")]
    assert [head.partition("]")[0] for head in heads] == ["error[unclosed-tag", "error[not-found"]
    assert "  --> bad.thought.md:2:3" in done.out
    assert "`thought://seasons`" in done.out or "`seasons`" in done.out
    assert done.err.endswith("2 errors\n")
    assert not (place({}) / "dist").exists()


def test_check_json_has_the_shape_of_the_specification(dpmlc: Dpmlc, place: Place) -> None:
    done = dpmlc("check", "--format", "json", place(BROKEN))
    found = shaped(done.out, "diagnostics")
    assert done.status == 1
    assert set(found) == {"diagnostics", "totals"}
    assert found["totals"] == {"documents": 3, "references": 3, "errors": 2, "warnings": 0, "hints": 0}
    assert list(found["diagnostics"][0]) == [
        *("code", "severity", "message", "path", "line", "column", "end_line", "end_column", "help", "notes")
    ]


@pytest.mark.parametrize("how", ["sarif", "github"])
def test_check_for_code_hosts_counts_paths_from_the_repository(dpmlc: Dpmlc, place: Place, how: str) -> None:
    root = place(BROKEN)
    (root.parent / ".git").mkdir()
    done = dpmlc("check", "--format", how, root)
    assert "package/bad.thought.md" in done.out
    assert done.status == 1


def test_hints_are_shown_on_demand(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, "README.md": "mail＠！thought：／／x\n"})
    assert "hint[" not in dpmlc("check", root).out
    assert "hint[" in dpmlc("check", "--hints", root).out
    assert json.loads(dpmlc("check", "--format", "json", root).out)["totals"]["hints"] == 1


def test_a_warning_fails_under_strict_only(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, "x.thought.md": "See @file://missing.md for more.\n"})
    assert dpmlc("check", root).status == 0
    assert dpmlc("check", "--strict", root).status == 1
    assert dpmlc("build", root).status == 0
    assert dpmlc("build", "--strict", root).status == 1


def test_build_leaves_the_last_output_where_there_are_errors(dpmlc: Dpmlc, place: Place) -> None:
    root = place(GARDEN)
    assert dpmlc("build", root).status == 0
    before = (root / "dist/build.json").read_bytes()
    place(BROKEN)
    failed = dpmlc("build", root)
    assert failed.status == 1
    assert "nothing was written" in failed.err
    assert (root / "dist/build.json").read_bytes() == before
    assert dpmlc("build", "--keep-going", root).status == 1
    assert (root / "dist/build.json").read_bytes() != before


def test_build_twice_writes_nothing_and_check_tells_a_difference(dpmlc: Dpmlc, place: Place) -> None:
    root = place(GARDEN)
    assert dpmlc("build", "--check", root).status == 1
    assert not (root / "dist").exists()
    dpmlc("build", root)
    assert "0 written" in dpmlc("build", root).err
    assert dpmlc("build", "--check", root).out == ""
    place({"role/seasons.thought.md": "<thought>\n  <exploration>\n    冬藏\n  </exploration>\n</thought>\n"})
    old = dpmlc("build", "--check", root)
    assert old.status == 1
    assert "changed bundles/gardener/prompt.md\n" in old.out
    assert "-        春播秋收\n+        冬藏\n" in old.out


def test_build_elsewhere_and_clean(dpmlc: Dpmlc, place: Place) -> None:
    root = place(GARDEN)
    out = root / "made" / "here"
    assert dpmlc("build", "-o", out, "--quiet", root).err == ""
    assert (out / "bundles/gardener/prompt.md").exists()
    assert dpmlc("check", root).err.startswith("2 documents")
    assert dpmlc("clean", "-o", out, root).status == 0
    assert not out.exists()
    (root / "dist").mkdir()
    (root / "dist/mine.txt").write_text("x", "utf-8")
    foreign = dpmlc("build", root)
    assert foreign.status == 2
    assert (root / "dist/mine.txt").exists()


def test_resources_may_be_links(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, "dpml.toml": '[bundle]\nresources = "link"\n'})
    assert dpmlc("build", root).status == 0
    assert (root / "dist/bundles/gardener/resources/data/prices.csv").samefile(root / "data/prices.csv")


def test_build_without_a_site_names_none(dpmlc: Dpmlc, place: Place) -> None:
    assert "\n1 bundle in `" in dpmlc("build", "--no-site", place(GARDEN)).err


def test_build_one_bundle_or_say_which_there_are(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, "role/cook.role.md": '<role id="cook"><personality>x</personality></role>\n'})
    assert dpmlc("build", "--only", "cook", root).status == 0
    assert not (root / "dist/bundles/gardener").exists()
    unknown = dpmlc("build", "--only", "gardner", root)
    assert unknown.status == 2
    assert "did you mean `gardener`?" in unknown.err


@pytest.mark.slow
def test_jobs_change_no_byte(dpmlc: Dpmlc, place: Place) -> None:
    many = {f"t/n{number}.thought.md": f"<thought>\n{number} @!thought://n0\n</thought>\n" for number in range(1, 600)}
    root = place({**GARDEN, **many, "t/n0.thought.md": "<thought>\n0\n</thought>\n"})
    one, three = root.parent / "one", root.parent / "three"
    assert dpmlc("build", "-o", one, root).status == dpmlc("build", "--jobs", "3", "-o", three, root).status == 0
    assert (one / "build.json").read_bytes() == (three / "build.json").read_bytes()


def test_bundle_prints_the_prompt_alone(dpmlc: Dpmlc, place: Place) -> None:
    root = place(BROKEN)
    done = dpmlc("bundle", "gardener", root)
    assert (done.status, done.err) == (0, "")
    dpmlc("build", "--keep-going", root)
    assert done.out == (root / "dist/bundles/gardener/prompt.md").read_text("utf-8")
    assert json.loads(dpmlc("bundle", "gardener", "--manifest", root).out)["bundle"] == "gardener"
    assert dpmlc("bundle", "gardener", "--target", "plain", root).out == done.out
    assert dpmlc("bundle", "gardener", "--target", "plian", root).status == 2
    part = dpmlc("bundle", "gardener", "--part", "principle", root)
    assert "prices.csv" in part.out
    assert "春播" not in part.out
    assert dpmlc("bundle", "gardener", "--part", "nothing", root).status == 2


@pytest.mark.parametrize("options", [("--manifest", "--part", "role"), ("--target", "plain", "--manifest")])
def test_bundle_prints_one_thing(dpmlc: Dpmlc, place: Place, options: tuple[str, ...]) -> None:
    done = dpmlc("bundle", "gardener", place(GARDEN), *options)
    assert (done.status, done.out) == (2, "")
    assert "error: give one of `--target`, `--part` and `--manifest`\n" in done.err


def inspected(dpmlc: Dpmlc, *arguments: str | Path) -> Any:
    return shaped(dpmlc("inspect", "--format", "json", *arguments).out, "inspect")


def test_inspect_has_the_shape_of_the_specification(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"a.md": 'Top\n<a:b  id="x"><!-- c -->\n  @!x:@file://d%20e.md?line=1-2\n</a:b>\n'})
    found = inspected(dpmlc, root / "a.md")
    markdown, element = found["nodes"][:2]
    assert markdown == {"kind": "markdown", "text": "Top\n", "line": 1}
    assert {key: element[key] for key in element if key != "children"} == {
        "kind": "element",
        "name": "a:b",
        "feature": "a",
        "implementation": "b",
        "attributes": {"id": "x"},
        "line": 2,
        "column": 1,
    }
    assert element["children"][0] == {"kind": "comment", "text": "<!-- c -->", "line": 2}
    assert found["references"] == [
        {
            "text": "@!x:@file://d%20e.md?line=1-2",
            "line": 3,
            "column": 3,
            "chain": [["@!", "x"], ["@", "file"]],
            "path": "d e.md",
            "params": {"line": "1-2"},
            "glob": False,
        }
    ]


def test_inspect_resolves_nothing_but_knows_the_attributes_of_the_package(dpmlc: Dpmlc, place: Place) -> None:
    root = place(
        {
            "dpml.toml": "[attributes]\nseason = { type = 'string' }\n",
            "a.md": '<x season="s" colour="red">@!no://x</x>\n',
        }
    )
    found = inspected(dpmlc, root / "a.md")
    assert [each["code"] for each in found["diagnostics"]] == ["undefined-attribute"]
    assert found["diagnostics"][0]["path"] == "a.md"


def test_resolve_shows_the_steps(dpmlc: Dpmlc, place: Place) -> None:
    root = place(GARDEN)
    done = dpmlc("resolve", "@!thought://seasons", "--package", root)
    assert done.status == 0
    assert done.out.endswith("outcome: inline\ndocument: role/seasons.thought.md\n")
    as_json = ("--package", root, "--format", "json")
    found = shaped(
        dpmlc("resolve", "@file://./gardener.role.md", "--from", "role/seasons.thought.md", *as_json).out, "resolve"
    )
    assert found["targets"] == [{"location": "role/gardener.role.md", "kind": "document"}]
    missing = dpmlc("resolve", "@!thought://seasns", "--package", root)
    assert missing.status == 1
    assert "seasons" in missing.err
    malformed = dpmlc("resolve", "@://x", *as_json)
    assert malformed.status == 1
    assert shaped(malformed.out, "resolve")["diagnostics"][0]["code"] == "reference-syntax"


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("看人", "expected a protocol name, found `看`"),
        ("@!thought://看人 ", "expected a path character, found a space"),
        ("@!thought://看人\t", "expected a path character, found the illegal character U+0009"),
        ("file:a.md", "expected `://`, found `.`"),
        ("", "expected a protocol name, found the end of the reference"),
    ],
)
def test_resolve_says_why_a_text_is_no_reference(reference: str, found: str, dpmlc: Dpmlc, place: Place) -> None:
    done = dpmlc("resolve", reference, "--package", place(GARDEN))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"error[reference-syntax]: {found}\n")


def test_resolve_tells_of_the_element_around_a_kept_reference(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, "x.role.md": "<role>\n@!thought:@?file://data/prices.csv\n</role>\n"})
    done = dpmlc("resolve", "@!thought:@?file://data/prices.csv", "--package", root)
    assert "level `thought`" in done.out
    assert "outcome: keep, inside of <thought>\n" in done.out
    assert "<thought>@?file://data/prices.csv</thought>" in dpmlc("bundle", "x", root).out


def test_graph_names_what_is_missing_without_quotes(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"x.role.md": '<role>\n@!file://"../not here.md"\n</role>\n'})
    edges = shaped(dpmlc("graph", "--format", "json", root).out, "graph")["edges"]
    assert edges[0]["to"] == "file://../not here.md"


def test_graph_in_three_forms(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, 'role/q"[x].thought.md': "See @?thought://seasons and @!thought://none\n"})
    chart = dpmlc("graph", root).out
    assert chart.startswith("flowchart LR\n")
    assert '["role/q#34;[x].thought.md"]' in chart
    assert " --> " in chart
    assert " -.-> " in chart
    assert " --x " in chart
    assert '"role/gardener.role.md" -> "role/seasons.thought.md";' in dpmlc("graph", "--format", "dot", root).out
    edges = shaped(dpmlc("graph", "--format", "json", root).out, "graph")["edges"]
    assert {"from": "role/gardener.role.md", "to": "data/prices.csv", "line": 8}.items() <= edges[1].items()


def test_graph_tells_a_pattern_that_documents_share_once(dpmlc: Dpmlc, place: Place) -> None:
    tea = {f"d/{each:02}.md": f"# 茶 {each}\n" for each in range(25)}
    root = place(
        {**tea, "a.md": "@file://d/*.md @!file://d/0*.md\n", "d/b.md": "见 @!file://d/*.md\n", "c.md": "@file://a.md\n"}
    )
    told = shaped(dpmlc("graph", "--format", "json", root).out, "graph")
    assert told["patterns"] == [{"name": "file://d/*.md", "targets": [*tea, "d/b.md"]}]
    shared = [(each["from"], each["to"], each["manner"]) for each in told["edges"] if each["kind"] == "pattern"]
    assert shared == [("a.md", "file://d/*.md", "kept"), ("d/b.md", "file://d/*.md", "inlined")]
    assert len(told["edges"]) == 2 + 10 + 1
    assert set(told["nodes"]) == {*tea, "a.md", "d/b.md", "c.md"}
    chart = dpmlc("graph", root).out
    assert (chart.count('p0(["file://d/*.md"])'), chart.count("  p0 --- n"), chart.count("> p0\n")) == (1, 26, 2)
    drawn = dpmlc("graph", "--format", "dot", root).out
    assert '"a.md" -> "file://d/*.md" [style=dashed];' in drawn
    assert '"file://d/*.md" -> "d/07.md" [arrowhead=none];' in drawn


def test_glob_says_why_a_near_miss_is_none(dpmlc: Dpmlc, place: Place) -> None:
    root = place({**GARDEN, ".gitignore": "*.tmp.csv\n", "data/x.tmp.csv": "", "data/.h.csv": "", "data/Y.CSV": ""})
    done = dpmlc("glob", "data/*.csv", "--package", root)
    assert done.out.splitlines()[0] == "data/prices.csv"
    assert "not data/x.tmp.csv: listed in `.gitignore`\n" in done.out
    assert "not data/.h.csv: " in done.out
    assert "not data/Y.CSV: it differs by upper and lower case\n" in done.out
    found = shaped(dpmlc("glob", "data/*.csv", "--package", root, "--format", "json").out, "glob")
    assert found["matches"] == ["data/prices.csv"]
    assert dpmlc("build", root).status == 0
    everywhere = dpmlc("glob", "**/*.md", "--package", root).out
    count = len([each for each in (root / "dist").rglob("*.md") if each.is_file()])
    assert everywhere.count("dist/") == 1
    assert f"not dist/ ({count} files): it is the output or cache folder\n" in everywhere
    nothing = dpmlc("glob", "data/*.zip", "--package", root)
    assert (nothing.status, nothing.out, nothing.err) == (0, "", "no file matches `data/*.zip`\n")


def test_explain_a_code_the_limits_and_a_line(dpmlc: Dpmlc, place: Place) -> None:
    assert dpmlc("explain", "not-utf-8").out.startswith("not-utf-8\n\nA document is UTF-8 text.\n")
    assert "depth " in dpmlc("explain", "limits").out
    unknown = dpmlc("explain", "not-utf8")
    assert unknown.status == 2
    assert "did you mean `not-utf-8`" in unknown.err
    root = place(GARDEN)
    dpmlc("build", root)
    prompt = root / "dist/bundles/gardener/prompt.md"
    line = prompt.read_text("utf-8").splitlines().index("        春播秋收") + 1
    told = dpmlc("explain", f"{prompt}:{line}").out
    assert told.startswith("line role/seasons.thought.md:3\n")
    assert "by the reference at role/gardener.role.md:5:5" in told
    assert dpmlc("explain", f"{prompt}:9999").status == 2
    assert dpmlc("explain", prompt).err.endswith(f"help: name a line of it, too: `dpmlc explain {prompt}:1`\n")
    assert dpmlc("explain", f"{root / 'nothing.md'}:1").status == 2


def test_the_result_is_the_same_from_anywhere(dpmlc: Dpmlc, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    root = place({**BROKEN, "dpml.toml": ""})
    results = []
    for folder, arguments in ((root, ()), (root / "role", ()), (root.parent, ("package",)), (root, (".",))):
        monkeypatch.chdir(folder)
        results.append(dpmlc("check", "--format", "json", *arguments).out)
    assert len(set(results)) == 1


def test_a_promptx_folder_marks_a_root(dpmlc: Dpmlc, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    root = place({".promptx/role/a.role.md": ROLE, "deep/er/x.md": ""})
    monkeypatch.chdir(root / "deep/er")
    assert dpmlc("check").err.startswith("2 documents")


def test_dependencies_are_read_and_leave_the_inventory(dpmlc: Dpmlc, place: Place) -> None:
    root = place({
        "dpml.toml": '[dependencies]\nherbs = "vendor/herbs"\n',
        "a.role.md": '<role id="a"><personality>\n@!package://herbs/mint.md\n</personality></role>\n',
        "vendor/herbs/mint.md": "Mint grows anywhere.\n",
    })  # fmt: skip
    assert "Mint grows" in dpmlc("bundle", "a", root).out
    assert dpmlc("check", root).err.startswith("1 document,")


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({}, True),
        ({"notes.txt": "x\n", ".hidden.md": "x\n"}, True),
        ({"tea.md": "x\n"}, False),
        ({"角色/茶.dpml": "x\n"}, False),
        ({"stock.tool.py": "class Stock:\n    pass\n"}, False),
    ],
)
def test_a_folder_without_documents_passes_no_gate(
    dpmlc: Dpmlc, place: Place, files: dict[str, str | bytes], found: bool
) -> None:
    root = place(files)
    assert ("warning[no-documents]: the package holds no documents\n" in dpmlc("check", root).out) is found
    built = dpmlc("build", "--strict", root)
    assert ("error[no-documents]" in built.err, (root / "dist").exists()) == (found, False) or not found
