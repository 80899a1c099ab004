"""The table of a `<params>` -> the parameters that a protocol declares (SPEC 2.3)."""

import re
from typing import Literal

from dpmlc.index import faults
from dpmlc.index.bounds import Bounds, bounds
from dpmlc.index.protocol import ParameterDefinition
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.table import Cell, Table
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

Type = Literal["string", "integer", "number", "boolean", "range", "enum"]

_WORDS: tuple[tuple[Type, str], ...] = (
    ("string", "string str text 字符串 文本 字串 문자열 文字列"),
    ("integer", "integer int 整数 整型 整數 정수"),
    ("number", "number float decimal 数字 数值 浮点数 小数 數字 숫자 数値"),
    ("boolean", "boolean bool 布尔 布尔值 布爾 불리언 真偽値"),
    ("range", "range 范围 區間 区间 範圍 범위 範囲"),
    ("enum", "enum 枚举 枚舉 열거형 列挙"),
)
_NAME = regular(r"[A-Za-z][A-Za-z0-9_-]*")
_TYPE = re.compile(r"([^\W\d_]+)\s*[:：]?\s*(.*)", re.DOTALL)
_BETWEEN = regular(r"[,，、]")


@frozen
class _Kind:
    type: Type = "string"
    choices: tuple[str, ...] = ()
    bounds: Bounds | None = None
    fault: Diagnostic | None = None


def params(table: Table) -> tuple[tuple[ParameterDefinition, ...], tuple[Diagnostic, ...]]:
    """The declared parameters in the table's order (name, type, description, example by column), and their faults."""
    found: dict[str, ParameterDefinition] = {}
    diagnostics: list[Diagnostic] = []
    for row in table.rows:
        name = row[0]
        if not name.text:
            continue
        if name.text in found:
            diagnostics.append(faults.duplicate_parameter(name.span, name.text, found[name.text].span))
            continue
        if not _NAME.fullmatch(name.text):
            diagnostics.append(faults.parameter_name(name.span, name.text))
        kind = _kind(row[1]) if len(row) > 1 else _Kind()
        diagnostics += (kind.fault,) if kind.fault else ()
        found[name.text] = ParameterDefinition(
            name.text, kind.type, kind.choices, _text(row, 2), _text(row, 3), name.span, kind.bounds
        )
    return tuple(found.values()), tuple(diagnostics)


def _text(row: tuple[Cell, ...], column: int) -> str:
    return row[column].text if column < len(row) else ""


def _kind(cell: Cell) -> _Kind:
    text = cell.text.replace("`", "").replace("｜", "|").strip()
    known = {each: type_ for type_, words in _WORDS for each in words.split()}
    words = _TYPE.fullmatch(text)
    type_, detail = (known.get(words[1].casefold()), words[2]) if words else (None, "")
    if "|" in text or (type_ == "enum" and detail):
        return _Kind("enum", _choices(detail if type_ == "enum" else text))
    if not text or (type_ not in (None, "enum") and not detail):
        return _Kind(type_ or "string")
    ends = bounds(detail if type_ in ("integer", "number", "range") else text)
    if ends:
        return _Kind(type_ or "range", bounds=ends)
    return _Kind(fault=faults.parameter_type(cell.span, text, nearest(text, known)))


def _choices(text: str) -> tuple[str, ...]:
    written = text.strip("()（）[]")
    found = written.split("|") if "|" in written else _BETWEEN.split(written)
    return tuple(filter(None, (each.strip(" '\"") for each in found)))
