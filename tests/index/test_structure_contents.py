"""Content models: a grammar and a document in, what does not fit and where out (SPEC 1.10, 2.2)."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.grammar.ebnf import Grammar, read
from dpmlc.index.content import models
from dpmlc.index.contents import content_faults
from dpmlc.index.relaxng import fits, schema
from dpmlc.index.structures import structures
from dpmlc.index.walk import misfits
from dpmlc.scan.scan import scan
from dpmlc.scan.tree import Element, Node
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source, lines

CARD = """
card_element ::= '<card' attributes? '>' leaves_element water_element [note_element] '</card>'
leaves_element ::= '<leaves>' markdown_content '</leaves>'
water_element ::= '<water>' markdown_content '</water>'
note_element ::= '<note>' (markdown_content | hint_element)* '</note>'
hint_element ::= '<hint>' markdown_content '</hint>' | '<hint/>'
"""
PLAN = """
plan_element ::= '<plan>' content '</plan>'
content ::= (markdown_content | step_element | goal_element)+
step_element ::= '<step>' markdown_content '</step>'
goal_element ::= '<goal>' markdown_content '</goal>'
"""
TERMS = """
terms_element ::= '<terms>' term+ '</terms>'
term_element ::= '<term>' zh_element en_element '</term>'
zh_element ::= '<zh>' text '</zh>'
en_element ::= '<en>' text '</en>'
text ::= (* any text *)
"""
LAMP = """
lamp_element ::= '<lamp' [' colour="' ('红' | '绿') '"'] ('/>' | '>' bulb_element cord_element? '</lamp>')
bulb_element ::= ('<bulb>' | '<bulb kind="led">') text '</bulb>'
cord_element ::= '<cord/>'
"""
CHOICE = """
pick_element ::= '<pick>' cup_element? (tea_element | water_element | (leaf_element pot_element))+ '</pick>'
cup_element ::= '<cup/>'
tea_element ::= '<tea/>'
water_element ::= '<water/>'
leaf_element ::= '<leaf/>'
pot_element ::= '<pot/>'
"""
FORM = "form_element ::= '<fields>' ('<field>' text '</field>' | '<line/>')+ '</fields>'".replace("form_", "fields_")


def elements(nodes: tuple[Node, ...]) -> list[Element]:
    found: list[Element] = []
    for node in nodes:
        if isinstance(node, Element):
            found += [node, *elements(node.children)]
    return found


def check(grammars: tuple[str, ...], text: str) -> list[str]:
    """`severity code line:column message` of each fault, with the protocols of `grammars`."""
    documents = [
        scan(Source(f"p{at}.protocol.md", f"# p\n\n```ebnf\n{each}\n```\n"), frozenset(), Limits())
        for at, each in enumerate(grammars)
    ]
    known, wrong = structures(documents, Limits())
    assert wrong == ()
    found = scan(Source("a.md", text), frozenset(), Limits())
    assert found.diagnostics == ()
    where = lines(text)
    told = []
    for each in content_faults(elements(found.nodes), text, known):
        assert each.span is not None
        place = where.position(each.span.start)
        told.append(f"{each.severity} {each.code} {place.line}:{place.column} {each.message}")
    return told


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        (CARD, "<card><leaves>a</leaves><water>b</water></card>"),
        (CARD, "<card>\n<leaves>a</leaves>\n<!-- c -->\n<water>b</water>\n<note>d</note>\n</card>"),
        (CARD, "<card><leaves/><water/></card>"),
        (CARD, "<card><leaves>a</leaves><water>b</water><note><hint/>x<hint>y</hint></note></card>"),
        (CARD, "<card:plan>anything</card:plan>"),
        (CARD, "<leaves><water>never a card</water></leaves>"),
        (CARD, "<other><water>x</water></other>"),
        # Markdown: undeclared elements, and whatever stands in them
        (CARD, "<card><leaves><thing><water>x</water></thing></leaves><water>b</water></card>"),
        (PLAN, "<plan>a<step>b</step>c<idea>d</idea><goal>e</goal><step>f</step></plan>"),
        (PLAN, "<plan></plan>"),
        # a root inside a place for Markdown counts as Markdown, its own kind too
        (PLAN, "<plan>\n<plan>\n<step>a</step>\n</plan>\n</plan>"),
        (PLAN, "<plan><step>\n<plan>a</plan>\n</step></plan>"),
        (TERMS, "<terms>\n<term><zh>标签</zh><en>tag</en></term>\n<term><zh>词</zh><en>word</en></term>\n</terms>"),
        (FORM, "<fields><field>a</field><line/></fields>"),
        # a comment that is all between two tags describes the content
        ("note_element ::= '<note>' (* 아무 글 *) '</note>'", "<note>글 <b>x</b></note>"),
        # groups of alternatives at either end of a production
        (LAMP, "<lamp/>\n<lamp></lamp>\n<lamp><bulb>灯</bulb></lamp>\n<lamp><bulb>전구</bulb><cord/></lamp>"),
    ],
)
def test_fits(grammar: str, text: str) -> None:
    assert check((grammar, PLAN) if grammar is not PLAN else (grammar,), text) == []


@pytest.mark.parametrize(
    ("grammar", "text", "expected"),
    [
        (CARD, "<card>\n<leaves>a</leaves>\n</card>", ["error content-model 1:1 `<card>` ends without `<water>`"]),
        (CARD, "<card>\n</card>", ["error content-model 1:1 `<card>` ends without `<leaves>`, `<water>`"]),
        (CARD, "<card/>", ["error content-model 1:1 `<card>` ends without `<leaves>`, `<water>`"]),
        (
            CARD,
            "<card>\n<water>a</water>\n<leaves>b</leaves>\n</card>",
            ["error content-model 2:1 expected `<leaves>` in `<card>`, found `<water>`"],
        ),
        (
            CARD,
            "<card>\n<leaves>a</leaves>\n<leaves>b</leaves>\n<water>c</water>\n</card>",
            ["error content-model 3:1 expected `<water>` in `<card>`, found `<leaves>`"],
        ),
        (
            CARD,
            "<card>\n<leaves>a</leaves>\n<water>b</water>\n<note>c</note>\n<note>d</note>\n</card>",
            ["error content-model 5:1 expected `</card>` in `<card>`, found `<note>`"],
        ),
        (
            CARD,
            "<card>\n  some text\n<leaves>a</leaves>\n<water>b</water>\n</card>",
            ["warning unexpected-text 2:3 text stands in `<card>` where no Markdown is allowed"],
        ),
        (
            CARD,
            "<card>\n<leafs>a</leafs>\n<leaves>a</leaves>\n<water>b</water>\n</card>",
            ["warning undeclared-element 2:1 `<leafs>` is not declared in `<card>`, and no Markdown is allowed here"],
        ),
        (
            CARD,
            "<card>\n<leaves>\n<hint>a</hint>\n</leaves>\n<water>b</water>\n</card>",
            ["error content-model 3:1 `<hint>` has no place in `<leaves>`"],
        ),
        (
            PLAN,
            "<plan>\n<step>\n<goal>a</goal>\n</step>\n</plan>",
            ["error content-model 3:1 `<goal>` has no place in `<step>`"],
        ),
        # every fault of an element and of those in it is told
        (
            TERMS,
            "<terms>\n<term>\n<en>a</en>\n</term>\n<term>\n<zh>b</zh>\n</term>\n</terms>",
            [
                "error content-model 3:1 expected `<zh>` in `<term>`, found `<en>`",
                "error content-model 5:1 `<term>` ends without `<en>`",
            ],
        ),
        (TERMS, "<terms>\n</terms>", ["error content-model 1:1 `<terms>` ends without `<term>`"]),
        # a bound element has the model of what implements it, wherever it stands
        (
            CARD,
            "<brew:card>\n<leaves>a</leaves>\n</brew:card>",
            ["error content-model 1:1 `<brew:card>` ends without `<water>`"],
        ),
        (
            CARD,
            "<card>\n<leaves>a</leaves>\n<water:card>b</water:card>\n</card>",
            [
                "warning unexpected-text 3:13 text stands in `<water:card>` where no Markdown is allowed",
                "error content-model 3:1 `<water:card>` ends without `<leaves>`, `<water>`",
            ],
        ),
        (
            "note_element ::= '<note>' line_element (* 한 줄 *) '</note>' line_element ::= '<line/>'",
            "<note><line/>글</note>",
            ["warning unexpected-text 1:14 text stands in `<note>` where no Markdown is allowed"],
        ),
        (CHOICE, "<pick></pick>", ["error content-model 1:1 `<pick>` ends without `<tea>` or `<water>`"]),
        (CHOICE, "<pick>\n<cup/>\n</pick>", ["error content-model 1:1 `<pick>` ends without `<tea>` or `<water>`"]),
        (LAMP, "<lamp><cord/></lamp>", ["error content-model 1:7 expected `<bulb>` in `<lamp>`, found `<cord>`"]),
        # a root inside Markdown is judged by itself
        (
            CARD,
            "<card>\n<leaves>\n<card/>\n</leaves>\n<water>b</water>\n</card>",
            ["error content-model 3:1 `<card>` ends without `<leaves>`, `<water>`"],
        ),
    ],
)
def test_does_not_fit(grammar: str, text: str, expected: list[str]) -> None:
    assert check((grammar,), text) == expected


def test_help_names_what_is_meant_and_where_it_is_declared() -> None:
    document = scan(Source("card.tag.md", f"```ebnf{CARD}```\n"), frozenset(), Limits())
    known, _ = structures((document,), Limits())
    text = "<card>\n<leafs>a</leafs>\n</card>"
    undeclared, missing = content_faults(elements(scan(Source("a.md", text), frozenset(), Limits()).nodes), text, known)
    assert undeclared.help == ("did you mean `<leaves>`?",)
    assert missing.help == ("allowed here: `<leaves>`, `<water>`, `<note>`",)
    assert document.text[missing.labels[0].span.start :].startswith("card_element ::=")


CONTENT = st.recursive(
    st.sampled_from(["b_element", "c_element", "d_element", "markdown", "ε"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"({two[0]} {two[1]})"),
        st.tuples(inner, inner).map(lambda two: f"({two[0]} | {two[1]})"),
        inner.map(lambda one: f"({one})*"),
        inner.map(lambda one: f"({one})+"),
        inner.map(lambda one: f"[ {one} ]"),
    ),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(CONTENT, st.lists(st.sampled_from(["b", "c", "d", ""]), max_size=5))
def test_lxml_and_the_walk_agree(content: str, row: list[str]) -> None:
    children = "".join(f"{each}_element ::= '<{each}/>' " for each in "bcd")
    grammar = read(f"a_element ::= '<a>' {content} '</a>' {children}", "", 0)
    assert isinstance(grammar, Grammar)
    made = models(grammar, 2000)
    joined = [each for at, each in enumerate(row) if each or not at or row[at - 1]]
    shape = ("a", *((each,) if each else "" for each in joined))
    walked = misfits(made["a_element"].content, [f"{each}_element" if each else "" for each in joined])
    assert fits(schema("a_element", made), shape) == (walked == ())


TAGS = st.sampled_from(["plan", "step", "goal", "plan:step", "idea"])
ANY_ORDER = st.recursive(
    st.sampled_from(["词", "<step/>", "<goal>단어</goal>", "<idea/>"]),
    lambda inner: st.builds(lambda tag, inside: f"<{tag}>{''.join(inside)}</{tag}>", TAGS, st.lists(inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(ANY_ORDER, max_size=4))
def test_what_takes_anything_in_any_order_is_told_the_same_without_a_schema(inside: list[str]) -> None:
    # The second allows the same; that no schema is needed for it cannot be seen.
    ordered = PLAN.replace("goal_element)+", "goal_element | (step_element goal_element))+")
    text = f"<plan>{''.join(inside)}</plan>"
    assert check((PLAN,), text) == check((ordered,), text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grammar", "text", "count"),
    [
        (PLAN, "<step>a</step>\n<goal>b</goal>\n", 0),
        (TERMS, "<term><zh>a</zh><en>b</en></term>\n", 0),
        (TERMS, "<term><zh>a</zh></term>\n", None),
        (CARD, "<leaves>a</leaves>\n", 20),
    ],
)
def test_linear_time_in_the_number_of_children(grammar: str, text: str, count: int | None) -> None:
    name = grammar.partition("_")[0].strip()

    def cost(size: int) -> float:
        start = time.process_time()
        found = check((grammar,), f"<{name}>\n{text * size}</{name}>")
        assert len(found) == (size if count is None else count)
        return time.process_time() - start

    assert min(cost(8_000) for _ in range(3)) / min(cost(4_000) for _ in range(3)) < 3.5
