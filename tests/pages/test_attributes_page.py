"""The attributes page and the table of a protocol: every definition that holds, once."""

import pytest
from lxml import html

from dpmlc.edge.configuration import settings
from dpmlc.edge.plugins import Plugins
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.text.source import Source
from tests.pages.conftest import Make, Site

HEAD = "# A\n\n| attribute | type | applies to | meaning |\n|---|---|---|---|\n"
STATE = f"{HEAD}| state | string | * | 状态 |\n"
PLAIN = "text ::= (* 任意文字 *)\n"


def grammar(name: str, head: str, rules: str = "") -> str:
    """A protocol whose element has `head` in its opening tag and Markdown inside."""
    return f"# {name}\n\n一。\n\n```ebnf\n{name}_element ::= '<{name}' {head} '>' text '</{name}>'\n{rules}{PLAIN}```\n"


ENUM = "' state=\"' ('生' | '熟') '\"'"
OTHER_ENUM = "' state=\"' ('개' | '폐') '\"'"
DIGITS = "' state=\"' word '\"'"


def rows(site: Site, path: str = "attributes.html", name: str = "state") -> list[str]:
    """`type of elements (sources)` of each row for the attribute `name`."""
    found = []
    for row in html.fromstring(site[path]).xpath("//tbody/tr[td[1]//code[1]/text()=$name]", name=name):
        first, type_, elements, meaning = (" ".join(cell.text_content().split()) for cell in row.xpath("./td"))
        places = " ".join(each.text_content() for each in row.xpath("./td[4]/a"))
        required = "!" if first != name else ""
        assert meaning.endswith(places)
        found.append(f"{type_}{required} of {elements} ({places})")
    return found


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.attributes.md": STATE}, ["string of every element (a.attributes.md:5)"]),
        (
            {"x.protocol.md": grammar("steep", ENUM), "y.protocol.md": grammar("rinse", ENUM)},
            ["enum 生 熟! of <rinse> <steep> (x.protocol.md:6 y.protocol.md:6)"],
        ),
        (
            {"x.protocol.md": grammar("steep", ENUM), "y.protocol.md": grammar("rinse", OTHER_ENUM)},
            ["enum 生 熟! of <steep> (x.protocol.md:6)", "enum 개 폐! of <rinse> (y.protocol.md:6)"],
        ),
        (
            {"x.protocol.md": grammar("steep", ENUM), "y.protocol.md": grammar("rinse", f"[{ENUM}]")},
            ["enum 生 熟! of <steep> (x.protocol.md:6)", "enum 生 熟 of <rinse> (y.protocol.md:6)"],
        ),
        (
            {"x.protocol.md": grammar("steep", ENUM), "a.attributes.md": STATE},
            ["string of every element (a.attributes.md:5)", "enum 生 熟! of <steep> (x.protocol.md:6)"],
        ),
        (
            {
                "x.protocol.md": grammar("steep", DIGITS, "word ::= [a-z]+\n"),
                "y.protocol.md": grammar("rinse", DIGITS, "word ::= [0-9]+\n"),
            },
            ["pattern word! of <steep> (x.protocol.md:6)", "pattern word! of <rinse> (y.protocol.md:6)"],
        ),
    ],
)
def test_what_differs_has_a_row_of_its_own(files: dict[str, str], expected: list[str], make: Make) -> None:
    assert rows(make(files)) == expected


def test_every_row_says_what_is_checked(make: Make) -> None:
    files = {
        "x.protocol.md": grammar("steep", ENUM), "y.protocol.md": grammar("rinse", OTHER_ENUM),
        "a.md": '<steep state="생">茶</steep>\n\n<rinse state="개">茶</rinse>\n\n<rinse state="生">茶</rinse>\n',
    }  # fmt: skip
    assert make(files).found == ("a.md:1:15 attribute-value", "a.md:5:15 attribute-value")


def test_a_protocol_shows_its_own_and_what_holds_beside_it(make: Make) -> None:
    twice = (
        f"# 茶\n\n一。\n\n```ebnf\nsteep_element ::= '<steep' {ENUM} '>' leaf_element '</steep>'\n"
        f"leaf_element ::= '<leaf>' text '</leaf>'\n{PLAIN}```\n"
    )
    site = make({"x.protocol.md": twice, "a.attributes.md": STATE})
    assert rows(site, "elements/steep.html") == [
        "enum 生 熟! of <steep> (x.protocol.md:6)", "string of every element (a.attributes.md:5)"
    ]  # fmt: skip
    alone = make({"x.protocol.md": grammar("steep", ENUM), "a.attributes.md": STATE})
    assert rows(alone, "elements/steep.html") == ["enum 生 熟! of <steep> (x.protocol.md:6)"]


@pytest.mark.parametrize(
    ("bounds", "shown"),
    [("minimum = 1\nmaximum = 5", "integer 1–5"), ("minimum = 0", "integer ≥ 0"), ("maximum = 9", "integer ≤ 9")],
)
def test_bounds_are_told(bounds: str, shown: str, make: Make) -> None:
    stated = Source("dpml.toml", f"[attributes.state]\ntype = 'integer'\n{bounds}\n")
    found = settings(stated, Plugins())
    assert rows(make({"a.md": "x"}, declared=found.declared, stated=stated)) == [
        f"{shown} of every element (dpml.toml:1)"
    ]


def test_two_elements_of_a_protocol_with_an_attribute_of_one_name_have_both_rows(make: Make) -> None:
    leaf = "' state=\"' ('겉' | '속') '\"'"
    site = make({
        "x.protocol.md": f"# 茶\n\n一。\n\n```ebnf\nsteep_element ::= '<steep' {ENUM} '>' leaf_element '</steep>'\n"
        f"leaf_element ::= '<leaf' {leaf} '>' text '</leaf>'\n{PLAIN}```\n"
    })  # fmt: skip
    both = ["enum 生 熟! of <steep> (x.protocol.md:6)", "enum 겉 속! of <leaf> (x.protocol.md:7)"]
    assert sorted(rows(site, "elements/steep.html")) == sorted(rows(site)) == sorted(both)


def test_rows_of_one_name_have_places_of_their_own_and_one_name_in_the_search(make: Make) -> None:
    site = make(
        {f"{name}.protocol.md": grammar(name, f"' state=\"' ('{name}') '\"'") for name in ("steep", "rinse", "serve")},
        SiteOptions(language="zh"),
    )
    ids = html.fromstring(site["attributes.html"]).xpath("//tr[starts-with(@id, 'attribute-state')]/@id")
    assert ids == ["attribute-state", "attribute-state-2", "attribute-state-3"]
    assert [line for line in site["attributes.md"].splitlines() if "state" in line] == [
        f"| state | enum `{name}` | <{name}> |  |" for name in ("rinse", "serve", "steep")
    ]
