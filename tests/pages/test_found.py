"""What the search is given of a page: names and attributes of its elements, and where its words stand."""

import json

from tests.pages.conftest import Make, Site

ID, HEADING, BODY = 0, 1, 2
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


def fields(site: Site, address: str, wanted: int) -> list[tuple[str, str]]:
    """The texts of a rank of the page at `address` in the order of the index, each with the place that it leads to."""
    scripts = (text for path, text in site.files.items() if path.startswith("search/page-"))
    rows = (json.loads(text[text.index(",") + 1 : text.rindex(")")]) for text in scripts)
    found, anchor = [], ""
    for rank, text, *other in next(row[4] for row in rows if row[0] == address):
        anchor = other[0] if other else anchor
        if rank == wanted:
            found.append((text, anchor))
    return found


def test_elements_are_found_by_binding_and_attributes_and_words_lead_to_their_element(make: Make) -> None:
    site = make({"a.thought.md": THOUGHT})
    assert fields(site, "resources/a.thought.html", BODY) == [
        ("step:execution priority 높음", "step-element"),
        ("먼저 듣는다。", "step-element"),
        ("再说。", "然后"),
        ("plan id 끝", "plan-끝"),
        ("끝낸다.", "plan-끝"),
    ]


def test_ids_lead_to_their_rows(make: Make) -> None:
    rows = "| id | where |\n|---|---|\n| 차 | @file://a.md |\n| 없다 | @?file://b.csv |\n"
    unit = f'<resource protocol="book">\n<registry>\n{rows}</registry>\n</resource>\n'
    site = make({"b.resource.md": unit, "a.md": "# 차\n", "끓이기.thought.md": "<thought>\n끓인다.\n</thought>\n"})
    assert fields(site, "protocols/book.html", HEADING) == [("book://차", "id-차")], "its document comes first"
    assert ("book://없다", "id-없다") in fields(site, "protocols/book.html", ID)
    assert fields(site, "protocols/thought.html", HEADING) == [("thought://끓이기", "id-끓이기")]
    assert ("thought://끓이기", "") in fields(site, "resources/끓이기.thought.html", ID)
