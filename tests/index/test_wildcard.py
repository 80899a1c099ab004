"""Ids with wildcards: a pattern and an id in, yes or no out."""

import fnmatch
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.index.wildcard import alternatives, is_wild, wildcards


def check(pattern: str, name: str) -> bool:
    return any(each.fits(name) for each in wildcards(pattern))


@pytest.mark.parametrize(
    ("pattern", "fits", "not_fits"),
    [
        ("core-*", ["core-", "core-rules", "core-核心"], ["core", "my-core-x", "core-a/b"]),
        ("*", ["", "a", "思维"], ["a/b"]),
        ("**", ["", "a/b/c"], []),
        ("a/**/z", ["a/b/z", "a/b/c/z"], ["a/z", "b/a/z"]),
        ("a*b*c", ["abc", "axxbyyc", "abcbc"], ["ab", "abcb", "acb"]),
        ("{sage,mint}-tea", ["sage-tea", "mint-tea"], ["tea", "sage,mint-tea"]),
        ("{a,b}{c,}", ["ac", "a", "bc"], ["c", "ab"]),
        ("*{1}", ["a{1}"], ["a1"]),
        ("[ab]x", ["ax", "bx"], ["x", "abx", "cx"]),
        ("[*]x", ["*x"], ["ax"]),
        ("a?", ["a?"], ["ab"]),
        ("plain", ["plain"], ["Plain", "plain "]),
    ],
)
def test_what_a_pattern_fits(pattern: str, fits: list[str], not_fits: list[str]) -> None:
    assert [check(pattern, name) for name in fits] == [True] * len(fits)
    assert [check(pattern, name) for name in not_fits] == [False] * len(not_fits)


@pytest.mark.parametrize(
    ("name", "wild"),
    [("a*", True), ("[ab]", True), ("{a,b}", True), ("{a}", False), ("a?", False), ("a", False), ("规则", False)],
)
def test_which_ids_are_patterns(name: str, wild: bool) -> None:
    assert is_wild(name) is wild


def test_alternatives_are_counted_before_they_are_made() -> None:
    assert alternatives("{a,b}" * 60) == 2**60


@given(st.text("ab*", max_size=8), st.text("ab", max_size=10))
def test_stars_mean_what_the_shell_means(pattern: str, name: str) -> None:
    assert check(pattern, name) is fnmatch.fnmatchcase(name, pattern)


def test_time_is_linear_in_the_id() -> None:
    def took(count: int) -> float:
        best = 9.0
        for _ in range(3):
            start = time.perf_counter()
            assert not check("*a" * 100 + "b", "a" * count)
            best = min(best, time.perf_counter() - start)
        return best

    assert took(8_000) < 3.5 * took(4_000) + 0.005
