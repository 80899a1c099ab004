"""What a prompt looks like (SPEC 4.2), one case a sentence of it; every prompt is compiled twice."""

from time import process_time

import pytest
from flattening import flat, flat_of, prompt
from packages import package

from dpmlc.link.options import LinkOptions

A = "<thought>\n<plan>\nx\n</plan>\n</thought>\n"
PLACES = {
    "alone: the content takes the reference's place at its column": (
        "<role>\n  <personality>\n    @!thought://a\n  </personality>\n</role>\n",
        '<role>\n  <personality>\n    <thought id="a">\n    <plan>\n    x\n    </plan>\n    </thought>\n'
        "  </personality>\n</role>\n",
    ),
    "tags share the line: they get lines of their own, the content stands two deeper": (
        "<role>\n  <personality>@!thought://a</personality>\n</role>\n",
        '<role>\n  <personality>\n    <thought id="a">\n    <plan>\n    x\n    </plan>\n    </thought>\n'
        "  </personality>\n</role>\n",
    ),
    "a sentence: the name stays, the content follows the paragraph": (
        "<role>\nfirst @!thought://a and\nmore\n\nlast\n</role>\n",
        '<role>\nfirst `thought://a` and\nmore\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nlast\n</role>\n',
    ),
    "a list item, even if alone in it: behind the whole outermost list": (
        "<role>\n- one\n  - @!thought://a\n- two\n\n  more of two\n\nlast\n</role>\n",
        "<role>\n- one\n  - `thought://a`\n- two\n\n  more of two\n\n"
        '<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nlast\n</role>\n',
    ),
    "a list stands deeper: the content stands at its indentation": (
        "<role>\n  - @!thought://a\n  - two\n</role>\n",
        '<role>\n  - `thought://a`\n  - two\n\n  <thought id="a">\n  <plan>\n  x\n  </plan>\n  </thought>\n</role>\n',
    ),
    "a quote: behind the whole quote": (
        "<role>\n> see @!thought://a\n> more\n\nlast\n</role>\n",
        '<role>\n> see `thought://a`\n> more\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nlast\n</role>\n',
    ),
    "a heading: behind the heading": (
        "<role>\n# About @!thought://a\ntext\n</role>\n",
        '<role>\n# About `thought://a`\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\ntext\n</role>\n',
    ),
    "a cell: behind the table": (
        "<role>\n| a | b |\n|---|---|\n| @!thought://a | 2 |\n\nlast\n</role>\n",
        "<role>\n| a | b |\n|---|---|\n| `thought://a` | 2 |\n\n"
        '<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nlast\n</role>\n',
    ),
    "content never leaves the innermost element: directly before its closing tag, which gets its own line": (
        "<role>\n<rule>see @!thought://a now</rule>\n</role>\n",
        '<role>\n<rule>see `thought://a` now\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n</rule>\n</role>\n',
    ),
    "one blank line separates content from text and from a sibling": (
        "<role>\ntext\n@!thought://a\n@!thought://b\nmore\n</role>\n",
        '<role>\ntext\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\n'
        '<thought id="b">\n1\n2\n</thought>\n\nmore\n</role>\n',
    ),
    "several in one paragraph follow it in order": (
        "<role>\n先 @!thought://a 后 @!thought://b\n</role>\n",
        '<role>\n先 `thought://a` 后 `thought://b`\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\n'
        '<thought id="b">\n1\n2\n</thought>\n</role>\n',
    ),
    "a paragraph whose last line gives way to content: behind that content": (
        "<role>\n先 @!thought://a 后\n@!thought://b\n</role>\n",
        '<role>\n先 `thought://a` 后\n\n<thought id="b">\n1\n2\n</thought>\n\n'
        '<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n</role>\n',
    ),
    "a list, and directly below it a line that gives way to content": (
        "<role>\n- @!thought://a\n@!thought://b\n\nlast\n</role>\n",
        '<role>\n- `thought://a`\n\n<thought id="b">\n1\n2\n</thought>\n\n'
        '<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nlast\n</role>\n',
    ),
    "a list, and directly below it a line that goes": (
        "<role>\n- @!thought://a\n@!file://empty.md\n</role>\n",
        '<role>\n- `thought://a`\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n</role>\n',
    ),
    "content of one line goes in place, as it is": (
        "<role>\nsee @!thought://line now\n</role>\n",
        "<role>\nsee <thought>short</thought> now\n</role>\n",
    ),
    "a later occurrence is a pointer": (
        "<role>\n@!thought://a\n\nagain @!thought://a\n</role>\n",
        '<role>\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\nagain `thought://a`\n</role>\n',
    ),
    "one line is always repeated": (
        "<role>\n@!thought://line\n@!thought://line\n</role>\n",
        "<role>\n<thought>short</thought>\n<thought>short</thought>\n</role>\n",
    ),
    "one line and a comment, too": (
        "<role>\n- @!thought://remarked\n- @!thought://remarked\n</role>\n",
        "<role>\n- 一 二\n- 一 二\n</role>\n",
    ),
    "content that comes to one line carries its name where a pointer names it": (
        "<role>\n@!thought://short\n\n见 @!thought://short\n</role>\n",
        '<role>\n<thought id="short">\na,b\n</thought>\n\n见 `thought://short`\n</role>\n',
    ),
    "content that comes to one line": ("<role>\n见 @!thought://short\n</role>\n", "<role>\n见 a,b\n</role>\n"),
    "a link is kept": (
        "<role>\n[here](@!thought://a) it is\n</role>\n",
        '<role>\n[here](thought://a) it is\n\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n</role>\n',
    ),
    "a link of HTML is kept": (
        '<role>\n见 <a href="@!thought://b">这里</a>。\n</role>\n',
        '<role>\n见 <a href="thought://b">这里</a>。\n\n<thought id="b">\n1\n2\n</thought>\n</role>\n',
    ),
    "what a link leads to carries its name, one line too": (
        "<role>\n见[这里](@!file://g/1.md)和[那里](@!file://data.csv?line=2)\n\n[再看](@!file://g/1.md)\n</role>\n",
        '<role>\n见[这里](file://g/1.md)和[那里](file://data.csv?line=2)\n\n'
        '<reference protocol="file" resource="g/1.md">\none\n</reference>\n\n'
        '<reference protocol="file" resource="data.csv?line=2">\n````csv\n1,2\n````\n</reference>\n\n'
        "[再看](file://g/1.md)\n</role>\n",
    ),
    "a space keeps a pointer from another backtick": (
        "<role>\n@!thought://a\n\n`x` @!thought://a`y`\n</role>\n",
        '<role>\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n\n`x` `thought://a` `y`\n</role>\n',
    ),
    "a file goes in as a fence with its language, in an element that names it": (
        "<role>\n@!file://data.csv\n</role>\n",
        '<role>\n<reference protocol="file" resource="data.csv">\n````csv\na,b\n1,2\n````\n</reference>\n</role>\n',
    ),
    "a fence is longer than any run inside": (
        "<role>\n@!file://ticks.txt\n</role>\n",
        '<role>\n<reference protocol="file" resource="ticks.txt">\n``````text\n`````\n</role> @!thought://a\n``````\n'
        "</reference>\n</role>\n",
    ),
    "a line of a file is escaped where it would be read": (
        "<role>\nit says: @!file://evil.txt\n</role>\n",
        "<role>\nit says: \\</role> \\@!thought://a \\`x\\`\n</role>\n",
    ),
    "a slice of a file": (
        "<role>\nsecond: @!file://data.csv?line=2\n</role>\n",
        "<role>\nsecond: 1,2\n</role>\n",
    ),
    "a glob goes in match by match, each with its path": (
        "<role>\n@!file://g/*.md\n</role>\n",
        '<role>\n<reference protocol="file" resource="g/1.md">\none\n</reference>\n\n'
        '<reference protocol="file" resource="g/2.md">\ntwo\n</reference>\n</role>\n',
    ),
    "a glob inside another level: each match in its element, with its path": (
        "<role>\n@!thought:@!file://g/*.md\n\n@!thought:@!file://g/2.md\n\n@!file://g/2.md\n</role>\n",
        '<role>\n<thought id="file://g/1.md">\none\n</thought>\n\n<thought id="file://g/2.md">\ntwo\n</thought>\n\n'
        "`thought:file://g/2.md`\n\ntwo\n</role>\n",
    ),
    "a registry row that leads to a glob: each match, with its path": (
        "<role>\n@!all://g\n\nsee @all://g\n\n@!all://deep\n</role>\n",
        '<role>\n<reference protocol="file" resource="g/1.md">\none\n</reference>\n\n'
        '<reference protocol="file" resource="g/2.md">\ntwo\n</reference>\n\n'
        "see `file://g/1.md`, `file://g/2.md`\n\n"
        '<thought id="file://g/1.md">\none\n</thought>\n\n<thought id="file://g/2.md">\ntwo\n</thought>\n</role>\n',
    ),
    "a registry row with another level: the element carries the row's name": (
        "<role>\n@!all://sum\n\n@!thought:@!file://\"my sum.md\"\n</role>\n",
        '<role>\n<thought id="all://sum">\n1\n2\n</thought>\n\n<thought id="file://my%20sum.md">\n1\n2\n</thought>\n'
        "</role>\n",
    ),
    "front matter is dropped, prose moves into the root": (
        "---\ntitle: t\n---\n<role>\n@!thought://prose\n</role>\n",
        '<role>\n<thought id="prose">\n# Before\n\nx\n\nAfter\n</thought>\n</role>\n',
    ),
    "a comment directly behind the root's tag, prose moves into the root": (
        "<role>\n@!thought://beside\n</role>\n",
        '<role>\n<thought id="beside">\n一\n\n二\n三\n</thought>\n</role>\n',
    ),
    "a document without its protocol's element gets it": (
        "<role>\n@!knowledge://plain\n</role>\n",
        '<role>\n<knowledge id="plain">\n# K\n- fact\n</knowledge>\n</role>\n',
    ),
    "several roots of the protocol: a reference element": (
        "<role>\n@!thought://two\n</role>\n",
        '<role>\n<reference protocol="thought" resource="two">\n<thought>\n1\n</thought>\n<thought>\n2\n</thought>\n'
        "</reference>\n</role>\n",
    ),
    "another id: a reference element": (
        "<role>\n@!thought://other\n</role>\n",
        '<role>\n<reference protocol="thought" resource="other">\n<thought id="mine">\n1\n</thought>\n</reference>\n'
        "</role>\n",
    ),
    "kept references become root-relative": (
        "<role>\n@?file://./data.csv and @file://./data.csv\n</role>\n",
        "<role>\n@?file://data.csv and @file://data.csv\n</role>\n",
    ),
    "comments go": (
        "<role> <!-- root -->\n<!-- alone -->\na<!-- b -->c\n</role>\n",
        "<role>\na c\n</role>\n",
    ),
    "a comment takes the blank lines along that it would leave": (
        "<!-- 一 -->\n\n<role>\n<!-- 二 -->\n\na\n\n<!-- 三 -->\n<!-- 四 -->\n \nb\n<!-- 五 -->\n\nc\n</role>\n",
        "<role>\na\n\nb\n\nc\n</role>\n",
    ),
    "comments at the end go with the white space before them": ("一 \n<!-- 二 -->\n\n <!-- 三 -->\n", "一\n"),
    "content that begins with a comment": (
        "<role>\n@!knowledge://noted\n</role>\n",
        '<role>\n<knowledge id="noted">\n一\n二\n</knowledge>\n</role>\n',
    ),
    "code behind a list: the content stands before it": (
        "<role>\n- 看 @!thought://b\n\n```\ncode\n```\n</role>\n",
        '<role>\n- 看 `thought://b`\n\n<thought id="b">\n1\n2\n</thought>\n\n```\ncode\n```\n</role>\n',
    ),
    "code between two items of a list tears it not apart": (
        "<role>\n1. 看 @!thought://b\n\n```\ncode\n```\n\n2. 完\n</role>\n",
        '<role>\n1. 看 `thought://b`\n\n```\ncode\n```\n\n2. 完\n\n<thought id="b">\n1\n2\n</thought>\n</role>\n',
    ),
    "a closing tag in backticks is written plainly": (
        "<role>\n<personality>\nx\n`</personality>`\n</role>\n",
        "<role>\n<personality>\nx\n</personality>\n</role>\n",
    ),
    "a three-backtick fence that holds fences gets a longer one": (
        "<role>\n```xml\n```json\n1\n```\n```\n</role>\n",
        "<role>\n````xml\n```json\n1\n```\n````\n</role>\n",
    ),
    "lines of white space become empty outside of code": (
        "<role>\na\n   \n```\n   \n```\n</role>",
        "<role>\na\n\n```\n   \n```\n</role>\n",
    ),
    "a body that begins with a rule gets a blank line first": ("\n---\n\ntext\n", "\n---\n\ntext\n"),
    "an empty resource inlines nothing": ("<role>\na\n@!file://empty.md\nb\n</role>\n", "<role>\na\nb\n</role>\n"),
    "an empty resource between backticks": ("`一`@!file://empty.md``二``\n", "`一` ``二``\n"),
    "a failed hot reference keeps its text": (
        "<role>\n@!thought://nothing\n</role>\n",
        "<role>\n@!thought://nothing\n</role>\n",
    ),
    "an element reference is a hot reference": (
        '<role>\n<reference protocol="thought" resource="a"/>\n</role>\n',
        '<role>\n<thought id="a">\n<plan>\nx\n</plan>\n</thought>\n</role>\n',
    ),
    "one line in the place of an element reference: the tags beside it remain alone": (
        '<role>\n<plan>\n一\n</plan><reference protocol="thought" resource="line"/>\n'
        '<reference protocol="thought" resource="line"/> <plan>\n二\n</plan>\n'
        '<rule><reference protocol="thought" resource="line"/></rule>\n</role>\n',
        "<role>\n<plan>\n一\n</plan>\n<thought>short</thought>\n<thought>short</thought>\n<plan>\n二\n</plan>\n"
        "<rule><thought>short</thought></rule>\n</role>\n",
    ),
    "code stays code": (
        "<role>\n`@!thought://a`\n```\n@!thought://a\n```\n</role>\n",
        "<role>\n`@!thought://a`\n```\n@!thought://a\n```\n</role>\n",
    ),
}
FILES = {
    "a.thought.md": A,
    "b.thought.md": "<thought>\n1\n2\n</thought>\n",
    "line.thought.md": "<thought>short</thought>\n",
    "prose.thought.md": "---\nid: 1\n---\n# Before\n\n<thought>\nx\n</thought>\n\nAfter\n",
    "beside.thought.md": "一\n<thought><!-- 注 -->\n二\n三</thought>\n",
    "remarked.thought.md": "---\nid: 1\n---\n<!-- 注 -->\n\n一<!--\n-->二\n\n<!-- 完 -->\n",
    "short.thought.md": "@!file://data.csv?line=1\n",
    "plain.knowledge.md": "# K\n- fact\n",
    "two.thought.md": "<thought>\n1\n</thought>\n<thought>\n2\n</thought>\n",
    "other.thought.md": '<thought id="mine">\n1\n</thought>\n',
    "noted.knowledge.md": "<!-- 注 -->\n\n一\n二\n\n<!-- 完 -->\n",
    "data.csv": "a,b\n1,2\n",
    "ticks.txt": "`````\n</role> @!thought://a\n",
    "evil.txt": "</role> @!thought://a `x`\n",
    "all.resource.md": (
        '<resource protocol="all">\n<registry>\n| id | path |\n|---|---|\n| g | @file://g/*.md |\n'
        "| deep | @thought:@file://g/*.md |\n| sum | @thought:@file://sum.md |\n</registry>\n</resource>\n"
    ),
    "sum.md": "1\n2\n",
    "my sum.md": "1\n2\n",
    "g/1.md": "one\n",
    "g/2.md": "two\n",
    "empty.md": "\n",
}


@pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES)
def test_prompt(text: str, expected: str) -> None:
    assert prompt({**FILES, "main.role.md": text}) == expected


def test_names_that_clash_are_told_apart_by_their_path() -> None:
    text = prompt({
        "main.role.md": "<role>\n@!file://a/x.role.md\n\n@!file://b/y.role.md\n</role>\n",
        "a/x.role.md": "<role>\n@!thought://core\n</role>\n",
        "a/core.thought.md": "<thought>\n1\n</thought>\n",
        "b/y.role.md": "<role>\n@!thought://core\n</role>\n",
        "b/core.thought.md": "<thought>\n2\n</thought>\n",
    })  # fmt: skip
    assert '<thought id="core">\n1\n</thought>' in text
    assert '<reference protocol="file" resource="b/core.thought.md">\n<thought>\n2\n</thought>\n</reference>' in text


def test_a_slice_of_an_indented_document_leaves_its_margin_behind() -> None:
    text = prompt({
        "main.role.md": "<role>\n  @!file://b.md?line=2-7\n</role>\n",
        "b.md": "<rule>\n    一\n      二\n\n    三\n\t\n    四\n</rule>\n",
    })
    assert text == (
        '<role>\n  <reference protocol="file" resource="b.md?line=2-7">\n'
        "  一\n    二\n\n  三\n\n  四\n  </reference>\n</role>\n"
    )


def test_a_cycle_ends_in_a_pointer() -> None:
    text = prompt({
        "main.role.md": "<role>\n@!knowledge://a\n</role>\n",
        "a.knowledge.md": "A\n\n@!knowledge://b\n",
        "b.knowledge.md": "B\n\n@!knowledge://a\n",
    })  # fmt: skip
    assert text == (
        '<role>\n<knowledge id="a">\nA\n\n'
        '<knowledge id="b">\nB\n\n`knowledge://a`\n</knowledge>\n</knowledge>\n</role>\n'
    )


UNEVEN = {
    "an element closed behind text, content with one that is closed on a line of its own": (
        {"main.role.md": "<role>\n<plan>\n一</plan>\n@!thought://a\n</role>\n", "a.thought.md": "<plan>二\n</plan>\n"},
        '<role>\n<plan>\n一</plan>\n\n<thought id="a">\n<plan>\n二\n</plan>\n</thought>\n</role>\n',
    ),
    "the other way round": (
        {"main.role.md": "<role>\n@!thought://a\n<plan>二\n</plan>\n</role>\n", "a.thought.md": "<plan>\n一</plan>\n"},
        '<role>\n<thought id="a">\n<plan>\n一</plan>\n</thought>\n\n<plan>\n二\n</plan>\n</role>\n',
    ),
    "one that is closed on a line of its own only because content stands in it": (
        {
            "main.role.md": "<role>\n<plan>\n一</plan>\n<plan>看 @!thought://a</plan>\n</role>\n",
            "a.thought.md": "二\n三\n",
        },
        "<role>\n<plan>\n一</plan>\n<plan>\n看 `thought://a`\n\n"
        '<thought id="a">\n二\n三\n</thought>\n</plan>\n</role>\n',
    ),
    "an element whose opening tag gets a line of its own, around one that does not": (
        {
            "main.role.md": "<role>\n<plan> @!thought://a\n<plan>一\n</plan>\n</plan>\n</role>\n",
            "a.thought.md": "二\n三\n",
        },
        '<role>\n<plan>\n  <thought id="a">\n  二\n  三\n  </thought>\n\n'
        "<plan>\n一\n</plan>\n</plan>\n</role>\n",
    ),
    "an element whose closing tag gets a line of its own, around one that does not": (
        {
            "main.role.md": "<role>\n<plan>\n<plan>\n一</plan>\n看 @!thought://a</plan>\n</role>\n",
            "a.thought.md": "二\n三\n",
        },
        "<role>\n<plan>\n<plan>\n一\n</plan>\n看 `thought://a`\n\n"
        '<thought id="a">\n二\n三\n</thought>\n</plan>\n</role>\n',
    ),
    "one whose opening tag gets a line of its own before other content": (
        {
            "main.role.md": "<role>\n<plan> @!thought://a\n尾</plan>\n\n@!thought://b\n</role>\n",
            "a.thought.md": "二\n三\n",
            "b.thought.md": "<plan>四\n</plan>\n",
        },
        '<role>\n<plan>\n  <thought id="a">\n  二\n  三\n  </thought>\n\n尾\n</plan>\n\n'
        '<thought id="b">\n<plan>\n四\n</plan>\n</thought>\n</role>\n',
    ),
}


@pytest.mark.parametrize(("contents", "expected"), UNEVEN.values(), ids=UNEVEN)
def test_tags_pair_as_in_their_own_documents(contents: dict[str, str], expected: str) -> None:
    assert prompt(contents) == expected


def test_the_first_visit_is_the_shallowest() -> None:
    """The author's own line wins over a "see also" in a file that stands before it."""
    text = prompt({
        "main.role.md": "<role>\n@!knowledge://a\n\n@!knowledge://b\n</role>\n",
        "a.knowledge.md": "A\nsee @!knowledge://b\n",
        "b.knowledge.md": "B\nb\n",
    })  # fmt: skip
    assert text == (
        '<role>\n<knowledge id="a">\nA\nsee `knowledge://b`\n</knowledge>\n\n'
        '<knowledge id="b">\nB\nb\n</knowledge>\n</role>\n'
    )


def test_a_diamond_does_not_grow_the_prompt() -> None:
    files = {
        f"{n}.thought.md": f"<thought>\n{n}\n@!thought://{n + 1}\n\n@!thought://{n + 1}\n</thought>\n"
        for n in range(30)
    }
    text = prompt(
        {
            "main.role.md": "<role>\n@!thought://0\n</role>\n",
            **files,
            "30.thought.md": "<thought>\nx\ny\n</thought>\n",
        }
    )
    assert text.count("<thought id=") == 31


def test_repeating_everything_meets_the_limit() -> None:
    files = {
        f"{n}.thought.md": f"<thought>\n{n}\n@!thought://{n + 1}\n\n@!thought://{n + 1}\n</thought>\n"
        for n in range(29)
    }
    from dpmlc.link.options import LinkOptions
    from dpmlc.text.limits import Limits

    options = LinkOptions(repeat="inline", limits=Limits(bundle=100_000))
    made = flat(
        {"main.role.md": "<role>\n@!thought://0\n</role>\n", **files, "29.thought.md": "x\ny\n"}, options=options
    )
    assert [each.code for each in made.diagnostics] == ["limit"]
    assert not made.complete


def test_a_long_chain_needs_no_stack() -> None:
    files = {f"{n}.thought.md": f"<thought>\n@!thought://{n + 1}\n</thought>\n" for n in range(3_000)}
    made = flat({"main.role.md": "<role>\n@!thought://0\n</role>\n", **files, "3000.thought.md": "last\nline\n"})
    assert made.text.count("<thought id=") == 3_001


def test_every_reference_as_the_runtime_wraps_it() -> None:
    text = prompt({**FILES, "main.role.md": "<role>\n@!thought://a\n</role>\n"}, envelope="reference")
    assert text == (
        '<role>\n<reference protocol="thought" resource="a">\n'
        "<thought>\n<plan>\nx\n</plan>\n</thought>\n</reference>\n</role>\n"
    )


def test_prose_can_be_dropped_but_never_empties_a_document() -> None:
    files = {**FILES, "main.role.md": "# Title\n\n<role>\n@!thought://prose\n\n@!knowledge://plain\n</role>\n\nend\n"}
    assert prompt(files, prose="drop") == (
        '<role>\n<thought id="prose">\nx\n</thought>\n\n<knowledge id="plain">\n# K\n- fact\n</knowledge>\n</role>\n'
    )


def test_many_tools_with_manuals_cost_linear_time() -> None:
    def seconds(count: int) -> float:
        lines = "@!tool://x\n<plan>\ny\n</plan>\n" * count
        tool = {"x.tool.js": "1", "x.manual.md": "<manual>\nu\n</manual>\n"}
        opened = package({"main.role.md": f"<role>\n{lines}</role>\n", **tool})
        start = process_time()
        flat_of(opened, "main.role.md")
        return process_time() - start

    assert min(seconds(1_000) for _ in range(3)) < 2.5 * min(seconds(500) for _ in range(3))


class Shout:
    """A handler that writes its input in capitals."""

    name = "shout"

    def transform(self, text: str, parameters: object) -> str:
        return text.upper()


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("@!shout:@!file://a.md", "ONE 一"),
        ("@!thought:@!shout:@!file://a.md", "<thought>ONE 一</thought>"),
        ("@!shout:@!thought:@!file://a.md", "\\<THOUGHT>ONE 一\\</THOUGHT>"),
        ("@!shout:@!shout:@!file://b.txt", "TWO"),
        (
            "@!shout:@!thought:@!file://c.md",
            '<reference protocol="shout:thought:file" resource="c.md">\n'
            "````markdown\n<THOUGHT>\nA\nB\n</THOUGHT>\n````\n</reference>",
        ),
        (
            "@!thought:@!shout:@!file://c.md",
            '<thought id="shout:file://c.md">\n````markdown\nA\nB\n````\n</thought>',
        ),
    ],
)
def test_levels_are_carried_out_from_the_inside(reference: str, expected: str) -> None:
    contents = {"main.role.md": f"{reference}\n", "a.md": "one 一\n", "b.txt": "two\n", "c.md": "a\nb\n"}
    assert flat(contents, options=LinkOptions(handlers=(Shout(),))).text == f"{expected}\n"
