"""A row of an attributes document -> the definition it writes (SPEC 1.9)."""

import re
from typing import Literal, TypeAlias

from dpmlc.grammar.ebnf import Unreadable, expression
from dpmlc.grammar.match import value_matcher
from dpmlc.index import faults_attributes as faults
from dpmlc.index.bounds import bounds
from dpmlc.index.structure import AttributeDefinition
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.table import Cell
from dpmlc.scan.tags import ATTRIBUTE_NAME
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

Type: TypeAlias = Literal["string", "integer", "number", "boolean", "enum", "pattern", "id", "reference"]

_WORDS: tuple[tuple[Type, str], ...] = (
    ("string", "string str text 字符串 文本 字串 문자열 文字列"),
    ("integer", "integer int 整数 整型 整數 정수"),
    ("number", "number float decimal 数字 数值 浮点数 小数 數字 숫자 数値"),
    ("boolean", "boolean bool 布尔 布尔值 布爾 불리언 真偽値"),
    ("enum", "enum 枚举 枚舉 열거형 列挙"),
    ("pattern", "pattern 模式 格式 패턴"),
    ("id", "id 标识 標識 식별자 識別子"),
    ("reference", "reference 引用 참조 参照"),
)
_NAME = re.compile(ATTRIBUTE_NAME)
_TYPE = re.compile(r"([^\W\d_]+)[ \t]*[:：]?[ \t]*(.*)", re.DOTALL)
_BETWEEN = re.compile(r"[\s,，、;|]+")
_CHOICES = regular(r"[,，、|]")
_EVERYWHERE = frozenset(("", "*", "-", "all", "any", "所有", "全部", "任意", "모두"))


@frozen
class Kind:
    """What a type says of values; `fault` where it cannot be read, which counts as `string`."""

    type: Type = "string"
    choices: tuple[str, ...] = ()
    pattern: str = ""
    minimum: float | None = None
    maximum: float | None = None
    fault: Diagnostic | None = None


def definition(row: tuple[Cell, ...], limits: Limits) -> tuple[AttributeDefinition | None, Diagnostic | None]:
    """The definition in a row of name, type, applies to, meaning, and what is wrong with it; an empty row is neither.

    A type that cannot be read counts as `string`, so that uses of the attribute are not faults as well.
    """
    name = row[0]
    if not name.text:
        return None, None
    wrong = name_fault(name.text, name.span)
    if wrong:
        return None, wrong
    found = kind(row[1], limits) if len(row) > 1 else Kind()
    made = AttributeDefinition(
        name.text, found.type, found.choices, found.pattern, found.minimum, found.maximum,
        _elements(row[2].text) if len(row) > 2 else None, row[3].text if len(row) > 3 else "", name.span,
    )  # fmt: skip
    return made, found.fault


def name_fault(name: str, place: Span) -> Diagnostic | None:
    """Why no tag can have the attribute `name`, which is written at `place`; None where one can."""
    if _NAME.fullmatch(name):
        return None
    return faults.attribute_definition(
        place, name, "a name that begins with a letter: letters, digits, `_`, `-`, `.`, `:`",
        "write the name as it stands in a tag",
    )  # fmt: skip


def pattern_fault(pattern: str, place: Span, limits: Limits) -> Diagnostic | None:
    """Why `pattern`, written at `place`, cannot be matched against; None where it can."""
    body = expression(pattern, limits)
    made = body if isinstance(body, Unreadable) else value_matcher(body, None, place, limits)
    if not isinstance(made, Unreadable):
        return None
    return faults.attribute_definition(
        place, pattern, f"a pattern in EBNF ({made.diagnostic.message})", "write it like `[a-z]+ '-' [0-9]+`"
    )  # fmt: skip


def kind(cell: Cell, limits: Limits) -> Kind:
    """What the type written in `cell` means: `enum(a, b)`, `1-5`, `pattern [a-z]+`."""
    text = cell.text.replace("`", "").replace("｜", "|").strip()
    words = _TYPE.fullmatch(text)
    known = {each: type_ for type_, all_ in _WORDS for each in all_.split()}
    type_ = known.get(words[1].casefold()) if words else None
    if words is None or type_ is None:
        if bounds(text):
            return _ranged(cell, "number" if "." in text.replace("..", "") else "integer", text)
        if "|" in text:
            return Kind("enum", _choices(text))
        return Kind() if not text else _unknown(cell, text, words[1] if words else text, known)
    return _detailed(cell, type_, words[2].strip(), limits)


def _unknown(cell: Cell, text: str, word: str, known: dict[str, Type]) -> Kind:
    near = nearest(word, known)
    help_ = f"did you mean `{near[0]}`?" if near else (
        "known types: `string`, `integer`, `number`, `boolean`, `enum(a, b)`, `pattern EBNF`, `id`, `reference`"
    )  # fmt: skip
    return Kind(fault=faults.attribute_definition(cell.span, text, "a type", help_))


def _detailed(cell: Cell, type_: Type, detail: str, limits: Limits) -> Kind:
    match type_:
        case "enum":
            choices = _choices(detail)
            return Kind("enum", choices) if choices else _wrong(cell, "an enum's values", "enum(one, two)")
        case "pattern":
            if not detail:
                return _wrong(cell, "a pattern", "pattern [a-z]+")
            fault = pattern_fault(detail, cell.span, limits)
            return Kind(fault=fault) if fault else Kind("pattern", pattern=detail)
        case "integer" | "number" if detail:
            return _ranged(cell, type_, detail)
        case _:
            return Kind(type_) if not detail else _wrong(cell, "a type", type_)


def _ranged(cell: Cell, type_: Type, detail: str) -> Kind:
    ends = bounds(detail)
    return Kind(type_, minimum=ends.low, maximum=ends.high) if ends else _wrong(cell, "a range", f"{type_} 1-5")


def _wrong(cell: Cell, expected: str, example: str) -> Kind:
    return Kind(fault=faults.attribute_definition(cell.span, cell.text, expected, f"write it like `{example}`"))


def _choices(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (each.strip(" \t'\"") for each in _CHOICES.split(text.strip("()（）[]")))))


def _elements(text: str) -> frozenset[str] | None:
    names = {each.strip("`<>/") for each in _BETWEEN.split(text)} - {""}
    return None if names & _EVERYWHERE or not names else frozenset(names)
