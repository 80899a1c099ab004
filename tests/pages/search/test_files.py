"""The files of the index: the same for the same pages, small enough, and no more of them changed than must be."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import ENGLISH, in_node, published, site

from dpmlc.pages.search import Field, Lexicon, Searchable, Weight, indexed, merge, search_files
from dpmlc.pages.search.lanes import BEGIN, ascending, codes_of, place
from dpmlc.pages.search.numbers import DIGIT, written

QUERIES = ["嵌套引用", "套引", "注册表", "热加载要求", "이스케이프", "자원", "registry"]
BUDGET = 60_000


def test_the_order_of_pages_is_irrelevant() -> None:
    pages = site(1, 40)
    assert search_files(pages) == search_files(random.Random(2).sample(pages, 40))


def test_what_is_known_of_pages_may_be_kept() -> None:
    pages = site(1, 40)
    lexicon = Lexicon()
    kept = {page.url: indexed(page, lexicon) for page in pages}
    changed = replace(pages[7], title="другое", fields=pages[8].fields)
    assert merge(list((kept | {changed.url: indexed(changed, Lexicon())}).values())) == search_files(
        [*pages[:7], changed, *pages[8:]]
    )


def test_a_changed_label_changes_one_page_and_the_index() -> None:
    pages = site(1, 40)
    before = search_files(pages)
    after = search_files([replace(pages[0], label="other"), *pages[1:]])
    changed = set(after.files) - set(before.files)
    assert {path for path, _ in changed} == {"search/page-0.js", after.entry}


def test_no_pages_give_an_index_in_which_nothing_is_found(tmp_path: Path) -> None:
    files = search_files([])
    published(files, tmp_path)
    answers = in_node({"folder": str(tmp_path), "entry": files.entry, "queries": ["a", "中", "abc d"]})["answers"]
    assert [answer["results"] for answer in answers] == [[], [], []]


def test_every_file_is_one_call() -> None:
    for path, text in search_files(site(1, 40)).files:
        assert path.startswith("search/")
        assert path.endswith(".js")
        assert text.startswith(b'dpmlcSearch("')
        assert text.endswith(b");\n")
        assert text.count(b"\n") == 1


@pytest.mark.slow
def test_a_first_query_fetches_little(tmp_path: Path) -> None:
    """1,000 pages of 3 KB: the index, one query's shards and the pages of its first six results, not compressed."""
    chance = random.Random(3)
    syllables = [chr(code) for code in range(0x4E00, 0x4E00 + 1500)]
    invented = ["".join(chance.choices(syllables, k=2)) for _ in range(3000)]
    pages = [
        replace(page, fields=(*page.fields, Field(Weight.BODY, "".join(chance.choices(invented, k=330)), "more")))
        for page in site(3, 1000)
    ]
    files = search_files(pages)
    published(files, tmp_path)
    sizes = {path: len(text) for path, text in files.files}
    zipped = {path: len(gzip.compress(text)) for path, text in files.files}
    answers = in_node({"folder": str(tmp_path), "entry": files.entry, "queries": QUERIES})["answers"]
    numbers = {page.url: number for number, page in enumerate(sorted(pages, key=lambda page: page.url))}
    for query, answer in zip(QUERIES, answers, strict=True):
        fetched = [files.entry, *(f"search/{name}.js" for name in answer["shards"])]
        fetched += [f"search/page-{numbers[result['url']]}.js" for result in answer["results"][:6]]
        assert sum(map(sizes.__getitem__, fetched)) < BUDGET, query
        assert sum(map(zipped.__getitem__, fetched)) < BUDGET * 2 // 3, query


def read(text: str) -> list[int]:
    """Numbers as `search.js` reads them."""
    codes = iter(ord(character) - 35 for character in text)
    return [code if code < DIGIT else (code - DIGIT) * DIGIT + next(codes) for code in codes]


@given(st.integers(0, 2**29))
def test_a_number_is_read_as_written(number: int) -> None:
    assert read(written(number)) == [number]


def written_of(*rows: list[int]) -> str:
    """Rows of positions as the index has them."""
    return ascending([0, *(2 * position + 1 for position in row)] for row in rows).decode()


@given(st.lists(st.integers(0, 2**24) | st.integers(0, 2**14), min_size=1, unique=True))
def test_positions_are_read_as_written(positions: list[int]) -> None:
    positions.sort()
    position, found = 0, []
    for step in read(written_of(positions)):
        position += step >> 1
        found.append(position)
    assert found == positions
    assert [step & 1 for step in read(written_of(positions))] == [1] * (len(positions) - 1) + [0]


@given(st.lists(st.lists(st.integers(0, 2**15), min_size=1, unique=True).map(sorted), min_size=1))
def test_the_positions_of_several_terms_stand_one_behind_the_other(rows: list[list[int]]) -> None:
    assert written_of(*rows) == " ".join(written_of(row) for row in rows)


@given(
    st.lists(st.sets(st.tuples(st.integers(0, 2**16) | st.integers(0, 9), st.integers(0, 2)), min_size=1), min_size=1)
)
def test_pages_are_read_as_written_with_their_best_ranks(rows: list[set[tuple[int, int]]]) -> None:
    written_ = list(codes_of([BEGIN, *sorted(place(*each) for each in row)] for row in rows))
    for row, codes in zip(rows, written_, strict=True):
        page, found = -1, []
        for code in read(codes.decode()):
            page += 1 + code // 3
            found.append((page, code % 3))
        best = {page: min(rank for other, rank in row if other == page) for page, _ in row}
        assert found == sorted(best.items())


@settings(max_examples=60)
@given(st.lists(st.text(), max_size=6), st.text())
def test_any_text_can_be_indexed(texts: list[str], title: str) -> None:
    page = Searchable("a.html", title, "", tuple(Field(Weight.BODY, text) for text in texts))
    for path, text in search_files([page]).files:
        assert path.isascii()
        text.decode("utf-8")


def test_a_page_without_end_of_word_costs_no_more_than_its_length() -> None:
    page = Searchable("a.html", "-".join(ENGLISH), "", (Field(Weight.BODY, "aB" * 50_000),))
    _, postings = indexed(page, Lexicon())
    assert len(postings.terms.split()) < 400
