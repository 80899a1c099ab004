"""What lists and tables say of a page or of an attribute: words without marks, and no place that is not known."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import html

from dpmlc.pages.gathered import told_by
from tests.cli.conftest import Dpmlc, dpmlc, place  # noqa: F401
from tests.pages.conftest import Make


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("**先看** 水", "先看 水"),
        ("**[물](b.md)** 을 본다", "물 을 본다"),
        ("[**물**](b.md) 을 본다", "물 을 본다"),
        ("`**` 和 `**`", "`**` 和 `**`".replace("`", "")),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("a ** b", "a ** b"),
        ("**" * 30, "**" * 30),
    ],
)
def test_strong_words_stand_in_lists_without_marks(text: str, said: str, make: Make) -> None:
    site = make({"g/a.md": f"# A\n\n说：{text}\n", "g/b.md": "# B\n"})
    (note,) = html.fromstring(site["guide/index.html"]).xpath("//main//a[@href='../g/a.html']/following-sibling::span")
    assert note.text_content() == f"说：{said}"


def test_an_attribute_of_the_settings_names_its_line(
    dpmlc: Dpmlc,  # noqa: F811
    place: Callable[[dict[str, str]], Path],  # noqa: F811
) -> None:
    root = place({"dpml.toml": '# 一\n\n[attributes]\nseason = { type = "string" }\n', "a.md": "# 甲\n"})
    assert dpmlc("build", root).status == 0
    page = html.fromstring((root / "dist/site/attributes.html").read_text("utf-8"))
    assert page.xpath("string(//tr[td[1]//code/text()='season']//a[@class='place'])") == "dpml.toml:4"


def test_an_element_by_two_names_of_one_protocol_is_one(make: Make) -> None:
    site = make({"차.role.md": "<role>\n<thinking:thought>\n향을 맡는다\n</thinking:thought>\n</role>\n"})
    assert told_by("차.role.md", site.build.checked.index, ()).tagged == {"role": 1, "thought": 1}


def test_the_contents_of_a_prompt_lead_to_what_stands_below_it(make: Make) -> None:
    text = (
        "# 차\n\n<role>\n<personality>\n@!file://g/a.md\n\n@?file://g/b.md\n\n@file://g/c.md\n</personality>\n</role>\n"
    )
    page = make({"차.role.md": text, "g/a.md": "# 물\n", "g/b.md": "# 잔\n"})["prompts/차.html"]
    led = re.findall('href="#([^"]+)"', page.partition('class="contents"')[2])
    assert led[-4:] == ["page.inlined", "page.kept", "page.neighbours", "page.findings"]
    assert all(f'id="{each}"' in page for each in led)
