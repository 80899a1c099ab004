"""Hostile packages: a prompt meets a limit before it costs much, and says at which reference (SPEC 6.5)."""

import pytest
from flattening import flat
from packages import package

from dpmlc.link.flat import Flat
from dpmlc.link.options import LinkOptions
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.limits import Limits

ROLE = "<role>\n{}\n</role>\n"


def check(files: dict[str, str], repeat: str = "inline", **limits: int) -> tuple[Flat, tuple[Diagnostic, ...]]:
    """The role flattened within `limits`, and what was found; past a limit, nothing may have been inlined."""
    options = LinkOptions(repeat=repeat, limits=Limits(**limits))  # type: ignore[arg-type]
    made = flat(files, options=options)
    if made.diagnostics:
        assert (made.text, made.complete) == (files["main.role.md"], False)
    return made, made.diagnostics


def doubling(levels: int, times: int = 2) -> dict[str, str]:
    """Documents that inline the next one `times`; the last is two lines."""
    files = {f"{n}.md": f"# 层 {n}\n" + f"\n@!file://{n + 1}.md\n" * times for n in range(levels)}
    return {**files, f"{levels}.md": "하나\n둘\n", "main.role.md": ROLE.format("@!file://0.md")}


def test_places_are_counted() -> None:
    """The role inlines 1 text, that one 2, these 4, the last 8: together 15."""
    assert check(doubling(3), inlined=15)[1] == ()
    _, (fault,) = check(doubling(3), inlined=14)
    assert (fault.code, fault.message) == (
        "limit", "the number of texts that `main.role.md` inlines, or points to, is more than 14",
    )  # fmt: skip
    assert fault.help == ("where this is meant, raise the limit in `dpml.toml`: `[limits]` `inlined = 28`",)


def test_the_reference_that_goes_past_it_is_marked() -> None:
    files = {"main.role.md": ROLE.format("@!file://a.md\n\n@!file://b.md"), "a.md": "A\nA\n", "b.md": "B\nB\n"}
    _, (fault,) = check(files, inlined=1)
    assert fault.span is not None
    assert files[fault.span.path][fault.span.start : fault.span.end] == "@!file://b.md"


def test_text_counts_before_it_is_looked_at() -> None:
    """A thousand places of one large text would be a thousand walks over it."""
    files = {"main.role.md": ROLE.format("@!file://a.md\n\n" * 1_000), "a.md": "큰 글\n" * 1_000}
    _, (fault,) = check(files, bundle=100_000)
    assert fault.message == "the text of `main.role.md` with all that it inlines, in bytes, is more than 100000"
    assert fault.span is not None
    assert fault.span.path == "main.role.md"


@pytest.mark.parametrize("repeat", ["once", "inline"])
def test_a_billion_laughs(repeat: str) -> None:
    """Ten to the ninth: with `once` ten texts and pointers, with `inline` past the limit."""
    made, faults = check(doubling(9, 10), repeat)
    assert [each.code for each in faults] == ([] if repeat == "once" else ["limit"])
    assert made.complete == (repeat == "once")


def test_pointers_are_places() -> None:
    """Documents that inline each other by a pattern: each place but a few is a cycle, and was free once."""
    files = {f"e/{n}.md": f"# {n}\n\n@!file://e/*.md\n\n끝\n" for n in range(24)}
    _, faults = check({"main.role.md": ROLE.format("@!file://e/0.md"), **files})
    assert [each.code for each in faults] == ["limit"]


def test_one_pattern_may_match_all_that_it_can() -> None:
    limits = Limits()
    assert limits.inlined >= 2 * limits.glob_matches


def test_a_manual_is_left_out_past_a_limit_too() -> None:
    """`@!tool://` in a line of its own inlines the tool's manual, although the reference is kept."""
    contents = {
        "t.manual.md": "<manual>\n先调零\n</manual>\n",
        "t.tool.js": "module.exports = {}\n",
        "main.role.md": ROLE.format("@!tool://t\n\n@!file://a.md\n\n@!file://b.md"),
        "a.md": "A\nA\n", "b.md": "B\nB\n",
    }  # fmt: skip
    assert package(contents).bounds("main.role.md")[0].manifest == "tool"
    _, (fault,) = check(contents, inlined=2)
    assert fault.code == "limit"


def test_a_manual_is_left_out_where_indentation_is_too_much() -> None:
    """Text in a list stands deeper than in its file, which is known only when all is put together."""
    contents = {
        "t.manual.md": "<manual>\n先调零\n</manual>\n",
        "t.tool.js": "module.exports = {}\n",
        "main.role.md": ROLE.format("@!tool://t\n\n- 一\n  - 二\n    - 三\n\n      @!file://a.md"),
        "a.md": "A\n" * 500,
    }
    _, (fault,) = check(contents, bundle=2_000)
    assert fault.message == "the text of `main.role.md` with all that it inlines, in bytes, is more than 2000"
