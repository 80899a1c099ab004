"""An index that is kept from build to build is the one that its pages give at once, at the cost of what changed."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import page, site

from dpmlc.pages.search import Field, Lexicon, Searchable, SearchIndex, Weight, indexed, search_files
from dpmlc.pages.search.lanes import ascending
from dpmlc.pages.search.numbers import DIGIT, FIRST, read, split, stretch, written
from dpmlc.pages.search.scripts import escaped, plain

LONG = "the 中文 the 가 " * 1200
ODD = ["𠮷野 𠮷﨎﨏 中𠮷", "= - * + ! a=b *a", "", "x", LONG, f"{LONG} 𠮷", "core-ideas coreIdeas 中 CORE"]


def edited(chance: random.Random, old: Searchable) -> Searchable:
    """The page as somebody leaves it: a sentence more or less, something odd, another title, or all of it another."""
    match chance.randrange(5):
        case 0:
            fields = list(old.fields)
            at = chance.randrange(len(fields) + 1)
            return replace(old, fields=(*fields[:at], Field(Weight.BODY, chance.choice(ODD), "new"), *fields[at:]))
        case 1:
            return replace(old, fields=old.fields[: chance.randrange(len(old.fields) + 1)])
        case 2:
            return replace(old, title=chance.choice(ODD))
        case 3:
            return replace(old, label=old.label + "!")
        case _:
            return replace(page(chance, 0), url=old.url)


def step(chance: random.Random, pages: dict[str, Searchable], kind: str) -> None:
    """Change `pages`, by url, as somebody does: `edit` one, `two` or `many`, `add` or `remove` one, or nothing."""
    urls = list(pages)
    for _ in range({"two": 2, "many": 30, "edit": 1}.get(kind, 0) if urls else 0):
        url = chance.choice(urls)
        pages[url] = edited(chance, pages[url])
    if kind == "add":
        number = chance.randrange(10_000)
        pages[f"p/{number:04}.html"] = page(chance, number)
    elif kind == "remove" and urls:
        del pages[chance.choice(urls)]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.sampled_from(["edit", "edit", "edit", "two", "many", "add", "remove"])))
def test_whatever_happens_to_pages_the_index_is_theirs(seed: int, steps: list[str]) -> None:
    chance = random.Random(seed)
    pages = {each.url: each for each in site(seed, chance.choice([0, 2, 40, 40, 40]))}
    index = SearchIndex()
    for kind in ["begin", *steps]:
        step(chance, pages, kind)
        assert index.of([indexed(each, Lexicon()) for each in pages.values()]) == search_files(pages.values())


def test_an_edit_makes_few_files_anew() -> None:
    lexicon = Lexicon()
    pages = [indexed(each, lexicon) for each in site(8, 200)]
    index = SearchIndex()
    before = dict(index.of(pages).files)
    last = site(8, 200)[77]
    changed = replace(last, fields=(*last.fields, Field(Weight.BODY, "a new sentence")))
    after = index.of([*pages[:77], indexed(changed, lexicon), *pages[78:]])
    fresh = [path for path, content in after.files if before.get(path) is not content]
    assert len(fresh) < 12
    assert len(before) > 250


@given(st.lists(st.integers(0, 2**20) | st.integers(0, 90)))
def test_numbers_are_told_apart(numbers: list[int]) -> None:
    text = "".join(map(written, numbers))
    assert read(text) == numbers
    assert split(text) == list(map(written, numbers))


@given(st.lists(st.lists(st.integers(0, 2**15) | st.integers(0, 99), min_size=1, unique=True).map(sorted), min_size=1))
def test_a_stretch_is_one_row(rows: list[list[int]]) -> None:
    texts = [ascending([[0, *(2 * position + 1 for position in row)]]).decode() for row in rows]
    whole = "".join(texts)
    for at, text in enumerate(texts):
        start, end = stretch(whole, at)
        assert (start, whole[start:end]) == (len("".join(texts[:at])), text)
    assert stretch(whole, len(texts)) == (len(whole), len(whole))


def test_each_stretch_of_many_rows_is_found() -> None:
    chance = random.Random(9)
    rows = [sorted(chance.sample(range(400), chance.choice([1, 1, 2, 90]))) for _ in range(200)]
    texts = [ascending([[0, *(2 * position + 1 for position in row)]]).decode() for row in rows]
    whole = "".join(texts)
    assert [whole[slice(*stretch(whole, at))] for at in range(201)] == [*texts, ""]


@given(st.text("\\u2028\u2028\u2029ab", max_size=12) | st.text())
def test_what_is_escaped_is_read_again(text: str) -> None:
    assert plain(escaped(text.encode())) == text.encode()


def test_a_number_never_looks_like_what_parts_rows() -> None:
    assert min(map(ord, written(0) + written(DIGIT) + written(DIGIT * DIGIT - 1))) >= FIRST > ord("!")
