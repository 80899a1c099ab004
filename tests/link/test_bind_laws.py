"""Laws of binding and loading: nothing an author can write raises, and cost grows with the text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packages import package

from dpmlc.link.bind import bind_all, thinned
from dpmlc.link.bound import Outcome
from dpmlc.link.load import load
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions, PackageNames

FILES: dict[str, str | bytes] = {
    "docs/a.md": "# A\n\n<role>\n## x\n```\n# y\n```\n</role>\n",
    "docs/b c.txt": "1\n2\n",
    "b.bin": b"\0\xff",
    "creative.thought.md": "<thought>x</thought>",
    "package://lib/l.md": "x",
    "unit.resource.md": (
        '<resource protocol="herb">\n<registry>\n| id | path |\n|---|---|\n| a | @herb://b |\n| b | @herb://a |\n'
        "| c | @?file://docs/a.md?section=x |\n| d* | @file://docs/*.md |\n</registry>\n</resource>\n"
    ),
}
WORDS = """
@ @! @? file herb thought role project package http memory tool x : :// / ./ ../ docs a.md b%20c.txt *.md ** {a,b} [a]
% %2e ~ C: " ? & = line section format encoding 1 1-2 0 9 utf-16 html json lib creative a b c d1 。 说明 \\ | < >
"""
PIECES = st.sampled_from([*WORDS.split(), " ", "\n"])
OPTIONS = LinkOptions(packages={"": PackageNames("x", {"a": "docs"}), "lib": PackageNames()}, load="inline")


@settings(deadline=None, max_examples=400)
@given(st.lists(st.lists(PIECES, min_size=1, max_size=8).map("".join), min_size=1, max_size=4))
def test_nothing_raises(parts: list[str]) -> None:
    text = "\n\n".join(f"@!{part}" for part in parts)
    made = package({**FILES, "docs/x.md": text}, OPTIONS)
    bounds = made.bounds("docs/x.md")
    assert len(bounds) == len(made.index.documents["docs/x.md"].references)
    for bound in bounds:
        assert (bound.outcome is Outcome.BROKEN) <= any(each.severity == "error" for each in bound.diagnostics)
        assert bound.outcome is not Outcome.INLINE or bound.targets
        for target in bound.targets if bound.outcome is Outcome.INLINE else ():
            load(target, bound.parameters, bound, made.index, made.options, made.files)


def seconds(count: int, shape: str) -> float:
    """How long binding and loading takes for a text that grows with `count`."""
    many = "\n\n".join(shape.replace("N", str(n)) for n in range(1, count + 1))
    rows = "".join(f"| a{n}-* | @file://b.bin |\n| *-b{n} | @file://b.bin |\n" for n in range(count))
    unit = f'<resource protocol="leaf">\n<registry>\n| id | path |\n|---|---|\n{rows}</registry>\n</resource>\n'
    big = "\n\n".join(f"## h{n}\n\n`x`" for n in range(1, count + 1))
    made = package({**FILES, "x.md": many, "big.md": big, "big.txt": big, "leaf.resource.md": unit})
    scan, memo = made.index.documents["x.md"], Memo()
    started = time.process_time()
    for bound in bind_all(scan, made.index, made.options, made.files, memo=memo):
        for target in bound.targets if bound.outcome is Outcome.INLINE else ():
            load(target, bound.parameters, bound, made.index, made.options, made.files, memo)
    return time.process_time() - started


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    [
        "@!file://docs/a.md",
        "@!file://docs/gone-N.md",
        "@!thought://gone-N",
        "@!gone-N://x",
        "@file://./N/*.md",
        "@!herb://a",
        "@!file://big.md?section=hN",
        "@!file://big.md?section=N",
        "@!file://big.md?section=gone-N",
        "@!file://big.md?line=N-",
        "@!file://big.txt?section=hN",
        "@!file://big.txt?line=N",
        "@?file://big.md?section=hN",
        "@!leaf://aN-x",
        "@!leaf://x-bN",
        "@!leaf://gone-N",
    ],
)
def test_cost_is_linear(shape: str) -> None:
    small = min(seconds(1000, shape) for _ in range(3))
    large = min(seconds(2000, shape) for _ in range(3))
    assert large < 2.5 * small + 0.02


def test_one_hint_a_package() -> None:
    texts = {"x.md": "@file://Gone/docs/a.md and @file://Away/docs/a.md", "y.md": "@file://Gone/docs/a.md"}
    made = package({"docs/a.md": "1", **texts})
    found = tuple(each for path in ("y.md", "x.md") for bound in made.bounds(path) for each in bound.diagnostics)
    assert len(found) == 3
    assert [(each.code, each.span and each.span.path) for each in thinned(found)] == [("package-prefix", "x.md")]
