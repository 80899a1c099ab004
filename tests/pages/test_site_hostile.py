"""Packages that ask for pages and places of one name, or go as deep as the language lets them."""

from collections import Counter
from posixpath import dirname, normpath
from urllib.parse import unquote

import pytest
from lxml import html

from dpmlc.pages.plan.address import OWN_NAMES
from dpmlc.pages.plan.options import SiteOptions
from tests.pages.conftest import Make, Site

ROLE = "<role>\n<personality>\n茶\n</personality>\n</role>\n"


def resource(name: str, *rows: str) -> str:
    table = "".join(f"| {each} | @file://README.md |\n" for each in rows)
    return (
        f'<resource protocol="{name}">\n<location>\n```ebnf\nlocation ::= {name}://{{id}}\nid ::= letter+\n'
        f"letter ::= [a-z]\n```\n</location>\n<registry>\n| id | target |\n|---|---|\n{table}</registry>\n</resource>\n"
    )


def held(site: Site) -> None:
    """No page has an id twice, each link inside the site leads to a file, and each fragment to an id."""
    ids: dict[str, set[str]] = {}
    pages = {path: html.fromstring(text) for path, text in site.files.items() if path.endswith(".html")}
    for path, page in pages.items():
        counted = Counter(page.xpath("//@id"))
        assert [each for each, number in counted.items() if number > 1] == [], path
        ids[path] = set(counted)
    paths = [each.path for each in site.build.artifacts]
    assert len({each.casefold() for each in paths}) == len(paths)
    for path, page in pages.items():
        for link in page.xpath("//a/@href"):
            place, _, fragment = link.partition("#")
            if ":" in place:
                continue
            assert place.startswith("/") == bool(place and path == "404.html")
            where = normpath(f"{dirname(path)}/{unquote(place)}").lstrip("/") if place else path
            assert f"site/{where}" in paths, (path, link)
            assert not fragment or where not in ids or unquote(fragment) in ids[where], (path, link)


def protocol(name: str, attribute: str) -> str:
    return (
        f"# {name}\n\n一。\n\n```ebnf\n"
        f"{name}_element ::= '<{name}' {attribute}_attribute? '>' markdown_content '</{name}>'\n"
        f"{attribute}_attribute ::= ' {attribute}=\"' value '\"'\n```\n"
    )


NAMES = {
    "index": {"README.md": "# a\n", "index.md": "# Inhalt 目录\n", "guide/index.md": "# 导读\n"},
    "upper case index": {"README.md": "# a\n", "INDEX.md": "# 目录\n"},
    "404": {"README.md": "# a\n", "404.md": "# 四\n", "404/404.md": "# 肆\n"},
    "bundle index": {"index.role.md": ROLE, "README.md": "[x](index.role.md)\n"},
    "bundle with the name of a text": {"a.role.md": ROLE, "a.text.role.md": ROLE},
    "protocol index": {"p.resource.md": resource("index", "a"), "README.md": "@!index://a\n"},
    "attributes of one name": {
        "p.attributes.md": "# A\n\n| attribute | type | meaning |\n|---|---|---|\n| kind | text | 种 |\n",
        "steep.protocol.md": protocol("steep", "kind"), "rinse.protocol.md": protocol("rinse", "kind"),
        "README.md": "<steep kind='a'>\n茶\n</steep>\n",
    },
    "elements index": {"index.protocol.md": protocol("index", "x"), "README.md": "<index>\n</index>\n"},
    "strange paths": {
        "指南/a b#c%41&'\"<i>.md": "# \"<b>&'\n[y](../%E6%8C%87%E5%8D%97/%23.md)\n", "指南/#.md": "# #\n",
        "a\u202eb.md": "# \u202e\n", "?.md": "\n", "con.md": "# con\n", "x" * 200 + ".md": "# 长\n", "-.md": "# -\n",
    },
    "empty headings": {"README.md": "#\n\n##\n\n#  \n\n## #\n\n[x](#)\n\n<t>\n#\n\n#\n</t>\n"},
    "ids": {"README.md": "# a\n", "p.resource.md": resource("tea", "a b", "a-b", "a#b", 'a"b', "a'b", "<i>", "a", "A")},
    "named and registered": {
        "README.md": "# a\n", "p.resource.md": resource("tea", "x-2", "y"), "x.tea.md": "# 1\n", "a/x.tea.md": "# 2\n",
    },
    "elements": {
        "a.md": "<t id='a'>\n# t-a\n</t>\n<t id='a'>\n</t>\n<t id=' '>\n</t>\n<prompt id='prompt'>\n</prompt>\n",
    },
    "deep": {"a.md": "".join(f"{' ' * n}<t>\n" for n in range(200)) + "茶\n" + "</t>\n" * 200},
    "deep role": {"a.role.md": "<role>\n" + "<t>\n" * 200 + "茶\n" + "</t>\n" * 200 + "</role>\n"},
    "terms": {
        "t.md": "<terminologies>\n" + "".join(
            f"<terminology>\n<zh>{each}</zh>\n<definition>\n# x\n</definition>\n</terminology>\n"
            for each in ("水 位", "水-位", "<b>", '"', "#", "水 位")
        ) + "</terminologies>\n\n#水-位 #\" ##\n",
    },
}  # fmt: skip


OWN = {
    f"{name}/{end}.md": f"# {name} 的 {end}\n\n[x](/{name.upper()}.md)\n" for name in sorted(OWN_NAMES) for end in "ab"
} | {f"{name.upper()}.md": f"# {name}\n\n[x]({name}/a.md)\n" for name in sorted(OWN_NAMES)}
OWN |= {f"{name}/a.md": f"# {name}\n" for name in ("llms.txt", "tree.js", "index.html", "404.html", "sitemap.xml")}


def test_a_site_keeps_its_own_names_and_loses_no_document(make: Make) -> None:
    whole = {
        "README.md": "# 茶\n\n![p](p.png)\n", "p.png": "1", "a.role.md": ROLE,
        "b.thought.md": "<thought>\n</thought>\n", "Guide/a.md": "# 导\n", "guide/b.md": "# 读\n", **NAMES["terms"],
    }  # fmt: skip
    site, without = make({**whole, **OWN}, SiteOptions(url="https://tea.example")), make(whole)
    assert site.found == ()
    held(site)
    assert {each for each in without.files if not each.startswith("search/")} <= site.files.keys()
    for text in OWN.values():
        title = text.partition("\n")[0].removeprefix("# ")
        assert [each for each in site.files.values() if f">{title}</h1>" in each], title
    documents = {each.partition("/")[0] for each in ("guide/", "Guide/", "t.html", "t.md", "index.html", "index.md")}
    roots = {each.path.split("/")[1] for each in without.build.artifacts if each.path.startswith("site/")}
    left = {each.partition(".")[0] for each in roots - documents if each not in {"llms.txt", "tree.js"}}
    assert left <= OWN_NAMES


def test_two_documents_for_one_page_are_named(make: Make) -> None:
    files = {"tools.md": "# 器\n", "guide/tools.md": "# 具\n", "guide/b/c.md": "x", "guide/B/c.md": "y"}
    site = make(files)
    told = [each.message for each in site.build.diagnostics if each.code == "page-collision"]
    assert told == [
        "`guide/B/c.md` and `guide/b/c.md` both have the page `guide/B/c.html`",
        "`tools.md` and `guide/tools.md` both have the page `guide/tools.html`",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_and_place_has_its_own_name(name: str, make: Make) -> None:
    held(make(NAMES[name]))


def test_two_files_of_one_slug_are_both_brought(make: Make) -> None:
    files = {"README.md": "![1](a%20b.png) ![2](a-b.png)\n", "a b.png": "1", "a-b.png": "2"}
    site = make(files)
    page = html.fromstring(site["index.html"])
    assert len(set(page.xpath("//main//img/@src"))) == 2


def test_a_title_is_text_wherever_it_stands(make: Make) -> None:
    title = "\"><script>alert('茶')</script>"
    site = make(
        {"README.md": f"# {title}\n", "a.md": f"# `{title}`\n"}, SiteOptions(title=title, url="https://a.example")
    )
    for path, text in site.files.items():
        if path.endswith(".html"):
            assert not [
                each for each in html.fromstring(text).xpath("//script[not(@src)]") if "alert" in str(each.text)
            ]


def test_no_page_is_lost_to_a_list(make: Make) -> None:
    files = {
        "README.md": "# a\n",
        "index.md": "# 目录\n",
        "index.role.md": ROLE,
        "p.resource.md": resource("index", "a"),
    }
    site = make(files)
    for path, told in (
        ("index-.html", "目录"),
        ("prompts/index-.html", "茶"),
        ("protocols/index-.html", "index://"),
    ):
        assert told in html.fromstring(site[path]).text_content()
        assert path.replace("index-.html", "index.html") in site.files


def test_what_stands_too_deep_for_a_page_is_shown_as_its_source(make: Make) -> None:
    deep = "<t>\n" * 90 + "茶在此\n" + "</t>\n" * 90
    site = make({"a.md": deep, "b.role.md": f"<role>\n{deep}</role>\n"})
    for path in ("resources/a.html", "prompts/b.html"):
        page = html.fromstring(site[path])
        assert "茶在此" in page.xpath("string(//pre[@class='source' and contains(., '茶在此')])")
    assert not [each for each in site.found if "theme-template" in each]


def test_an_attribute_is_listed_once(make: Make) -> None:
    steep, rinse = (protocol(name, "kind").replace("letter+", "word") for name in ("steep", "rinse"))
    site = make({"steep.protocol.md": steep, "rinse.protocol.md": rinse})
    for path in ("attributes.html", "elements/steep.html", "elements/rinse.html"):
        rows = html.fromstring(site[path]).xpath("//tr[starts-with(@id, 'attribute-kind')]/@id")
        assert rows == ["attribute-kind"], path
