"""Patterns that many documents share: told once, linked to from everywhere, and a site no larger than its files."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from lxml import html

from dpmlc.check.checked import check_package
from dpmlc.link.bound import Bound
from dpmlc.pages.globs import MOST_SHOWN, Globs, globs_of
from dpmlc.pages.plan.options import Language, SiteOptions
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles
from tests.pages.conftest import SHIPPED, Make


def bounds_of(files: Mapping[str, str]) -> Mapping[str, tuple[Bound, ...]]:
    return check_package(MemoryFiles(files), Settings(package="tea"), SHIPPED).bounds


def told(globs: Globs) -> list[tuple[str, list[str], list[str]]]:
    return [(each.name, [target.location for target in each.targets], list(each.documents)) for each in globs.all]


def many(documents: int, targets: int) -> dict[str, str]:
    made = {f"docs/d{each:03}.md": f"# 茶 {each}\n" for each in range(targets)}
    made |= {f"notes/n{each:03}.md": f"# 记 {each}\n\n见 @?file://docs/*.md 。\n" for each in range(documents)}
    return made


def test_the_same_pattern_in_two_documents_is_one_though_a_document_leaves_itself_out(make: Make) -> None:
    files = {
        "d/a.md": "@file://d/*.md\n",
        "d/b.md": "@!file://d/*.md\n",
        "d/c.md": "# 丙\n",
        "n.md": "@?project://d/*.md 与 @file://d/*.md 与 @file://d/c.md\n",
        "one.md": "@file://d/c*.md\n",
    }
    bounds = bounds_of(files)
    globs = globs_of(bounds)
    whole = ["d/a.md", "d/b.md", "d/c.md"]
    assert told(globs) == [
        ("file://d/*.md", whole, ["d/a.md", "d/b.md", "n.md"]),
        ("project://d/*.md", whole, ["n.md"]),
    ]
    site = make(files)
    pages = {path: html.fromstring(site[path.replace(".md", ".html")]) for path in whole}
    places = "//h3[.='Used by']/following-sibling::ul/li/span[@class='place']"
    assert {path: [each.text_content()[:-2] for each in page.xpath(places)] for path, page in pages.items()} == {
        "d/a.md": ["d/b.md", "n.md", "n.md"],
        "d/b.md": ["d/a.md", "n.md", "n.md"],
        "d/c.md": ["d/a.md", "d/b.md", "n.md", "n.md", "n.md", "one.md"],
    }


def test_two_documents_alone_in_a_pattern_are_both_in_it() -> None:
    """Each finds one file only, so neither is a pattern with many files."""
    globs = globs_of(bounds_of({"d/a.md": "@file://d/*.md\n", "d/b.md": "@file://d/*.md\n"}))
    assert globs.all == ()


def test_anchors_are_told_apart() -> None:
    files = dict.fromkeys(("d.x/a.md", "d.x/b.md", "dx/a.md", "dx/b.md"), "")
    files["n.md"] = "@file://d.x/*.md @file://dx/*.md\n"
    anchors = [each.anchor for each in globs_of(bounds_of(files)).all]
    assert anchors == ["glob-filedxmd", "glob-filedxmd-1"]


def test_a_pattern_of_many_files_stands_once_on_the_graphs_page(make: Make) -> None:
    site = make(many(5, 30))
    page = html.fromstring(site["graph.html"])
    (entry,) = page.xpath("//li[@id='glob-filedocsmd']")
    files, users = entry.xpath("details")
    assert [each.get("open") for each in (files, users)] == [None, None]
    assert files.xpath("ul/li/a/@href") == [f"docs/d{each:03}.html" for each in range(30)]
    assert users.xpath("ul/li/a/text()") == [f"记 {each}" for each in range(5)]
    links = page.xpath("//ul[@class='graph-list']/li/ul/li/a[@href='#glob-filedocsmd']")
    assert [each.text for each in links] == ["file://docs/*.md (30)"] * 5
    assert site["graph.md"].count("茶 17") == 1


def test_a_pattern_of_few_files_is_told_where_it_stands(make: Make) -> None:
    page = html.fromstring(make(many(3, 4))["graph.html"])
    assert not page.xpath("//*[@id='patterns']")
    assert page.xpath("//li[a='记 0']/ul/li/a/text()") == ["茶 0", "茶 1", "茶 2", "茶 3"]


def test_a_page_with_many_users_shows_the_first_and_leads_to_all(make: Make) -> None:
    site = make(many(50, 3), SiteOptions(language="ko"))
    page = html.fromstring(site["docs/d001.html"])
    rows = page.xpath("//section[@class='neighbours']/h3[last()]/following-sibling::ul/li")
    assert len(rows) == MOST_SHOWN + 1
    assert rows[0].xpath("a/text()") == ["记 0"]
    assert rows[-1].xpath("a/text()") == ["30개 더"]
    assert rows[-1].xpath("a/@href") == ["../graph.html#glob-filedocsmd"]
    whole = html.fromstring(site["graph.html"]).xpath("//li[@id='glob-filedocsmd']/details[2]/ul/li")
    assert len(whole) == 50
    assert site.found == ()


def test_a_tool_with_many_users_says_so_in_its_markdown_too(make: Make) -> None:
    tool = "def get_metadata():\n    return {}\n"
    notes = {f"n{each:02}.md": "见 @?file://tool/*.py 。\n" for each in range(25)}
    site = make({**notes, "tool/a.tool.py": tool, "tool/b.py": "b = 1\n"})
    assert "- 5 more `file://tool/*.py`" in site["tools/a.md"]
    assert site["tools/a.md"].count("`@?file://tool/*.py`") == MOST_SHOWN


def test_the_picture_of_a_page_counts_those_it_leaves_out(make: Make) -> None:
    site = make(many(50, 40))
    assert "… 39 more" in site["docs/d001.html"]
    assert "… 29 more" in site["notes/n001.html"]


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_a_large_package_is_drawn_by_its_folders(times: int, make: Make) -> None:
    """200 documents and 150 files: 30,000 edges, written once or twice."""
    files = many(200, 150)
    if times == 2:
        files = {path: text + text.partition("\n")[2] for path, text in files.items()}
    page = html.fromstring(make(files)["graph.html"])
    assert page.xpath("string(//*[local-name()='desc'])").startswith("350 nodes, 30000 edges")
    (edge,) = page.xpath("//*[contains(@class, 'gr-edge ')]")
    assert edge.xpath("string(*[local-name()='title'])") == "30000"


@pytest.mark.slow
def test_the_site_grows_with_its_files_not_with_their_pairs(make: Make) -> None:
    """Twice as many documents and files: about twice the bytes, where pairs would make it four times as many."""
    small, large = (sum(map(len, make(many(each, each)).files.values())) for each in (60, 120))
    assert large < 2.4 * small


@pytest.mark.parametrize(("language", "kinds"), [
    ("en", ("document", "prompt", "thought", "file", "missing")),
    ("zh", ("文档", "提示词", "思维", "文件", "缺失")),
    ("ko", ("문서", "프롬프트", "사고", "파일", "없음")),
])  # fmt: skip
def test_the_picture_tells_kinds_in_the_language_of_the_site(
    language: Language, kinds: tuple[str, ...], make: Make
) -> None:
    files = {
        "a.md": "@?thought://deep @?file://data/a.csv @?file://none.md @?file://p.prompt.md\n",
        "deep.thought.md": "<thought>想</thought>\n",
        "p.prompt.md": "<prompt>茶</prompt>\n",
        "data/a.csv": "1\n",
    }
    site = make(files, replace(SiteOptions(), language=language))
    page = html.fromstring(site["graph.html"])
    titles = page.xpath("//*[contains(@class, 'gr-node')]/*[local-name()='title']/text()")
    assert {each.split(", ")[1] for each in titles} == set(kinds)
