"""Resource units: a document in, its protocol's parts and the faults with their places out (SPEC 2.3)."""

from dataclasses import dataclass

import pytest

from dpmlc.index.units import units
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source, lines


@dataclass(frozen=True)
class Seen:
    protocols: list[tuple[str, str]]
    rows: list[tuple[str, str, str]]
    params: list[tuple[str, str, tuple[str, ...]]]
    faults: list[str]


def check(text: str) -> Seen:
    """Protocols with kind, rows with kind and target, parameters with type, and `code line:column` of each fault."""
    found = list(units(scan(Source("herb.resource.md", text), frozenset(), Limits()), Limits()))
    where = lines(text)
    places = [(each.code, each.span) for unit in found for each in unit.diagnostics]
    return Seen(
        [(unit.protocol.name, unit.protocol.kind) for unit in found],
        [(row.id, row.kind, row.target_text) for unit in found for row in unit.protocol.registry or ()],
        [(each.name, each.type, each.choices) for unit in found for each in unit.protocol.parameters or ()],
        [
            f"{code} {where.position(span.start).line}:{where.position(span.start).column}"
            for code, span in places
            if span is not None
        ],
    )


def registry(*rows: str, location: str = "") -> str:
    table = "\n".join(("| id | path |", "|---|---|", *rows))
    return f'<resource protocol="herb">\n{location}<registry>\n{table}\n</registry>\n</resource>\n'


WHOLE = """# Herbs

What grows in the garden.

<resource protocol="herb">
  Everything about herbs.
  <location>
    An herb's name:

    ```ebnf
    location ::= herb://{name}
    name ::= [a-z]+
    ```
  </location>

  Some more words.

  <params>
    | 参数名 | 类型 | 描述 | 示例 |
    |---|---|---|---|
    | season | spring\\|summer | when | `season=spring` |
    | count | integer | how many | 3 |
  </params>
  <registry>
    <!-- which herb stands where -->
    | 草药 | 路径 |
    |------|------|
    | sage | `@file://herbs/sage.md` |
    | {name} | @file://herbs/{name}.md |
    | wild-* | @!file://herbs/wild.md |
  </registry>
</resource>
"""


def test_a_unit_holds_location_params_and_registry() -> None:
    assert check(WHOLE) == Seen(
        [("herb", "registry")],
        [
            ("sage", "exact", "@file://herbs/sage.md"),
            ("{name}", "template", "@file://herbs/{name}.md"),
            ("wild-*", "glob", "@!file://herbs/wild.md"),
        ],
        [("season", "enum", ("spring", "summer")), ("count", "integer", ())],
        [],
    )
    (unit,) = units(scan(Source("a.md", WHOLE), frozenset(), Limits()), Limits())
    assert unit.protocol.description == "What grows in the garden."
    assert unit.protocol.location_text == "location ::= herb://{name}\nname ::= [a-z]+"
    assert unit.protocol.location is not None
    assert unit.protocol.location.mismatch("sage") is None
    assert unit.protocol.location.mismatch("Sage") is not None


@pytest.mark.parametrize(
    "location",
    [
        pytest.param("location ::= herb://{name}\nname ::= [a-z]+", id="bare"),
        pytest.param("Words first:\n\nlocation ::= herb://{name}\n\nname ::= [a-z]+\n\nand words", id="blank lines"),
        pytest.param("```\nlocation ::= herb://{name}\n\nname ::= 'a'\n  | [a-z]+\n```", id="fence"),
        pytest.param("~~~ebnf\nname ::= [a-z]+\n~~~\nExample:\n```\nx ::= 'never'\n```", id="the first fence"),
        pytest.param("<!-- x ::= 'never' -->\nlocation ::= herb://{name}\nname ::= [a-z]+", id="comment"),
        pytest.param("`location ::= herb://{name}`\n`name ::= [a-z]+`", id="code marks"),
        pytest.param("name ::=\n  [a-z]+\nand words", id="a rule that breaks off"),
    ],
)
def test_ebnf_stands_bare_or_in_a_fence(location: str) -> None:
    text = f'<resource protocol="herb">\n<location>\n{location}\n</location>\n</resource>\n'
    (unit,) = units(scan(Source("a.md", text), frozenset(), Limits()), Limits())
    assert unit.diagnostics == ()
    assert unit.protocol.kind == "runtime"
    assert unit.protocol.location is not None
    assert unit.protocol.location.mismatch("sage") is None
    assert unit.protocol.location.mismatch("Sage") is not None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('<guide>\n<resource protocol="herb">\n</resource>\n</guide>\n', id="inside another element"),
        pytest.param('```xml\n<resource protocol="herb">\n</resource>\n```\n', id="in code"),
        pytest.param('<resource src="docs/api.md">\n</resource>\n', id="a reference"),
        pytest.param("about resource units\n", id="prose"),
    ],
)
def test_only_a_root_with_a_protocol_is_a_unit(text: str) -> None:
    assert check(text) == Seen([], [], [], [])


def test_several_units_stand_in_one_document() -> None:
    text = '<resource protocol="a">\n</resource>\n<resource protocol="b">\n</resource>\n'
    assert check(text).protocols == [("a", "runtime"), ("b", "runtime")]


@pytest.mark.parametrize(
    ("rows", "ids", "faults"),
    [
        (["| a | @file://a.md |", "| a | @file://b.md |"], ["a"], ["duplicate-registry-id 6:3"]),
        (["| e\u0301 | @file://a.md |", "| \u00e9 | @file://b.md |"], ["\u00e9"], ["duplicate-registry-id 6:3"]),
        (["| a | |", "| b | @file://b.md |"], ["b"], ["incomplete-registry-row 5:3"]),
        (["| a |", "| b | @file://b.md |"], ["b"], ["incomplete-registry-row 5:3"]),
        (["| | @file://b.md |"], [], ["incomplete-registry-row 5:5"]),
        (["| | |", "| b | @file://b.md |"], ["b"], []),
        (["| a | @://x |", "| b | @file://b.md |"], ["b"], ["reference-syntax 5:8"]),
        (["| a | @file://x/{y}.md |", "| b | @file://b.md |"], ["b"], ["unknown-placeholder 5:7"]),
        (["| {n} | @file://x/{n}.md |", "| {n} | @file://y/{n}.md |"], ["{n}"], ["duplicate-registry-id 6:3"]),
    ],
)
def test_a_faulty_row_leaves_the_others_standing(rows: list[str], ids: list[str], faults: list[str]) -> None:
    seen = check(registry(*rows))
    assert [id_ for id_, _, _ in seen.rows] == ids
    assert seen.faults == faults


def test_the_target_may_stand_before_the_id() -> None:
    text = (
        '<resource protocol="tea">\n<registry>\n| 가는 곳 | 이름 |\n|---|---|\n| `@file://a.md` | 녹차 |\n'
        "| @file://b.md | 홍차 |\n</registry>\n</resource>\n"
    )
    assert [(id_, target) for id_, _, target in check(text).rows] == [("녹차", "@file://a.md"), ("홍차", "@file://b.md")]


def test_the_target_column_is_the_one_with_references() -> None:
    text = (
        '<resource protocol="herb">\n<registry>\n| id | words | path |\n|---|---|---|\n'
        "| a | a herb | @file://a.md |\n| b | | @file://b.md |\n</registry>\n</resource>\n"
    )
    assert [target for _, _, target in check(text).rows] == ["@file://a.md", "@file://b.md"]


@pytest.mark.parametrize(
    ("type_", "expected", "faults"),
    [
        ("string", ("string", ()), []),
        ("String", ("string", ()), []),
        ("整数", ("integer", ()), []),
        ("number", ("number", ()), []),
        ("`boolean`", ("boolean", ()), []),
        ("range", ("range", ()), []),
        ("5-10", ("range", ()), []),
        ("a\\|b", ("enum", ("a", "b")), []),
        ("enum(a\\|b)", ("enum", ("a", "b")), []),
        ("`a` \\| `b`", ("enum", ("a", "b")), []),
        ("", ("string", ()), []),
        ("enum(a, b)", ("enum", ("a", "b")), []),
        ("绿茶｜红茶", ("enum", ("绿茶", "红茶")), []),
        ("枚举：早、晚", ("enum", ("早", "晚")), []),
        ("integer 1-3", ("integer", ()), []),
        ("정수 (1~3)", ("integer", ()), []),
        ("number 0.5..1", ("number", ()), []),
        ("enum", ("string", ()), ["parameter-type 5:7"]),
        ("int32", ("string", ()), ["parameter-type 5:7"]),
        ("10-5", ("string", ()), ["parameter-type 5:7"]),
        ("sting", ("string", ()), ["parameter-type 5:7"]),
        ("日期", ("string", ()), ["parameter-type 5:7"]),
    ],
)
def test_types_of_parameters(type_: str, expected: tuple[str, tuple[str, ...]], faults: list[str]) -> None:
    text = (
        '<resource protocol="herb">\n<params>\n| name | type | description | example |\n|---|---|---|---|\n'
        f"| p | {type_} | | |\n</params>\n</resource>\n"
    )
    assert check(text).params == [("p", *expected)]
    assert check(text).faults == faults


@pytest.mark.parametrize(
    ("type_", "shown"),
    [("integer 1~3", "integer 1–3"), ("数字 0.5..1", "number 0.5–1"), ("5-10", "range 5–10"), ("정수", "integer")],
)
def test_bounds_are_shown_with_the_type(type_: str, shown: str) -> None:
    text = f'<resource protocol="tea">\n<params>\n| n | t |\n|---|---|\n| p | {type_} |\n</params>\n</resource>\n'
    (found,) = units(scan(Source("tea.md", text), frozenset(), Limits()), Limits())
    assert [each.bounded for each in found.protocol.parameters or ()] == [shown]


def unit(*parts: str) -> str:
    return '<resource protocol="herb">\n' + "".join(f"<{part}>\n\n</{part}>\n" for part in parts) + "</resource>\n"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (unit("location", "params", "registry"), []),
        (unit("params"), []),
        (unit("registry", "location"), ["resource-unit 5:1"]),
        (unit("params", "location", "registry"), ["resource-unit 5:1"]),
        (unit("location", "location"), ["resource-unit 5:1"]),
        ('<resource protocol="思维">\n</resource>\n', ["resource-unit 1:21"]),
        ('<resource protocol="">\n</resource>\n', ["resource-unit 1:21"]),
    ],
)
def test_the_parts_have_an_order(text: str, faults: list[str]) -> None:
    assert check(text).faults == faults


def test_a_parameter_is_declared_once() -> None:
    text = '<resource protocol="herb">\n<params>\n|n|t|\n|-|-|\n|a|string|\n|a|integer|\n</params>\n</resource>\n'
    assert check(text).params == [("a", "string", ())]
    assert check(text).faults == ["duplicate-parameter 6:2"]


@pytest.mark.parametrize(
    ("name", "faults"),
    [("season", []), ("`max-age_2`", []), ("季节", ["parameter-name 5:3"]), ("?ttl", ["parameter-name 5:3"]),
     ("2nd", ["parameter-name 5:3"]), ("ｎ", ["parameter-name 5:3"])],
)  # fmt: skip
def test_names_that_a_reference_can_give(name: str, faults: list[str]) -> None:
    text = f'<resource protocol="tea">\n<params>\n| 名 | 类型 |\n|---|---|\n| {name} | 文本 |\n</params>\n</resource>\n'
    assert check(text).faults == faults


@pytest.mark.parametrize(
    ("part", "content", "found"),
    [
        ("location", "location = herb://{name}", ["unread-part 2:1"]),
        ("params", "name | type", ["unread-part 2:1"]),
        ("registry", "- 鼠尾草: @file://herbs/sage.md", ["unread-part 2:1"]),
        ("registry", "", []),
        ("registry", "<!-- 以后再写 -->", []),
        ("location", "```ebnf\nlocation ::= herb://{name}\nname ::= [a-z]+\n```", []),
    ],
)
def test_a_part_that_cannot_be_read_is_told(part: str, content: str, found: list[str]) -> None:
    text = f'<resource protocol="herb">\n<{part}>\n{content}\n</{part}>\n</resource>\n'
    assert check(text).faults == found


@pytest.mark.parametrize(
    ("part", "content", "mark"),
    [
        ("location", "位置 = 'tea://' 名 ;", "expected a rule, found `=` in place of `::=`"),
        ("location", "```\n位置 ：：= tea://{name}\n```", "expected a rule, found `：：=` in place of `::=`"),
        ("location", "location := tea://{name}", "expected a rule, found `:=` in place of `::=`"),
        ("location", "location -> tea://{name}", "expected a rule, found `->` in place of `::=`"),
        ("location", "차의 이름은 a 또는 b.", "expected a rule"),
        ("registry", "｜ 이름 ｜ 파일 ｜\n｜---｜---｜", "expected a table, found `｜` in place of `|`"),
        ("registry", "| 名 | 文件 |\n| a | @file://a.md |",
         "expected a table, found no line `| --- | --- |` below the titles"),
        ("registry", "| 名 | 文件 | 注 |\n|---|:--|\n| a | @file://a.md | |",
         "expected a table, found a line of dashes with fewer or more cells than the titles"),
        ("params", "- a | b\n- c | d", "expected a table, found no line `| --- | --- |` below the titles"),
        ("params", "名 | 类型", "expected a table, found no line `| --- | --- |` below the titles"),
        ("params", "- a: string", "expected a table"),
    ],
)  # fmt: skip
def test_a_part_that_is_almost_right_is_told_so(part: str, content: str, mark: str) -> None:
    text = f'<resource protocol="tea">\n<{part}>\n{content}\n</{part}>\n</resource>\n'
    (unit_,) = units(scan(Source("tea.resource.md", text), frozenset(), Limits()), Limits())
    assert [each.mark for each in unit_.diagnostics] == [mark]


@pytest.mark.parametrize(
    ("row", "code", "help_"),
    [
        ("| sage | herbs/sage.md |", "reference-syntax", "begin with a prefix: `@file://docs/a.md`"),
        ("| {herb} | @file://{herd}.md |", "unknown-placeholder", "did you mean `herb`?"),
        ("| {herb} | @file://{x}.md |", "unknown-placeholder", "this row knows `herb`"),
        (f"| {'{a,b}' * 9} | @file://a.md |", "limit", "divide the alternatives over several rows"),
        (f"| {'a' * 1024}* | @file://a.md |", "limit",
         "where this is meant, raise the limit in `dpml.toml`: `[limits]` `glob = 1025`"),
    ],
    ids=["no prefix", "slip", "unknown", "alternatives", "length"],
)  # fmt: skip
def test_help_with_a_row(row: str, code: str, help_: str) -> None:
    (unit_,) = units(scan(Source("herb.resource.md", registry(row)), frozenset(), Limits()), Limits())
    (fault,) = unit_.diagnostics
    assert (fault.code, fault.help) == (code, (help_,))
