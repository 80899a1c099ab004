"""A diagnostic and its source -> what people read (STYLE, "What we say to people")."""

import pytest

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.report.place import Places
from dpmlc.report.text import COLOURED, PLAIN, render, summary
from dpmlc.text.span import Span


def at(text: str, part: str, path: str = "a.md") -> Span:
    start = text.index(part)
    return Span(path, start, start + len(part))


def check(text: str, diagnostic: Diagnostic, expected: str) -> None:
    shown = render([diagnostic], Places({"a.md": text}), PLAIN)
    assert shown == expected.lstrip("\n")


def test_the_example_of_the_style_page() -> None:
    text = "\n" * 6 + "先做分析：@!thougt://creative，然后执行\n"
    fault = Diagnostic(
        "unknown-protocol",
        Severity.ERROR,
        "protocol `thougt` is not registered",
        at(text, "thougt"),
        mark="no resource unit or file name registers `thougt`",
        help=("a registered protocol has a similar name: `thought` (protocols/thought.resource.md:1)",),
    )
    check(
        text,
        fault,
        """
error[unknown-protocol]: protocol `thougt` is not registered
  --> a.md:7:8
   |
 7 | 先做分析：@!thougt://creative，然后执行
   |             ^^^^^^ no resource unit or file name registers `thougt`
   |
help: a registered protocol has a similar name: `thought` (protocols/thought.resource.md:1)
""",
    )


def test_a_second_place_stands_below_the_first() -> None:
    text = "<role>\n" + "x\n" * 9 + "</rol>\n"
    fault = Diagnostic(
        "mismatched-closing-tag",
        Severity.ERROR,
        "`</rol>` closes `<role>`",
        at(text, "</rol>"),
        labels=(Label(at(text, "<role>"), "opened here"),),
        notes=("first\nsecond",),
    )
    check(
        text,
        fault,
        """
error[mismatched-closing-tag]: `</rol>` closes `<role>`
   --> a.md:11:1
    |
 11 | </rol>
    | ^^^^^^
    |
   ::: a.md:1:1
    |
  1 | <role>
    | ------ opened here
    |
note: first
      second
""",
    )


def test_what_has_no_place_and_what_has_no_text() -> None:
    check(
        "", Diagnostic("x", Severity.WARNING, "no text", Span("b.bin", 0, 0)), "warning[x]: no text\n  --> b.bin:1:1\n"
    )
    check("", Diagnostic("x", Severity.HINT, "no place", None), "hint[x]: no place\n")


@pytest.mark.parametrize(
    ("line", "part", "shown", "underline"),
    [
        ("a\tb", "b", "a    b", "     ^"),
        ("\tb", "\t", "    b", "^^^^"),
        ("\x1b[31mred", "red", "\\x1b[31mred", "        ^^^"),
        ("\u202eevil", "evil", "\\u202eevil", "      ^^^^"),
        ("한국어 x", "x", "한국어 x", "       ^"),
        ("한국어", "국", "한국어", "  ^^"),
        ("e\u0301x", "x", "e\u0301x", " ^"),
        ("ab", "", "ab", "^"),
    ],
)
def test_the_caret_stands_under_the_guilty_characters(line: str, part: str, shown: str, underline: str) -> None:
    fault = Diagnostic("x", Severity.ERROR, "m", at(line, part))
    check(
        line, fault, f"error[x]: m\n  --> a.md:1:{line.index(part) + 1}\n   |\n 1 | {shown}\n   | {underline}\n   |\n"
    )


def test_a_span_over_lines_is_shown_by_its_first() -> None:
    fault = Diagnostic("x", Severity.ERROR, "m", Span("a.md", 2, 9))
    check("ab cd\nef gh\n", fault, "error[x]: m\n  --> a.md:1:3\n   |\n 1 | ab cd\n   |   ^^^\n   |\n")


def test_a_place_at_the_end_of_the_text() -> None:
    fault = Diagnostic("x", Severity.ERROR, "m", Span("a.md", 3, 3))
    check("ab\n", fault, "error[x]: m\n  --> a.md:2:1\n   |\n 2 |\n   | ^\n   |\n")


def test_a_very_long_line_is_cut_around_the_caret() -> None:
    text = "汉" * 1_000_000 + "!" + "字" * 1_000_000
    shown = render([Diagnostic("x", Severity.ERROR, "m", at(text, "!"))], Places({"a.md": text}), PLAIN)
    _, place, _, line, caret, _ = shown.splitlines()
    assert place == "  --> a.md:1:1000001"
    assert line == " 1 | ..." + "汉" * 20 + "!" + "字" * 40 + "..."
    assert caret == "   | " + " " * 43 + "^"


def test_many_findings_on_one_long_line_cost_linear_time() -> None:
    text = "x" * 4_000_000
    faults = [Diagnostic("x", Severity.ERROR, "m", Span("a.md", n * 2000, n * 2000 + 1)) for n in range(2000)]
    assert render(faults, Places({"a.md": text}), PLAIN).count("^") == 2000


def test_message_and_path_cannot_reach_the_terminal_raw() -> None:
    fault = Diagnostic("x", Severity.ERROR, "`\x1b]0;t\x07`\nb", Span("\udce9\u2066.md", 0, 0), help=("\x9b",))
    shown = render([fault], Places({}), PLAIN)
    assert shown == "error[x]: `\\x1b]0;t\\x07`\\nb\n  --> \\xe9\\u2066.md:1:1\nhelp: \\x9b\n"


def test_colour_only_adds_terminal_codes() -> None:
    import re

    text = "<role>\n</rol>\n"
    fault = Diagnostic(
        "x", Severity.ERROR, "m", at(text, "</rol>"), "mark", (Label(at(text, "<role>"), "here"),), ("h",)
    )
    coloured = render([fault], Places({"a.md": text}), COLOURED)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render([fault], Places({"a.md": text}), PLAIN)


@pytest.mark.parametrize(
    ("errors", "warnings", "expected"),
    [(0, 0, "no errors"), (1, 0, "1 error"), (3, 2, "3 errors, 2 warnings"), (0, 1, "1 warning")],
)
def test_summary(errors: int, warnings: int, expected: str) -> None:
    assert summary(errors, warnings) == expected


def test_a_password_in_an_address_is_not_shown() -> None:
    text = "a @!http://u:pass@wörd@h/x `b\n"
    check(
        text,
        Diagnostic("x", Severity.ERROR, "no", at(text, "`b")),
        """
error[x]: no
  --> a.md:1:28
   |
 1 | a @!http://u:*********@h/x `b
   |                            ^^
   |
""",
    )
