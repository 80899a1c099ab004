"""Attributes documents and settings -> definitions, and what is wrong with them (SPEC 1.9)."""

import tomllib

import pytest

from dpmlc.index.attributes import attributes
from dpmlc.index.declared import Declared
from dpmlc.index.faults_attributes import undefined_attribute
from dpmlc.index.structure import AttributeDefinition
from dpmlc.scan.scan import scan
from dpmlc.scan.tree import Element
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span

NO_DASHES = "no line `| --- | --- |` below the titles"
HEAD = "| name | type | applies to | meaning |\n|---|---|---|---|\n"


def check(*rows: str, declared: Declared | None = None) -> list[str]:
    """Each definition in one line, then each fault with the text at its place; every row is a document of its own."""
    texts = {f"{at}.attributes.md": f"{HEAD}{row}\n" for at, row in enumerate(rows)}
    scans = [scan(Source(path, text), frozenset(), Limits()) for path, text in texts.items()]
    found, faults = attributes(scans, {}, declared or Declared())
    shown = [_shown(each) for each in found.values()]
    return shown + [
        f"{each.code} {texts[each.span.path][each.span.start : each.span.end]}"
        if each.span and each.span.path in texts
        else f"{each.code} {each.span.path if each.span else ''}"
        for each in faults
    ]


def _shown(made: AttributeDefinition) -> str:
    detail = " ".join(made.choices) or made.pattern
    ends = "" if made.minimum is None else f"{made.minimum:g}..{made.maximum:g}"
    elements = "*" if made.applies_to is None else ",".join(sorted(made.applies_to))
    return " ".join(filter(None, (made.name, made.type, detail, ends, f"on {elements}")))


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| a | string | * | x |", ["a string on *"]),
        ("| a | | | |", ["a string on *"]),
        ("| `a` | `integer` | `bed`, `<path>` | x |", ["a integer on bed,path"]),
        ("| a | 整数 1-5 | 苗床、小路 | x |", ["a integer 1..5 on 小路,苗床"]),
        ("| a | integer (1 - 5) | bed | x |", ["a integer 1..5 on bed"]),
        ("| a | number -0.5..0.5 | bed | x |", ["a number -0.5..0.5 on bed"]),
        ("| a | 1-10 | bed | x |", ["a integer 1..10 on bed"]),
        ("| a | enum(x, y) | all | x |", ["a enum x y on *"]),
        ("| a | enum: x, y | - | x |", ["a enum x y on *"]),
        (r"| a | x \| y | bed | x |", ["a enum x y on bed"]),
        ("| a | 高｜低 | bed | x |", ["a enum 高 低 on bed"]),
        ("| a | pattern [a-z]+ | bed | x |", ["a pattern [a-z]+ on bed"]),
        ("| a | id | bed | x |", ["a id on bed"]),
        ("| a | reference | bed | x |", ["a reference on bed"]),
        ("| a | Boolean | bed | x |", ["a boolean on bed"]),
        ("| | string | bed | x |", []),
        ("| a | intger | bed | x |", ["a string on bed", "attribute-definition intger"]),
        ("| a | integer 5-1 | bed | x |", ["a string on bed", "attribute-definition integer 5-1"]),
        ("| a | integer odd | bed | x |", ["a string on bed", "attribute-definition integer odd"]),
        ("| a | enum | bed | x |", ["a string on bed", "attribute-definition enum"]),
        ("| a | enum() | bed | x |", ["a string on bed", "attribute-definition enum()"]),
        ("| a | pattern ( | bed | x |", ["a string on bed", "attribute-definition pattern ("]),
        ("| a | pattern | bed | x |", ["a string on bed", "attribute-definition pattern"]),
        ("| 级别 | string | bed | x |", ["级别 string on bed"]),
        ("| `등급` | 1-5 | * | x |", ["등급 integer 1..5 on *"]),
        ("| data-x.y | string | bed | x |", ["data-x.y string on bed"]),
        ("| _u:v | string | bed | x |", ["_u:v string on bed"]),
        ("| 1a | string | bed | x |", ["attribute-definition 1a"]),
        ("| ，a | string | bed | x |", ["attribute-definition ，a"]),
        ("| a b | string | bed | x |", ["attribute-definition a b"]),
    ],
)
def test_one_row(row: str, found: list[str]) -> None:
    assert check(row) == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", []),
        ("<!-- 나중에 -->\n", []),
        ("# 属性\n\n- color: 颜色\n", ["unread-part # 属性: expected a table"]),
        ("｜名｜型｜\n｜---｜---｜\n", ["unread-part ｜名｜型｜: expected a table, found `｜` in place of `|`"]),
        ("| 名 | 类型 |\n|---|---|\n", []),
        ("|名|型|\n|色|id|\n", [f"unread-part |名|型|: expected a table, found {NO_DASHES}"]),
    ],
)
def test_an_attributes_document_without_a_table_is_told(text: str, told: list[str]) -> None:
    found, faults = attributes([scan(Source("a.attributes.md", text), frozenset(), Limits())], {}, Declared())
    assert found == {}
    places = [(each, each.span) for each in faults]
    assert [f"{each.code} {text[at.start : at.end]}: {each.mark}" for each, at in places if at] == told


def test_a_table_in_a_fence_counts_where_none_stands_outside() -> None:
    fenced = f"```\n{HEAD}| 色 | id | * | |\n```\n"
    for text, names in ((f"# 属性\n\n{fenced}", ["色"]), (f"{HEAD}| 级 | id | * | |\n\n{fenced}", ["级"])):
        found, faults = attributes([scan(Source("a.attributes.md", text), frozenset(), Limits())], {}, Declared())
        assert (list(found), faults) == (names, ())


def test_equal_definitions_are_one() -> None:
    assert check("| a | id | x, y | one |", "| a | id | y, x | another |") == ["a id on x,y"]


@pytest.mark.parametrize("other", ["| a | string | x | |", "| a | id | y | |", "| a | id | * | |"])
def test_definitions_that_differ_are_an_error_and_the_first_holds(other: str) -> None:
    assert check("| a | id | x | |", other) == ["a id on x", "attribute-conflict a"]


def test_settings_count_as_another_document() -> None:
    settings = AttributeDefinition("a", "integer", (), "", None, None, None, "", Span("dpml.toml", 3, 4))
    assert check(declared=Declared(attributes=(settings,))) == ["a integer on *"]
    assert check("| a | id | x | |", declared=Declared(attributes=(settings,))) == [
        "a id on x",
        "attribute-conflict dpml.toml",
    ]


def test_a_pattern_in_the_settings_that_cannot_be_read_is_told_at_its_place() -> None:
    settings = AttributeDefinition("a", "pattern", (), "[a-", None, None, None, "", Span("dpml.toml", 3, 4))
    assert check(declared=Declared(attributes=(settings,))) == ["a string on *", "attribute-definition dpml.toml"]


@pytest.mark.parametrize(
    "name", ["级别", "등급", "data-x.y", "_u", "xml:lang", "1a", "a b", "-a", "a，", "a=b", "甲 乙"]
)
def test_a_name_is_one_wherever_it_is_defined_if_a_tag_can_have_it(name: str) -> None:
    """The settings and attributes documents take the same names, those that the scanner takes on a tag."""
    written = scan(Source("x.md", f'<bed {name}="1">\nx\n</bed>\n'), frozenset(), Limits())
    on_tag = [each.name for root in written.nodes if isinstance(root, Element) for each in root.attributes]
    settings = AttributeDefinition(name, "string", (), "", None, None, None, "", Span("dpml.toml", 3, 4))
    expected = on_tag == [name]
    assert (check(declared=Declared(attributes=(settings,))) == [f"{name} string on *"]) is expected
    assert (check(f"| {name} | string | * | |") == [f"{name} string on *"]) is expected


def test_a_package_replaces_what_is_shipped() -> None:
    core = scan(Source("dpmlc:builtin/core.attributes.md", f"{HEAD}| a | string | * | |\n"), frozenset(), Limits())
    own = scan(Source("a.attributes.md", f"{HEAD}| a | 1-3 | bed | |\n"), frozenset(), Limits())
    for scans in ((core, own), (own, core)):
        found, faults = attributes(scans, {}, Declared())
        assert ([_shown(each) for each in found.values()], faults) == (["a integer 1..3 on bed"], ())


@pytest.mark.parametrize(("name", "key"), [("season", "season"), ("季节", '"季节"'), ("a.b", '"a.b"')])
def test_the_help_for_an_undefined_name_is_toml(name: str, key: str) -> None:
    told = undefined_attribute(Span("a.md", 0, 1), name, "role", ())
    line = f'{key} = {{ type = "string" }}'
    assert told.help == (f"define it, for example in `dpml.toml`: `[attributes]` `{line}`",)
    assert tomllib.loads(f"[attributes]\n{line}\n") == {"attributes": {name: {"type": "string"}}}
