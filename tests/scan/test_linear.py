"""Cost: no construct makes scanning slower than linear, t(2n) / t(n) < 2.5 (SPEC 6.5)."""

import gc
import time
from collections.abc import Callable

import pytest
from scanning import scanned

Text = Callable[[int], str]

N = 4_000
FLOOR = 0.01
"""Seconds below which a measurement is mostly noise."""


def growing(unit: str) -> Text:
    """Runs of `unit` that get longer, so that none closes another."""
    return lambda n: "".join(unit * (length + 3) + "a\n" for length in range(int((2 * n) ** 0.5)))


CONSTRUCTS: dict[str, Text] = {
    "tags": lambda n: "<a1>" * n,
    "tags on lines": lambda n: "<a1>\n" * n,
    "tags, each its name": lambda n: "".join(f"<a{i}>" for i in range(n)),
    "nested tags": lambda n: "<a1>" * n + "</a1>" * n,
    "nested tags on lines": lambda n: "<a1>\n" * n + "</a1>\n" * n,
    "self-closing tags": lambda n: "<a1/>" * n,
    "siblings": lambda n: "<a1>x</a1>" * n,
    "siblings on lines": lambda n: "<a1>x</a1>\n" * n,
    "closing tags": lambda n: "</a1>" * n,
    "closing tags on lines": lambda n: "</a1>\n" * n,
    "misspelt closing tags": lambda n: "<abc>\n" * n + "</abd>\n" * n,
    "crossed tags": lambda n: "<a1>\n<b1>\n</a1>\n</b1>\n" * n,
    "weak tags": lambda n: "x <a1> y" * n,
    "edge tags": lambda n: "<a1> y\n" * n + "x </a1>\n" * n,
    "tags over lines": lambda n: '<a1\nb="c">\n' * n,
    "tags without end": lambda n: "<a1\n" * n,
    "tags behind much white space": lambda n: " " * n + "<a1>\n" + " " * n + "<b1>" * n,
    "tags in backticks": lambda n: "<a1>\n" * n + "`</a1>`\n" * n,
    "HTML": lambda n: "<div>\n" * n + "</div>\n" * n,
    "HTML on one line": lambda n: "<br>" * n,
    "long attribute": lambda n: '<a1 b="' + "x" * 20 * n + '"/>',
    "many attributes": lambda n: "<a1 " + " ".join(f'b{i}="1"' for i in range(n)) + "/>",
    "one attribute many times": lambda n: "<a1" + ' b="1"' * n + "/>",
    "attributes without quotes": lambda n: "<a1" + " b=1" * n + "/>",
    "attributes without end": lambda n: "<a1" + ' b="1"' * n,
    "attributes without value": lambda n: "<a1" + " b" * n,
    "<": lambda n: "<" * n,
    "</": lambda n: "</" * n,
    "<a": lambda n: "<a" * n,
    "<a and a space": lambda n: "<a " * n,
    "<a:": lambda n: "<a:" * n,
    "<a:b": lambda n: "<a:b " * n,
    "open values": lambda n: '<a b="' * n,
    "open values, single": lambda n: "<a b='" * n,
    "open values in values": lambda n: '<a b=" <a b=" c="' * n,
    "both quotes": lambda n: '<a b="\' <a b=\'" c="' * n,
    "attribute names": lambda n: "<a b=" * n,
    "long name": lambda n: "<" + "a" * n + ">\n",
    "comments that never end": lambda n: "<!--" * n,
    "comments": lambda n: "<!-- -->" * n,
    "comments over lines": lambda n: "<!--\n-->\n" * n,
    "comments in quotes": lambda n: "> <!-- -->" * n + "```\n",
    "fences in comments": lambda n: "<!--\n```\n-->\n" * n,
    "nested fences in comments": lambda n: "<!--\n```a\n-->\n" * n,
    "fences that end behind all comments": lambda n: "<!--\n````a\n-->\n" * n + "````",
    "fences": lambda n: "```\n" * (2 * n + 1),
    "fences that nest": lambda n: "```a\n" * n + "```\n" * n,
    "fences that do not close": lambda n: "```a\n" * n,
    "fences, one closes": lambda n: "```a\n" * n + "```\n",
    "fences, two in three close": lambda n: "```a\n```b\n```\n" * n,
    "fences, deeper inside": lambda n: "```\n   ```\n" * n,
    "longer fences": lambda n: "````a\n" * n,
    "growing fences": growing("`"),
    "fences in a line": lambda n: "``` " * n,
    "fences in a quote": lambda n: "> ```a\n" * n,
    "fences in quotes": lambda n: "> ```a\n\n" * n,
    "tildes": lambda n: "~~~\n" * (2 * n + 1),
    "tildes that do not close": lambda n: "~~~a\n" * n,
    "growing tildes": growing("~"),
    "tildes in a line": lambda n: "~~~ " * n,
    "quotes": lambda n: "> " * n,
    "quotes and a fence": lambda n: "> " * n + "```\n" + "> " * n,
    "quotes and many runs": lambda n: "> " * 300 + "``` " * n,
    "lists": lambda n: "- " * n + "```",
    "backticks": lambda n: "`" * n,
    "runs of two lengths": lambda n: "`` ` " * n,
    "runs of many lengths": lambda n: "".join("`" * (i % 300 + 1) + " " for i in range(n // 20)),
    "runs on lines": lambda n: "`\n" * n,
    "runs in paragraphs": lambda n: "`\n\n" * n,
    "runs in headings": lambda n: "# `\n" * n,
    "runs in cells": lambda n: "a|b\n-|-\n" + "`|" * n,
    "runs in tables": lambda n: "a|b\n-|-\n" + "`|`\n" * n,
    "tables": lambda n: "a|`b\n-|-\n" * n,
    "runs and HTML": lambda n: "`\n" + "<br>\n" * n,
    "escapes": lambda n: "\\`" * n,
    "backslashes": lambda n: "\\" * n,
    "brackets": lambda n: "[" * n,
    "colons": lambda n: "a:b" * n,
    "white space": lambda n: " " * n,
    "lines": lambda n: "\n" * n,
    "front matter": lambda n: "---\n" + "a: b\n" * n + "---\n",
    "deep front matter": lambda n: "---\na: " + "[" * n + "\n---\n",
    "front matter without end": lambda n: "---\n" + "a: b\n" * n,
    "references": lambda n: "@!file://a.md " * n,
    "nested references": lambda n: "@a:" * n,
    "at signs": lambda n: "@" * n,
    "references in tags": lambda n: '<reference protocol="thought" resource="a"/>\n' * n,
    "CJK": lambda n: "请看@file://资料，然后<计划>" * n,
}


def seconds(text: str) -> float:
    """The least processor time of three scans, garbage collection aside: it comes in steps."""
    times = []
    for _ in range(3):
        gc.collect()
        gc.disable()
        start = time.process_time()
        scanned(text)
        times.append(time.process_time() - start)
        gc.enable()
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_cost_is_linear(name: str) -> None:
    text = CONSTRUCTS[name]
    ratios = []
    for _ in range(3):
        ratios.append(seconds(text(2 * N)) / max(seconds(text(N)), FLOOR))
        if ratios[-1] < 2.5:
            return
    raise AssertionError(f"t(2n)/t(n) of three tries: {ratios}")
