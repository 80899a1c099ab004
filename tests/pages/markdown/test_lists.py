"""Blocks and lists beside mistune's own rules, which ours only make cheaper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mistune import BlockParser

from dpmlc.pages.markdown.grammar import Blocks, grammar, parser


class Slow(Blocks):
    """Our rules, run by mistune."""

    parse = BlockParser.parse
    parse_list = BlockParser.parse_list


SLOW = parser(Slow())
BEGINS = (
    "", "- ", "  - ", "    - ", "-", "*\t", " + ", "1. ", "2) ", "   10. ", "- - ", "- 1. ", "\t- ", " -\t", "-     ",
    "- [x] ", "> ", "> - ", "# ", "```", "~~~ js", "---", "***", "=====", "  ", "    ", "\t", " \t", "\v", "   ", "| ",
    "|---|", ": ", "$$", "<div>", "<!-- ", "-->", "<b>", "[a]: ", "[^1]: ", "!!! note", "::: tip", ":::", "٣. ", "²",
    "\u3000",
)  # fmt: skip
TEXTS = ("", "차", "茶 | 물", "a", "- b", "1. c", "**d**", " \te", "f  ", "|", "\\", "`g`")
LINES = st.builds(str.__add__, st.sampled_from(BEGINS), st.sampled_from(TEXTS))


def check(text: str) -> None:
    assert grammar()(text) == SLOW(text)


@pytest.mark.parametrize(
    "text",
    [
        "- 하나\n  둘\n- 셋\n",
        "- 하나\n\n- 둘\n",
        "- 하나\n- \n\n  둘\n",
        "-\n\n  하나\n",
        "7. 茶\n8. 水\n   - 가\n\n     나\n",
        "茶\n2. 水\n",
        "茶\n1. 水\n",
        "- 가\n```\n- 나\n```\n- 다\n",
        "- 가\n***\n- 나\n",
        "- 가\n# 나\n",
        "- 가\n> 나\n",
        "- 가\n<!-- 나 -->\n- 다\n",
        "-\t\t가\n\t나\n",
        "茶\n| 가 | 나 |\n|---|---|\n| 1 | 2 |\n",
        "茶 | 水\n--|--\n1 | 2\n",
        "茶\n  : 水\n",
        "  茶\n水\n\n\u3000\n차",
        "> 茶\n- 水\n  차\n",
        "- " * 30 + "茶\n",
        "> - " * 15 + "茶\n",
    ],
)
def test_what_mistune_reads(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, max_size=12).map("\n".join))
def test_lines_of_all_sorts_are_read_as_mistune_reads_them(text: str) -> None:
    check(text)
