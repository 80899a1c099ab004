"""Names of elements that look like those that a protocol declares: what is hinted at, and what is left alone."""

import pytest
from test_check import check

PROJECT = {
    "card.protocol.md": (
        "```ebnf\n"
        "card_element ::= '<card>' (text | leaves_element | temperature_element)* '</card>'\n"
        "leaves_element ::= '<leaves>' text '</leaves>'\n"
        "temperature_element ::= '<temperature>' text '</temperature>'\n"
        "knowlege_element ::= '<knowlege>' text '</knowlege>'\n"
        "text ::= (* any Markdown *)\n"
        "```\n"
    )
}
HINT = "hint similar-element"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A child that is misspelt, or called by another word that looks like it.
        ("<role>\n<persona>\n차분하다\n</persona>\n</role>", [f"{HINT} persona"]),
        ("<role>\n<Personality>\n차분하다\n</Personality>\n</role>", [f"{HINT} Personality"]),
        ("<role>\n<principal>\n先看水位\n</principal>\n</role>", [f"{HINT} principal"]),
        ("<terminologies>\n<terminolgy>\n<zh>水位</zh>\n</terminolgy>\n</terminologies>", [f"{HINT} terminolgy"]),
        (
            "<terminologies>\n<terminology>\n<zh>水位</zh>\n<defintion>高</defintion>\n</terminology>\n</terminologies>",
            [f"{HINT} defintion"],
        ),
        ("<card>\n<leafes>\n5 g\n</leafes>\n</card>", [f"{HINT} leafes"]),
        # A name that is nearly a protocol's, wherever it stands.
        ("<executoin>\n先烧水\n</executoin>", [f"{HINT} executoin"]),
        ("<role>\n<personality>\n<tought>\n想\n</tought>\n</personality>\n</role>", [f"{HINT} tought"]),
        ("<store:role>\n<persona>\n차분하다\n</persona>\n</store:role>", [f"{HINT} persona"]),
        # Each of many, not only the first.
        ("<role>\n<persona>\n하나\n</persona>\n<persona>\n둘\n</persona>\n</role>", [f"{HINT} persona"] * 2),
    ],
)
def test_what_is_hinted_at(text: str, found: list[str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "<role>\n<personality>\n차분하다\n</personality>\n<story>\n옛날에\n</story>\n</role>",  # Like nothing.
        "<role>\n<personality>\n<persona>\n차분하다\n</persona>\n</personality>\n</role>",  # Not the child of a role.
        "<role>\n<personality>\n차\n</personality>\n<persona>\n차\n</persona>\n</role>",  # The child stands there, too.
        "<persona>\n차분하다\n</persona>",
        "<role>\n<knowlege>\n차\n</knowlege>\n</role>",  # The project declares this name.
        "<tools>\n차\n</tools>\n\n<thoughts>\n차\n</thoughts>",  # More than one of them.
        "<role>\n<section>\n차\n</section>\n</role>",  # HTML.
        "<role>\n<persona:thought>\n차\n</persona:thought>\n</role>",  # Bound: it says what it is.
        "<맛>\n차\n</맛>\n\n<향기>\n차\n</향기>",
        "`<terminolgy>`",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert names(text) == []


def names(text: str) -> list[str]:
    """The similar names that are told of in a document of the project with its own protocol."""
    found = check({"a.role.md": text + "\n", **PROJECT}, "a.role.md")
    return [each for each in found if "similar-element" in each]


def test_many_names_cost_no_more_than_their_number() -> None:
    inner = "".join(f"<persona{number}>\n차\n</persona{number}>\n" for number in range(500))
    assert 0 < len(names(f"<role>\n{inner}</role>")) <= 50
