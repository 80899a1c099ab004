"""Laws of splicing over made packages: provenance, balance, nothing left to inline, compiling twice is compiling once.

The packages reach every shape that splicing has; the last test fails if one of them never occurs.
"""

from collections import Counter

from flattening import flat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from packages import package

from dpmlc.link.flat import Kept, Open, Piece
from dpmlc.link.options import LinkOptions
from dpmlc.link.order import cycles
from dpmlc.scan.scan import scan
from dpmlc.scan.tree import elements
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

SEEN: Counter[str] = Counter()

TARGETS = (
    "@!thought://a", "@!thought://b", "@!knowledge://k", "@!knowledge://line", "@thought://b", "@?file://data.csv",
    "@!file://data.csv", "@!file://data.csv?line=2", "@!file://g/*.md", "@!file://k.knowledge.md?section=二",
    "@!thinking:@file://g/1.md", "@!thinking:@!file://g/*.md", "@!file://evil.txt", "@!knowledge://none",
    "@file://./g/1.md", "@memory://x/y?confidence=0.5", "@!file://empty.md", "@!thought://two", "@!all://g",
)  # fmt: skip
PLACES = {
    "alone": "{}",
    "deep": "    {}",
    "sentence": "先看 {} 再说 and more.",
    "list": "- one\n  - see {}\n- two",
    "item": "1. {}\n2. x",
    "quote": "> 引 {}\n> rest",
    "heading": "## 看 {}",
    "table": "| a | b |\n|---|---|\n| {} | 2 |",
    "element": "<rule>{}</rule>",
    "inside": "<rule>见 {} 吧</rule>",
    "link": "[text]({})",
    "bold": "**必读 {}**",
    "code": "`{}`",
    "fence": "```text\n{}\n```",
    "comment": "a <!-- {} --> b",
    "wrapped": "<plan>\n\n  {}\n  尾\n</plan>",
    "lazy line": "- a\ncontinued {}",
}
FILLERS = (
    "text",
    "",
    "# Title 题",
    "- x\n- y",
    "<!-- gone -->",
    "```xml\n```json\n1\n```\n```",
    "<plan>\nx\n`</plan>`",
    "  ",
    "---",
)



def placed(each: tuple[str, str]) -> tuple[str, str]:
    place, target = each
    return place, PLACES[place].format(target)


lines = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(sorted(PLACES)), st.sampled_from(TARGETS)).map(placed),
        st.sampled_from(FILLERS).map(lambda each: ("filler", each)),
    ),
    max_size=7,
)  # fmt: skip


def document(root: str | None, parts: list[tuple[str, str]]) -> str:
    SEEN.update(place for place, _ in parts)
    body = "\n".join(text for _, text in parts)
    return f"<{root}>\n{body}\n</{root}>\n" if root else body + "\n"


@st.composite
def contents(draw: st.DrawFn) -> dict[str, str]:
    """A package with a cycle now and then, slices, globs, and data that would like to be read."""
    return {
        "main.role.md": draw(st.sampled_from(["", "# 名\n\n"])) + document("role", draw(lines)),
        "a.thought.md": draw(st.sampled_from(["", "Before\n\n"])) + document("thought", draw(lines)),
        "b.thought.md": document("thought", draw(lines)) + draw(st.sampled_from(["", "\nAfter\n"])),
        "k.knowledge.md": document(None, draw(lines)) + "\n# 一\nx\n\n# 二\n" + document(None, draw(lines)),
        "two.thought.md": "<thought>\n1\n</thought>\n<thought>\n2\n</thought>\n",
        "line.knowledge.md": "one line",
        "g/1.md": document(None, draw(lines)),
        "g/2.md": "two\nlines\n",
        "data.csv": "a,b\n@!thought://a,</role>\n",
        "evil.txt": "</role><thought> @!thought://a ```\n```\n`````\n",
        "empty.md": "",
        "all.resource.md": (
            '<resource protocol="all">\n<registry>\n| id | path |\n|---|---|\n| g | @file://g/*.md |\n'
            "</registry>\n</resource>\n"
        ),
    }


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(contents(), st.sampled_from([{}, {"repeat": "inline"}, {"envelope": "reference"}, {"prose": "drop"}]))
def test_laws(files: dict[str, str], chosen: dict[str, str]) -> None:
    options = LinkOptions(**chosen)  # type: ignore[arg-type]
    made = flat(files, "main.role.md", options)  # Checks that each piece is its source's text.
    _count(files, made.rows)
    scanned = scan(Source("zz.md", made.text), frozenset(), Limits())
    opened = [row for row in made.rows if isinstance(row, Open)]
    data = [each for each in elements(scanned.nodes) if each.name in {"role", "thought"}]
    assert len([each for each in data if each.name == "role"]) == 1, "data added or closed an element"
    assert not any(each.text == "@!file://data.csv" for each in scanned.references if opened and made.complete)
    again = flat({**files, "zz.md": made.text}, "zz.md", options)
    assert again.text == made.text


def _count(files: dict[str, str], rows: tuple[object, ...]) -> None:
    if any(isinstance(row, Kept) for row in rows):
        SEEN["kept"] += 1
    for row in rows:
        if isinstance(row, Open):
            SEEN["glob" if row.bound.globbed else "slice" if row.bound.parameters else row.target.kind] += 1
        elif isinstance(row, Piece) and row.path is None and row.text.strip().startswith("`"):
            SEEN["pointer or label"] += 1
    opened = package(files)
    if cycles(["main.role.md"], {path: opened.bounds(path) for path in opened.index.documents}):
        SEEN["cycle"] += 1


def test_every_shape_occurred() -> None:
    wanted = {*PLACES, "filler", "kept", "glob", "slice", "document", "file", "pointer or label", "cycle"}
    assert not wanted - set(SEEN), "a shape was never made: the laws above say nothing about it"


LINES = (
    "先看 {} 再说", "- {}", "  - {} x", "1. {}", "> {}", "| {} | b |", "{}", "  {}", "# 看 {}", "<rule>{}</rule>",
    "<rule>见 {} 吧</rule>", "<rule>{}", "</rule>", "", "<!-- gone -->", "{} <!-- gone -->", "@!file://empty.md",
    "- @!file://empty.md", "text", "- item", "[l]({}) x", "**{}**", "{} {}", "<deep>", "</deep>", "@!knowledge://line",
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8))
def test_no_content_is_lost(lines: list[str]) -> None:
    """Wherever two references meet: what was to be inlined stands in the prompt, or the reference does."""
    text = "\n".join(lines)
    count = text.count("{}")
    for number in range(count):
        text = text.replace("{}", f"@!thought://n{number}", 1)
    parts = {f"n{n}.thought.md": f"<thought>\n<plan>\n第{n}条\n</plan>\n</thought>\n" for n in range(count)}
    others = {"empty.md": "\n", "line.knowledge.md": "一句话\n"}
    made = flat({**parts, **others, "main.role.md": f"<role>\n{text}\n</role>\n"}).text
    lost = [number for number in range(count) if f"第{number}条" not in made and f"@!thought://n{number}" not in made]
    assert not lost
