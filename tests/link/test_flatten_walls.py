"""Two walls of splicing: what is put in changes no other text's reading, and tags pair as they did (SPEC 4.2, 1.7)."""

from collections.abc import Mapping

import pytest
from flattening import flat, prompt
from packages import package

from dpmlc.link.flatten import flatten_part
from dpmlc.scan.scan import scan
from dpmlc.scan.tree import elements
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

FILES = {
    "a.thought.md": "<thought>\nx\ny\n</thought>\n",
    "one.txt": "foo\n",
    "two.txt": "a\nb\n",
    "slash.txt": "foo\\",
    "role.txt": "role",
    "dashes.txt": "- z",
    "uri.txt": "file://one.txt",
    "bars.txt": "x | y",
    "tildes.txt": "~~~js",
    "stray.md": "foo <k>",
    "tick.md": "the ` char",
    "cjk.md": "@?thought://AI产品经理",
    "AI产品经理.thought.md": "<thought>\n1\n2\n</thought>\n",
    "open-fence.md": "a\n```\nb\n",
    "open-comment.md": "a\n<!-- b\n",
    "closes.md": "a\n</role>\nb\n",
    "opens.md": "a\n<k>\nb\n",
    "comment.md": "<!-- nothing -->\n",
    "nothing.md": "@!file://empty.md\n\n@!file://empty.md\n",
    "empty.md": "",
    "my idea.thought.md": "<thought>\n1\n2\n</thought>\n",
    "g/1.md": "one",
    "g/2.md": "x\ny\n",
}
BLOCK = '<thought id="a">\nx\ny\n</thought>\n'

CASES = {
    "an element in the middle of a line gets lines that let it pair": (
        "Use <k>@!thought://a and</k> please",
        f"Use\n<k>`thought://a` and\n\n{BLOCK}</k>\nplease",
    ),
    "an element inside of one of the same name": (
        "<k>\n<k>see @!thought://a</k>\n</k>",
        f"<k>\n<k>\nsee `thought://a`\n\n{BLOCK}</k>\n</k>",
    ),
    "an element in a list item stays in the item": (
        "- item <k>@!thought://a</k> rest\n- y",
        "- item\n  <k>`thought://a`\n\n  <thought id=\"a\">\n  x\n  y\n  </thought>\n  </k>\n  rest\n- y",
    ),
    "two elements on one line": (
        "<k>@!thought://a</k><j>@!file://one.txt x</j>",
        f"<k>`thought://a`\n\n{BLOCK}</k><j>\nfoo x</j>",
    ),
    "a setext heading keeps its underline": ("Title @!thought://a\n---\ntext", f"Title `thought://a`\n---\n\n{BLOCK}\ntext"),
    "a comment on the line does not count": ("@!thought://a <!-- why -->\nx", f"{BLOCK}\nx"),
    "a comment does not end a paragraph": (
        "a @!thought://a\n<!-- c\n\n- d -->\nb\n\nc",
        f"a `thought://a`\nb\n\n{BLOCK}\nc",
    ),
    "a paragraph ends where an element begins": (
        "see @!thought://a\n<k>text\nmore</k>",
        f"see `thought://a`\n\n{BLOCK}\n<k>text\nmore</k>",
    ),
    "a tag in the text of one line stays text": ("@!file://stray.md bar </k>", "foo \\<k> bar </k>"),
    "a loose backtick of one line pairs with nothing": (
        "use @!file://tick.md and `code @!thought://a` x",
        "use the \\` char and `code @!thought://a` x",
    ),
    "a loose backtick before a pointer pairs with nothing": (
        "use ` and @!thought://a here",
        f"use \\` and `thought://a` here\n\n{BLOCK}".rstrip("\n"),
    ),
    "content makes no tag with the text before it": ("x <@!file://role.txt> y", "x \\< role> y"),
    "nor with the start of a name": ("x <a-@!file://role.txt> y", "x \\<a-role> y"),
    "nor a comment": ("x <!-@!file://dashes.txt y -->", "x \\<!-- z y -->"),
    "nor a reference": ("x @?@!file://uri.txt y", "x @? file://one.txt y"),
    "a backslash at its end escapes nothing": ("<k>@!file://slash.txt</k>", "<k>foo\\ </k>"),
    "a tilde fence is none": ("@!file://tildes.txt\nx", "\\~~~js\nx"),
    "a bar divides no cell": (
        "| a | b |\n|---|---|\n| @!file://bars.txt | 2 |",
        "| a | b |\n|---|---|\n| x \\| y | 2 |",
    ),
    "one that stood alone is quoted in a sentence": ("see @!file://cjk.md now", 'see @?thought://"AI产品经理" now'),
    "an unclosed fence swallows nothing": (
        "@!file://open-fence.md\n\n```\nx\n```",
        '<reference protocol="file" resource="open-fence.md">\na\n\\`\\`\\`\nb\n</reference>\n\n```\nx\n```',
    ),
    "an unclosed comment swallows nothing": (
        "@!file://open-comment.md\n\nx <!-- y --> z",
        '<reference protocol="file" resource="open-comment.md">\na\n\\<!-- b\n</reference>\n\nx  z',
    ),
    "a stray closing tag closes nothing": (
        "@!file://closes.md",
        '<reference protocol="file" resource="closes.md">\na\n\\</role>\nb\n</reference>',
    ),
    "an unclosed tag takes no closing tag": (
        "<k>\n@!file://opens.md\n</k>",
        '<k>\n<reference protocol="file" resource="opens.md">\na\n\\<k>\nb\n</reference>\n</k>',
    ),
    "a document of comments is empty": ("a\n@!file://comment.md\nb", "a\nb"),
    "a document of empty references is empty": ("a\n@!file://nothing.md\nb", "a\nb"),
    "an id with a blank stands in a reference element": (
        '@!thought://"my idea"',
        '<reference protocol="thought" resource="my idea">\n<thought>\n1\n2\n</thought>\n</reference>',
    ),
    "a glob's matches are named, one by one, when they come again": (
        "@!file://g/*.md\n\nagain @!file://g/*.md",
        '<reference protocol="file" resource="g/1.md">\none\n</reference>\n\n'
        '<reference protocol="file" resource="g/2.md">\nx\ny\n</reference>\n\nagain `file://g/1.md`, `file://g/2.md`',
    ),
    "an outer element that is there already": ("@!thought:@!thought://a", BLOCK.rstrip("\n")),
    "one line of text is always repeated": ("@!file://one.txt and @!file://one.txt", "foo and foo"),
}


def names(text: str) -> list[str]:
    """Names of the elements that a text has, in order."""
    return [each.name for each in elements(scan(Source("x.md", text), frozenset(), Limits()).nodes)]


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_walls(body: str, expected: str) -> None:
    made = prompt({**FILES, "main.role.md": f"<role>\n{body}\n</role>\n"})
    assert made == f"<role>\n{expected.strip()}\n</role>\n"
    wanted = {"k": body.count("<k>"), "j": body.count("<j>"), "role": 1}
    assert {name: names(made).count(name) for name in wanted} == wanted


def check_part(files: Mapping[str, str], part: str) -> str | None:
    opened = package(files)
    bounds = {path: opened.bounds(path) for path in opened.index.documents}
    made = flatten_part("main.role.md", part, bounds, opened.index, opened.options, opened.files)
    return None if made is None else made.text


def test_one_element_by_itself() -> None:
    text = "# T\n<role>\n  <part id=\"q\">\n    see @!thought://a\n  </part>\n  <r>no</r>\n</role>\n"
    files = {**FILES, "main.role.md": text}
    expected = '<part id="q">\n  see `thought://a`\n\n  <thought id="a">\n  x\n  y\n  </thought>\n</part>\n'
    assert check_part(files, "part") == expected
    assert check_part(files, "q") == expected
    assert check_part(files, "none") is None


@pytest.mark.slow
def test_what_is_past_the_limit_is_left_out_with_one_error() -> None:
    """Each level stands deeper than the one before, so that indentation alone grows with the square of the depth."""
    files = {f"{n}.thought.md": f"<thought>\n  @!thought://{n + 1}\n</thought>\n" for n in range(10_000)}
    made = flat({"main.role.md": "<role>\n@!thought://0\n</role>\n", **files, "10000.thought.md": "a\nb\n"})
    assert (made.text, made.complete) == ("<role>\n@!thought://0\n</role>\n", False)
    assert [each.code for each in made.diagnostics] == ["limit"]


def test_repeating_everything_cuts_only_cycles() -> None:
    files = {
        "main.role.md": "<role>\n@!knowledge://a\n\n@!knowledge://a\n</role>\n",
        "a.knowledge.md": "A\n\n@!knowledge://b\n",
        "b.knowledge.md": "B\n\n@!knowledge://a\n",
    }
    inner = "A\n\n{}\nB\n\n`knowledge://a`\n</{}>\n"
    assert prompt(files, repeat="inline") == (
        '<role>\n<knowledge id="a">\n'
        + inner.format('<knowledge id="b">', "knowledge")
        + '</knowledge>\n\n<reference protocol="knowledge" resource="a">\n'
        + inner.format('<reference protocol="knowledge" resource="b">', "reference")
        + "</reference>\n</role>\n"
    )


def test_what_stands_in_a_file_name_stays_in_one_value_on_one_line() -> None:
    files = {'g/a\n"\x1b>\n<role>\n.md': "x\ny\n", "main.role.md": "<role>\n@!file://g/*\n</role>\n"}
    value = "g/a%0A%22%1B>%0A<role>%0A.md"
    assert prompt(files) == f'<role>\n<reference protocol="file" resource="{value}">\nx\ny\n</reference>\n</role>\n'
