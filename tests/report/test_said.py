"""What messages may hold: no secret, nothing overlong (SPEC 6.3, 6.6)."""

import pytest

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.report.github import render as github
from dpmlc.report.json import plain
from dpmlc.report.place import Places
from dpmlc.report.said import said
from dpmlc.report.sarif import Producer
from dpmlc.report.sarif import render as sarif
from dpmlc.report.text import PLAIN, render
from dpmlc.text.span import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`http://me:秘密@h/x` does not exist", "`http://me:**@h/x` does not exist"),
        ("`http:/me:pw@h/x` does not exist", "`http:/me:**@h/x` does not exist"),
        ("`a/" + "深" * 300 + ".md` is missing", f"`a/{'深' * 64}… 173 characters …{'深' * 63}.md` is missing"),
        ("`" + "a b " * 100 + "` is it", f"`{'a b ' * 16}a … 268 characters …b {'a b ' * 16}` is it"),
        ("好 " * 90, "好 " * 90),
        (f"first\n{'x ' * 600}\nlast", f"first\n{'x ' * 166}x… 534 characters … {'x ' * 166}\nlast"),
    ],
)
def test_said(text: str, expected: str) -> None:
    assert said(text) == expected


def test_every_form_of_report_is_discreet() -> None:
    secret = "http://me:hunter2@h"
    fault = Diagnostic(
        "not-found", Severity.ERROR, secret, Span("a.md", 0, 3), secret, (Label(Span("a.md", 1, 2), secret),),
        (secret,), (secret,),
    )  # fmt: skip
    places = Places({"a.md": f"{secret}\n"})
    for shown in (
        render([fault], places, PLAIN),
        str(plain(fault, places)),
        github([fault], places, ""),
        sarif([fault], places, Producer("1.0.0", {}, "")),
    ):
        assert "hunter2" not in shown
        assert "http://me:*******@h" in shown
