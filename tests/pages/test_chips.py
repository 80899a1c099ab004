"""A reference that stays in a prompt is a link on its page: itself, and nothing of what stands around it."""

import re

import pytest

from tests.pages.conftest import Make

CHIP = re.compile(r'<(?:a|span) class="reference (\w+)"[^>]*>(.*?)</(?:a|span)>')


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("价钱在 @?file://data/价.csv。 재고는 @file://data/价.csv 다.",
         [("lazy", "@?file://data/价.csv"), ("default", "@file://data/价.csv")]),
        ("@?file://data/价.csv", [("lazy", "@?file://data/价.csv")]),
        ("갑 @!thought://nope 을 본다", [("broken", "@!thought://nope")]),
        ("一\n\n- 二 @?file://./c.txt\n- 三\n\n四", [("lazy", "@?file://c.txt")]),
        ("@!thought://late", [("lazy", "@?file://data/价.csv")]),
    ],
)  # fmt: skip
def test_a_kept_reference_is_a_link_of_its_own_length(text: str, chips: list[tuple[str, str]], make: Make) -> None:
    files = {
        "a.role.md": f"<role>\n  <knowledge>\n{text}\n  </knowledge>\n</role>\n",
        "late.thought.md": "<thought>\n  <plan>\n    천천히 @?file://data/价.csv 를 본다.\n  </plan>\n</thought>\n",
        "data/价.csv": "a,b\n",
        "c.txt": "c\n",
    }
    site = make(files)
    page = site["prompts/a.html"].partition('<div class="dpml')[2].partition("<h2")[0]
    assert "<span>@?file:</span>" in page or "@!thought://nope" in page, "no line breaks behind the `?`"
    page = re.sub("<span>(.*?)</span>", r"\1", page)
    assert [(look, re.sub("<[^>]*>", "", shown)) for look, shown in CHIP.findall(page)] == chips
