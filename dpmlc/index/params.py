"""The table of a `<params>` -> the parameters that a protocol declares (SPEC 2.3)."""

import re
from typing import Literal

from dpmlc.index import faults
from dpmlc.index.protocol import ParameterDefinition
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.table import Cell, Table
from dpmlc.text.regular import regular

Type = Literal["string", "integer", "number", "boolean", "range", "enum"]

_WORDS: tuple[tuple[Type, str], ...] = (
    ("string", "string str text 字符串 文本 字串 문자열 文字列"),
    ("integer", "integer int 整数 整型 整數 정수"),
    ("number", "number float decimal 数字 数值 浮点数 小数 數字 숫자 数値"),
    ("boolean", "boolean bool 布尔 布尔值 布爾 불리언 真偽値"),
    ("range", "range 范围 區間 区间 範圍 범위 範囲"),
)
_CHOICES = regular(r"(?:enum|枚举|枚舉|열거형)?\s*[:：]?\s*[(（\[]?(.*?)[)）\]]?", re.DOTALL | re.IGNORECASE)
_BOUNDS = regular(r"[0-9]+-[0-9]+")


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
        type_, choices, fault = _type(row[1]) if len(row) > 1 else ("string", (), None)
        diagnostics += (fault,) if fault else ()
        found[name.text] = ParameterDefinition(name.text, type_, choices, _text(row, 2), _text(row, 3), name.span)
    return tuple(found.values()), tuple(diagnostics)


def _text(row: tuple[Cell, ...], column: int) -> str:
    return row[column].text if column < len(row) else ""


def _type(cell: Cell) -> tuple[Type, tuple[str, ...], Diagnostic | None]:
    word = cell.text.replace("`", "").strip()
    if "|" in word:
        inner = _CHOICES.fullmatch(word)
        choices = tuple(filter(None, (each.strip(" '\"") for each in (inner[1] if inner else word).split("|"))))
        return "enum", choices, None
    known = {each: type_ for type_, words in _WORDS for each in words.split()}
    type_ = known.get(word.casefold(), "range" if _BOUNDS.fullmatch(word) else None)
    if type_ or not word:
        return type_ or "string", (), None
    return "string", (), faults.parameter_type(cell.span, word, nearest(word, known))
