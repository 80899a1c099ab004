"""Diagnostics -> text for people: message, place, snippet, help (STYLE, "What we say to people")."""

from collections.abc import Iterable
from dataclasses import field

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Places
from dpmlc.report.said import discreet
from dpmlc.report.snippet import Snippet, snippet
from dpmlc.report.width import visible
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Paint:
    """Terminal codes to switch a colour on; `off` ends each. All empty: no colour."""

    severities: dict[Severity, str] = field(default_factory=dict)
    bold: str = ""
    dim: str = ""
    off: str = ""


PLAIN = Paint()
COLOURED = Paint(
    {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.HINT: "\x1b[1;36m"},
    bold="\x1b[1m",
    dim="\x1b[34m",
    off="\x1b[0m",
)


def render(diagnostics: Iterable[Diagnostic], places: Places, paint: Paint) -> str:
    """All of `diagnostics` in their order, a blank line between two; "" for none, else one line end at the end."""
    rendered = [_diagnostic(discreet(each), places, paint) for each in diagnostics]
    return "\n\n".join(rendered) + "\n" if rendered else ""


def summary(errors: int, warnings: int) -> str:
    """`3 errors, 2 warnings`; "no errors" for neither."""
    parts = [_count(errors, "error")] * bool(errors) + [_count(warnings, "warning")] * bool(warnings)
    return ", ".join(parts) or "no errors"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _diagnostic(diagnostic: Diagnostic, places: Places, paint: Paint) -> str:
    colour = paint.severities.get(diagnostic.severity, "")
    title = f"{colour}{diagnostic.severity}[{diagnostic.code}]{paint.off}"
    lines = [f"{title}{paint.bold}: {visible(diagnostic.message)}{paint.off}"]
    shown = [(span, mark, snippet(span, places)) for span, mark in _marked(diagnostic)]
    gutter = max((len(str(each.line)) for _, _, each in shown if each), default=1)
    for number, (span, mark, each) in enumerate(shown):
        main = number == 0 and diagnostic.span is not None
        lines += _place(span, "-->" if main else ":::", gutter, places, paint)
        if each:
            stroke = f"{colour if main else paint.dim}{('^' if main else '-') * each.underlined}"
            lines += _lines(each, f"{stroke} {visible(mark)}".rstrip() + paint.off, gutter, paint)
        elif mark and not main:
            lines.append(f"{' ' * (gutter + 2)}{paint.dim}={paint.off} {visible(mark)}")
    lines += [_remark("help", each, paint) for each in diagnostic.help]
    lines += [_remark("note", each, paint) for each in diagnostic.notes]
    return "\n".join(lines)


def _marked(diagnostic: Diagnostic) -> list[tuple[Span, str]]:
    main = [] if diagnostic.span is None else [(diagnostic.span, diagnostic.mark)]
    return main + [(label.span, label.text) for label in diagnostic.labels]


def _place(span: Span, arrow: str, gutter: int, places: Places, paint: Paint) -> list[str]:
    return [f"{' ' * (gutter + 1)}{paint.dim}{arrow}{paint.off} {visible(str(places.of(span)))}"]


def _lines(each: Snippet, underline: str, gutter: int, paint: Paint) -> list[str]:
    empty = f"{' ' * (gutter + 2)}{paint.dim}|{paint.off}"
    return [
        empty,
        f"{paint.dim} {each.line:>{gutter}} |{paint.off} {each.shown}".rstrip(),
        f"{empty} {' ' * each.indent}{underline}",
        empty,
    ]


def _remark(kind: str, text: str, paint: Paint) -> str:
    """A remark of several lines goes on under its first, as far in as its text."""
    first, *more = [visible(line) for line in text.split("\n")]
    indent = " " * (len(kind) + 2)
    return "\n".join([f"{paint.bold}{kind}{paint.off}: {first}", *(f"{indent}{line}".rstrip() for line in more)])
