"""A message to people as a value: what is wrong, where, and what to do."""

from dataclasses import replace
from enum import StrEnum

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


class Severity(StrEnum):
    """How much it matters: an error fails the build, a warning fails it under `--strict`, a hint never does."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@frozen
class Label:
    """A second place that the message needs, with what is to be seen there."""

    span: Span
    text: str


@frozen
class Fix:
    """An edit that mends the fault: put `text` in the place of `span`."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finding.

    `message` is in lower case without full stop, names in backticks. `mark` is the phrase under the caret (or "").
    `span` is None only for what has no place at all. `help` can be followed as it stands, `notes` explain.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None
    mark: str = ""
    labels: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fix: Fix | None = None

    def lowered(self, severity: Severity) -> "Diagnostic":
        """The same finding, as `severity`."""
        return replace(self, severity=severity)


def order_of(diagnostic: Diagnostic) -> tuple[str, int, str, str]:
    """Sort key: path, place, code (SPEC 7); offsets stand for line and column."""
    span = diagnostic.span or Span("", 0, 0)
    return (span.path, span.start, diagnostic.code, diagnostic.message)
