"""Protocol documents -> structures (SPEC 2.1, 2.2)."""

from pathlib import Path

import pytest

import dpmlc
from dpmlc.index.declared import Declared
from dpmlc.index.gather import claims
from dpmlc.index.structures import structures
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

BUILTIN = {
    f"dpmlc:builtin/{path.name}": path.read_text("utf-8")
    for path in Path(dpmlc.__file__).parent.joinpath("builtin").glob("*.md")
}
CARD = "card_element ::= '<card>' leaves_element? '</card>'\nleaves_element ::= '<leaves>' text '</leaves>'\n"
FENCED = f"# The card\n\nHow tea\nis brewed.\n\n```ebnf\n{CARD}```\n"


def check(files: dict[str, str]) -> list[str]:
    """`name = synonyms: elements` of each protocol, then the faults with the paths where they are."""
    scans = [scan(Source(path, text), frozenset(), Limits()) for path, text in files.items()]
    found, faults = structures(scans, Limits())
    shown = [
        f"{name}{''.join(f'={each}' for each in made.synonyms)}: {' '.join(sorted(made.elements))}"
        for name, made in found.items()
        if name == made.name
    ]
    return shown + [f"{each.code} {each.span.path if each.span else ''}" for each in faults]


def bare(name: str, content: str = "text") -> str:
    return f"{name}_element ::= '<{name}>' {content} '</{name}>'\n"


def either(ways: int, tag: str) -> str:
    return f"({' | '.join([repr(tag)] * ways)})"


def nested(depth: int, tag: str) -> str:
    return f"('{tag}' | {nested(depth - 1, tag)})" if depth else f"'{tag}'"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (FENCED, ["card: card leaves"]),
        (CARD, ["card: card leaves"]),
        ("no grammar here\n", []),
        ("```ebnf\nuri ::= [a-z]+\n```\n", []),
        ("```ebnf\nelement ::= '<' tag '>' content '</' tag '>'\ntag ::= [a-z]+\n```\n", []),
        ("```ebnf\n卡 ::= '<card>' text '</card>'\n```\n", ["element-production p.protocol.md"]),
        ("text ::= [a-z]+\ncard ::=\n  ('<card>' | '<card/>')\n", ["element-production p.protocol.md"]),
        ("card ::= '<card/>'\n" + bare("b"), ["card: card", "b: b"]),
        (f"```ebnf\nuri ::= [a-z]+\n```\n\n{FENCED}", ["card: card leaves"]),
        (bare("a", "c") + bare("b", "c") + bare("x") + "c ::= (x_element | text)*\n", ["a=b: a b x"]),
        (bare("a") + bare("b"), ["a: a", "b: b"]),
        (bare("a", "(text | a_element)*"), ["a: a"]),
        (bare("a", "b_element") + bare("b", "a_element?"), ["a: a b"]),
        ("a_element ::= '<a>' (\n", ["grammar-syntax p.protocol.md"]),
        ("a_element ::= '<a>' text\n" + bare("b"), ["b: b", "element-production p.protocol.md"]),
        ("a_element ::= '<a>' text '</b>'\n", ["element-production p.protocol.md"]),
        ("a_element ::= '<a>' text '</a>' | '<a' text\n", ["element-production p.protocol.md"]),
        ("a_element ::= '<a' text\n", ["element-production p.protocol.md"]),
        ("a_element ::= b_element\n" + bare("b"), ["b: b"]),
        # groups of alternatives at either end
        ("a_element ::= ('<a>' | '<a x=\"1\">') text '</a>'\n", ["a: a"]),
        ("a_element ::= '<a' [' x=\"1\"'] ('/>' | '>' b_element '</a>')\n" + bare("b"), ["a: a b"]),
        ("a_element ::= ('<a' [' x=\"1\"'] '>' | '<a>') (text '</a>' | ('</a>' | b '</a>'))\n", ["a: a"]),
        ("a_element ::= ('<a/>')\n", ["a: a"]),
        ("a_element ::= ('<a>' | '<b>') text '</a>'\n", ["element-production p.protocol.md"]),
        ("a_element ::= ('<a>' | '<a' text) '</a>'\n", ["element-production p.protocol.md"]),
        (f"a_element ::= {either(8, '<a>')} b {either(8, '</a>')}\n", ["a: a"]),
        (f"a_element ::= {either(8, '<a>')} b {either(9, '</a>')}\n", ["element-production p.protocol.md"]),
        (f"a_element ::= '<a>' {nested(40, '</a>')}\n", ["a: a"]),
    ],
)
def test_one_document(text: str, found: list[str]) -> None:
    assert check({"p.protocol.md": text}) == found
    assert check({"p.md": text}) == []


def test_the_help_names_the_production() -> None:
    found = scan(Source("p.tag.md", "卡 ::= '<card>' text '</card>'\n"), frozenset(), Limits())
    _, (fault,) = structures([found], Limits())
    assert (fault.message, fault.mark) == (
        "`卡` is not read as the production of `<card>`", "expected a name that ends in `_element`: `卡_element`"
    )  # fmt: skip
    assert fault.help[0].startswith("write `卡_element ::= '<card>' … '</card>'`")


def test_title_and_description_come_from_the_document() -> None:
    found, _ = structures([scan(Source("p.tag.md", FENCED), frozenset(), Limits())], Limits())
    assert (found["card"].title, found["card"].description) == ("The card", "How tea is brewed.")


def test_what_is_shipped() -> None:
    assert sorted(each.partition(":")[0] for each in check(BUILTIN)) == sorted((
        "prompt", "thought=thinking", "execution=executing", "role", "resource", "tool", "manual", "memory",
        "knowledge", "terminologies",
    ))  # fmt: skip


def test_limits_hold_for_documents_of_the_package_alone() -> None:
    scans = [scan(Source(path, text), frozenset(), Limits()) for path, text in (BUILTIN | {"a.tag.md": CARD}).items()]
    for limits in (Limits(grammar=40), Limits(grammar_states=1)):
        found, faults = structures(scans, limits)
        assert ("role" in found, "card" in found) == (True, False)
        assert [(each.code, each.span and each.span.path) for each in faults] == [("limit", "a.tag.md")]


def test_a_package_replaces_a_shipped_protocol_and_a_dependency_does_not_replace_its_own() -> None:
    own = {"a.protocol.md": bare("role", "x"), "package://b/a.protocol.md": bare("role", "y_element") + bare("y")}
    assert "role: role" in check(BUILTIN | own)
    assert "role: role" in check(own | BUILTIN)


def test_one_structure_declared_twice_is_an_error_and_the_first_holds() -> None:
    files = {"a.protocol.md": FENCED, "b.protocol.md": bare("card")}
    assert check(files) == ["card: card leaves", "duplicate-structure b.protocol.md"]


def test_a_protocol_claims_html_names() -> None:
    text = bare("form", "input_element") + bare("input") + bare("card")
    scans = [scan(Source("a.protocol.md", text), frozenset(), Limits())]
    assert claims(scans, Declared(elements=frozenset({"section"}))) == {"form", "input", "section"}
