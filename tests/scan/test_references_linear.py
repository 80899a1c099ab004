"""Cost: no construct makes finding references slower than linear, t(2n) / t(n) < 2.5 (SPEC 6.5)."""

import gc
import time
from collections.abc import Callable

import pytest

from dpmlc.scan.find import find
from dpmlc.scan.parse import parse

Text = Callable[[int], str]

N = 5_000
FLOOR = 0.01
"""Seconds below which a measurement is mostly noise."""

MARKS = "([{*_~./:?&%<>|\"'`文é\u0301。"

CONSTRUCTS: dict[str, Text] = {
    "nested": lambda n: "@a:@a:" * n,
    "nested, a path": lambda n: "@a:" * n + "//x",
    "nested, glued": lambda n: "a@a:" * n + "//x",
    "at signs": lambda n: "@" * n,
    "protocols": lambda n: "@a://" * n,
    "long name": lambda n: "@" + "a" * 10 * n,
    "names": lambda n: "@a-" * n,
    **{f"a path of {each}": lambda n, each=each: "@!a://x" + each * 20 * n for each in MARKS},
    **{f"prose about {each}": lambda n, each=each: f"x{each}x @!a://x{each} " * n for each in MARKS},
    "pairs": lambda n: "@!a://x" + "?a=" * 5 * n,
    "many pairs": lambda n: "@!a://x?a=1" + "&a=1" * n,
    "quoted pairs": lambda n: "@!a://x?a=1" + '&a="1"' * n,
    "remote pairs": lambda n: "@https://x?a=1" + "&a=1" * n,
    "mixed brackets": lambda n: "@!a://x" + "([{" * n + ")" * n,
    "balanced brackets": lambda n: "@!a://x" + "(" * n + ")" * n + ".",
    "punctuation and emphasis": lambda n: "*a @!a://x" + ".*" * n,
    "a long run of emphasis": lambda n: "*a @!a://x" + "*" * 10 * n,
    "emphasis before CJK": lambda n: "*a @!a://x" + "**文" * n,
    "alternating marks": lambda n: "@!a://文" + "*_" * 5 * n,
    "extensions": lambda n: "@!a://文" + ".a" * 5 * n,
    "extensions and CJK": lambda n: "@!a://x/" + "文.1文" * n,
    "CJK and ASCII": lambda n: "@!a://" + "文a" * 5 * n,
    "placeholders": lambda n: "@!a://x" + "{a" * 5 * n,
    "bracket segments": lambda n: "@!a://x" + "/[a" * 5 * n,
    "glued": lambda n: "a@b://" * n,
    "glued paths": lambda n: "a@b://x" * n,
    "bold": lambda n: "**@!a://b**" * n,
    "bold, apart": lambda n: "**@!a://b** " * n,
    "bold CJK": lambda n: "**看@!a://b**和" * n,
    "open emphasis": lambda n: "**x " + "@!a://b** " * n,
    "quoted": lambda n: '@!a://"x y" ' * n,
    "quotes that never close": lambda n: '@!a://"\n' * n,
    "one quote that never closes": lambda n: '@!a://"' + "x" * 10 * n,
    "quotes around candidates": lambda n: '@!a://"@b://x ' * n,
    "full width": lambda n: "＠！a：／／" * n,
    "half full width": lambda n: "@a：//" * n,
    "full-width path": lambda n: "＠！a：／／" + "x" * 10 * n,
    "CJK names, not alone": lambda n: "看@!a://文 " * n,
    "CJK names in cells": lambda n: "| @!a://文 " * n,
    "CJK names in items": lambda n: "- @!a://文\n" * n,
    "CJK names behind comments": lambda n: "<!-- -->@!a://文" * n,
    "lists in lists": lambda n: "-  " * 5 * n + "@!a://文",
    "white space around": lambda n: " " * 10 * n + "@!a://文" + " " * 10 * n,
    "angle brackets": lambda n: "@!a://x<" * n,
    "angle brackets that close": lambda n: "@!a://x<" + "y" * 10 * n + ">z",
    "references in a paragraph": lambda n: "@!a://x.md, " * n,
    "paragraphs": lambda n: "*x @!a://x.md*\n\n" * n,
}  # fmt: skip


def comments(text: str) -> list[tuple[int, int]]:
    """The regions that the constructs above have."""
    if "<!-- -->" not in text:
        return []
    return [(start, start + 8) for start in range(len(text)) if text.startswith("<!-- -->", start)]


def seconds(work: Callable[[], object]) -> float:
    """The least processor time of three runs, garbage collection aside: it comes in steps."""
    times = []
    for _ in range(3):
        gc.collect()
        gc.disable()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
        gc.enable()
    return min(times)


def check(work: Callable[[str], Callable[[], object]], construct: Text) -> None:
    ratios = []
    for _ in range(3):
        ratios.append(seconds(work(construct(2 * N))) / max(seconds(work(construct(N))), FLOOR))
        if ratios[-1] < 2.5:
            return
    raise AssertionError(f"t(2n)/t(n) of three tries: {ratios}")


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_finding_is_linear(name: str) -> None:
    def work(text: str) -> Callable[[], object]:
        regions = comments(text)
        return lambda: find(text, "a.md", regions)

    check(work, CONSTRUCTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_parsing_is_linear(name: str) -> None:
    check(lambda text: lambda: parse(text, "a.md", 0), CONSTRUCTS[name])


@pytest.mark.slow
def test_lists_in_lists_do_not_explode() -> None:
    assert find("-  " * 25 + "x@!a://文", "a.md", ()).references == ()
