"""What the pages of a package hold."""

import re
from posixpath import dirname, normpath
from urllib.parse import unquote

import pytest
from lxml import html

from dpmlc.compiler import Build
from dpmlc.edge.configuration import settings
from dpmlc.edge.plugins import Plugins
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.text.artifact import Artifact
from dpmlc.text.source import Source
from tests.pages.conftest import Make, Site

PACKAGE = {
    "README.md": "# 茶舍 Tea house\n\nWelcome. See [water](guide/water.md).\n",
    "guide/water.md": "# Water 水\n\nSoft `water`, **软水**，always. The #水位 matters.\n",
    "role/master/master.role.md": (
        "# 茶艺师\n\nKnows tea.\n\n<role>\n  <personality>\n    先看人。\n\n    @!thought://tasting\n  </personality>\n"
        "  <knowledge>\n    Stock: @?file://data/stock.csv\n    @recipe://longjing and @!tool://nothing\n"
        "  </knowledge>\n</role>\n"
    ),
    "role/master/thought/tasting.thought.md": (
        "<thought>\n  <exploration>\n    ## 第一口\n\n    | 味 | 度 |\n    |---|--:|\n    | 甜 | 1 |\n"
        "  </exploration>\n</thought>\n"
    ),
    "protocols/recipe.resource.md": (
        "# Recipes\n\nNames a `tea`.\n\n<resource protocol=\"recipe\">\n<location>\n```ebnf\n"
        "location ::= recipe://{tea}\ntea ::= letter+\nletter ::= [a-z]\n```\n</location>\n<params>\n"
        "| name | type | description | example |\n|---|---|---|---|\n| line | range | some lines | 1-2 |\n</params>\n"
        "<registry>\n| id | target |\n|---|---|\n| longjing | @file://recipes/longjing.md |\n"
        "| gone | @file://recipes/gone.md |\n| {tea} | @file://recipes/{tea}.md |\n</registry>\n</resource>\n"
    ),
    "recipes/longjing.md": "# 龙井\n\n3 g.\n",
    "data/stock.csv": "tea,grams\n",
    "terms.md": (
        "<terminologies>\n<terminology>\n<zh>水位</zh>\n<en>water level</en>\n<definition>How **high** it stands.\n"
        "</definition>\n<examples><example>It fell.</example></examples>\n</terminology>\n</terminologies>\n"
    ),
}  # fmt: skip


@pytest.fixture
def site(make: Make) -> Site:
    return make(PACKAGE)


def tree(page: str) -> html.HtmlElement:
    return html.fromstring(page)


def words(page: str, xpath: str) -> list[str]:
    return [" ".join(each.text_content().split()) for each in tree(page).xpath(xpath)]


@pytest.mark.slow
def test_every_link_of_the_site_leads_to_a_file_of_it(site: Site) -> None:
    broken = []
    for path, text in site.files.items():
        if not path.endswith(".html"):
            continue
        for element, attribute, link, _ in html.fromstring(text).iterlinks():
            where, _, fragment = link.partition("#")
            target = resolved(path, where)
            if ":" in link.partition("/")[0] or "data-begin" in element.attrib:
                continue
            there = site.files.get(target)
            if there is None or (fragment and target.endswith(".html") and unquoted(fragment) not in ids(there)):
                broken.append((path, element.tag, attribute, link))
    assert broken == []


def ids(page: str) -> set[str]:
    return set(html.fromstring(page).xpath("//@id")) | {"top"}


def unquoted(text: str) -> str:
    return unquote(text)


def resolved(page: str, link: str) -> str:
    return normpath(f"{dirname(page)}/{unquoted(link)}".lstrip("/")) if link else page


def test_no_page_has_an_id_twice_or_anything_inline(site: Site) -> None:
    for path, text in site.files.items():
        if path.endswith(".html"):
            found = html.fromstring(text).xpath("//@id")
            assert len(found) == len(set(found)), path
            assert not html.fromstring(text).xpath("//@style | //style | //script[not(@src)]"), path
            assert not [each for each in html.fromstring(text).xpath("//@*") if each.attrname.startswith("on")], path


def test_the_first_page_is_the_readme(site: Site) -> None:
    assert words(site["index.html"], "//h1") == ["茶舍 Tea house"]
    assert words(site["index.html"], "//article//p/a") == ["water"]
    assert tree(site["index.html"]).xpath("//article//p/a/@href") == ["guide/water.html"]


def test_a_prompt_tells_where_each_part_came_from(site: Site) -> None:
    page = site["prompts/master.html"]
    assert words(page, "//h1") == ["茶艺师"]
    assert words(page, "//p[@class='origin']") == ["master.role.md", "tasting.thought.md", "longjing.md"]
    places = tree(page).xpath("//p[@class='origin']/a/@title")
    assert places == [
        "role/master/master.role.md:1", "role/master/thought/tasting.thought.md:1", "recipes/longjing.md:1",
    ]  # fmt: skip
    tags = ["role", "personality", "thought", "exploration", "knowledge", "reference"]
    assert words(page, "//details//*[@class='tag']") == tags
    assert tree(page).xpath("//th[contains(@class, 'align-right')]")[0].text_content() == "度"


def test_a_title_with_a_tag_in_it_stands_once(make: Make) -> None:
    site = make({"a.md": "# 什么是 <role> & \"x\"?\n\n글.\n"})
    assert words(site["a.html"], "//h1") == ['什么是 <role> & "x"?']


def test_a_paragraph_behind_an_inlined_one_tells_its_own_file(make: Make) -> None:
    site = make({
        "a.role.md": "<role>\n  @!file://x/n.md\n\n  자기 글, [링크](y/n.md).\n\n  같은 파일.\n\n  @!file://y/n.md\n\n"
        "  ```\n  안\n\n  @!file://x/n.md\n  ```\n</role>\n",
        "x/n.md": "하나.\n",
        "y/n.md": "둘.\n",
    })  # fmt: skip
    found = tree(site["prompts/a.html"]).xpath("//p[@class='origin']/a")
    assert [each.get("title") for each in found] == ["a.role.md:1", "x/n.md:1", "a.role.md:4", "y/n.md:1"]
    behind = [each.getparent().getnext().text_content().strip() for each in found[1:]]
    assert behind == ["하나.", "자기 글, 링크.", "둘."]
    assert "../y/n.html" in site["prompts/a.html"], "a link is followed from its own file"
    assert not site.found


@pytest.mark.parametrize(
    "text",
    ["- @!file://x.md\n\n  more", "[^1]\n\n@!file://x.md\n\nb\n\n[^1]: n", "::: tip\na\n\n@!file://x.md\n\nb\n:::"],
)
def test_what_spans_blank_lines_is_not_cut_where_files_meet(make: Make, text: str) -> None:
    page = make({"a.role.md": f"<role>\n{text}\n</role>\n", "x.md": "하나.\n"})["prompts/a.html"]
    assert words(page, "//p[@class='origin']") == ["a.role.md"]


def test_descriptions_and_definitions_keep_their_links_and_terms(make: Make) -> None:
    site = make({
        "g/b.md": "# 낱말\n\n<terminologies>\n<terminology>\n<ko>육수</ko>\n<definition>[책](책.md), #시조."
        "</definition>\n</terminology>\n<terminology>\n<ko>시조</ko>\n</terminology>\n</terminologies>\n",
        "g/책.md": "# 책\n",
        "p/b.resource.md": "# 책\n\n[책](../g/책.md), #육수.\n\n<resource protocol=\"book\">\n</resource>\n",
        "p/k.protocol.md": "# k\n\n[책](../g/책.md)\n\n```ebnf\nk_element ::= '<k>' markdown_content '</k>'\n```\n",
    })  # fmt: skip
    book = "g/%EC%B1%85.html"
    assert tree(site["protocols/book.html"]).xpath("//div[@class='lead']//a/@href")[0] == f"../{book}"
    assert words(site["protocols/book.html"], "//div[@class='lead']//a") == ["책", "#육수"]
    assert "](" not in "".join(text for path, text in site.files.items() if path.startswith("search/"))
    assert tree(site["elements/k.html"]).xpath("//div[@class='lead']//a/@href") == [f"../{book}"]
    assert tree(site["glossary.html"]).xpath("//dd/p[not(@class)]/a/@href") == [book, "#term-%EC%8B%9C%EC%A1%B0"]


@pytest.mark.parametrize(("language", "title"), [("zh", "警告"), ("ko", "경고"), ("en", "Warning")])
def test_boxes_have_their_names_in_the_language_of_the_site(make: Make, language: str, title: str) -> None:
    page = make({"a.md": "> [!WARNING]\n> x\n"}, SiteOptions(language=language))["a.html"]  # type: ignore[arg-type]
    assert words(page, "//p[@class='admonition-title']") == [title]


def test_a_prompt_tells_what_was_inlined_and_what_was_left(site: Site) -> None:
    page = site["prompts/master.html"]
    shares = words(page, "//section[@aria-labelledby='page.inlined']//tbody/tr/td[1]/a")
    assert shares == ["thought://tasting", "recipe://longjing"]
    assert words(page, "//section[@aria-labelledby='page.kept']//td[1]/code") == [
        "@?file://data/stock.csv",
        "@!tool://nothing",
    ]
    advice = ["Load it when the text asks for it.", "Call the tool when needed."]
    assert words(page, "//section[@aria-labelledby='page.kept']//td[2]") == advice


def test_the_sources_of_a_prompt_are_files_of_their_own(site: Site) -> None:
    prompt = next(each for each in site.build.artifacts if each.path == "bundles/master/prompt.md")
    assert site["prompts/master.md"] == prompt.content.decode()  # type: ignore[union-attr]
    assert site["prompts/master.source.md"] == PACKAGE["role/master/master.role.md"]
    assert site["prompts/master.text.js"].startswith('dpmlcTexts("master.text.js", {"flattened": "')
    assert "<" not in site["prompts/master.text.js"].replace("\\u003c", "")


def test_a_protocol_shows_its_registry_with_states(site: Site) -> None:
    page = site["protocols/recipe.html"]
    rows = [words_of(each) for each in tree(page).xpath("//table[@class='registry']/tbody/tr")]
    assert [(row[0].split()[0], row[2]) for row in rows] == [
        ("longjing", "found"), ("gone", "missing"), ("{tea}", "pattern"),
    ]  # fmt: skip
    assert tree(page).xpath("//tr[@id='id-longjing']//a/@href")[1] == "../recipes/longjing.html"
    assert words(page, "//ul[@class='examples']//code")[:2] == ["@!recipe://longjing", "@recipe://longjing?line=1-2"]
    assert words(page, "//ul[@class='uses']/li/span") == ["role/master/master.role.md:13"]
    assert tree(page).xpath("//tr[@id='parameter-line']")
    assert words(page, "//div[@id='rule-tea']//pre") == ["tea ::= letter+"]
    assert tree(page).xpath("//div[@id='rule-tea']//pre//a/@href") == ["#rule-tea", "#rule-letter"]


def words_of(row: html.HtmlElement) -> list[str]:
    return [" ".join(cell.text_content().split()) for cell in row.xpath("./td")]


def test_the_glossary_and_its_terms_in_prose(site: Site) -> None:
    page = site["glossary.html"]
    assert words(page, "//dt") == ["水位 · water level"]
    assert words(page, "//dd/p[1]") == ["How high it stands."]
    link = tree(site["guide/water.html"]).xpath("//a[@class='term']")
    assert [(each.text_content(), unquoted(each.get("href"))) for each in link] == [
        ("#水位", "../glossary.html#term-水位")
    ]


@pytest.mark.parametrize(
    ("text", "options", "label"),
    [
        ("# 茶舍 Tea\n\n[水](水.md)\n", SiteOptions(), "茶舍 Tea"),
        ("水 @?file://水.md\n", SiteOptions(title="차"), "차"),
        ("水\n", SiteOptions(), "tea"),
    ],
)
def test_the_first_page_is_called_by_its_title_everywhere(
    text: str, options: SiteOptions, label: str, make: Make
) -> None:
    site = make({"README.md": text, "水.md": "# Water\n\n@?file://README.md\n"}, options)
    assert label in words(site["graph.html"], "//ul[@class='graph-list']//a")
    assert words(site["水.html"], "//section[@class='neighbours']//li/a") == [label] * (2 if "@?" in text else 1)


def test_a_place_without_a_page_is_no_link(make: Make) -> None:
    files = {
        "terms.md": PACKAGE["terms.md"],
        "a.role.md": "<role>\n<personality>\n@!thought://b\n</personality>\n</role>\n",
        "b.thought.md": "<thought>\n@?file://c.csv\n</thought>\n",
        "c.csv": "1\n",
    }
    site = make(files, SiteOptions(leave_out=("terms.md", "b.thought.md")))
    assert words(site["glossary.html"], "//p[@class='place']") == ["terms.md:2"]
    assert words(site["prompts/a.html"], "//td/a[@class='place']") == ["b.thought.md:2"]
    assert not [path for path, text in site.files.items() if 'href=""' in text]


def test_what_is_missing_stands_under_its_protocol(make: Make) -> None:
    site = make({"a.role.md": "<role>\n<personality>\n@?thought://lost @?tool://x/gone\n</personality>\n</role>\n"})
    found = tree(site["graph.html"]).xpath("//*[@class='gr-group']/*[local-name()='text']")
    assert [each.text_content() for each in found] == ["thought://", "tool://x"]
    assert words(site["graph.html"], "//p[@class='graph-legend']/span")[-1] == "missing"


def test_who_refers_to_whom(site: Site) -> None:
    page = site["resources/role/master/thought/tasting.thought.html"]
    assert words(page, "//section[@class='neighbours']//ul[@class='uses']/li/a") == ["茶艺师"]
    assert words(page, "//section[@class='neighbours']//li/span") == ["role/master/master.role.md:9"]


def test_health_shows_every_finding(site: Site) -> None:
    assert len(site.found) == len(tree(site["health.html"]).xpath("//div[starts-with(@class, 'finding ')]"))


REPEATED = {
    "a.md": "<prompt>\n@?thought://lost and @?thought://lost\n\n@?thought://gone\n</prompt>\n",
    "b.md": "<prompt>\n@?thought://lost\n</prompt>\n",
}


def test_health_shows_errors_first(make: Make) -> None:
    site = make({"a.md": "<note>\n@file://없다.md\n</note>\n", "b.md": "[x](없다.md)\n"})
    found = tree(site["health.html"]).xpath("//div[starts-with(@class, 'finding ')]/@data-severity")
    assert found == ["error", "warning"]


def test_a_registry_without_rows_says_so(make: Make) -> None:
    text = "<resource protocol=\"bare\">\n<registry>\n| id | where |\n|---|---|\n</registry>\n</resource>\n"
    page = make({"a.resource.md": text})["protocols/bare.html"]
    assert words(page, "//section[@aria-labelledby='registry']/p") == ["There is nothing here yet."]


def test_health_tells_what_is_said_of_many_places_once(make: Make) -> None:
    site = make(REPEATED)
    page = site["health.html"]
    assert words(page, "//p[@class='counts']/span") == ["Errors 0", "Warnings 4", "Hints 0"]
    assert words(page, "//div[@class='findings']//p[@class='where']") == ["a.md:2:13", "a.md:4:13"]
    assert words(page, "//details[@class='more']/summary") == ["Other places (2)"]
    assert words(page, "//details[@class='more']//li") == ["a.md:2:34", "b.md:2:13"]
    assert tree(page).xpath("//details[@class='more']//a/@href") == ["prompts/a.html", "prompts/b.html"]
    twin = site["health.md"]
    assert "- warning[not-found] a.md:2:13, a.md:2:34, b.md:2:13: " in twin


def test_a_document_tells_its_own_places_alone(make: Make) -> None:
    site = make(REPEATED)
    assert words(site["prompts/a.html"], "//p[@class='where']") == ["a.md:2:13", "a.md:4:13"]
    assert words(site["prompts/a.html"], "//details[@class='more']//li") == ["a.md:2:34"]
    assert not tree(site["prompts/b.html"]).xpath("//details[@class='more']")


def test_of_very_many_places_the_rest_is_counted(make: Make) -> None:
    site = make({"a.md": "<prompt>\n" + "@?thought://lost\n\n" * 2003 + "</prompt>\n"})
    found = words(site["health.html"], "//details[@class='more']//li")
    assert (len(found), found[-1]) == (2001, "2 more")
    assert words(site["health.html"], "//details[@class='more']/summary") == ["Other places (2002)"]


@pytest.mark.parametrize(("language", "lang", "home"), [("zh", "zh-Hans", "首页"), ("ko", "ko", "홈")])
def test_the_interface_speaks(language: str, lang: str, home: str, make: Make) -> None:
    page = make(PACKAGE, SiteOptions(language=language))["guide/water.html"]  # type: ignore[arg-type]
    assert tree(page).get("lang") == lang
    assert words(page, "//nav[@class='breadcrumbs']//li")[0] == home
    rule = make(PACKAGE, SiteOptions(language=language))["protocols/recipe.html"]  # type: ignore[arg-type]
    assert "Syntax of" not in rule
    left = {"Home", "Search", "Guide", "Prompts", "Previous", "Next", "Menu", "Copy"}
    assert not left & set(re.findall(r">([A-Z][a-z]+)<", page))


def test_addresses_that_are_whole_need_the_site_s_own(make: Make) -> None:
    plain = make(PACKAGE)
    assert "sitemap.xml" not in plain.files
    assert "canonical" not in plain["index.html"]
    site = make(PACKAGE, SiteOptions(url="https://tea.example/docs/", edit="https://tea.example/edit/{path}"))
    assert "<loc>https://tea.example/docs/protocols/recipe.html</loc>" in site["sitemap.xml"]
    page = tree(site["guide/water.html"])
    assert page.xpath("//link[@rel='canonical']/@href") == ["https://tea.example/docs/guide/water.html"]
    assert page.xpath("//p[@class='about']/a/@href")[0] == "https://tea.example/edit/guide/water.md"


@pytest.mark.parametrize(
    ("url", "root"),
    [
        ("", "/"),
        ("https://tea.example", "/"),
        ("https://tea.example/", "/"),
        ("https://tea.example/docs", "/docs/"),
        ("https://tea.example/차/docs/", "/%EC%B0%A8/docs/"),
        ("https://tea.example/%EC%B0%A8/", "/%EC%B0%A8/"),
        ("https://tea.example//evil.example/", "/evil.example/"),
    ],
)
def test_the_page_for_what_is_missing_fits_every_depth(make: Make, url: str, root: str) -> None:
    page = tree(make(PACKAGE, SiteOptions(url=url))["404.html"])
    links = "//link[@rel!='canonical']/@href | //script[not(@data-begin)]/@src | //a/@href"
    own = [each for each in page.xpath(links) if each[0] != "#"]
    assert len(own) > 10
    assert {each[: len(root)] for each in own} == {root}
    assert not any(each.startswith("//") for each in own)
    assert set(page.xpath("//@data-root")) == {root}
    assert page.xpath("//@data-tree") == [f"{root}tree.js"]
    assert page.xpath("//script/@data-begin") == ([root, ""] if url else [root, "", "../", "../../"])


def test_links_of_a_twin_lead_to_twins(make: Make) -> None:
    text = (
        "# 집\n\n[가](role/a.role.md#뜻), [나](<g/나 무.md>) [나](g/%EB%82%98%20무.md) ![표](g/표.png) [밖](https://a.org/x.md)\n"
        "[여기](#집) [접기][r] `[가](role/a.role.md)` <a href=\"g/\">g</a>\n\n[r]: g/나%20무.md\n"
    )
    site = make({
        "README.md": text, "role/a.role.md": "<role>\n# 뜻\n</role>\n", "g/나 무.md": "[집](../README.md)\n",
        "g/README.md": "# g\n", "g/표.png": b"x",
    })  # fmt: skip
    tree_ = "g/%EB%82%98-%EB%AC%B4.md"
    assert not site.found
    assert site["index.md"] == (
        text.replace("(role/a.role.md#뜻)", "(prompts/a.md#%EB%9C%BB)").replace("<g/나 무.md>", f"<{tree_}>")
        .replace("(g/%EB%82%98%20무.md)", f"({tree_})").replace("g/표.png", "files/g/%ED%91%9C.png")
        .replace('"g/"', '"g/index.md"').replace("[r]: g/나%20무.md", f"[r]: {tree_}")
    )  # fmt: skip
    assert site["g/나-무.md"] == "[집](../index.md)\n"


def test_twins_of_tables_say_what_the_tables_say(make: Make) -> None:
    site = make({
        "a.resource.md": "<resource protocol=\"b\">\n<params>\n| n | t |\n|---|---|\n| 面 | 正\\|反 |\n</params>\n"
        "</resource>\n",
        "t.tool.py": "class T:\n    def get_metadata(self):\n        return {'name': 't', 'description': 'd'}\n"
        "    def get_schema(self):\n        return {'properties': {'m': {'enum': ['快', '慢'], 'default': '快'}}}\n"
        "    def execute(self, p):\n        return p\n",
        "g.md": "<terminologies>\n<terminology>\n<zh>汤</zh>\n<definition>热的。</definition>\n"
        "<examples><example>一碗汤</example></examples>\n</terminology>\n</terminologies>\n",
    })  # fmt: skip
    assert "| 面 | enum `正` `反` |" in site["protocols/b.md"]
    assert "`\"快\"` `\"慢\"`" in site["tools/t.md"]
    assert site["glossary.md"].endswith("## 汤\n\n热的。\n\n- 一碗汤\n")


def test_llms_txt_lists_the_twins(site: Site) -> None:
    listed = re.findall(r"\]\((.*?)\)", site["llms.txt"])
    assert set(listed) <= site.files.keys()
    assert {"index.md", "prompts/master.md", "guide/water.md"} <= set(listed)


def test_two_sources_for_one_page_are_an_error_naming_both(make: Make) -> None:
    made = make({"guide/Tea.md": "# A", "guide/tea.md": "# B"})
    assert [each.partition(" ")[2] for each in made.found] == ["page-collision"]
    message = next(each.message for each in made.build.diagnostics)
    assert message == "`guide/Tea.md` and `guide/tea.md` both have the page `guide/Tea.html`"


def test_a_folder_s_page_is_made_of_its_readme(make: Make) -> None:
    files = {
        "水/README.md": "# Waters\n\n[spring](泉/spring.md)\n",
        "水/泉/index.md": "# Springs\n\n[up](../README.md) [up too](..) [down](spring.md#cold)\n",
        "水/泉/spring.md": "# Spring\n\n## Cold\n\n[all](index.md) [waters](../) [here](./)\n",
        "茶/green.md": "# Green\n\n[water](../水/README.md) [water too](/水/) [home](/)\n",
        "Readme.md": "# Home\n",
    }
    site = make(files)
    assert site.found == ()
    assert words(site["index.html"], "//h1") == ["Home"]
    assert [links(site[f"{path}.html"]) for path in ("水/index", "水/泉/index", "水/泉/spring", "茶/green")] == [
        ["泉/spring.html"],
        ["../index.html", "../index.html", "spring.html#cold"],
        ["index.html", "../index.html", "index.html"],
        ["../水/index.html", "../水/index.html", "../index.html"],
    ]
    crumbs = "//nav[@class='breadcrumbs']//li"
    assert words(site["水/泉/spring.html"], crumbs) == ["Home", "Guide", "水", "泉"]
    hrefs = [unquoted(each) for each in tree(site["水/泉/spring.html"]).xpath(f"{crumbs}/a/@href")]
    assert hrefs == ["../../index.html", "../../guide/index.html", "../index.html", "index.html"]
    assert len(tree(site["水/泉/index.html"]).xpath(f"{crumbs}/a")) == 3
    assert not tree(site["茶/green.html"]).xpath(f"{crumbs}[3]/a")
    turns = [words(site[f"{each}.html"], "//nav[@class='turn']/a") for each in ("水/index", "水/泉/index")]
    assert turns == [["Next Springs"], ["Previous Waters", "Next Spring"]]
    assert {"水/index.md", "水/泉/index.md"} <= site.files.keys()


def links(page: str) -> list[str]:
    """Where the links of a document lead."""
    return [unquoted(each) for each in tree(page).xpath("//div[@class='dpml']//a/@href")]


@pytest.mark.parametrize("other", ["index.md", "INDEX.markdown", "readme.md"])
def test_a_readme_beside_an_index_is_an_error_naming_both(other: str, make: Make) -> None:
    made = make({"a/README.md": "# A\n", f"a/{other}": "# B\n", "b/README.md": "# C\n"})
    assert [each.partition(" ")[2] for each in made.found] == ["page-collision"]
    message = next(each.message for each in made.build.diagnostics)
    assert {f"a/{other}", "a/README.md", "a/index.html"} == set(message.split("`")[1::2])
    assert make({"a/README.md": "# A\n", "a/index.md": "# B\n"}, SiteOptions(leave_out=("a/index.md",))).found == ()


@pytest.mark.slow
def test_a_page_does_not_grow_with_the_site(make: Make) -> None:
    def size(count: int) -> int:
        files = {f"guide/page-{number:04}.md": f"# Page {number:04}\n\n{'文' * 900}\n" for number in range(count)}
        return len(make(files)["guide/page-0050.html"].encode())

    assert size(400) - size(100) < 100


def test_an_empty_package_has_a_site(make: Make) -> None:
    site = make({})
    assert words(site["index.html"], "//h1") == ["tea"]
    assert "404.html" in site.files


def test_files_that_links_lead_to_come_along_but_nothing_that_runs(make: Make) -> None:
    links = "[c](c.csv) [h](x.html) [s](s.svg) ![p](p.png)\n"
    site = make({"a.md": links, "c.csv": "1", "x.html": "<script>", "s.svg": "<svg>", "p.png": b"\x89PNG"})
    copies = {each.path for each in site.build.artifacts if each.path.startswith("site/files/")}
    assert copies == {"site/files/c.csv", "site/files/p.png"}
    assert site.found == ("a.md:1:28 picture-changed",)


def test_short_descriptions_hold_no_marks_of_code(site: Site) -> None:
    """Cards and tables show plain text: a description's backticks are left out."""
    (protocols,), (attributes,) = (words(site[path], "//main") for path in ("protocols/index.html", "attributes.html"))
    assert "Names a tea." in protocols
    assert "`" not in protocols + attributes


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("# 茶\n\n## 水\n", ["h2"]),
        ("# 茶\n\n```sh\n# 煮水\n```\n\n## 水\n", ["h2"]),
        ("# 茶\n\n<!--\n# 旧\n-->\n\n## 水\n", ["h2"]),
        ("# 茶\n\n# 壶\n\n## 水\n", ["h2", "h3"]),
    ],
)
def test_what_looks_like_a_heading_in_code_leaves_the_levels_alone(text: str, levels: list[str], make: Make) -> None:
    page = tree(make({"guide/tea.md": text})["guide/tea.html"])
    assert [each.tag for each in page.xpath("//main//article//*[self::h2 or self::h3]")] == levels


def test_what_a_document_is_shows_in_the_picture_of_the_package(make: Make) -> None:
    role = "<role>\n<personality>\n@!thought://看 @?file://d.csv @?file://gone.csv\n</personality>\n</role>\n"
    site = make({"a.role.md": role, "看.thought.md": "# 看\n", "d.csv": "1\n", "g.md": "@?file://a.role.md\n"})
    assert dict(re.findall(r'gr-kind-(\w+)"[^>]*><title>([^<,]+),', site["graph.html"])) == {
        "role": "a", "thought": "看", "file": "d.csv", "missing": "gone.csv", "document": "g"
    }  # fmt: skip


def test_what_a_list_says_of_a_page_holds_no_links(make: Make) -> None:
    text = "# [水](b.md) 与 `[x](y)`\n\n[![好](x.png)](b.md) 见 [the well](b.md#a), ![p](p.png) [1] 和 [z] (q)。\n"
    site = make({"g/a.md": text, "g/b.md": "# B\n\n## a\n", "g/x.png": "1", "g/p.png": "2"})
    assert site.found == ()
    (link,) = html.fromstring(site["guide/index.html"]).xpath("//main//a[@href='../g/a.html']/ancestor::li")
    assert " ".join(link.text_content().split()) == "水 与 [x](y)好 见 the well, p [1] 和 [z] (q)。"
    page = html.fromstring(site["g/a.html"])
    assert page.xpath("//meta[@name='description']/@content") == ["好 见 the well, p [1] 和 [z] (q)。"]
    assert "- [水 与 (x)(y)](g/a.md): 好 见 the well, p [1] 和 [z] (q)。" in site["llms.txt"]


def test_a_pattern_that_leaves_nothing_out_is_a_hint(make: Make) -> None:
    files = {"a.md": "# A\n", "笔记/b.md": "# B\n", "a.role.md": "<role>\n<personality>\n茶\n</personality>\n</role>\n"}
    site = make(files, SiteOptions(leave_out=("笔记", "笔记/*", "!a.md")))
    told = [f"{each.severity} {each.message} {each.help}" for each in site.build.diagnostics]
    assert told == [
        "hint `[site] leave_out` pattern `!a.md` matches no document ('did you mean `a.md`?',)",
        "hint `[site] leave_out` pattern `笔记` matches no document ('did you mean `笔记/**`?',)",
    ]
    assert "笔记/b.html" not in site.files


def test_the_site_tells_lines_of_the_settings(make: Make) -> None:
    stated = Source("dpml.toml", "[site]\nleave_out = [\n  '笔记',\n]\n[attributes.cups]\ntype = 'integer'\n")
    found = settings(stated, Plugins())
    site = make({"a.md": "# A\n"}, found.site, declared=found.declared, stated=stated)
    assert words(site["health.html"], "//p[@class='where']") == ["dpml.toml:3:3"]
    assert words(site["health.html"], "//div[@class='findings']//pre") == ["3 | '笔记',"]
    assert words(site["health.html"], "//div[@class='findings']//pre/mark") == ["'笔记'"]
    assert words(site["health.html"], "//p[@class='seen']") == ["no document"]
    assert words(site["attributes.html"], "//tbody/tr[td[1]//code='cups']/td[4]/a") == ["dpml.toml:5"]
    assert '"line": 3' in record(site.build)


def record(build: Build) -> str:
    """`build.json`."""
    (found,) = (each for each in build.artifacts if each.path == "build.json")
    assert isinstance(found, Artifact)
    return found.content.decode()


def test_documents_that_are_left_out_stand_in_no_list_of_the_graph(make: Make) -> None:
    files = {"a.md": "# A\n\n@?file://n/b.md\n", "n/b.md": "# B\n\n@?file://a.md\n"}
    site = make(files, SiteOptions(leave_out=("n/**",)))
    assert "n/b.html" not in site.files
    listed = html.fromstring(site["graph.html"]).xpath("//ul[@class='graph-list']/li")
    assert [each.text_content() for each in listed] == ["An/b.md"]
