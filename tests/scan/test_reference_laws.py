"""Laws of references, on prose mixed from what stands around them."""

from hypothesis import given, settings
from hypothesis import strategies as st
from scanning import scanned

from dpmlc.scan.find import find
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.reference import Reference
from dpmlc.text.source import lines

FRAGMENTS = (
    """
@!thought:// @file:// @?a:@!b:// @https:// @:// ＠！a：／／ a @ a.md 规则 的 을 를 / . , ? ! * ** _ ~ ( ) [ ] { }
{a} [a] ?line=1 ?section= & = < > <b1> <br> ， 。 “ | - # \\ ` ' " %20 %ff \u0301 ✅
""".strip()
    .replace("\n", " ")
    .split(" ")
)
TEXTS = st.lists(st.one_of(st.sampled_from([*FRAGMENTS, " ", " ", "\n", "\n\n"]), st.text(max_size=2))).map("".join)


@settings(max_examples=1000, deadline=None)
@given(TEXTS)
def test_references_are_what_stands_in_the_text(text: str) -> None:
    found = scanned(text)
    behind = 0
    for each in found.references:
        if each.form == "prose":
            assert each.span.start >= behind
            behind = each.span.end
            assert text[each.span.start : each.span.end] == each.text
            assert text[each.path_span.start : each.path_span.end] == each.path
            assert all(text[level.span.start : level.span.end] == level.protocol for level in each.levels)
            assert not any(region.start < behind and each.span.start < region.end for region in found.opaque)


@settings(max_examples=1000, deadline=None)
@given(TEXTS)
def test_a_found_reference_reads_so_by_itself(text: str) -> None:
    for each in find(text, "a.md", ()).references:
        assert parse(each.text, "a.md", each.span.start) == each


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_what_is_said_has_its_place(text: str) -> None:
    for each in find(text, "a.md", ()).diagnostics:
        assert each.span
        assert 0 <= each.span.start <= each.span.end <= len(text)
        assert lines(text).position(each.span.start).line >= 1


@settings(max_examples=500, deadline=None)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9))))
def test_no_region_makes_finding_raise(text: str, gaps: list[tuple[int, int]]) -> None:
    regions: list[tuple[int, int]] = []
    place = 0
    for gap, length in gaps:
        regions.append((place + gap, place + gap + length))
        place += gap + length
    assert find(text, "a.md", regions).references is not None


@settings(max_examples=500, deadline=None)
@given(st.one_of(TEXTS, st.text()), st.sampled_from(["", "@a://", "@!file://", "@https://"]))
def test_a_whole_text_is_a_reference_or_malformed(text: str, head: str) -> None:
    match parse(head + text, "a.md", 7):
        case Reference() as reference:
            assert reference.text == head + text
        case Malformed(diagnostic, offset):
            assert 0 <= offset <= len(head + text)
            assert diagnostic.span
