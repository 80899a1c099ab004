"""A query finds exactly the pages that hold it: compared with a plain look through all texts."""

import random
import re
from functools import cache
from pathlib import Path

import pytest
from searching import CHINESE, KOREAN, found, site

from dpmlc.pages.search import Field, Searchable, Weight, search_files
from dpmlc.pages.search.fold import fold

PAGES = 200
TABLE = ["嵌套引用", "套引", "注册表", "热加载要求", "이스케이프", "자원", "registry"]


@cache
def texts(page: Searchable) -> tuple[str, ...]:
    return (fold(page.title), *(fold(field.text) for field in page.fields))


@cache
def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text))


def holding(pages: list[Searchable], query: str) -> list[str]:
    """Urls of the pages with a text that holds `query`."""
    return [page.url for page in pages if any(query in text for text in texts(page))]


def with_word(pages: list[Searchable], beginning: str) -> list[str]:
    """Urls of the pages with a word that begins with `beginning`."""
    return [p.url for p in pages if any(word.startswith(beginning) for text in texts(p) for word in words(text))]


def check(tmp_path: Path, pages: list[Searchable], expected: dict[str, list[str]]) -> None:
    results = found(search_files(pages), tmp_path, list(expected))
    for query, urls in expected.items():
        assert sorted(result["url"] for result in results[query]) == sorted(urls), query


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_parts_of_chinese_and_korean_text(tmp_path: Path, seed: int) -> None:
    chance, pages = random.Random(seed), site(seed, PAGES)
    stretches = [run for page in pages for text in texts(page) for run in re.findall(r"[一-鿿가-힣]+", text)]
    queries = set(TABLE[:6])
    while len(queries) < 400:
        run, size = chance.choice(stretches), chance.randint(1, 8)
        at = chance.randrange(max(1, len(run) - size + 1))
        queries.add(run[at : at + size])
    strangers = ["".join(chance.choices("".join(CHINESE + KOREAN), k=chance.randint(2, 5))) for _ in range(100)]
    check(tmp_path, pages, {query: holding(pages, query) for query in [*sorted(queries), *strangers]})


def test_the_table_of_queries(tmp_path: Path) -> None:
    pages = [
        *site(3, 60),
        Searchable("zh.html", "说明", "页", (Field(Weight.BODY, "支持嵌套引用，注册表里写热加载要求。"),)),
        Searchable("ko.html", "설명", "쪽", (Field(Weight.BODY, "자원의 이스케이프를 Registry에서"),)),
    ]
    expected = {query: with_word(pages, query) if query == "registry" else holding(pages, query) for query in TABLE}
    assert all(expected.values())
    check(tmp_path, pages, expected)


@pytest.mark.slow
def test_words_while_they_are_typed(tmp_path: Path) -> None:
    pages = site(4, PAGES)
    beginnings = sorted(
        {word[:size] for page in pages for text in texts(page) for word in words(text) for size in range(1, 12)}
    )
    check(tmp_path, pages, {beginning: with_word(pages, beginning) for beginning in beginnings})


def test_several_words_are_all_found_and_only_the_last_may_go_on(tmp_path: Path) -> None:
    chance, pages = random.Random(5), site(5, PAGES)
    every = sorted({word for page in pages for text in texts(page) for word in words(text)})
    expected = {}
    for _ in range(150):
        one, two = chance.choice(every), chance.choice(every)[: chance.randint(1, 9)]
        whole = {page.url for page in pages if any(one in words(text) for text in texts(page))}
        expected[f"{one} {two}"] = sorted(whole & set(with_word(pages, two)))
        chinese = chance.choice(CHINESE)
        expected[f"{one} {chinese}"] = sorted(whole & set(holding(pages, chinese)))
    check(tmp_path, pages, expected)


@pytest.mark.slow
def test_what_stands_without_a_space_is_one_phrase(tmp_path: Path) -> None:
    """Ids, words beside Chinese, and where they end: all stretches of the texts without a space."""
    chance, pages = random.Random(6), site(6, PAGES)
    stretches = sorted(
        {run for page in pages for text in texts(page) for run in re.findall(r"[a-z0-9:/.-]+|[一-鿿a-z0-9]+", text)}
    )
    queries: set[str] = set()
    while len(queries) < 300:
        run, size = chance.choice(stretches), chance.randint(2, 12)
        begins = [at for at in range(len(run)) if not (at and re.match("[a-z0-9]{2}", run[at - 1 : at + 1]))]
        at = chance.choice(begins)
        queries.add(run[at : at + size].strip(":/.-"))
    queries.discard("")
    check(tmp_path, pages, {query: at_word_begin(pages, query) for query in sorted(queries)})


def at_word_begin(pages: list[Searchable], query: str) -> list[str]:
    """Urls of the pages that hold `query` not within a word.

    Punctuation stands for any punctuation, and a space between a word and Chinese counts for nothing.
    """
    near = "(?:(?<=[一-鿿])\\s*(?=[a-z0-9])|(?<=[a-z0-9])\\s*(?=[一-鿿]))?"
    inner = near.join("[^\\w\\s]+" if re.match(r"\W", part) else part for part in re.findall(r"\w|\W+", query))
    begin = "(?<![a-z0-9])" if re.match("[a-z0-9]", query) else ""
    wanted = re.compile(begin + inner)
    return [page.url for page in pages if any(wanted.search(text) for text in texts(page))]


def test_characters_that_javascript_counts_as_two(tmp_path: Path) -> None:
    """Python sorts by code points, JavaScript by halves of them: `𠮷` stands on either side of `﨎`."""
    chance = random.Random(7)
    letters = "𠮷𠀋𪚥﨎﨏中文가나"
    bodies = ["".join(chance.choices(letters, k=60)) for _ in range(120)]
    pages = [Searchable(f"{at}", "页", "", (Field(Weight.BODY, body),)) for at, body in enumerate(bodies)]
    queries = {"".join(chance.choices(letters, k=chance.randint(1, 4))) for _ in range(150)}
    check(tmp_path, pages, {query: holding(pages, query) for query in sorted(queries)})


def test_long_words_and_many_places(tmp_path: Path) -> None:
    """A term with so many places that they stand apart, asked for as a word and within a phrase."""
    bodies = ["the registry " * 400, "the " * 900 + "registry", "registry the", "x" * 60, "x" * 47]
    pages = [Searchable(f"{at}", "页", "", (Field(Weight.BODY, bodies[at % 5]),)) for at in range(60)]
    expected = {
        "the": (0, 1, 2),
        '"the registry"': (0, 1),
        '"registry the"': (0, 2),
        '"the the"': (1,),
        "x" * 47: (3, 4),
        "x" * 60: (3,),
    }
    check(
        tmp_path, pages, {query: [p.url for p in pages if int(p.url) % 5 in kinds] for query, kinds in expected.items()}
    )
