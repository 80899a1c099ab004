"""Parameters judged without their target (SPEC 3.8, 2.3): a query in, what is wrong with it out."""

import pytest
from packages import package

from dpmlc.link.parameters import LineRange, known_encoding, line_range

UNIT = (
    '<resource protocol="herb">\n<location>\nlocation ::= herb://{id}\nid ::= [a-z]+\n</location>\n<params>\n'
    "| name | type |\n|---|---|\n| n | integer |\n| x | number |\n| b | boolean |\n| e | a\\|b |\n"
    "| r | range |\n| s | string |\n</params>\n<registry>\n| id | path |\n|---|---|\n"
    "| sage | @file://a.txt |\n| {id} | @file://{s}/{id}.txt |\n"
    "</registry>\n</resource>\n"
)

BOUNDED = """<resource protocol="tea">
<params>
| 参数 | 类型 |
|---|---|
| steeps | integer 1-3 |
| heat | 数字 60.5～95 |
| pages | 5-10 |
</params>
</resource>
"""


def check(reference: str) -> list[str]:
    files = {"a.txt": "1\n2\n3\n", "dir/mint.txt": "x", "unit.resource.md": UNIT, "tea.md": BOUNDED, "x.md": reference}
    bound = package(files).bound("x.md")
    return [f"{each.message} | {each.mark}" if each.mark else each.message for each in bound.diagnostics]


STANDARD = "text supports `line`, `section`, `format`, `encoding`"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("line=5-10", []),
        ("line=5-&section=x&format=md&encoding=gb18030", []),
        ("line=0", ["`line=0`: lines are counted from 1"]),
        ("line=3-1", ["`line=3-1`: the range falls: 1 comes before 3"]),
        ("line=x", ["`line=x`: expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"]),
        ("line=٥", ["`line=٥`: expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"]),
        ("line=-", ["`line=-`: expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"]),
        ("line=1&line=2", ["parameter `line` is given twice | given again"]),
        ("lines=1", [f"parameter `lines` is not supported | {STANDARD}"]),
        ("format=pdf", ["format `pdf` is not supported | expected `text`, `md`, `html`, `json`"]),
        ("encoding=nope", ["encoding `nope` is not known | for example `gb18030`, `cp949`"]),
        ("encoding=base64", ["encoding `base64` is not known | for example `gb18030`, `cp949`"]),
    ],
)
def test_standard(query: str, expected: list[str]) -> None:
    assert check(f"@?file://a.txt?{query}") == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("n=-5&x=0.5&b=true&e=a&r=1-2&s=any", []),
        ("n=1.5", ["parameter `n` of `herb` is `1.5` | expected a value of type integer"]),
        ("x=1e", ["parameter `x` of `herb` is `1e` | expected a value of type number"]),
        ("b=yes", ["parameter `b` of `herb` is `yes` | expected a value of type boolean"]),
        ("e=c", ["parameter `e` of `herb` is `c` | expected `a`, `b`"]),
        ("r=a", ["parameter `r` of `herb` is `a` | expected a range like `5-10`"]),
        ("line=1", ["parameter `line` is not supported | `herb` declares `n`, `x`, `b`, `e`, `r`, `s`"]),
    ],
)
def test_declared(query: str, expected: list[str]) -> None:
    assert check(f"@?herb://sage?{query}") == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("steeps=1&heat=95&pages=5-10", []),
        ("steeps=3&heat=60.5&pages=7", []),
        ("pages=6-&pages=6", ["parameter `pages` is given twice | given again"]),
        ("steeps=0", ["parameter `steeps` of `tea` is `0` | expected 1 to 3"]),
        ("steeps=1.5", ["parameter `steeps` of `tea` is `1.5` | expected a value of type integer"]),
        ("heat=1e999", ["parameter `heat` of `tea` is `1e999` | expected 60.5 to 95"]),
        ("pages=7-11", ["parameter `pages` of `tea` is `7-11` | expected 5 to 10"]),
        ("pages=-4", ["parameter `pages` of `tea` is `-4` | expected 5 to 10"]),
    ],
)
def test_declared_with_bounds(query: str, expected: list[str]) -> None:
    assert check(f"@?tea://green?{query}") == expected


def test_a_declared_parameter_goes_into_the_target() -> None:
    assert check("@!herb://mint?s=dir") == []
    assert check("@!herb://mint") == ["`{id}` needs the parameter `s` | the registry leads it there"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("5", LineRange(5, 5)),
        ("5-10", LineRange(5, 10)),
        ("5-", LineRange(5, None)),
        ("-10", LineRange(1, 10)),
        ("9" * 5000, "no file has so many lines"),
        (None, "expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"),
        ("5 ", "expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"),
        ("5-10-", "expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"),
    ],
)
def test_line_ranges(value: str | None, expected: LineRange | str) -> None:
    assert line_range(value) == expected


def test_encodings() -> None:
    asked = ("utf-8", "GB18030", "cp949", "big5", "idna", "zip", "rot13", "../x", "")
    assert [each for each in asked if known_encoding(each)] == ["utf-8", "GB18030", "cp949", "big5"]


def test_parameters_of_the_same_words_stand_each_in_their_own_document() -> None:
    made = package({"a.txt": "1\n", "x.md": "@?file://a.txt?line=1", "y.md": "둘 @?file://a.txt?line=1"})
    (first,), (second,) = made.bound("x.md").parameters, made.bound("y.md").parameters
    assert (first.span.path, second.span.path) == ("x.md", "y.md")
    assert second.span.start == first.span.start + 2
