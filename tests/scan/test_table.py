"""Pipe tables: text in, rows of cells out."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.scan.table import Table, tables
from dpmlc.scan.tree import Opaque


def check(text: str, *expected: list[list[str]], opaque: tuple[Opaque, ...] = ()) -> tuple[Table, ...]:
    """Each expected table is its rows, the header first; every cell must stand where its span says."""
    found = tables(text, "a.md", 0, len(text), opaque)
    rows = [[[cell.text for cell in row] for row in (table.header, *table.rows)] for table in found]
    assert rows == list(expected)
    for table in found:
        for cell in (cell for row in (table.header, *table.rows) for cell in row):
            written = text[cell.span.start : cell.span.end]
            assert cell.text == written or "\\" in written or "<!--" in written
    return found


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("| a | b |\n|---|---|\n| 1 | 2 |", [["a", "b"], ["1", "2"]], id="plain"),
        pytest.param("a | b\n--|--\n1 | 2", [["a", "b"], ["1", "2"]], id="no outer pipes"),
        pytest.param("|a|\n|-|\n|1|\n", [["a"], ["1"]], id="one column"),
        pytest.param("| 思维ID | 路径 |\n| :--- | ---: |\n| 创造 | x |", [["思维ID", "路径"], ["创造", "x"]], id="cjk"),
        pytest.param("    | a | b |\n    |:-:|---|\n    | 1 | 2 |\n", [["a", "b"], ["1", "2"]], id="indented"),
        pytest.param("| a | b |\n|---|---|", [["a", "b"]], id="no rows"),
        pytest.param("text\n| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |", [["a", "b"], ["1", "2"]], id="blank ends"),
        pytest.param("| a | b |\n|---|---|\n| 1 | 2 |\nprose", [["a", "b"], ["1", "2"]], id="prose ends"),
        pytest.param("| a | b |\n|---|---|\n| `x` | `` y`z `` |", [["a", "b"], ["x", "y`z"]], id="code marks"),
        pytest.param("| a | b |\n|---|---|\n| `x` or `y` | ` |", [["a", "b"], ["`x` or `y`", "`"]], id="not one code"),
        pytest.param("| a | b |\n|---|---|\n| x\\|y | `p\\|q` |", [["a", "b"], ["x|y", "p|q"]], id="escaped pipes"),
        pytest.param("| a | b |\n|---|---|\n| a\\_b | `c\\_d` |", [["a", "b"], ["a_b", "c\\_d"]], id="other escapes"),
        pytest.param("| a | b |\n|---|---|\n| \\@x | \\\\|", [["a", "b"], ["\\@x", "\\"]], id="an escaped @ stays"),
        pytest.param("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |", [["a", "b"], ["1", ""], ["1", "2"]], id="fitted"),
        pytest.param("| a | b |\n|---|---|\n| | 2 |\n|", [["a", "b"], ["", "2"], ["", ""]], id="empty cells"),
    ],
)
def test_a_table_has_a_header_a_delimiter_row_and_rows(text: str, rows: list[list[str]]) -> None:
    check(text, rows)


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n| 1 | 2 |",
        "| a | b |\n|---|\n| 1 | 2 |",
        "a | b\n---\n1 | 2",
        "a\n-\n",
        "| a | b |\n\n|---|---|",
        "| a | b |\n|---|-x-|",
        "|---|---|",
        "",
        "|",
        "|\n|\n|",
    ],
)
def test_what_is_no_table(text: str) -> None:
    check(text)


def test_several_tables_stand_in_text_order() -> None:
    check("|a|\n|-|\n|1|\n\nand\n\n|b|\n|-|\n|2|", [["a"], ["1"]], [["b"], ["2"]])


COMMENTED = "<!-- |x|y|\n|-|-| -->\n| a | b<!-- c --> |\n|---|---|\n<!-- between -->\n| 1 <!-- d --> | 2 |\n"


def test_comments_are_ignored_wherever_they_stand() -> None:
    regions = []
    at = COMMENTED.find("<!--")
    while at >= 0:
        end = COMMENTED.index("-->", at) + 3
        regions.append(Opaque("comment", at, end))
        at = COMMENTED.find("<!--", end)
    check(COMMENTED, [["a", "b"], ["1", "2"]], opaque=tuple(regions))


def test_a_fence_holds_no_table_and_ends_one() -> None:
    text = "|a|\n|-|\n|1|\n```\n|b|\n|-|\n```\n|2|"
    fence = Opaque("fence", text.index("```"), text.rindex("```") + 3)
    check(text, [["a"], ["1"]], opaque=(fence,))


def test_only_the_stretch_asked_for_is_read() -> None:
    text = "|x|\n|-|\n\n|a|\n|-|\n|1|\n|2|"
    start, end = text.index("|a|"), text.index("|2|")
    (table,) = tables(text, "a.md", start, end)
    assert [[cell.text for cell in row] for row in table.rows] == [["1"]]
    assert text[table.span.start : table.span.end] == "|a|\n|-|\n|1|"


@given(st.text(alphabet="|-: \\`a\n<!>", max_size=60))
def test_no_text_raises_and_every_cell_stands_inside(text: str) -> None:
    for table in tables(text, "a.md", 0, len(text)):
        assert all(len(row) == len(table.header) for row in table.rows)
        assert all(
            table.span.start <= cell.span.start <= cell.span.end <= table.span.end
            for row in (table.header, *table.rows)
            for cell in row
        )


@pytest.mark.parametrize("unit", ["|", "| ", "\\|", "|-\n", "|a|\n|-|\n", "`|", "| a\n", " ", "\\"])
def test_time_is_linear(unit: str) -> None:
    def took(count: int) -> float:
        text = "|a|\n|-|\n|" + unit * count
        best = 9.0
        for _ in range(3):
            start = time.perf_counter()
            tables(text, "a.md", 0, len(text))
            best = min(best, time.perf_counter() - start)
        return best

    assert took(8_000) < 3.5 * took(4_000) + 0.005
