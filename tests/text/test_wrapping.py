"""Wrapped lines become one."""

import pytest

from dpmlc.text.wrapping import one_line


@pytest.mark.parametrize(("text", "line"), [
    ("", ""), ("\n \n", ""), ("one\n  two", "one two"), ("先看清\n  再决定", "先看清再决定"),
    ("先看清，\n再决定", "先看清，再决定"), ("한국어\n단어", "한국어 단어"), ("中文\nEnglish", "中文 English"),
    ("他说\n“好”", "他说“好”"), ("say\n“yes”", "say “yes”"),
    ("かな\nカナ", "かなカナ"), ("a\t b\r\nc", "a b c"), ("中 文\n字", "中 文字"),
])  # fmt: skip
def test_a_line_ends_with_a_space_where_its_script_has_spaces(text: str, line: str) -> None:
    assert one_line(text) == line
