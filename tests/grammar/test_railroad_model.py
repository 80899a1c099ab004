"""What of a grammar a diagram shows, in words, and how often each name stands in it."""

import pytest

from dpmlc.grammar.ebnf import Grammar, read
from dpmlc.grammar.railroad.fit import Fitting, quoted, shortened
from dpmlc.grammar.railroad.occurrence import occurrences
from dpmlc.grammar.railroad.runs import runs
from dpmlc.grammar.railroad.shape import shape
from dpmlc.grammar.railroad.wording import CHINESE, ENGLISH, KOREAN, Wording
from dpmlc.grammar.railroad.words import words
from dpmlc.report.width import columns


def grammar(text: str) -> Grammar:
    made = read(text, "차.protocol.md", 0)
    assert isinstance(made, Grammar), made
    return made


def said(body: str, wording: Wording = ENGLISH) -> str:
    return words(shape(grammar(f"茶 ::= {body}").rules[0].body), Fitting(wording))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("'a'", "the text 'a'"),
        ("ε", "nothing"),
        ("('' | '')", "nothing"),
        ("(* any Markdown *)", "free text (any Markdown)"),
        ("[a-z]", "one character of [a-z]"),
        ("a b", "a, then b"),
        ("a?", "optionally a"),
        ("a | ε", "optionally a"),
        ("a | b | ''", "optionally (one of: a; or b)"),
        ("a | [ b ]", "optionally (one of: a; or b)"),
        ("a | (b | c)", "one of: a; or b; or c"),
        ("a+", "a, once or more often"),
        ("{a}", "a, any number of times"),
        ("[ a+ ]", "a, any number of times"),
        ("{[ a ]}", "a, any number of times"),
        ("a****", "a, any number of times"),
        ("a a*", "a, once or more often"),
        ("(a a*)+", "a, once or more often"),
        ("(a {',' a})+", "(a, once or more often with the text ',' between), once or more often"),
        ("a b {a b}", "(a, then b), once or more often"),
        ("a (',' a)*", "a, once or more often with the text ',' between"),
        ("[a {',' a}]", "a, any number of times with the text ',' between"),
        ("x a b {';' a b} y", "x, then ((a, then b), once or more often with the text ';' between), then y"),
        ("a {',' b}", "a, then (the text ',', then b), any number of times"),
        ("a {s s a}", "a, then (s, then s, then a), any number of times"),
        ("a {',' a}+", "a, then (the text ',', then a), any number of times"),
    ],
)
def test_in_words(body: str, expected: str) -> None:
    assert said(body) == expected


def test_other_languages_have_all_texts() -> None:
    assert said("甲 ['乙']", CHINESE) == "甲，然后是 可选的 文字 '乙'"
    assert said("가 {',' 가}", KOREAN) == "가, 한 번 이상, 문자열 ',' 구분"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "'a'"), ("it's", '"it\'s"'), (" ", "'␣'"), ("a b", "'a b'"), ("a  b ", "'a␣␣b␣'"), ("\u202e", "'\\u202e'")],
)
def test_terminals_are_quoted(text: str, expected: str) -> None:
    assert quoted(text) == expected


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("茶道", 4, "茶道"), ("茶道中", 4, "茶…"), ("차茶a", 4, "차…")],
)
def test_long_texts_are_shortened_by_columns(text: str, most: int, expected: str) -> None:
    assert shortened(text, most) == expected
    assert columns(expected) <= most


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a b? c* d+", "a: exactly one, b: at most one, c: zero or more, d: one or more"),
        ("a a", "a: exactly 2"),
        ("a a?", "a: 1 to 2"),
        ("a a a*", "a: 2 or more"),
        ("a | b", "a: at most one, b: at most one"),
        ("a | a b", "a: exactly one, b: at most one"),
        ("(a | b)+", "a: zero or more, b: zero or more"),
        ("(a b?)+", "a: one or more, b: zero or more"),
        ("{(* text *)} 'x'", "Markdown: zero or more"),
        ("(a | ε) 'x'", "a: at most one"),
    ],
)
def test_occurrences(body: str, expected: str) -> None:
    found = occurrences(grammar(f"r ::= {body}").rules[0].body)
    assert ", ".join(f"{name or 'Markdown'}: {times.words}" for name, times in found.items()) == expected


def run_row(text: str) -> str:
    made = grammar(text)
    found = runs(made.rules[0], [rule.name for rule in made.rules])
    assert "".join(run.text for run in found) == made.rules[0].text
    return " ".join(
        f"{run.kind}:{run.text}" + ("!" if run.target else "") for run in found if run.kind not in {"space", "define"}
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ::= 'x y' b", "rule:a! terminal:'x y' name:b"),
        ("a ::= b*\nb ::= 'x'", "rule:a! name:b! mark:*"),
        ("a ::= [b]\nb ::= 'x'", "rule:a! mark:[ name:b! mark:]"),
        ("a ::= [b]", "rule:a! class:[b]"),
        ("a ::= b [b]", "rule:a! name:b class:[b]"),
        ("a ::= a", "rule:a! name:a!"),
        ('a ::= "" | ε (* 空 *)', 'rule:a! empty:"" mark:| empty:ε comment:(* 空 *)'),
        ("a ::= x://k/{b}.md\nb ::= 'x'", "rule:a! terminal:x://k/ mark:{ name:b! mark:} terminal:.md"),
        ("a ::= 'a' | ... | 'z'", "rule:a! terminal:'a' mark:| mark:... mark:| terminal:'z'"),
    ],
)
def test_runs(text: str, expected: str) -> None:
    assert run_row(text) == expected
