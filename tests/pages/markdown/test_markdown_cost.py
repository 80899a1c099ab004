"""Entangled Markdown is rendered at all, and in time linear in its length."""

import time

import pytest
from reading import read

from dpmlc.pages.markdown.highlight import highlighted
from dpmlc.pages.markdown.render import render

SHAPES = {
    "open brackets": "[",
    "images in images": "![",
    "links left open": "[a](b",
    "angles left open": "[a](<b",
    "emphasis": "*a ",
    "emphasis in emphasis": "*a **a ",
    "stars and letters": "a**b",
    "all marks": "*_",
    "quotes": "> ",
    "quote in list in quote": "> - ",
    "lists": "- ",
    "numbers": "1. ",
    "backticks": "`a ``b ",
    "fences": "```a\n",
    "tags": "<b>",
    "ends of tags": "<b></i>",
    "attributes left open": '<a x="',
    "comments left open": "<div><!--",
    "comments in lines": "<!--",
    "tables": "a|b\n-|-\n",
    "delimiter rows": "-|-\n",
    "definitions": "a\n: b\n",
    "dollars": "$a ",
    "double dollars": " $$\n",
    "strikes": "~~a ",
    "mentions": "[^a]",
    "notes": "[^a]: b [^a]\n\n",
    "references": "[a]: u\n\n[a]",
    "references left open": "[a]: u 't\n",
    "admonitions": "!!! note\n",
    "admonitions in a fence": ":::note\n",
    "directives": "```{note}\n",
    "alerts": "> [!NOTE]\n",
    "addresses": "https://a!",
    "addresses with users": "https://a:",
    "entities": "&a",
    "backslashes": "\\",
    "lines": "\n",
    "Chinese emphasis": "**字，**字",
    "elements": "<details>\n\n",
    "tables of HTML": "<table><tr><td>",
}
CODE = {
    "python": '("',
    "js": "/",
    "yaml": "- ",
    "html": "<a ",
    "bash": "$(",
    "json": '["',
    "md": "*a_",
    "css": "a{",
    "sql": "('",
    "c": "\n ",
    "console": "a:",
}


def grown(shape: str, length: int) -> str:
    return shape * (length // len(shape))


@pytest.mark.parametrize("name", SHAPES)
def test_entangled(name: str) -> None:
    html = render(grown(SHAPES[name], 4_000) + "字").html
    assert read(html).faults == []
    assert "字" in html


@pytest.mark.parametrize(
    "head", ["a\n\n" + "> " * 300, "- " * 300, "1. " * 300, "> - " * 300, "![" * 300 + "](a)" * 300]
)
def test_depth(head: str) -> None:
    assert read(render(head + "字").html).faults == []


@pytest.mark.parametrize("name", SHAPES)
def test_cost_is_linear(name: str) -> None:
    shape = SHAPES[name]
    assert _seconds(grown(shape, 40_000)) < 3.2 * _seconds(grown(shape, 20_000)) + 0.05


@pytest.mark.parametrize("language", CODE)
def test_cost_of_code_is_linear(language: str) -> None:
    lines = [grown(CODE[language], 900) + "\n"] * 20
    one, two = (f"```{language}\n{''.join(lines[:count])}\n```" for count in (10, 20))
    assert _seconds(two) < 3.2 * _seconds(one) + 0.05


def _seconds(text: str) -> float:
    # Of the processor, the better of two: other work on the machine must not count. Code is rendered once and kept.
    taken = []
    for _ in range(2):
        highlighted.cache_clear()
        start = time.process_time()
        render(text)
        taken.append(time.process_time() - start)
    return min(taken)
