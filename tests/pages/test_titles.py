"""A document's title is the same words on its page, once, in the navigation and in `<title>`."""

import re

import pytest

from tests.pages.conftest import Make


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("<b>굵게</b>", "굵게"),
        ("`茶` 命令", "茶 命令"),
        ("*기울임* 과 **굵게**", "기울임 과 굵게"),
        ("~~旧~~ 新 &lt;<em>x</em>", "旧 新 &lt;x"),
        (r"a\*b", "a*b"),
        ("[链接](b.md) ![图](c.png)", "链接 图"),
        ("<role> 은", "&lt;role&gt; 은"),
        ("snake_case_name $x$", "snake_case_name x"),
        ("一 & 二", "一 &amp; 二"),
    ],
)
def test_a_title_stands_once_and_is_the_same_everywhere(make: Make, heading: str, words: str) -> None:
    site = make({"a.md": f"# {heading}\n\n글.\n", "b.md": "# 다른 글\n", "c.png": b"\x89PNG"})
    page = site["a.html"]
    assert re.findall("<h1.*?>(.*?)</h1>", page) == [words]
    assert re.findall("<title>(.*?)</title>", page) == [f"{words} · tea"]
    assert f">{words}</a>" in site["b.html"]


@pytest.mark.parametrize(
    ("path", "address"), [("README.md", "index.html"), ("a.md", "a.html"), ("b.role.md", "prompts/b.html")]
)
def test_links_to_the_heading_that_became_the_title_lead_to_it(make: Make, path: str, address: str) -> None:
    rest = "<role>\n</role>\n" if path == "b.role.md" else ""
    site = make({path: f"# 用 & <b>粗</b>\n\n[上](#用--粗) [下](#用--粗-1)\n\n## 用 & 粗\n\n{rest}"})
    assert re.findall('<h([1-6]) id="(用[^"]*)"', site[address]) == [("1", "用--粗"), ("2", "用--粗-1")]
    assert site.found == ()


def test_a_description_is_told_without_its_marks(make: Make) -> None:
    site = make({"a.md": "# 茶\n\n用 `dpmlc` 泡**好**[茶](b.md)。\n", "b.md": "# 水\n"})
    assert '<meta name="description" content="用 dpmlc 泡好茶。">' in site["a.html"]


def test_the_contents_have_no_entry_without_words(make: Make) -> None:
    page = make({"a.md": "# 茶\n\n## ![](x.png)\n\n## 水\n\n## 火\n", "x.png": b"\x89PNG"})["a.html"]
    assert re.findall('<li class="level-[0-9]"><a href="[^"]*">(.*?)</a>', page) == ["水", "火"]


TAKEN = ("Content", "Side", "Search", "Prompt", "Inlined", "Kept", "Neighbours", "Refers to", "Used by", "Findings")


def test_headings_have_their_own_anchors_whatever_the_page_has_of_its_own(make: Make) -> None:
    text = "".join(f"## {each}\n\n글.\n\n" for each in TAKEN) + '<a id="page.content"></a> @?file://a.md [x](no.md)\n'
    role = f"<role>\n  <personality>\n{text}\n@!file://c.md\n  </personality>\n</role>\n"
    site = make({"README.md": f"# 책\n\n{text}", "a.md": f"# A\n\n{text}", "b.role.md": role, "c.md": "# C\n"})
    for address in ("index.html", "a.html", "prompts/b.html"):
        found = re.findall(' id="([^"]*)"', site[address])
        assert len(found) == len(set(found)), address
        assert {each.lower().replace(" ", "-") for each in TAKEN} <= set(found), address
