"""Exclude patterns: the same as wcmatch says of a path or of a folder above it, and never slow."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from wcmatch import glob

from dpmlc.fileref.globs import excess, expression

FLAGS = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX | glob.DOTGLOB
PIECES = st.sampled_from(["a", "b", "차", "*", "?", "[ab]", "[!a]", "{a,b}", "x", ".b"])
COMPONENTS = st.lists(PIECES, min_size=1, max_size=3).map("".join).filter(lambda each: "**" not in each)
PATTERNS = st.lists(COMPONENTS | st.just("**"), min_size=2, max_size=4).map("/".join)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "차b", "x.b", "bax", ".b"]), min_size=1, max_size=4).map("/".join)


def excluded(pattern: str, path: str) -> bool:
    found = expression([pattern])
    return found is not None and found.match(path) is not None


@given(PATTERNS, PATHS)
def test_the_same_as_another_matcher(pattern: str, path: str) -> None:
    assume(not excess(pattern))
    folders = path.split("/")
    above = ["/".join(folders[: count + 1]) for count in range(len(folders))]
    assert excluded(pattern, path) == any(glob.globmatch(each, pattern, flags=FLAGS) for each in above)


@given(st.text(max_size=12), PATHS)
def test_any_text_is_a_pattern(pattern: str, path: str) -> None:
    excluded(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("a" * 1025, "at most 1024 characters"),
        ("**/a/**/b/**", "at most 2 `**`"),
        ("{a,b}" * 7, "at most 64 choices in braces"),
        ("{a,b}" * 200, "at most 64 choices in braces"),
        ("{a,b}" * 6, ""),
    ],
)
def test_what_is_too_much(pattern: str, words: str) -> None:
    assert excess(pattern) == words


@pytest.mark.parametrize("pattern", ["*a" * 100 + "b", "[!b]*" * 90 + "b", "{a,*a}" * 6 + "*b", "?" * 900 + "*b"])
def test_a_pattern_that_could_be_tried_in_many_ways_ends(pattern: str) -> None:
    assert not excluded(pattern, "a" * 4000 + "x")
