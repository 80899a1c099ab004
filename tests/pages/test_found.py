"""What the search is given of a page: names and attributes of its elements, and where its words stand."""

import json

from tests.pages.conftest import Make, Site

THOUGHT = """\
# 权衡

<thought>
  <step:execution priority="높음">
    먼저 듣는다。

    ## 然后

    再说。
  </step:execution>
  <plan id="끝">
    끝낸다.
  </plan>
</thought>
"""


def bodies(site: Site, address: str) -> list[tuple[str, str]]:
    """The texts of the page at `address` in the order of the index, each with the place that it leads to."""
    scripts = (text for path, text in site.files.items() if path.startswith("search/page-"))
    rows = (json.loads(text[text.index(",") + 1 : text.rindex(")")]) for text in scripts)
    fields = next(row[4] for row in rows if row[0] == address)
    found, anchor = [], ""
    for rank, text, *other in fields:
        anchor = other[0] if other else anchor
        if rank == 2:
            found.append((text, anchor))
    return found


def test_elements_are_found_by_name_binding_and_attributes_and_words_lead_to_their_element(make: Make) -> None:
    site = make({"a.thought.md": THOUGHT})
    assert bodies(site, "resources/a.thought.html") == [
        ("thought", "thought-element"),
        ("step:execution priority 높음", "step-element"),
        ("먼저 듣는다。", "step-element"),
        ("再说。", "然后"),
        ("plan id 끝", "plan-끝"),
        ("끝낸다.", "plan-끝"),
    ]
