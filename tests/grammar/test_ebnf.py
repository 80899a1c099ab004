"""Reading EBNF: text in, the rules as s-expressions or the first fault with its offset out (SPEC 2.2)."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.grammar.ebnf import Grammar, Unreadable, expression, read
from dpmlc.grammar.expression import (
    CharClass,
    Choice,
    Empty,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Sequence,
    Terminal,
    written,
)
from dpmlc.text.limits import Limits


def check(text: str) -> str:
    """Each rule as `name = shape`, or the code and the offset of the fault."""
    made = read(text, "a.protocol.md", 100)
    if isinstance(made, Unreadable):
        assert made.diagnostic.span is not None
        return f"{made.diagnostic.code} at {made.diagnostic.span.start - 100}"
    return "; ".join(f"{rule.name} = {shape(rule.body)}" for rule in made.rules)


def shape(each: Expression) -> str:
    match each:
        case Empty():
            return "ε"
        case Terminal(text):
            return repr(text)
        case CharClass(_, text):
            return text
        case Name(name, _, placeholder):
            return f"{{{name}}}" if placeholder else name
        case Prose(text):
            return f"«{text}»"
        case Sequence(items):
            return "(" + " ".join(map(shape, items)) + ")"
        case Choice(options):
            return "(" + "|".join(map(shape, options)) + ")"
        case Option(item):
            return shape(item) + "?"
        case Repeat(item, least):
            return shape(item) + ("+" if least else "*")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ::= 'x'", "a = 'x'"),
        ('a ::= "it\'s" b', 'a = ("it\'s" b)'),
        ("a ::= '' | ε", "a = (ε|ε)"),
        ("a ::= 'x' ''", "a = 'x'"),
        ("a ::=", "a = ε"),
        ("a ::= 'x' | b c", "a = ('x'|(b c))"),
        ("a ::= (b | c)+ d*", "a = ((b|c)+ d*)"),
        ("a ::= b {'/' b}", "a = (b ('/' b)*)"),
        ("a ::= ['?' b]", "a = ('?' b)?"),
        ("a ::= attributes? '>'", "a = (attributes? '>')"),
        # `[` opens a class or an option
        ("a ::= [a-zA-Z][a-zA-Z0-9_-]*", "a = ([a-zA-Z] [a-zA-Z0-9_-]*)"),
        ('a ::= [^"]*', 'a = [^"]*'),
        ("a ::= [^ ']", "a = [^ ']"),
        ("a ::= [b]\nb ::= 'x'", "a = b?; b = 'x'"),
        ("a ::= [b]", "a = [b]"),
        ("a ::= [b c]", "a = (b c)?"),
        ("a ::= [[b c] 'x']", "a = ((b c)? 'x')?"),
        ("a ::= ['[@]' | ']']", "a = ('[@]'|']')?"),
        # ranges with dots
        ("a ::= '0' | '1' | ... | '9'", "a = ('0'|[1-9])"),
        ("a ::= 'a' | … | 'z' | 'A' | ... | 'Z'", "a = ([a-z]|[A-Z])"),
        # comments
        ("(* a *) a ::= (* b *) 'x' (* c ** *)", "a = 'x'"),
        ("a ::= (* any Markdown *)\nb ::= 'x'", "a = «any Markdown»; b = 'x'"),
        ("a ::= 'x'\n\n(* parts *)\nb ::= c", "a = 'x'; b = c"),
        # a rule ends where the next begins, on whatever line
        ("a ::= b c ::= d; e ::= f", "a = b; c = d; e = f"),
        ("a ::= (\n  b\n  | c\n)*\nd ::= e", "a = (b|c)*; d = e"),
        ("a ::= b\n    | c", "a = (b|c)"),
        # UNIT's own form
        ("location ::= thought://{thought_id}", "location = ('thought://' {thought_id})"),
        ("location ::= a://x-{b}/[c]  (* d *)", "location = ('a://x-' {b} '/[c]')"),
        ("location ::= a://{b} | c://{d}", "location = (('a://' {b})|('c://' {d}))"),
        ("location ::= 'a://' {b}", "location = ('a://' b*)"),
        # names in any script
        ("规则 ::= 名称 '：' 名称", "规则 = (名称 '：' 名称)"),
    ],
)
def test_reads(text: str, expected: str) -> None:
    assert check(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "grammar-syntax at 0"),
        ("b", "grammar-syntax at 0"),
        ("a ::= 'x", "grammar-syntax at 6"),
        ("a ::= (b", "grammar-syntax at 8"),
        ("a ::= b )", "grammar-syntax at 8"),
        ("a ::= b - c", "grammar-syntax at 8"),
        ("a ::= * b", "grammar-syntax at 6"),
        ("a ::= b | ... | 'z'", "grammar-syntax at 10"),
        ("a ::= 'ab' | ... | 'z'", "grammar-syntax at 13"),
        ("a ::= b\na ::= c", "duplicate-rule at 8"),
        ("a ::= " + "(" * 60 + "b" + ")" * 60, "grammar-syntax at 56"),
        ("a ::= '" + "x" * 5000 + "'", "limit at 0"),
    ],
)
def test_refuses(text: str, expected: str) -> None:
    assert check(text) == expected


@pytest.mark.parametrize(
    ("text", "offset", "help_"),
    [
        ("位置 ::= ‘红’", 7, "write `'`"),
        ("a ::= “x”", 6, 'write `"`'),
        ("色 ::= 红 ｜ 绿", 8, "write `|`"),
        ("a ::= （b）", 6, "write `(`"),
        ("a ::= (b）", 8, "write `)`"),
        ("a ::= b\n색 ：：= c", 10, "write `:`"),
        ("a ::= b\nc = d", 10, "write `::=`"),
        ("a ::= 'x', b", 9, "write parts of a sequence one after the other, without a comma"),
        ("a ::= 'x'。", 9, ""),
    ],
)
def test_what_was_typed_in_place_of_a_mark_is_told(text: str, offset: int, help_: str) -> None:
    made = read(text, "a.md", 0)
    assert isinstance(made, Unreadable)
    told = made.diagnostic
    assert told.span is not None
    assert (told.span.start, told.help[0] if len(told.help) > 1 else "") == (offset, help_)


@pytest.mark.parametrize(
    ("content", "inside", "outside"),
    [
        ("a-c", "abc", "d-A"),
        ("^\"", "a'\n字", '"'),
        ("^a-c", "d字", "abc"),
        ("a-", "a-", "b"),
        ("-a", "a-", "b"),
        (r"\]\-", "]-", "\\a"),
        (r"\d_", "09_", "a"),
        ("一-龥", "字一", "a가"),
        (r"\u4e00-\u9fa5", "一中龥", "au4e0"),
        (r"^\uAC00-\uD7A3", "a中", "가한"),
        (r"\u{1F600}a\x2d", "😀a-", "u{1F}x2d"),
        (r"\u12", "u12", "一"),
    ],
)
def test_classes(content: str, inside: str, outside: str) -> None:
    made = expression(f"[{content}]")
    assert isinstance(made, CharClass)
    holds = [any(low <= ord(char) <= high for low, high in made.ranges) for char in inside + outside]
    assert holds == [True] * len(inside) + [False] * len(outside)


def test_rules_know_their_place_and_text() -> None:
    made = read("(* head *)\n  name ::= [a-z]+ ;\nother ::= name", "a.md", 10)
    assert isinstance(made, Grammar)
    assert [(rule.span.start, rule.span.end, rule.text) for rule in made.rules] == [
        (23, 27, "name ::= [a-z]+"),
        (41, 46, "other ::= name"),
    ]
    assert made.rule("other") is made.rules[1]
    assert made.rule("none") is None
    assert pickle.loads(pickle.dumps(made)) == made


def test_limit_is_the_caller_s() -> None:
    assert isinstance(read("a ::= b", "a.md", 0, Limits(grammar=6)), Unreadable)


@given(st.text(alphabet="ab_ '\"[]{}()|*+?^-;:=.…\nε(*字/<>", max_size=60))
def test_never_raises(text: str) -> None:
    made = read(text, "a.md", 0)
    assert isinstance(made, Grammar | Unreadable)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("a ::= 'x' (b | [c 'd'])+ {[0-9]}", "'x' (b | (c 'd')?)+ [0-9]*"),
        ("a ::= \"it's\" | '' | 'a' | ... | 'c'", "\"it's\" | '' | [a-c]"),
        ("a ::= ('一' | '二') {'三' '四'}", "('一' | '二') ('三' '四')*"),
        ("a ::= (b?)*", "(b?)*"),
        ("a ::= (* 随便 *)", "(* 随便 *)"),
    ],
)
def test_an_expression_is_written_as_it_is_read(text: str, again: str) -> None:
    made = read(text, "a.md", 0)
    assert isinstance(made, Grammar)
    assert written(made.rules[0].body) == again
    assert check(f"a ::= {again}") == check(text)
