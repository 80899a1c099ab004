"""Laws that hold for every text: nothing raises, HTML is sound, words stay, places are true."""

import re

import lxml.html
from hypothesis import given
from hypothesis import strategies as st
from mistune import InlineParser
from reading import read

from dpmlc.pages.markdown.grammar import Inlines, grammar
from dpmlc.pages.markdown.render import MarkdownOptions, render

_ATOMS = """
    #| ## |*|**|_|__|`|``|```|~~~|> |- |1. |    |!!! note|:::note|:::|[!NOTE]|[ ] |---|===|$|$$|~~|\\|-|-|a|b|
    [|](|![|)|(|[a]|[^1]|[^1]: |[a]: |<|>|"|'|=|&amp;|&#x6a;|&colon;|&|%6a|//evil|javascript:|data:text/html,|https://a.b/c|
    <b>|</b>|<div>|</div>|<p>|</p>|<details>|<summary>|</summary>|</details>|<table>|<tr>|<td>|</td>|</table>|<li>|<ul>|</ul>|
    <h1>|</h1>|<br>|<pre>|</pre>|<!--|-->|<script>|</script>|<a href="|">|<a href=javascript:x>|<img src="|
    <img src=x onerror=y>|onclick=|style=| id="x"| id=fn-1|<zh:a>|<?|<![CDATA[|]]>|{note}|中文|，|（|）|한국|a|b c|@!x|
    #t|\u200b|\ufdd0|%EF%B7%90|0\ufdd2|😀
    """
ATOMS = [atom for atom in re.split(r"\||\n *", _ATOMS) if atom]
TEXTS = st.lists(st.sampled_from([*ATOMS, "\n", "\n\n", " ", "|", "\t"]), max_size=40).map("".join)
SPANS = st.lists(st.integers(0, 60), max_size=6, unique=True).map(sorted)
WORDS = st.lists(st.from_regex("[a-z\u4e00-\u4eff]{1,8}", fullmatch=True), min_size=1, max_size=30)


@given(st.one_of(st.text(), TEXTS), SPANS)
def test_any_text_becomes_sound_html(text: str, ends: list[int]) -> None:
    spans = zip(ends[::2], ends[1::2], strict=False)
    made = render(text, MarkdownOptions(inline=tuple((start, end, "<a>R</a>") for start, end in spans)))
    reading = read(made.html)
    assert reading.faults == []
    assert tuple(reading.ids) == made.ids
    if "\x00" not in made.html:
        lxml.html.fragment_fromstring(made.html, create_parent="div")


class Slow(Inlines):
    """The same rules, every character looked at as mistune does it."""

    __call__ = InlineParser.__call__
    _find_fast_text_end = InlineParser._find_fast_text_end


@given(st.one_of(st.text(), TEXTS))
def test_text_in_which_nothing_begins_is_found_as_all_rules_would(text: str) -> None:
    inline = grammar().inline
    slow = Slow()
    slow.__dict__.update(inline.__dict__)
    assert inline(text, {"ref_links": {}}) == slow(text, {"ref_links": {}})


@given(TEXTS)
def test_places_lead_to_destinations(text: str) -> None:
    made = render(text)
    for each in (*made.links, *made.images):
        if each.offset >= 0:
            before = text[: each.offset].split("\n")
            assert (each.line, each.column) == (len(before), len(before[-1]) + 1)
            assert (
                re.match(r"[A-Za-z0-9/%#&]*", each.url).group().partition("&")[0] in text[each.offset :]
                or "%" in text
                or "&" in text
            )


@given(
    WORDS, st.lists(st.sampled_from([" ", "\n", "\n\n", "\n- ", "\n> ", "\n# ", " **", "** ", " `", "` "]), min_size=30)
)
def test_no_word_is_lost(words: list[str], gaps: list[str]) -> None:
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=False))
    made = render(text)
    shown = "".join(read(made.html).words)
    for word in words:
        assert word in shown
        assert word in made.plain


@given(TEXTS)
def test_no_word_of_code_changes(text: str) -> None:
    code = "\n".join(line for line in text.split("\n") if "~~~~" not in line)
    html = render(f"~~~~~~~~~\n{code}\n~~~~~~~~~").html
    assert "".join(read(html).words).strip("\n") == code.strip("\n")


@given(TEXTS, TEXTS)
def test_segments_of_a_page_share_no_id(one: str, two: str) -> None:
    first = render(one, MarkdownOptions(prefix="1-"))
    second = render(two, MarkdownOptions(prefix="2-", slugs=set(first.ids)))
    assert not set(first.ids) & set(second.ids)


@given(TEXTS)
def test_rendering_again_gives_the_same(text: str) -> None:
    assert render(text) == render(text)
