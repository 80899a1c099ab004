"""Simple references read at once are what the whole grammar reads."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.candidates import candidates
from dpmlc.scan.emphasis import Emphasis
from dpmlc.scan.parse import by_clause
from dpmlc.scan.prose import Prose
from dpmlc.scan.reading import read
from dpmlc.scan.reference import Reference
from dpmlc.scan.simple import simple, simple_in_prose

FRAGMENTS = (
    """
@a:// @!thought:// @?file:// @https:// @a:@!b:// x y1 README.md a/b/ 甲 를 . , ? ! : ; ?line=1 ?q=a.b &k=v/w & = * _ ~
- / ( ) [ ] { } < > </b> ` " ' | \\ # % %20 ， 。 、 （ ） ！ … — \u3000 \u0301 @
""".strip()
    .replace("\n", " ")
    .split(" ")
)
TEXTS = st.lists(st.sampled_from([*FRAGMENTS, " ", " ", "\n", "\t"]), max_size=14).map("".join)
REGIONS = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)), max_size=4)


def regions(text: str, gaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Regions that stand inside of `text`, by the gap before each and its length."""
    found, place = [], 0
    for gap, length in gaps:
        found.append((place + gap, place + gap + length))
        place += gap + length
    return [region for region in found if region[1] <= len(text)]


def both(text: str, walls: list[tuple[int, int]]) -> list[tuple[Reference | None, Reference | Diagnostic]]:
    """What stands at each candidate, read at once and clause by clause."""
    places = candidates(text)
    starts, ends = tuple(start for start, _ in walls), tuple(end for _, end in walls)
    prose = Prose(text, "a.md", starts, ends, tuple(each.start for each in places))
    return [
        (
            simple_in_prose(text, "a.md", each.start, prose.wall(each.start)),
            read(prose, each, Emphasis(text, walls)),
        )
        for each in places
        if not prose.holds(each.start)
    ]


@given(TEXTS, REGIONS)
@example("*@a://x*。", [])
@example("(@a://x?k=v), @b://y.", [])
def test_a_simple_reference_is_what_the_whole_grammar_reads(text: str, gaps: list[tuple[int, int]]) -> None:
    for at_once, whole in both(text, regions(text, gaps)):
        assert at_once is None or at_once == whole


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("见 @!thought://a-b。", "@!thought://a-b"),
        ("- @?file://x/y.csv?line=1-3&to=z, 그리고", "@?file://x/y.csv?line=1-3&to=z"),
        ("(@a://x)", "@a://x"),
        ("@a://x", "@a://x"),
        ("@a://x... ", "@a://x"),
    ],
)
def test_what_authors_write_is_simple(text: str, reference: str) -> None:
    assert [each.text for each, _ in both(text, []) if each] == [reference]


@pytest.mark.parametrize(
    "text",
    [
        "@a:b://x ",
        "@a://x的 ",
        "@a://x* ",
        "@a://x? ",
        "@a://x(1) ",
        "@https://h?q=1 ",
        '@a://"x" ',
        "@a://x<b> ",
        "@a://",
    ],
)
def test_all_else_is_left_to_the_grammar(text: str) -> None:
    assert [each for each, _ in both(text, [])] in ([None], [])


@given(
    st.one_of(TEXTS, TEXTS.map(str.strip), st.from_regex(r"@[!?]?[a-z]+://[a-z./-]+(\?[a-z]=[a-z.]*)?", fullmatch=True))
)
@example("@!file://a/b.md?line=1-3&to=z")
@example("@https://h/p")
def test_a_simple_whole_text_is_read_the_same_by_clause(text: str) -> None:
    at_once = simple(text, "a.md", 7)
    assert at_once is None or at_once == by_clause(text, "a.md", 7)


@pytest.mark.parametrize("text", ["@a://x", "@?a://x/y.md", "@!a://x?k=v&k=w"])
def test_what_authors_write_in_attributes_is_simple(text: str) -> None:
    assert simple(text, "a.md", 0)
