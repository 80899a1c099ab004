"""Searching: what people expect to stand first, and the same results as a slow and plain search."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workspaces import paths_in_order, workspace

from dpmlc.fileref.file_index import FileIndex, changed, differences, file_index, renewed
from dpmlc.fileref.messages import Filters
from dpmlc.fileref.once import of_interest
from dpmlc.fileref.search import Trail, Wanted, search
from dpmlc.fileref.segment import File


def check(query: str, paths: list[str], expected: list[str]) -> None:
    """Files with the same time, so that only the match decides."""
    found = search(file_index([File(path) for path in paths]), Wanted(query, most=50))
    assert [hit.file.path for hit in found.hits] == expected
    assert found.total == len(expected)


ORDERS = [
    ("a name before a folder", "auth", ["auth/index.ts", "src/auth.ts"], ["src/auth.ts", "auth/index.ts"]),
    ("the whole name first", "user", ["user-view.ts", "user.ts", "users.ts"], ["user.ts", "users.ts", "user-view.ts"]),
    ("a beginning before a word", "rol", ["a-role.md", "role-a.md"], ["role-a.md", "a-role.md"]),
    ("a word before its middle", "ole", ["role.md", "my-ole.md"], ["my-ole.md", "role.md"]),
    ("a run before scattered letters", "tok", ["t-o-k.md", "tok.md", "token.md"], ["tok.md", "token.md", "t-o-k.md"]),
    ("humps of camelCase", "uc", ["luck.ts", "UserController.ts"], ["UserController.ts", "luck.ts"]),
    ("humps after a run of capitals", "hs", ["HTTPServer.ts", "ohs.ts"], ["HTTPServer.ts", "ohs.ts"]),
    ("words of snake_case", "usco", ["user_sub_controller.ts"], ["user_sub_controller.ts"]),
    ("letters in order only", "ba", ["ab.md"], []),
    ("case is nothing", "README", ["readme.md", "ReadMe.MD"], ["ReadMe.MD", "readme.md"]),
    ("a path", "src/au", ["src/auth.ts", "src/x/au.ts", "lib/au.ts"], ["src/auth.ts", "src/x/au.ts"]),
    ("a whole path first", "src/a.md", ["lib/src/a.md", "src/a.md"], ["src/a.md", "lib/src/a.md"]),
    ("from the root", "./src/a", ["src/a.md"], ["src/a.md"]),
    ("a path of Windows", "src\\a", ["src/a.md"], ["src/a.md"]),
    ("terms in any order", "ts auth", ["auth.ts", "auth.py"], ["auth.ts"]),
    ("Korean", "한글", ["문서/한글.md", "글한.md"], ["문서/한글.md"]),
    ("first consonants", "ㅎㄱㅁㅅ", ["한글문서.md", "한글.md"], ["한글문서.md"]),
    ("first consonants that a keyboard joins", "ㄳ", ["가수.md", "각.md"], ["가수.md"]),
    ("a first consonant is not a last one", "ㄴ", ["한.md", "나.md"], ["나.md"]),
    ("a syllable half typed", "하", ["한글.md", "호박.md", "하나.md"], ["하나.md", "한글.md"]),
    ("a consonant on its way to the next syllable", "한", ["하나.md", "한.md", "학.md"], ["한.md", "하나.md"]),
    ("a double consonant on its way", "닭", ["달걀.md", "닭.md"], ["닭.md", "달걀.md"]),
    ("a double vowel half typed", "고", ["과자.md", "가지.md"], ["과자.md"]),
    ("Chinese", "角色", ["角色.md", "我的角色.md", "色角.md"], ["角色.md", "我的角色.md"]),
    ("full width", "ａｂ", ["ab.md"], ["ab.md"]),
    ("accents", "resume", ["Résumé.md"], ["Résumé.md"]),
    ("typed accents", "é", ["e.md"], ["e.md"]),
    ("no such file", "zzz", ["a.md"], []),
    ("NUL is in no name", "\0", ["a.md"], []),
    ("a lone surrogate is in no name", "\ud800", ["a.md"], []),
    ("a slash alone", "/", ["a.md", "b/a.md"], ["b/a.md"]),
]  # fmt: skip


@pytest.mark.parametrize(("query", "paths", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ORDERS])
def test_order(query: str, paths: list[str], expected: list[str]) -> None:
    check(query, paths, expected)


def test_composed_and_decomposed_names_are_one() -> None:
    names = ["한글문서.md", unicodedata.normalize("NFD", "한글문서2.md")]
    for form in ("NFC", "NFD"):
        check(unicodedata.normalize(form, "한글"), names, names)
        check(unicodedata.normalize(form, "글문"), names, names)


RANGES = [
    ("aut", "src/auth.ts", [(0, 3)]),
    ("uc", "a/UserController.ts", [(0, 1), (4, 5)]),
    ("src/a", "src/auth.ts", [(0, 1)]),
    ("한글", "한글문서.md", [(0, 2)]),
    ("ㅎㄱ", "a/한글.md", [(0, 2)]),
    ("ㄱ", unicodedata.normalize("NFD", "한글.md"), [(3, 6)]),
    ("sr", "sr/x.md", []),
    ("md x", "x.md", [(0, 1), (2, 4)]),
    ("b", "😀b.md", [(1, 2)]),
    ("ss", "ß.md", [(0, 1)]),
]


@pytest.mark.parametrize(("query", "path", "expected"), RANGES)
def test_ranges_are_places_in_the_name(query: str, path: str, expected: list[tuple[int, int]]) -> None:
    hit = search(file_index([File(path)]), Wanted(query)).hits[0]
    assert list(hit.ranges) == expected


def test_nothing_typed_gives_the_newest() -> None:
    files = [File("a.md", 1, 5), File("b.md", 1, 9), File("c.md", 1, 7)]
    found = search(file_index(files), Wanted("  ", most=2))
    assert [(hit.file.path, hit.score, hit.ranges) for hit in found.hits] == [("b.md", None, ()), ("c.md", None, ())]
    assert found.total == 3


def test_new_files_stand_before_others_of_the_same_match() -> None:
    pages = [File(f"page{number}.md", 1, number) for number in range(9)]
    others = [File(f"{number}.md", 1, 100 + number) for number in range(60)]
    found = search(file_index([*pages, *others, File("page-new-and-long.md", 1, 999)]), Wanted("page", most=1))
    assert found.hits[0].file.path == "page-new-and-long.md"


FILES = ["a.ts", "b/a.TS", "b/c.role.md", "b/c.md", "node_modules/x/a.ts", "../out/a.ts", "deep/b/a.ts", ".env"]
FILTERED = [
    (Wanted(""), {"a.ts", "b/a.TS", "b/c.role.md", "b/c.md", "node_modules/x/a.ts", "deep/b/a.ts", ".env"}),
    (Wanted("", "global"), set(FILES)),
    (Wanted("", "project", project="b"), {"b/a.TS", "b/c.role.md", "b/c.md"}),
    (Wanted("", "project"), {"a.ts", "b/a.TS", "b/c.role.md", "b/c.md", "node_modules/x/a.ts", "deep/b/a.ts", ".env"}),
    (Wanted("", filters=Filters((".ts",))), {"a.ts", "b/a.TS", "node_modules/x/a.ts", "deep/b/a.ts"}),
    (Wanted("c", filters=Filters(("TS", ".role.md"))), {"b/c.role.md"}),
    (Wanted("", filters=Filters((".md",))), {"b/c.md", "b/c.role.md"}),
    (Wanted("", filters=Filters((), ("node_modules/**", "b/*"))), {"a.ts", "deep/b/a.ts", ".env"}),
    (Wanted("", filters=Filters((), ("**/b/**", "*.ts"))), {"b/a.TS", ".env"} - {"b/a.TS"}),
    (Wanted("", filters=Filters((), ("*.{ts,TS}", ".[a-e]nv"))), {"b/c.role.md", "b/c.md"}),
    (Wanted("", filters=Filters((), ("b",))), {"a.ts", "node_modules/x/a.ts", ".env"}),
    (Wanted("", filters=Filters((), ("b/",))), {"a.ts", "node_modules/x/a.ts", ".env"}),
    (Wanted("", filters=Filters((), ("/a.ts", "?.md", "**"))), set[str]()),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "expected"), FILTERED)
def test_scopes_and_filters(wanted: Wanted, expected: set[str]) -> None:
    found = search(file_index([File(path) for path in FILES]), wanted)
    assert {hit.file.path for hit in found.hits} == expected
    assert found.total == len(expected)


LETTERS = st.text(st.sampled_from([*"user authcd-/.2", "한", "하", "ㅎ", "ㄱ", "글", "角", "T", " "]), max_size=7)


@pytest.mark.slow
@given(LETTERS, st.integers(0, 5))
@settings(max_examples=150)
def test_the_same_as_a_plain_search(query: str, seed: int) -> None:
    files = workspace(60, seed)
    expected = paths_in_order(files, query)
    found = search(file_index(files), Wanted(query, most=50))
    if query.split():
        assert [hit.file.path for hit in found.hits] == expected[:50]
    assert found.total == len(expected)


QUERIES = [
    "u",
    "us",
    "uv",
    "userau",
    "한",
    "한글",
    "ㅎㄱ",
    "ㅁ",
    "角",
    "src/u",
    "v2",
    "a t",
    "role md",
    "tokenview",
    "xq",
    "u u",
]


@pytest.fixture(scope="module")
def thousands() -> FileIndex:
    """So many that whole columns are searched, step by step up."""
    return file_index(workspace(4_000))


@pytest.mark.parametrize("query", QUERIES)
def test_the_same_among_thousands(thousands: FileIndex, query: str) -> None:
    expected = paths_in_order(thousands.files(), query)
    found = search(thousands, Wanted(query, most=20))
    assert [hit.file.path for hit in found.hits] == expected[:20]
    assert found.total == len(expected)
    scores = [hit.score for hit in found.hits if hit.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.slow
@given(LETTERS)
@settings(max_examples=60)
def test_an_index_of_what_is_of_interest_answers_the_same(query: str) -> None:
    files = workspace(400)
    few, every = search(file_index(of_interest(files, query)), Wanted(query)), search(file_index(files), Wanted(query))
    assert (few.hits, few.total) == (every.hits, every.total)


@pytest.mark.slow
@given(st.lists(LETTERS, min_size=1, max_size=6))
@settings(max_examples=60)
def test_a_trail_changes_nothing(queries: list[str]) -> None:
    index, trail = file_index(workspace(300)), None
    for query in [*queries, *("userau"[:end] for end in range(7))]:
        found = search(index, Wanted(query), trail)
        assert found.hits == search(index, Wanted(query)).hits
        trail = found.trail


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("+-~"), st.integers(0, 59)), max_size=12), LETTERS)
@settings(max_examples=100)
def test_a_changed_index_is_as_one_made_anew(changes: list[tuple[str, int]], query: str) -> None:
    files = {file.path: file for file in workspace(60)}
    paths = sorted(files)
    index = file_index(files.values())
    for time, (what, at) in enumerate(changes):
        path = paths[at] if what != "+" else f"새/파일{at}.md"
        if what == "-":
            files.pop(path, None)
            index = changed(index, [path], [])
        else:
            files[path] = File(path, time, 1000 + time)
            index = changed(index, [], [files[path]])
    anew = file_index(files.values())
    for text in (query, ""):
        assert search(index, Wanted(text)).hits == search(anew, Wanted(text)).hits
    assert index.size == len(files)
    assert differences(index, files.values()) == ((), ())
    assert search(renewed(index), Wanted(query)).hits == search(anew, Wanted(query)).hits


def test_a_trail_of_another_index_is_ignored() -> None:
    trail: Trail = search(file_index([File("a.md")]), Wanted("a")).trail
    assert search(file_index([File("ab.md"), File("b.md")]), Wanted("ab"), trail).total == 1
