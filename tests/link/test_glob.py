"""Patterns over the inventory (SPEC 3.7): pattern in, paths out; wcmatch's own matching is the oracle."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packages import package, words
from wcmatch import glob

from dpmlc.link.globs import PatternLimit, matches
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.text.files import MemoryFiles
from dpmlc.text.limits import Limits

PATHS = (
    "README.md", "a(b).md", "a[1].md", "docs/a.md", "docs/b.txt", "docs/c d.md", "docs/deep/x.md", "docs/deep/y.js",
    "src/main.js", "src/main.ts", "src/!x.js", "src/what?.js", ".promptx/role/r.md", "资料/说明.md", "资料/b.md",
    "docs.md",
)  # fmt: skip


def check(pattern: str) -> list[str]:
    files = MemoryFiles(dict.fromkeys(PATHS, "x"))
    found = matches(pattern, "", files, Memo(), Limits())
    assert not isinstance(found, PatternLimit)
    return list(found)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("docs/*.md", ["docs/a.md", "docs/c d.md"]),
        ("docs/**", ["docs/a.md", "docs/b.txt", "docs/c d.md", "docs/deep/x.md", "docs/deep/y.js"]),
        ("docs/**/*.md", ["docs/a.md", "docs/c d.md", "docs/deep/x.md"]),
        ("**/*.js", ["docs/deep/y.js", "src/!x.js", "src/main.js", "src/what?.js"]),
        ("src/*.{js,ts}", ["src/!x.js", "src/main.js", "src/main.ts", "src/what?.js"]),
        ("{docs,src}/[am]*", ["docs/a.md", "src/main.js", "src/main.ts"]),
        ("资料/*.md", ["资料/b.md", "资料/说明.md"]),
        ("*.md", ["README.md", "a(b).md", "a[1].md", "docs.md"]),
        ("**/r.md", [".promptx/role/r.md"]),
        # no wildcards
        ("src/what?.*", ["src/what?.js"]),
        ("src/[!x].js", []),
        ("src/!*.js", ["src/!x.js"]),
        ("a(b).*", ["a(b).md"]),
        ("a%5B1%5D.*", ["a[1].md"]),
        ("docs/c%20*.md", ["docs/c d.md"]),
        ("DOCS/*.md", []),
        ("docs/*", ["docs/a.md", "docs/b.txt", "docs/c d.md"]),
        ("../*", []),
        ("/*.md", []),
    ],
)
def test_patterns(pattern: str, expected: list[str]) -> None:
    assert check(pattern) == expected


@given(st.text("ab/*[]{},-.(!?^\\", min_size=1, max_size=12), st.lists(st.text("ab/.-![", min_size=1, max_size=8)))
def test_like_wcmatch_without_the_wildcards_that_are_none(pattern: str, paths: list[str]) -> None:
    usable = {path: "x" for path in paths if not path.startswith("/") and path not in {".", ".."}}
    found = matches(pattern, "", MemoryFiles(usable), Memo(), Limits(glob_stars=99, glob_braces=99))
    escaped = "".join("\\" + each if each in "?!()|\\" else each for each in pattern)
    flags = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX | glob.DOTGLOB
    assert found == tuple(sorted(path for path in usable if glob.globmatch(path, escaped, flags=flags)))


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("a" * 1025 + "*", "glob"),
        ("**/a/**/b/**", "glob_stars"),
        ("{a,b}" * 9, "glob_braces"),
        ("{a,b,c,d,e,f,g}" * 6, "glob_braces"),
        ("{1..100000000}", "glob_braces"),
    ],
)
def test_limits(pattern: str, key: str) -> None:
    found = matches(pattern, "", MemoryFiles({}), Memo(), Limits())
    assert isinstance(found, PatternLimit)
    assert found.key == key


def test_a_limit_is_an_error_with_its_key() -> None:
    limited = LinkOptions(limits=Limits(glob_matches=1))
    bound = package({"a.md": "@file://*.txt", "1.txt": "", "2.txt": ""}, limited).bound("a.md")
    assert words(bound) == ["limit"]
    assert "`glob_matches = 2`" in bound.diagnostics[0].help[0]


@pytest.mark.parametrize("pattern", ["*a" * 500 + "b", "*[ab]" * 200 + "c", "**/a/" + "*a" * 100 + "/**/b"])
def test_no_pattern_hangs(pattern: str) -> None:
    files = MemoryFiles({"a/" * 50 + "a" * 255: "x", "a" * 255: "x"})
    started = time.perf_counter()
    matches(pattern, "", files, Memo(), Limits())
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@!file://docs/*.md", "inline [docs/a.md docs/b.md]"),
        ("@?file://./*.md", "keep [docs/a.md docs/b.md]"),
        ("@file://docs/*.csv", "keep [] (warning no-match)"),
        ("@!file://docs/*.csv", "broken [] (no-match)"),
        ("@!file://docs/x.*", "broken [] (no-match)"),
        ("@!file://docs/[1].txt", "inline [docs/[1].txt]"),
        ('@!file://"docs/*.md"', 'broken [docs/*.md] (not-found)'),
        ("@!project://docs/[ab].md", "inline [docs/a.md docs/b.md]"),
        ("@!file://docs/*.md?line=1", "inline [docs/a.md docs/b.md]"),
        ("@!file://secret*", "broken [] (no-match)"),
    ],
)
def test_references_with_patterns(text: str, expected: str) -> None:
    contents = {"docs/a.md": "1", "docs/b.md": "2", "docs/[1].txt": "3", "docs/1.txt": "4", "secret": "5"}
    bound = package({**contents, "docs/x.md": text}, left_out=("secret",)).bound("docs/x.md")
    targets = " ".join(each.location for each in bound.targets)
    found = f" ({', '.join(words(bound))})" if bound.diagnostics else ""
    assert f"{bound.outcome} [{targets}]{found}" == expected.replace("docs/b.md]", "docs/b.md]")


def test_what_a_row_matches_leaves_out_the_document_that_refers_to_the_row() -> None:
    rows = "| id | path |\n|---|---|\n| x | @file://d/*.md |\n"
    row = f'<resource protocol="all">\n<registry>\n{rows}</registry>\n</resource>'
    made = package({"all.md": row, "d/a.md": "@!all://x", "d/b.md": "@!all://x", "c.md": "@!all://x"})
    found = {path: [each.location for each in made.bound(path).targets] for path in ("c.md", "d/a.md", "d/b.md")}
    assert found == {"c.md": ["d/a.md", "d/b.md"], "d/a.md": ["d/b.md"], "d/b.md": ["d/a.md"]}
    alone = package({"all.md": row, "d/a.md": "@!all://x"}).bound("d/a.md")
    assert words(alone) == ["no-match"]
    assert alone.diagnostics[0].help == ("the document itself never matches",)


def test_each_document_is_left_out_of_its_own_match() -> None:
    made = package({"a.md": "@!file://*.md", "b.md": "@!file://*.md"})
    assert [each.location for each in made.bound("a.md").targets] == ["b.md"]
    assert [each.location for each in made.bound("b.md").targets] == ["a.md"]
