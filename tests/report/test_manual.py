"""Fault functions -> the pages that `dpmlc explain` shows."""

from dpmlc.report import faults
from dpmlc.report.manual import limits_table, manual


def test_each_public_fault_has_its_page() -> None:
    pages = manual([faults])
    assert list(pages) == ["access-denied", "limit", "no-documents", "not-utf-8", "unreadable"]
    assert pages["not-utf-8"].rule == "A document is UTF-8 text."
    assert "\nBad:\n    a document saved as" in pages["not-utf-8"].text


def test_every_limit_has_a_row_with_its_meaning() -> None:
    rows = limits_table().splitlines()
    assert rows[0] == "[limits]"
    assert "document       = 4194304   # bytes of a document" in rows
    assert all(" # " in row for row in rows[1:])
