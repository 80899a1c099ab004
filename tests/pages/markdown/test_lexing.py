"""Code read by our loop beside Pygments' own, and what an expression's matches may begin with."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexer import RegexLexer
from pygments.lexers import get_lexer_by_name

from dpmlc.pages.markdown.begins import ASCII, begins
from dpmlc.pages.markdown.highlight import _LEXERS
from dpmlc.pages.markdown.lexing import Reader

LEXERS = sorted(_LEXERS)
PIECES = (
    'def 차(a, b=0x1F):\n', "class A:", "'''", '"""', '"', "'", "`", "\n", "  ", "\t", '# 茶\n', '// x\n', "/*", "*/",
    "<!--", "-->", "<a b='c'>", "</a>", "{{ x | y }}", "{% if %}", "${x}", "$(", "1.5e3", "0b1", "if", "ELSE", "for",
    "return", "=>", "::=", "[s]", "k: v", '"k": 1', "---", "@media", "#include <x>", "f'{a!r}'", "<<EOF", 'EOF\n',
    "é", '\u212a', "ſ", '\\', ";", ",", "(", ")", "{", "}",
)  # fmt: skip
CODE = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def check(name: str, code: str) -> None:
    lexer = get_lexer_by_name(name)
    expected = [(kind, value) for _, kind, value in lexer.get_tokens_unprocessed(code)]
    assert Reader(lexer, often=0).tokens(code) == expected


@pytest.mark.parametrize("name", LEXERS)
def test_all_pieces_are_read_as_pygments_reads_them(name: str) -> None:
    check(name, "\n".join(PIECES))
    check(name, " ".join(reversed(PIECES)))
    check(name, "")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LEXERS), CODE)
def test_code_of_all_sorts_is_read_as_pygments_reads_it(name: str, code: str) -> None:
    check(name, code)


def test_a_state_changes_nothing_when_its_rules_have_been_learnt() -> None:
    reader = Reader(get_lexer_by_name("python"), often=20)
    code = "def 차(a):\n    return a + 1\n"
    assert len({tuple(reader.tokens(code)) for _ in range(10)}) == 1


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"ab", "a"),
        (r"a?b", "ab"),
        (r"(?:ab|[0-4])c?", "a01234"),
        (r"(?<=x)y", "y"),
        (r"\b(?!if)(i|e)", "ie"),
        (r"(?i)ab", "aA"),
        (r"(?i:a)|B", "aAB"),
        (r"(?>x+)y", "x"),
        (r"é", ""),
        (r"[^\x00-y\x7f]", "z{|}~"),
    ],
)
def test_what_a_match_may_begin_with(pattern: str, expected: str) -> None:
    assert begins(re.compile(pattern)) - set("\x1c\x1d\x1e\x1f") == set(expected)


@pytest.mark.parametrize("pattern", ["", "a*", "(?=a)", "^$", ".", r"(?i)\u212a", "(?i)[^a]", r"(a)?\1"])
def test_what_may_begin_with_anything(pattern: str) -> None:
    assert begins(re.compile(pattern, re.DOTALL)) == ASCII


@pytest.mark.parametrize("name", [each for each in LEXERS if isinstance(get_lexer_by_name(each), RegexLexer)])
def test_no_rule_matches_what_it_cannot_begin_with(name: str) -> None:
    rules = [match for rules in get_lexer_by_name(name)._tokens.values() for match, _, _ in rules]
    text = "\n".join(PIECES)
    for match in dict.fromkeys(rules):
        known = begins(match.__self__)
        for at, character in enumerate(text):
            if character in ASCII and character not in known:
                assert not match(text, at)
