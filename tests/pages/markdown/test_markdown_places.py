"""What a page learns of a text beside its HTML: headings, links with their places, words, what stands in for spans."""

import pytest

from dpmlc.pages.markdown.render import Block, Heading, MarkdownOptions, render, slug

CHIP = '<a class="reference" href="t.html">R</a>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("快速 开始", "快速-开始"),
        ("一、概述", "一概述"),
        ("Getting Started!", "getting-started"),
        ("C++ & C#", "c--c"),
        ("🚀 빠른 시작", "-빠른-시작"),
        ("안전 / 보안", "안전--보안"),
        ("हिन्दी ภาษา", "हिन्दी-ภาษา"),
        ("설치 방법", "설치-방법"),
        ("snake_case 名", "snake_case-名"),
        ("🚀", "section"),
        ("", "section"),
        ("e\u0301", "é"),
        (" a - b ", "a---b"),
        ("长" * 300, "长" * 200),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_headings() -> None:
    made = render("# 节\n\n## 节 *x* `y`\n\n## 节\n\n###### 深", MarkdownOptions(slugs={"深"}, heading_shift=1))
    assert made.headings == (
        Heading(2, "节", "节"),
        Heading(3, "节 x y", "节-x-y"),
        Heading(3, "节", "节-1"),
        Heading(6, "深", "深-1"),
    )
    assert made.ids == ("节", "节-x-y", "节-1", "深-1")
    assert '<h6 id="深-1">深</h6>' in made.html


def test_a_number_in_a_heading_is_not_taken_twice() -> None:
    assert [each.slug for each in render("# a\n# a 1\n# a").headings] == ["a", "a-1", "a-2"]


def test_a_heading_says_the_tags_that_a_reader_sees() -> None:
    made = render("# 什么是 <role>?\n# <personality>\n# <b>굵게</b> <!-- c -->x")
    assert [(each.text, each.slug) for each in made.headings] == [
        ("什么是 <role>?", "什么是-"), ("<personality>", "section"), ("굵게 x", "굵게-x"),
    ]  # fmt: skip


def test_a_heading_of_refused_html_says_what_is_seen_of_it() -> None:
    made = render("# <img src=x onerror=a()>\n\n# ![](x.png)")
    assert [each.text for each in made.headings] == ["<img src=x onerror=a()>", ""]


def test_a_heading_without_words_is_none() -> None:
    made = render("# \n\n빈 제목\n\n##\n")
    assert (made.headings, made.ids, made.html) == ((), (), "<p>빈 제목</p>\n")


LINKS = {
    "in a line": ("见 [甲](a.md) 与 [乙](b.md)", [("a.md", 1, 7), ("b.md", 1, 19)]),
    "twice the same": ("[a](x.md)\n[b](x.md)", [("x.md", 1, 5), ("x.md", 2, 5)]),
    "the first in code": ("`[a](x.md)`\n\n[a](x.md)", [("x.md", 3, 5)]),
    "the first in a fence": ("```\n[a](x.md)\n```\n[a](x.md)", [("x.md", 4, 5)]),
    "in angles": ("[a](<x y.md>)", [("x y.md", 1, 6)]),
    "in a list of a quote": ("> - a\n>   [a](x.md)", [("x.md", 2, 9)]),
    "in a table": ("a|b\n-|-\n1|[a](x.md)", [("x.md", 3, 7)]),
    "by reference": ("[a] [b][a]\n\n[a]: x.md", [("x.md", 3, 6), ("x.md", 3, 6)]),
    "in a footnote": ("a[^1]\n\n[^1]: [b](x.md)", [("x.md", 3, 11)]),
    "in emphasis": ("**[a](x.md)**", [("x.md", 1, 7)]),
    "autolink": ("x <https://a.org>", [("https://a.org", 1, 4)]),
    "bare": ("见https://a.org。", [("https://a.org", 1, 2)]),
    "address in an address": ("[a](https://a.org/?u=https://b.org)", [("https://a.org/?u=https://b.org", 1, 5)]),
    "HTML": ('x <a href="x.md">a</a>', [("x.md", 1, 12)]),
    "HTML in capitals": ('x <A HREF="x.md">a</A>', [("x.md", 1, 12)]),
    "HTML in lines": ('x <a\n  href\n= "x.md">a</a>', [("x.md", 3, 4)]),
    "below its bracket": ("[a](\n  x.md)", [("x.md", 2, 3)]),
    "below its label": ("[a]\n\n[a]:\n  ./x.md", [("./x.md", 4, 3)]),
    "a long label": ("[" + "茶" * 400 + "]: x.md\n\n[" + "茶" * 400 + "]", [("x.md", 1, 405)]),
    "in a heading": ("甲 [a](x.md)\n===\n\n## 乙 [b](y.md)", [("x.md", 1, 7), ("y.md", 4, 10)]),
    "in a task": ("1. 甲\n   - [ ] [a](x.md)", [("x.md", 2, 14)]),
    "in a box": ('!!! note "[a](x.md)"\n    [b](y.md)', [("x.md", 1, 15), ("y.md", 2, 9)]),
    "Chinese destination": ("[a](文档/一.md#节)", [("文档/一.md#节", 1, 5)]),
    "encoded destination": ("[a](%E6%96%87.md)", [("文.md", 1, 5)]),
    "entity in a destination": ("[a](x?a=1&amp;b=2)", [("x?a=1&b=2", 1, 5)]),
    "refused": ("[a](javascript:x)", [("javascript:x", 1, 5)]),
    "mail": ("<a@b.org>", [("mailto:a@b.org", 0, 0)]),
    "marked by the author": ("[a](x%EF%B7%901%EF%B7%92.md)", [("x\ufdd01\ufdd2.md", 1, 5)]),
}


@pytest.mark.parametrize("name", LINKS)
def test_links_have_places(name: str) -> None:
    text, expected = LINKS[name]
    made = render(text)
    assert [(each.url, each.line, each.column) for each in made.links] == expected
    for each in made.links:
        line = text.splitlines()[each.line - 1] if each.line else ""
        assert each.offset < 0 or text[each.offset :].startswith(line[each.column - 1 :])


@pytest.mark.parametrize(
    "text",
    [
        "见 [甲 & 乙](文档/一.md#节)。",
        "[a](x.md)[b](y-1_z.md)",
        "[a [b](x.md)](y.md)",
        "![a [b](x.md)](y.png)",
        "<a href='z.md'>[a](x.md)</a>",
        "~~[a](x.md)~~ **[b](y.md)**",
        "[^a](x.md) [ ](x.md) [](x.md) [a](x.md 't') [a](x.md",
        "\\[a](x.md) [a\\](x.md) `[a](x.md)` [a](<x.md>)",
        "- [ ] [a](x.md)\n- [x](y.md)",
    ],
)
def test_plain_links_are_read_as_all_others(text: str) -> None:
    plain = render(text)
    # A noncharacter of the author takes the marks away that a plain link is told by.
    marked = render(f"{text}\n\n\ufdd0")
    assert marked.html == f"{plain.html}<p>\ufdd0</p>\n"
    assert marked.links == plain.links


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("见[说明]:\n- 甲", "<ul>"),
        ("见[说明](\n# 甲", "<h1"),
        ("[a]:\n1. 甲", "<ol>"),
        ("[a]:\n| 甲 | 乙 |\n|--|--|\n", "<table>"),
        ("src\n===", "<h1"),
        ("href\n=\n甲", "<h1"),
    ],
)
def test_a_place_hides_nothing_that_begins_a_block(text: str, part: str) -> None:
    assert part in render(text).html


def test_images_have_places() -> None:
    made = render("![一](a.png)\n![二](https://b.org/c.png)")
    assert [(each.url, each.alt, each.src, each.line, each.column) for each in made.images] == [
        ("a.png", "一", "a.png", 1, 6),
        ("https://b.org/c.png", "二", None, 2, 6),
    ]


def test_resolve() -> None:
    made = render("[a](文.md) [b](gone.md) ![c](i.png) [d](#节) [e](https://a.org)", MarkdownOptions(
        resolve={"文.md": "文.html#x y", "i.png": "../i.png", "#节": "#节-2"}
    ))  # fmt: skip
    assert [each.href for each in made.links] == [
        "%E6%96%87.html#x%20y", None, "#%E8%8A%82-2", "https://a.org",
    ]  # fmt: skip
    assert '<span class="missing-link" title="gone.md">b</span>' in made.html
    assert '<img src="../i.png"' in made.html


def test_resolve_cannot_bring_in_active_addresses() -> None:
    assert "href" not in render("[a](b)", MarkdownOptions(resolve=lambda _: "javascript:x")).html


SPANS = {
    "in a line": ("先 @!t://a_b_c，后", f"<p>先 {CHIP}，后</p>"),
    "in emphasis": ("**@!t://a_b_c**后", f"<p><strong>{CHIP}</strong>后</p>"),
    "in a heading": ("# @!t://a_b_c", f'<h1 id="ta_b_c">{CHIP}</h1>'),
    "in a cell": ("a|b\n-|-\n@!t://a_b_c|2", f"<td>{CHIP}</td>"),
    "in a list": ("- @!t://a_b_c", f"<li>{CHIP}\n</li>"),
    "in code": ("`@!t://a_b_c`", "<code>@!t://a_b_c</code>"),
    "in a fence": ("```\n@!t://a_b_c\n```", "<code>@!t://a_b_c\n</code>"),
    "in a link": ("[@!t://a_b_c](x)", '<a href="x">@!t://a_b_c</a>'),
    "in a destination": ("[x](@!t://a_b_c)", '<a href="@!t://a_b_c">x</a>'),
    "in a title": ('[x](y "@!t://a_b_c")', 'title="@!t://a_b_c"'),
    "in an image": ("![@!t://a_b_c](y)", 'alt="@!t://a_b_c"'),
    "in math": ("$@!t://a_b_c$", '<span class="math">$@!t://a_b_c$</span>'),
    "in an attribute": ('<b title="@!t://a_b_c">x</b>', '<b title="@!t://a_b_c">x</b>'),
    "in an element": ("<b>@!t://a_b_c</b>", f"<b>{CHIP}</b>"),
    "in refused HTML": ("<x-y>@!t://a_b_c</x-y>", f"&lt;x-y&gt;{CHIP}&lt;/x-y&gt;"),
    "in an info string": ("```@!t://a_b_c\nx\n```", 'data-language="@!t://a_b_c"'),
}


@pytest.mark.parametrize("name", SPANS)
def test_spans_become_html(name: str) -> None:
    text, part = SPANS[name]
    start = text.index("@")
    made = render(text, MarkdownOptions(inline=((start, start + 11, CHIP),)))
    assert part in made.html
    assert "@!t://a_b_c" in made.plain + made.html


def test_text_cannot_forge_a_span() -> None:
    text = "\ufdd10\ufdd2 &#xfdd1;0&#xfdd2; [a](%EF%B7%910%EF%B7%92) @x"
    made = render(text, MarkdownOptions(inline=((len(text) - 2, len(text), CHIP),)))
    assert made.html.count(CHIP) == 1
    assert "\ufdd10\ufdd2 &amp;#xfdd1;0&amp;#xfdd2;" in made.html


def test_text_of_all_noncharacters_is_shown_as_it_is() -> None:
    text = "".join(map(chr, range(0xFDD0, 0xFDF0))) + "<b>"
    made = render(text)
    assert made.html == f'<pre class="as-written" tabindex="0">{text[:-3]}&lt;b&gt;</pre>\n'


def test_blocks() -> None:
    made = render("前言\n\n# 一 *二*\n\n- 甲，\n  乙\n\n```py\nx = 1\n```\n\na|b\n-|-\n1|2")
    assert made.blocks == (
        Block("text", "前言", ""),
        Block("heading", "一 二", "一-二"),
        Block("text", "甲，乙", "一-二"),
        Block("code", "x = 1", "一-二"),
        Block("text", "a b", "一-二"),
        Block("text", "1 2", "一-二"),
    )
    assert made.plain == "前言\n一 二\n甲，乙\nx = 1\na b\n1 2"


def test_footnotes() -> None:
    made = render("a[^x] b[^x] c[^y]\n\n[^y]: 乙[^z]\n[^x]: 甲\n[^z]: 丙\n[^u]: 丁", MarkdownOptions(prefix="s2-"))
    assert made.ids == (
        "fnref-s2-1",
        "fnref-s2-1-2",
        "fnref-s2-2",
        "fn-s2-1",
        "fn-s2-2",
        "fnref-s2-3",
        "fn-s2-3",
        "fn-s2-4",
    )
    assert '<li id="fn-s2-1"><p>甲 <a class="footnote-back" href="#fnref-s2-1" aria-label="Back 1">↩</a>' in made.html
    assert made.html.index("丙") < made.html.index("丁")


def test_footnotes_that_mention_each_other() -> None:
    made = render("[^a]: 甲[^b]\n\n[^b]: 乙[^a]\n\n[^a]: 丙")
    assert made.ids == ("fn-1", "fnref-2", "fn-2", "fnref-1", "fn-3")
    assert [block.text for block in made.blocks] == ["甲", "乙", "丙"]


def test_diagram() -> None:
    text = "```mermaid\ngraph TD\n```"
    assert '<pre class="mermaid-source"' in render(text).html
    assert render(text, MarkdownOptions(diagram=lambda *_: None)).html == render(text).html
    drawn = render(text, MarkdownOptions(diagram=lambda code, at: f"<svg>{len(code)} {at}</svg>"))
    assert drawn.html == "<svg>9 3</svg>\n"
