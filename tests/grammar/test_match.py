"""Matching: a grammar and a text in, where it leaves the language or what was captured out (SPEC 2.3)."""

import pickle
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.grammar.captures import captured
from dpmlc.grammar.ebnf import Grammar, Unreadable, read
from dpmlc.grammar.match import Matcher, matcher, template
from dpmlc.text.limits import Limits

UNIT = "location ::= thought://{thought_id}\nthought_id ::= [a-zA-Z][a-zA-Z0-9_-]*"
PATHS = "path ::= [ns '/'] key {'/' key}\nns ::= ('a' | 'b')+\nkey ::= ([a-z] | '_')+"


def made(text: str, scheme: str = "thought") -> Matcher:
    grammar = read(text, "a.resource.md", 0)
    assert isinstance(grammar, Grammar)
    found = matcher(grammar, scheme)
    assert isinstance(found, Matcher)
    return found


def check(grammar: str, text: str, scheme: str = "thought") -> str:
    """`ok`, or offset, rule and what was expected."""
    found = made(grammar, scheme).mismatch(text)
    return "ok" if found is None else f"{found.offset} {found.rule} {' '.join(found.expected)}".strip()


@pytest.mark.parametrize(
    ("grammar", "text", "expected"),
    [
        (UNIT, "creative", "ok"),
        (UNIT, "Four-dimensions_2", "ok"),
        (UNIT, "9lives", "0 thought_id `[a-zA-Z]`"),
        (UNIT, "a.b", "1 thought_id `[a-zA-Z0-9_-]`"),
        (UNIT, "创意", "0 thought_id `[a-zA-Z]`"),
        (UNIT, "", "0 thought_id `[a-zA-Z]`"),
        (PATHS, "ab/c/d", "ok"),
        (PATHS, "ab/", "3 key `[a-z]` `_`"),
        (PATHS, "x//y", "2 key `[a-z]` `_`"),
        # the scheme as quoted text, in pieces, behind a rule, with a prefix, or as a rule's own text
        ("location ::= 'thought://' id\nid ::= 'x'", "x", "ok"),
        ("location ::= 'thought' '://' id\nid ::= 'x'", "x", "ok"),
        ("location ::= '@!thought://' id\nid ::= 'x'", "x", "ok"),
        ("location ::= uri | 'y'\nuri ::= 'thought://' 'x'", "x", "ok"),
        ("location ::= uri | 'y'\nuri ::= 'thought://' 'x'", "y", "ok"),
        ("uri ::= name '://' name\nname ::= [a-z]+", "x", "ok"),
        ("uri ::= name '://' name\nname ::= [a-z]+", "9", "0 name `[a-z]`"),
        # ambiguity is no fault; a name without rule is free text; literals say what is left of them
        ("a ::= ('x' | 'x' 'x')+ ['x']", "xxxxx", "ok"),
        ("a ::= 'x' rest", "xyz/字", "ok"),
        ("a ::= 'x' rest", "x", "1 rest <rest>"),
        ("a ::= 'abc'", "abd", "2 a `c`"),
        ("a ::= {{{'x'}}} ['']", "xx", "ok"),
        ("a ::= 'x'", "xx", "1"),
    ],
)
def test_mismatch(grammar: str, text: str, expected: str) -> None:
    assert check(grammar, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("path ::= segment | path '/' segment\nsegment ::= [a-z]+", "recursive-rule at 0"),
        ("a ::= 'x' b\nb ::= c\nc ::= '(' b ')'", "recursive-rule at 12"),
        ("a ::= 'x'\nb ::= b", "recursive-rule at 10"),
        ("location ::= herb://{x}\nx ::= [a-z]", "location-scheme at 0"),
        ("\n".join(f"r{at} ::= r{at + 1} r{at + 1}" for at in range(20)) + "\nr20 ::= 'x'", "limit at 0"),
        ("\n".join(f"r{at} ::= r{at + 1}" for at in range(250)) + "\nr250 ::= 'x'", "limit at 0"),
    ],
)
def test_refused_grammars(text: str, expected: str) -> None:
    grammar = read(text, "a.resource.md", 0)
    assert isinstance(grammar, Grammar)
    found = matcher(grammar, "thought")
    assert isinstance(found, Unreadable)
    assert found.diagnostic.span is not None
    assert f"{found.diagnostic.code} at {found.diagnostic.span.start}" == expected


@pytest.mark.parametrize(
    ("grammar", "text", "expected"),
    [
        (UNIT, "creative", {"thought_id": "creative"}),
        (UNIT, "9", None),
        (PATHS, "ab/c/d", {"ns": "ab", "key": "c"}),
        ("location ::= a://{x}-{y}\nx ::= [a-z-]+\ny ::= [a-z]+", "b-c-d", {"x": "b-c", "y": "d"}),
    ],
)
def test_captures(grammar: str, text: str, expected: dict[str, str] | None) -> None:
    assert captured(made(grammar, "a" if "a://" in grammar else "thought").automaton, text) == expected


@pytest.mark.parametrize(
    ("text", "grammar", "id_", "expected"),
    [
        ("core-{n}", "n ::= [0-9]+", "core-12", {"n": "12"}),
        ("core-{n}", "n ::= [0-9]+", "core-a", None),
        ("core-{n}", "", "core-甲", {"n": "甲"}),
        ("core-{n}", "", "core-", None),
        ("{a}/{b}", "", "x/y", {"a": "x", "b": "y"}),
        ("{a}/{b}", "", "x/y/z", None),
        ("{a}-{a}", "", "x-x", {"a": "x"}),
        ("{a}-{a}", "", "x-y", None),
        ("plain", "", "plain", {}),
        ("{a}", "a ::= a 'x'", "bx", {"a": "bx"}),
        ("{a}" + "x" * 3000, "", "y" + "x" * 3000, None),
    ],
)
def test_templates(text: str, grammar: str, id_: str, expected: dict[str, str] | None) -> None:
    rules = read(grammar, "a.md", 0) if grammar else None
    assert not isinstance(rules, Unreadable)
    found = template(text, rules)
    assert found.match(id_) == expected
    if expected is not None:
        assert found.fill(expected) == id_
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_matcher_is_a_value() -> None:
    one = made(UNIT)
    assert one == made(UNIT)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.rule_text == "location ::= thought://{thought_id}"


ATOM = st.sampled_from(["'a'", "'b'", "'ab'", "[ab]", "[^a]", "''"])
EXPRESSION = st.recursive(
    ATOM,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"({two[0]} {two[1]})"),
        st.tuples(inner, inner).map(lambda two: f"({two[0]} | {two[1]})"),
        inner.map(lambda one: f"({one})*"),
        inner.map(lambda one: f"({one})+"),
        inner.map(lambda one: f"({one})?"),
    ),
    max_leaves=6,
)


@given(EXPRESSION, st.text(alphabet="abc", max_size=8))
def test_agrees_with_regular_expressions(written: str, text: str) -> None:
    pattern = re.sub(r"'([^']*)'", r"\1", written).replace(" ", "")
    assert (made(f"a ::= {written}").mismatch(text) is None) == (re.fullmatch(pattern, text, re.DOTALL) is not None)


@given(EXPRESSION, st.text(alphabet="abc", max_size=8), st.text(alphabet="abc", max_size=4))
def test_the_offset_is_where_no_text_goes_on(written: str, text: str, more: str) -> None:
    language = made(f"a ::= {written}")
    found = language.mismatch(text)
    if found is not None and found.offset < len(text):
        assert language.mismatch(text[: found.offset + 1] + more) is not None
    without_table = Matcher("", type(language.automaton)(*_fields(language), None))
    assert without_table.mismatch(text) == found


def _fields(language: Matcher) -> tuple[object, ...]:
    each = language.automaton
    return each.states, each.starts, each.names


@pytest.mark.slow
def test_linear_time_with_nested_repetition() -> None:
    language = made("a ::= {{{'a'}}} ('a' | 'a')* {('a' 'a') | 'a'} 'b'")

    def cost(size: int) -> float:
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            assert language.mismatch("a" * size + "!") is not None
            captured(language.automaton, "a" * size + "b")
            best = min(best, time.process_time() - start)
        return best

    assert cost(8_000) / cost(4_000) < 3.5


@pytest.mark.slow
def test_a_grammar_at_its_limit_is_quick() -> None:
    start = time.process_time()
    language = made("a ::= " + "['a'] " * 600)
    assert language.mismatch("a" * 600) is None
    assert language.mismatch("a" * 601) is not None
    assert time.process_time() - start < 10


def test_limits_are_the_caller_s() -> None:
    grammar = read("a ::= 'abc'", "a.md", 0)
    assert isinstance(grammar, Grammar)
    assert isinstance(matcher(grammar, "a", Limits(grammar_states=3)), Unreadable)
    assert isinstance(matcher(grammar, "a", Limits(grammar_states=4)), Matcher)
