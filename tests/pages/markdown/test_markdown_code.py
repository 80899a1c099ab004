"""Fenced code in, coloured code out, with not one character changed."""

import subprocess
import sys

import pytest
from reading import read

from dpmlc.pages.markdown.highlight import highlighted
from dpmlc.pages.markdown.render import render


def test_code_is_coloured_by_classes() -> None:
    assert highlighted("python", "x = 1  # 注\n") == (
        'x <span class="o">=</span> <span class="mi">1</span>  <span class="c1"># 注</span>\n'
    )


@pytest.mark.parametrize(
    "language", ["py", "js", "json", "yaml", "bash", "html", "dpml", "md", "sql", "diff", "nope", ""]
)
@pytest.mark.parametrize("code", ["a: <b> & \"c\" '中'\n", "\n\n  x\n", "{{ x }} ${y}\n\t#\n", '"""', "\ufeffx\n", ""])
def test_code_stays_as_it_is(language: str, code: str) -> None:
    assert "".join(read(highlighted(language, code)).words) == code


def test_unknown_language_and_long_code_stay_plain() -> None:
    assert highlighted("nope", "x = '<'\n") == "x = '&lt;'\n"
    assert "<span" not in highlighted("python", "x = 1\n" * 4_000)
    assert "<span" not in highlighted("python", "x" * 2_000 + " = 1\n")


def test_fences_nest() -> None:
    html = render("```xml\n<a>\n```json\n1\n```\n</a>\n```\n\n后").html
    assert html.count("<pre") == 1
    assert "<p>后</p>" in html


def test_indented_fence() -> None:
    assert "<code>x\n</code>" in render("      ```\n      x\n      ```").html


def test_unclosed_fence_is_text() -> None:
    assert render("```py\n**a**").html == "<p>```py\n<strong>a</strong></p>\n"


def test_lexers_are_loaded_on_use() -> None:
    program = "import sys, dpmlc.pages.markdown.render; sys.exit('pygments' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
