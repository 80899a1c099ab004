"""What a query shows: order, the place a result leads to, the marked excerpt; and what no author's text can break."""

from pathlib import Path
from typing import Any

import pytest
from searching import found

from dpmlc.pages.search import Field, Searchable, Weight, search_files


def page(url: str, *, title: str = "页", ids: str = "", heading: str = "", body: str = "") -> Searchable:
    fields = (
        *(Field(Weight.ID, one, f"id-{one}") for one in ids.split()),
        Field(Weight.HEADING, heading, "part"),
        Field(Weight.BODY, body, "part"),
    )
    return Searchable(url, title, "协议", fields)


def results(tmp_path: Path, query: str, *pages: Searchable) -> list[dict[str, Any]]:
    return found(search_files(pages), tmp_path, [query])[query]


ORDERS = {
    "rank": ("注册表", "title id heading body"),
    "exact title, exact id": ("thought", "title id a-longer-title heading"),
    "ties by url": ("嵌套", "a b c"),
    "how often": ("引用", "often once"),
    "neighbours": ("nested reference", "z-together apart"),
    "a Korean word's beginning before its inside": ("사용", "y-particle z-whole a-inside heading-inside body-whole"),
    "a long one too": ("사용하", "z-begins a-elsewhere"),
    "with another word": ("차 사용", "z-begins a-inside"),
    "Chinese has no words": ("使用", "a-inside z-begins"),
    "a whole word before what begins with it": ("차 120", "z-whole a-longer heading-longer body-whole"),
}
SITES = {
    "rank": [
        page("body", body="注册表"),
        page("heading", heading="关于注册表"),
        page("id", ids="注册表-甲"),
        page("title", title="注册表"),
    ],
    "exact title, exact id": [
        page("a-longer-title", title="Thought and more"),
        page("heading", heading="thought"),
        page("id", ids="creative thought"),
        page("title", title="Thought"),
    ],
    "ties by url": [page("b", body="嵌套"), page("c", body="嵌套"), page("a", body="嵌套")],
    "how often": [page("once", body="引用"), page("often", body="引用，引用，再引用")],
    "a Korean word's beginning before its inside": [
        page("a-inside", title="도구 재사용 안내"),
        page("z-whole", title="도구 사용 안내"),
        page("y-particle", title="도구 사용을 안내"),
        page("body-whole", title="차", body="사용"),
        page("heading-inside", title="차", heading="재사용", body="사용"),
    ],
    "a long one too": [
        page("a-elsewhere", title="재사용하는 사용자"),
        page("z-begins", title="다시 사용하는 사람"),
    ],
    "with another word": [page("a-inside", title="차 재사용"), page("z-begins", title="차 사용")],
    "Chinese has no words": [page("z-begins", title="工具 使用"), page("a-inside", title="工具再使用")],
    "a whole word before what begins with it": [
        page("a-longer", title="차 1200 통"),
        page("z-whole", title="차 120 통"),
        page("heading-longer", title="차", heading="1205"),
        page("body-whole", title="차", body="120"),
    ],
    "neighbours": [page("apart", body="reference nested"), page("z-together", body="a nested reference")],
}


@pytest.mark.parametrize("case", ORDERS)
def test_order(tmp_path: Path, case: str) -> None:
    query, expected = ORDERS[case]
    assert [result["url"] for result in results(tmp_path, query, *SITES[case])] == expected.split()


REGISTRY = page("registry", title="思维", ids="thought://creative core-abilities promptX", body="其余")
OTHER = page("other", body="core of many abilities, thought of creative things")
FINDS_ID = [
    "thought://creative",
    "thought://cr",
    "core-abilities",
    "core-a",
    "CORE_ABILITIES",
    "promptx",
    "x",
    "prompt",
]


FINDS_PART = ["creative", "abilities", "thought"]


@pytest.fixture(scope="module")
def ids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What is found among two pages, all asked of one Node."""
    return found(search_files([REGISTRY, OTHER]), tmp_path_factory.mktemp("ids"), [*FINDS_ID, *FINDS_PART])


@pytest.mark.parametrize("query", FINDS_ID)
def test_an_id_is_found_whole_and_in_parts_where_it_stands(ids: dict[str, list[dict[str, Any]]], query: str) -> None:
    (result,) = ids[query]
    assert result["url"] == "registry"
    assert result["anchor"].startswith("id-")


@pytest.mark.parametrize("query", FINDS_PART)
def test_a_part_of_an_id_leads_to_the_id(ids: dict[str, list[dict[str, Any]]], query: str) -> None:
    first, second = ids[query]
    assert (first["url"], second["url"]) == ("registry", "other")
    assert query in first["anchor"]


def test_an_exact_id_leads_to_its_own_anchor(tmp_path: Path) -> None:
    (result,) = results(tmp_path, "creative", page("one", ids="thought://creative creative"))
    assert result["anchor"] == "id-creative"


SHOWN = {
    "marks": ("引用", "可以嵌套引用。", [["可以嵌套", False], ["引用", True], ["。", False]]),
    "full width": ("abc", "见ＡＢＣ。", [["见", False], ["ＡＢＣ", True], ["。", False]]),
    "decomposed": (
        "한글",
        "이 \u1112\u1161\u11ab\u1100\u1173\u11af 문서",
        [["이 ", False], ["\u1112\u1161\u11ab\u1100\u1173\u11af", True], [" 문서", False]],
    ),
    "decomposed query": ("\u1112\u1161\u11ab\u1100\u1173\u11af", "한글", [["한글", True]]),
    "longer when folded": ("kg", "重 5 ㎏ 整", [["重 5 ", False], ["㎏", True], [" 整", False]]),
    "beginning of a word": ("regis", "aregis registry", [["aregis ", False], ["regis", True], ["try", False]]),
    "phrase": ('"nested ref"', "nested; a nested ref", [["nested; a ", False], ["nested ref", True]]),
    "space beside Chinese": ("dpml标签", "写 DPML 标签", [["写 ", False], ["DPML 标签", True]]),
}


@pytest.mark.parametrize("case", SHOWN)
def test_excerpt(tmp_path: Path, case: str) -> None:
    query, body, expected = SHOWN[case]
    (result,) = results(tmp_path, query, page("one", body=body), page("two", body="无关"))
    assert result["shown"] == expected


def test_the_excerpt_of_a_long_page_comes_from_the_piece_with_the_place(tmp_path: Path) -> None:
    sections = [field for at in range(30) for field in page("", heading=f"节{at}", body="正文，" * 200).fields]
    last = Field(Weight.BODY, "末尾的目标在这里", "end")
    (result,) = results(tmp_path, "目标", Searchable("long", "长", "页", (*sections, last)))
    assert (result["anchor"], result["shown"]) == ("end", [["末尾的", False], ["目标", True], ["在这里", False]])


HOSTILE = [
    "</script><script>alert(1)</script>",
    "line\u2028paragraph\u2029next\u0085",
    "\"quotes' `and` ${back}\\slashes\\",
    "NUL \0 bell \a escape \x1b",
    "lone \ud800 surrogates \udfff",
    "__proto__ constructor hasOwnProperty toString",
    "*star +plus -minus =equals !bang",
    "\ufeff\u200b\u202e\U000e0001",
    "𠮷野家 " * 3,
    "a" * 10_000,
    "aA" * 5_000,
    "a-" * 5_000,
    "\u0301" * 5_000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(tmp_path: Path, text: str) -> None:
    hostile = Searchable(
        "hostile", text, text, (Field(Weight.ID, text, text), Field(Weight.BODY, text + " 目标", text))
    )
    first, *_ = results(tmp_path, "目标", hostile, page("tame", body="别的"))
    shown = " ".join(text.split()).replace("\ud800", "\ufffd").replace("\udfff", "\ufffd")
    assert (first["url"], first["title"]) == ("hostile", shown)


def test_hostile_queries_find_or_find_nothing(tmp_path: Path) -> None:
    odd = ["", " ", '"', '""', '"a', "://", "\\", "(", "[a-", "*", "=", "🙂", "é", "ß"]
    queries = [query.encode("utf-8", "replace").decode() for query in (*HOSTILE, *odd)]
    pages = [page("one", body="a quiet page"), page("two", ids="thought://creative")]
    answers = found(search_files(pages), tmp_path, queries)
    assert {query: [each["url"] for each in urls] for query, urls in answers.items() if urls} == {
        '"a': ["one"], "[a-": ["one"],
    }  # fmt: skip


def test_words_that_objects_have_are_words(tmp_path: Path) -> None:
    (result,) = results(tmp_path, "constructor", page("one", body="the constructor"), page("two", body="别的"))
    assert result["url"] == "one"


LONG = Searchable(
    "p", "양조장", "안내",
    (
        Field(Weight.HEADING, "양조장", "양조장"), Field(Weight.HEADING, "불", "불"),
        Field(Weight.BODY, "발효실의 문.", ""), Field(Weight.BODY, "첫 줄.", "양조장"),
        Field(Weight.BODY, "불을 본다, 양조장의 불.", "불"), Field(Weight.ID, "role://keeper", "id-keeper"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "anchor", "heading", "text"),
    [
        ("양조장", "", "", "불을 본다, 양조장의 불."),
        ("불", "불", "불", "불을 본다, 양조장의 불."),
        ("문", "", "", "발효실의 문."),
        ("첫", "양조장", "", "첫 줄."),
        ("keeper", "id-keeper", "", "role://keeper"),
    ],
)
def test_a_result_tells_why_it_was_found(tmp_path: Path, query: str, anchor: str, heading: str, text: str) -> None:
    (result,) = results(tmp_path, query, LONG, page("other", title="다른", body="무관"))
    shown = "".join(part for part, _ in result["shown"])
    assert (result["anchor"], result["heading"], shown) == (anchor, heading, text)


def test_a_title_alone_is_told_with_the_first_words_of_its_page(tmp_path: Path) -> None:
    (result,) = results(tmp_path, "양조", Searchable("p", "양조", "", (Field(Weight.BODY, "첫 줄.", "x"),)))
    assert result["shown"] == [["첫 줄.", False]]
