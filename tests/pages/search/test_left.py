"""An index that another process left goes on as if it had never been away, and reads what a change asks for."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import site
from test_renewal import step

from dpmlc.pages.search import (
    Field,
    Held,
    Lexicon,
    Searchable,
    SearchIndex,
    Weight,
    index_left,
    indexed,
    leave,
    page_left,
    search_files,
    terms_of,
)


class Shelf:
    """What one process left to the next, and what this one leaves; `asked` are the records that were read."""

    def __init__(self, before: "Shelf | None" = None) -> None:
        self._before = before.kept if before else {}
        self.kept: dict[tuple[str, str], tuple[str, tuple[Any, ...]]] = {}
        self.asked: list[tuple[str, str]] = []

    def has(self, kind: str, name: str) -> bool:
        return (kind, name) in self._before

    def found(self, kind: str, name: str, digest: str) -> tuple[Any, ...] | None:
        return self.last(kind, name)

    def last(self, kind: str, name: str) -> tuple[Any, ...] | None:
        self.asked.append((kind, name))
        return self._before[kind, name][1] if (kind, name) in self._before else None

    def again(self, kind: str, name: str) -> None:
        self.kept[kind, name] = self._before[kind, name]

    def leave(self, kind: str, name: str, digest: str, packed: tuple[Any, ...]) -> None:
        self.kept[kind, name] = (digest, packed)

    def drop(self, kind: str, name: str) -> None:
        self.kept.pop((kind, name), None)


class Process:
    """A process after the other: each has what the one before left, and its output."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.pages: dict[str, tuple[Searchable, int]] = {}
        self.output: dict[str, bytes] = {}

    def built(self, pages: dict[str, Searchable]) -> None:
        self.shelf = Shelf(self.shelf)
        given = {url: self._given(url, each) for url, each in pages.items()}
        index = index_left(self.shelf) if self.pages else SearchIndex()
        made = index.of(given.values()).files
        self.output = {path: self.output[path] if isinstance(text, Held) else text for path, text in made}
        self.pages = {url: (each, terms_of(given[url])) for url, each in pages.items()}
        leave(index, self.shelf)

    def _given(self, url: str, now: Searchable) -> Any:
        before, terms = self.pages.get(url, (None, 0))
        return page_left(url, terms, self.shelf) if now == before else indexed(now, Lexicon())


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.sampled_from(["edit", "edit", "edit", "two", "many", "add", "remove", ""])))
def test_whatever_happens_to_pages_between_processes_the_index_is_theirs(seed: int, steps: list[str]) -> None:
    chance = random.Random(seed)
    pages = {each.url: each for each in site(seed, chance.choice([0, 2, 40, 40, 40]))}
    process = Process()
    for kind in ["begin", *steps]:
        step(chance, pages, kind)
        process.built(pages)
        assert process.output == dict(search_files(pages.values()).files)


def test_an_edit_reads_one_page_and_few_shards() -> None:
    pages = {each.url: each for each in site(8, 200)}
    process = Process()
    process.built(pages)
    url = "p/0077.html"
    after = {**pages, url: replace(pages[url], fields=(*pages[url].fields, Field(Weight.BODY, "a new sentence")))}
    process.built(after)
    assert process.output == dict(search_files(after.values()).files)
    shards = [name for kind, name in process.shelf.asked if kind == "search shard"]
    assert {name for kind, name in process.shelf.asked if kind == "search page"} == {url}
    assert 0 < len(shards) < 20 < len([kind for kind, _ in process.shelf.kept if kind == "search shard"])
