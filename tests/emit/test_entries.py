"""Which documents become bundles, and their ids (SPEC 4.1)."""

import gc
import time

import pytest
from emit_cases import index_of

from dpmlc.emit.entries import entries
from dpmlc.emit.options import BundleOptions
from dpmlc.index.index import Index
from dpmlc.text.span import Span

ROLE = "<role>\nx\n</role>\n"


def check(texts: dict[str, str], expected: dict[str, str], codes: tuple[str, ...] = (), *patterns: str) -> list[str]:
    """The entries of `texts` are `expected` (id -> path), the faults have `codes`; their messages are given back."""
    found, faults = entries(index_of(texts), BundleOptions(entries=patterns))
    assert {each.id: each.path for each in found} == expected
    assert [each.id for each in found] == sorted(expected, key=str.encode)
    assert tuple(each.code for each in faults) == codes
    return [each.message for each in faults]


@pytest.mark.parametrize(
    ("paths", "ids"),
    [
        (["role/nuwa/nuwa.role.md"], ["nuwa"]),
        (["x.md"], ["x"]),
        (["x.prompt.md"], ["x"]),
        (["x.markdown.md"], ["x.markdown"]),
        (["v1.2.role.md"], ["v1.2"]),
        (["a/x.role.md", "b/x.role.md"], ["a/x", "b/x"]),
        (["a/x.role.md", "b/x.role.md", "b/y.role.md"], ["a/x", "b/x", "y"]),
        (["c/a/x.md", "d/a/x.md"], ["c/a/x", "d/a/x"]),
        # The shorter path has no part that the longer one does not end with: it is taken whole.
        (["x.md", "a/x.md"], ["x", "a/x"]),
        # A part ends at a slash: `ax` does not end with `x`.
        (["x.md", "ax.md"], ["x", "ax"]),
        (["角色/女娲/女娲.role.md", "角色/伏羲/伏羲.role.md"], ["女娲", "伏羲"]),
    ],
)
def test_ids(paths: list[str], ids: list[str]) -> None:
    check(dict.fromkeys(paths, ROLE), dict(zip(ids, paths, strict=True)))


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("<prompt>\nx\n</prompt>\n", True),
        ("# Title\n\nprose\n\n<role>\nx\n</role>\n\nmore\n", True),
        ("<role id=\"x\" />\n", True),
        ("<guide:role>\nx\n</guide:role>\n", True),
        ("<thought>\nx\n</thought>\n\n<role>\nx\n</role>\n", True),
        ("<thought>\n<role>\nx\n</role>\n</thought>\n", False),
        ("```\n<role>\nx\n</role>\n```\n", False),
        ("Write a <role> tag.\n", False),
        ("no tag\n", False),
    ],
)  # fmt: skip
def test_roots(text: str, chosen: bool) -> None:
    check({"x.md": text}, {"x": "x.md"} if chosen else {})


@pytest.mark.parametrize(
    ("patterns", "ids"),
    [
        ((), {"r"}),
        (("guides/*.md",), {"r", "a", "b"}),
        (("guides/*.md", "!guides/a.md"), {"r", "b"}),
        (("!**/*.role.md",), set()),
        (("**",), {"r", "a", "b", "deep"}),
        (("guides/[a].md",), {"r", "a"}),
    ],
)
def test_patterns(patterns: tuple[str, ...], ids: set[str]) -> None:
    texts = {"r.role.md": ROLE, "guides/a.md": "x", "guides/b.md": "x", "guides/more/deep.md": "x", "guides/d.csv": "x"}
    found, faults = entries(index_of(texts), BundleOptions(entries=patterns))
    assert {each.id for each in found} == ids
    assert faults == ()


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (("guides/*.md", "!guides/a.md"), []),
        (("guides",), ["guides -> guides/**"]),
        (("guides/",), ["guides/ -> guides/**"]),
        (("./guides/*.md", "/指南/*.md"), ["./guides/*.md -> guides/*.md", "/指南/*.md -> 指南/*.md"]),
        (("指南\\水.md",), ["指南\\水.md -> 指南/水.md"]),
        (("*.csv",), ["*.csv -> "]),
        (("guides/?.md",), ["guides/?.md -> guides/a.md"]),
        (("水.md",), ["水.md -> **/水.md"]),
        (("more",), ["more -> **/more/**"]),
        (("guides/aa.md",), ["guides/aa.md -> guides/a.md"]),
        (("!guides", "!r.role.md"), ["!guides -> !guides/**"]),
        (("x", "x", "!x"), ["x -> ", "!x -> "]),
        (("",), [" -> "]),
        (("!",), ["! -> "]),
        (("[", "x{a,b}"), ["[ -> ", "x{a,b} -> "]),
    ],
)
def test_a_pattern_that_matches_nothing_is_a_hint(patterns: tuple[str, ...], expected: list[str]) -> None:
    texts = dict.fromkeys(("guides/a.md", "guides/b.md", "guides/more/d.md", "指南/水.md", "guides/d.csv"), "x")
    _, faults = entries(index_of({"r.role.md": ROLE, **texts}), BundleOptions(entries=patterns))
    assert {(each.code, str(each.severity)) for each in faults} <= {("unmatched-pattern", "hint")}
    helps = [each.help[0].removeprefix("did you mean `").removesuffix("`?") for each in faults]
    likely = ["" if each.startswith("correct") else each for each in helps]
    assert [f"{each.message.split('`')[3]} -> {like}" for each, like in zip(faults, likely, strict=True)] == expected


def test_the_hint_stands_where_the_pattern_stands() -> None:
    places = {"x": Span("dpml.toml", 5, 8), "!x": Span("dpml.toml", 9, 13), "a/**/b/**/c/**": Span("dpml.toml", 20, 30)}
    options = BundleOptions(entries=("x", "!x", "y", "a/**/b/**/c/**"), places=places)
    _, faults = entries(index_of({"r.role.md": ROLE}), options)
    told = [(each.code, each.span.start if each.span else None) for each in faults]
    assert told == [("limit", 20), ("unmatched-pattern", 5), ("unmatched-pattern", None), ("unmatched-pattern", 9)]


def test_a_document_of_a_dependency_is_no_match() -> None:
    texts = {"package://lib/notes/a.md": "x"}
    check(texts, {}, ("unmatched-pattern",), "notes/**")


def test_of_very_many_only_the_first_get_suggestions() -> None:
    patterns = tuple("guides" + "/" * number for number in range(100))
    _, faults = entries(index_of({"guides/a.md": "x"}), BundleOptions(entries=patterns))
    assert ["did you mean `guides/**`?" in each.help for each in faults] == [True] * 20 + [False] * 80


def test_dependencies_are_no_entries() -> None:
    check({"package://lib/role/a.role.md": ROLE, "a.md": "x"}, {"a": "a.md"}, (), "**")


def test_a_pattern_past_the_limits() -> None:
    messages = check({"a.md": "x"}, {}, ("limit",), "**/**/**/**")
    assert "`**/**/**/**`" in messages[0]


class TestOneFolder:
    @pytest.mark.parametrize(
        ("first", "second", "first_id"),
        [
            ("role/Nuwa.role.md", "role/nuwa.role.md", "Nuwa"),
            ("a/ｘ.role.md", "b/x.role.md", "ｘ"),
            ("a/e\u0301.role.md", "b/\u00e9.role.md", "e\u0301"),
            ("a/straße.role.md", "b/STRASSE.role.md", "straße"),
        ],
    )
    def test_ids_that_are_equal_on_some_system(self, first: str, second: str, first_id: str) -> None:
        by_path = sorted((first, second), key=str.encode)
        found, faults = entries(index_of({first: ROLE, second: ROLE}), BundleOptions())
        assert [each.path for each in found] == by_path[:1]
        (fault,) = faults
        assert fault.code == "duplicate-bundle-id"
        assert fault.span is not None
        assert [fault.span.path, fault.labels[0].span.path] == by_path[::-1]
        assert first_id in fault.message

    def test_two_suffixes_of_one_name(self) -> None:
        messages = check(
            {"a/x.prompt.md": ROLE, "a/x.role.md": ROLE}, {"a/x": "a/x.prompt.md"}, ("duplicate-bundle-id",)
        )
        assert messages == ["bundle id `a/x` is taken"]

    def test_a_folder_that_another_bundle_writes(self) -> None:
        texts = {"a.md": ROLE, "a/resources.md": ROLE, "b/resources.md": ROLE}
        check(texts, {"a": "a.md", "b/resources": "b/resources.md"}, ("overlapping-bundle-ids",))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("aux.role.md", "`aux` is the name of a device on Windows"),
        ("CON.role.md", "`CON` is the name of a device"),
        ("com1.v2.role.md", "`com1.v2` is the name of a device"),
        ("ｎｕｌ.role.md", "`nul` is the name of a device"),
        ("lpt9.role.md", "is the name of a device"),
        ("a..role.md", "`a.` ends with a dot"),
        ("a .role.md", "`a ` ends with a space"),
        ("a:b.role.md", "`a:b` holds ':'"),
        ("a\tb.role.md", r"holds '\t'"),
        ("长" * 80 + ".role.md", "more than 200 bytes"),
    ],
)
def test_names_that_some_system_reserves(path: str, words: str) -> None:
    messages = check({path: ROLE}, {}, ("reserved-bundle-id",))
    assert words in messages[0]


@pytest.mark.parametrize("path", ["console.md", "com10.md", "auxiliary.md", "a.con.md", "con-x.md", "lpt.md"])
def test_names_that_only_look_reserved(path: str) -> None:
    check({path: ROLE}, {path[:-3]: path})


@pytest.mark.slow
def test_cost_is_linear_where_ids_differ_in_their_first_segment() -> None:
    def prepared(count: int) -> Index:
        return index_of({f"{number}/" + "d/" * 20 + "x.role.md": ROLE for number in range(count)})

    def seconds(index: Index) -> float:
        gc.collect()
        start = time.process_time()
        found, faults = entries(index, BundleOptions())
        assert (len(found), faults) == (len(index.documents), ())
        return time.process_time() - start

    small, large = prepared(2_000), prepared(8_000)
    gc.disable()
    try:
        pairs = [(seconds(large), seconds(small)) for _ in range(5)]
    finally:
        gc.enable()
    # Twice the input may take 2.5 times as long, so four times 6.25 times.
    assert min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs) < 6.25
