"""Laws of scanning, on texts mixed from what real documents are made of."""

import pickle
from collections.abc import Iterator, Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st
from scanning import joined, scanned

from dpmlc.report.diagnostic import Severity
from dpmlc.scan.tree import Element, Node
from dpmlc.text.limits import Limits
from dpmlc.text.span import Span

FRAGMENTS = (
    """
<role>|</role>|<plan>|</plan>|<rule id="a">|</rule>|<x/>|<store:execution>|</store:execution>|`</plan>`|</plam>
<x a=b>|<x 'a'>|<x a="|">|<x|/>|<br>|<section>|</section>|<resource src="@file://a.md"/>|<reference protocol="thought"
 resource="a"/>|```|````|```json|~~~|~~~~|`|``|<!--|-->|<!-- a -->|- |1. |> |# |    |\t|\\|\\<|\\`|\\@|---|a: 1|...
|a|b|@!thought://|@?file://./a.md|@file://"|creative|?line=1-2|角色|，|。|思考|text|x|🤖|\u202e|\ufeff|&amp;|<|>|"|'|=|://|@|@a:@
""".strip()
    .replace("\n", "|")
    .split("|")
)
TEXTS = st.lists(st.one_of(st.sampled_from([*FRAGMENTS, "\n", "\n", "\n", "\n\n", "|", " "]), st.text(max_size=3))).map(
    "".join
)


@settings(max_examples=1000, deadline=None)
@given(TEXTS)
@example("`" * 3)
@example("---\na: 1\n---")
def test_scanning_loses_no_character(text: str) -> None:
    found = scanned(text)
    assert joined(found) == text
    at = found.front.span.end if found.front else 0
    for span in spans(found.nodes):
        assert span.start == at
        at = span.end
    assert at == len(text)


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_scanning_never_raises(text: str) -> None:
    assert joined(scanned(text)) == text


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_regions_stand_in_order(text: str) -> None:
    found = scanned(text)
    ends = [0, *(each.end for each in found.opaque)]
    assert all(each.start >= end and each.end > each.start for each, end in zip(found.opaque, ends, strict=False))
    starts = [each.span.start for each in found.references]
    assert starts == sorted(starts)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_scans_travel_between_processes(text: str) -> None:
    found = scanned(text)
    assert pickle.loads(pickle.dumps(found)) == found


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_small_limits_hold(text: str) -> None:
    found = scanned(text, limits=Limits(depth=2, nodes=4, references=1, attribute=4, tag_name=4))
    assert joined(found) == text
    assert len(found.references) <= 1
    assert all(level <= 2 for level in levels(found.nodes, 1))


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_a_fix_changes_what_it_mends(text: str) -> None:
    for each in scanned(text).diagnostics:
        if each.fix and each.severity is not Severity.HINT:
            fix = each.fix
            assert text[: fix.span.start] + fix.text + text[fix.span.end :] != text


def levels(nodes: Sequence[Node], level: int) -> Iterator[int]:
    """How deep each element stands."""
    for each in nodes:
        if isinstance(each, Element):
            yield level
            yield from levels(each.children, level + 1)


def spans(nodes: Sequence[Node]) -> Iterator[Span]:
    """The spans of tags, text runs and comments, in order."""
    for each in nodes:
        if isinstance(each, Element):
            yield each.opening
            yield from spans(each.children)
            if each.closing:
                yield each.closing
        else:
            assert each.span.end > each.span.start
            yield each.span
