"""Which diagnostics are told together, and how many places of each."""

import pytest

from dpmlc.pages.findings import alike, divided, shared_out
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.snippet import Snippet
from dpmlc.text.span import Span


def finding(message: str, at: int, help_: str = "", severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic("not-found", severity, message, Span("a.md", at, at + 1), help=(help_,) if help_ else ())


def test_those_of_equal_words_stand_where_the_first_stands() -> None:
    a, b, c = finding("x", 1), finding("y", 2), finding("x", 3)
    assert alike([a, b, c]) == ((a, c), (b,))
    assert alike([]) == ()


@pytest.mark.parametrize("other", [finding("x", 2, "try y"), finding("x", 2, severity=Severity.HINT)])
def test_other_help_or_severity_is_something_else(other: Diagnostic) -> None:
    assert alike([finding("x", 1), other]) == ((finding("x", 1),), (other,))


@pytest.mark.parametrize(
    ("line", "indent", "underlined", "expected"),
    [
        ("다음 @!thought://없다 끝", 5, 16, ("다음 ", "@!thought://없다", " 끝")),
        ("a", 1, 1, ("a", " ", "")),
        ("ab", 0, 2, ("", "ab", "")),
        ("e\u0301x", 0, 1, ("", "e\u0301", "x")),
        ("e\u0301x", 1, 1, ("e\u0301", "x", "")),
        ("茶水", 2, 1, ("茶", "水", "")),
        ("", 0, 1, ("", " ", "")),
    ],
)
def test_the_guilty_part_of_a_line(line: str, indent: int, underlined: int, expected: tuple[str, str, str]) -> None:
    assert divided(Snippet(1, line, indent, underlined)) == expected


@pytest.mark.parametrize(
    ("sizes", "most", "expected"),
    [((), 5, ()), ((3, 1, 2), 9, (3, 1, 2)), ((3, 1, 2), 2, (3, 1, 1)), ((3, 4, 2), 3, (3, 2, 1)), ((5, 5), 0, (1, 1))],
)
def test_places_are_shared_out_in_turn(sizes: tuple[int, ...], most: int, expected: tuple[int, ...]) -> None:
    groups = [[finding("x", at) for at in range(size)] for size in sizes]
    assert shared_out(groups, most) == expected
