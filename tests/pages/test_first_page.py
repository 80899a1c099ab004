"""The first page of a package without a README, and what lists say of a page."""

import pytest
from lxml import html

from dpmlc.pages.plan.options import SiteOptions
from tests.pages.conftest import Make


def texts(page: str, xpath: str) -> list[str]:
    return [" ".join(each.text_content().split()) for each in html.fromstring(page).xpath(xpath)]


UNIT = """\
# 书

<resource protocol="book">
<registry>
| id | where |
|---|---|
| a | @file://a.md |
</registry>
</resource>
"""
KEEPER = """\
<role>
<personality>
@!thought://b

# 성격

느긋한 **책방지기**.
손님을 기다린다.
</personality>
</role>
"""


def test_a_first_page_without_a_readme_tells_what_the_site_is_about(make: Make) -> None:
    site = make({"a.md": "# 장\n"}, SiteOptions(title="책방", description="책방 사람들"))
    assert texts(site["index.html"], "//h1") == ["책방"]
    assert texts(site["index.html"], "//p[@class='lead']") == ["책방 사람들"]


def test_the_first_page_lists_protocols_that_the_package_has_of_its_own(make: Make) -> None:
    index = make({"a.md": "# 장\n", "b.resource.md": UNIT})["index.html"]
    assert texts(index, "//h2") == ["Guide", "Protocols"]
    assert texts(index, "//section[2]//li/a") == ["book://"]
    nothing = make({})["index.html"]
    assert texts(nothing, "//section//li/a")[:2] == ["context://", "execution://"], "else there would be nothing at all"


def test_a_long_list_on_the_first_page_leads_to_all_of_it(make: Make) -> None:
    index = make({f"b/{number:02}.md": f"# 第{number}章\n" for number in range(31)})["index.html"]
    assert len(texts(index, "//section[1]//li")) == 31
    assert texts(index, "//section[1]//li[31]/a") == ["All of them"]
    assert html.fromstring(index).xpath("//section[1]//li[31]/a/@href") == ["guide/index.html"]
    few = make({f"b/{number:02}.md": f"# 第{number}章\n" for number in range(30)})["index.html"]
    assert texts(few, "//section[1]//li[30]/a") == ["第29章"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (KEEPER, "느긋한 책방지기. 손님을 기다린다."),
        ("# 掌柜\n\n管账的人。\n\n<role>\n<personality>\n沉稳。\n</personality>\n</role>\n", "管账的人。"),
        ("<role>\n<personality>\n- 沉稳\n\n```\nx\n```\n@!thought://b\n</personality>\n</role>\n", ""),
    ],
)
def test_a_prompt_without_a_description_is_told_by_its_first_words(make: Make, text: str, told: str) -> None:
    site = make({"a.role.md": text, "b.thought.md": "<thought>\n생각.\n</thought>\n"})
    assert texts(site["prompts/index.html"], "//li/span") == ([told] if told else [])


def test_what_was_left_is_told_in_the_language_of_the_site(make: Make) -> None:
    role = "<role>\n@?file://账.csv @?file://书.md @?file://没有.md\n</role>\n"
    files = {"a.role.md": role, "账.csv": "1\n", "书.md": "# 书\n"}
    page = make(files, SiteOptions(language="zh"))["prompts/a.html"]
    assert texts(page, "//section[@aria-labelledby='page.kept']//span[@class='note']") == ["文件", "文档", "缺失"]


def test_the_page_for_what_is_missing_is_none_that_search_engines_keep(make: Make) -> None:
    page = html.fromstring(make({"a.md": "# 장\n"}, SiteOptions(url="https://a.example/책/"))["404.html"])
    assert page.xpath("//meta[@name='robots']/@content") == ["noindex"]
    assert not page.xpath("//link[@rel='canonical'] | //meta[@property='og:url']")


@pytest.mark.parametrize(
    ("paths", "headings"),
    [
        ("책/방/가/a 책/방/나/b", ["가", "나"]),
        ("책/방/a 책/방/나/b", ["방", "방/나"]),
        ("a 책/방/나/b", ["책/방/나"]),
        ("책/방/a 책/방/b", ["책/방"]),
    ],
)
def test_a_list_leaves_out_the_folders_that_all_of_it_lies_in(make: Make, paths: str, headings: list[str]) -> None:
    page = make({f"{each}.md": "# 장\n" for each in paths.split()})["guide/index.html"]
    assert texts(page, "//h2") == headings
