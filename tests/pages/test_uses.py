"""What many mention: its page tells of the first ones and leads to pages that list all, made again one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from dpmlc.compiler import Compiler, Request, build_package
from dpmlc.pages.mentions import mentions, renewed
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.used import MOST_USES
from dpmlc.text.files import MemoryFiles
from tests.pages.conftest import Make, Site
from tests.pages.test_stays import Watched
from tests.test_incremental import BUILTIN, SETTINGS, THEME, differing, each

USED = "used-by/protocols/thought"
NOTE = "# 记 {}\n\n说明\n\n@!thought://water\n再 @?thought://water\n"


def many(documents: int) -> dict[str, str]:
    """So many documents that name one thought, on lines 5 and 6."""
    made = {f"notes/n{each:03}.md": NOTE.format(each) for each in range(documents)}
    return {**made, "alone.md": "# 独\n\n说明\n", "water.thought.md": "<thought>\n\n# 물\n\n</thought>\n"}


def rows(page: str, heading: str = "Used by") -> list[str]:
    found = html.fromstring(page).xpath(f"//*[self::h2 or self::h3][.='{heading}']/following-sibling::ul[1]/li")
    return [" ".join(each.text_content().split()) for each in found]


def listed(site: Site, number: int) -> list[str]:
    """`path:line text` of all that a list page tells."""
    found = html.fromstring(site[f"{USED}/{number}.html"]).xpath("//ul[@class='uses']/li")
    return [
        f"{user.xpath('string(span)')}:{row.xpath('string(span)')} {row.xpath('string(code)')}"
        for user in found
        for row in user.xpath("ul/li")
    ]


def test_a_protocol_of_few_users_tells_all_of_them(make: Make) -> None:
    site = make(many(MOST_USES // 2))
    assert len(rows(site["protocols/thought.html"])) == MOST_USES
    assert [path for path in site.files if path.startswith("used-by/")] == []


def test_a_protocol_of_many_users_tells_the_first_and_leads_to_all(make: Make) -> None:
    site = make(many(130), SiteOptions(language="ko"))
    shown = rows(site["protocols/thought.html"], "참조되는 곳")
    assert shown[0] == "记 0 notes/n000.md:5 @!thought://water"
    assert len(shown) == MOST_USES + 1
    assert shown[-1] == "210개 더"
    link = html.fromstring(site["protocols/thought.html"]).xpath("//ul[@class='uses']/li[last()]/a/@href")
    assert link == [f"../{USED}/1.html"]
    assert [*listed(site, 1), *listed(site, 2), *listed(site, 3)] == [
        f"notes/n{number:03}.md:{line} {text}"
        for number in range(130)
        for line, text in ((5, "@!thought://water"), (6, "@?thought://water"))
    ]
    assert f"{USED}/4.html" not in site.files
    assert site.found == ()


def test_the_markdown_of_the_pages_is_as_complete(make: Make) -> None:
    site = make(many(130))
    assert "- [210 more](../used-by/protocols/thought/1.md)\n" in site["protocols/thought.md"]
    told = "".join(site[f"{USED}/{number}.md"] for number in (1, 2, 3))
    assert told.count("`@!thought://water`") == 130
    assert "- notes/n129.md:6 `@?thought://water`\n" in told
    assert "used-by/" not in site["llms.txt"]


def test_the_pages_of_a_list_lead_to_each_other_and_to_what_they_are_about(make: Make) -> None:
    page = html.fromstring(make(many(130))[f"{USED}/3.html"])
    assert page.xpath("//h1/text()") == ["thought:// · Used by (3/3)"]
    assert page.xpath("//a[@rel='prev']/@href") == ["2.html"]
    assert page.xpath("//a[@rel='next']") == []
    assert page.xpath("//nav[@class='breadcrumbs']//a/@href") == [
        "../../../index.html", "../../../protocols/index.html", "../../../protocols/thought.html",
    ]  # fmt: skip


def test_a_document_that_many_name_does_the_same(make: Make) -> None:
    site = make(many(40))
    shown = rows(site["resources/water.thought.html"])
    assert (len(shown), shown[-1]) == (MOST_USES + 1, "30 more")
    assert site["used-by/resources/water.thought/1.md"].count("\n- ") == 80


def test_an_element_of_many_documents_does_the_same(make: Make) -> None:
    site = make({f"n{each:03}.md": "<thought>\n想\n</thought>\n\n<thought>\n</thought>\n" for each in range(120)})
    shown = rows(site["elements/thought.html"])
    assert shown[0] == "n000 n000.md:1 <thought> × 2"
    assert (len(shown), shown[-1]) == (MOST_USES + 1, "70 more")
    told = "".join(site[f"used-by/elements/thought/{number}.md"] for number in (1, 2, 3))
    assert told.count("`<thought> × 2`") == 120


def test_a_page_does_not_grow_with_those_that_use_what_it_tells_of(make: Make) -> None:
    few, lots = (make(many(count))["protocols/thought.html"] for count in (100, 300))
    assert len(lots) - len(few) < 20


def test_a_folder_of_the_author_that_is_called_like_the_lists_stands_elsewhere(make: Make) -> None:
    site = make({**many(130), "used-by/protocols/thought/1.md": "# 我的\n"})
    assert "我的" in site["guide/used-by/protocols/thought/1.html"]
    assert "我的" not in site[f"{USED}/1.html"]
    assert site.found == ()


EDITS = {
    "lines move": ("notes/n105.md", "# 记 105\n\n\n\n说明\n\n@!thought://water\n再 @?thought://water\n"),
    "a line moves and no offset": ("notes/n105.md", "# 记 105\n\n说明\n\n@!thought://water\n再\n@?thought://water\n"),
    "no reference any more": ("notes/n005.md", "# 记 5\n\n说明\n"),
    "one more": ("notes/n007.md", "# 记 7\n\n说明\n\n@!thought://water @!thought://water @?thought://water\n"),
    "another name": ("notes/n110.md", "# 名\n\n说明\n\n@!thought://water\n"),
    "something wrong": ("notes/n111.md", "# 记 111\n\n说明\n\n@!thought://nobody\n"),
    "a first reference": ("alone.md", "# 独\n\n说明\n\n@!thought://water\n"),
    "of itself": ("water.thought.md", "<thought>\n\n# 물\n\n@?thought://water\n\n</thought>\n"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_comes_to_what_a_clean_build_makes(name: str) -> None:
    path, text = EDITS[name]
    files = many(120)
    after = {**files, path: text}
    compiler = Compiler()
    compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    again = compiler.build(Request(MemoryFiles(after), SETTINGS, BUILTIN, theme=THEME), changed=differing(files, after))
    clean = build_package(MemoryFiles(after), SETTINGS, BUILTIN, theme=THEME)
    assert [path for path, made in each(again) if made != dict(each(clean)).get(path)] == []
    assert [path for path, _ in each(again)] == [path for path, _ in each(clean)]


def test_an_edit_that_moves_lines_looks_at_one_page_of_a_list_again() -> None:
    path, text = EDITS["lines move"]
    files = many(120)
    memory = Watched()
    compiler = Compiler(memory)
    compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    memory.asked.clear()
    after = {**files, path: text}
    compiler.build(Request(MemoryFiles(after), SETTINGS, BUILTIN, theme=THEME), changed=differing(files, after))
    assert {name for name in memory.asked if name.startswith("used-by/")} == {
        f"{USED}/3.html", "used-by/resources/water.thought/3.html",
    }  # fmt: skip


TOLD = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), max_size=3)
DOCUMENTS = "一二三四"


@given(st.tuples(*[TOLD] * 4), st.dictionaries(st.sampled_from(DOCUMENTS), TOLD))
def test_what_is_renewed_is_what_is_gathered_anew(
    told: tuple[dict[str, int], ...], changes: dict[str, dict[str, int]]
) -> None:
    old = dict(zip(DOCUMENTS, told, strict=True))
    new = {**old, **changes}

    def places(path: str, name: str) -> tuple[str, ...]:
        return tuple(f"{path}{name}{number}" for number in range(new[path][name]))

    found, clean = renewed(mentions(old, places), changes, places, DOCUMENTS), mentions(new, places)
    assert found == clean
    assert {name: list(of) for name, of in found.by.items()} == {name: list(of) for name, of in clean.by.items()}
    assert all(len(list(found.places(name))) == found.count(name) for name in "abcd")
