"""Diagnostics -> workflow commands that GitHub Actions shows at the lines of a pull request."""

from collections.abc import Iterable

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.place import Place, Places, stands_apart
from dpmlc.report.said import discreet
from dpmlc.report.width import visible, visible_lines

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def render(diagnostics: Iterable[Diagnostic], places: Places, prefix: str) -> str:
    """One line a diagnostic. `prefix` is the package's folder in its repository, "" or with a slash at the end.

    Source: GitHub Actions, "Workflow commands"; the escapes are those of its toolkit's `command.ts`.
    """
    return "".join(f"{_command(discreet(each), places, prefix)}\n" for each in diagnostics)


def _command(diagnostic: Diagnostic, places: Places, prefix: str) -> str:
    place = None if diagnostic.span is None else places.of(diagnostic.span)
    apart = place is not None and stands_apart(place.path)
    properties = {**({} if place is None or apart else _shown(place, prefix)), "title": diagnostic.code}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    message = f"{place}: {diagnostic.message}" if apart else diagnostic.message
    text = "\n".join([message, *(f"help: {each}" for each in diagnostic.help)])
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(visible_lines(text))}"


def _shown(place: Place, prefix: str) -> dict[str, str]:
    found = {"file": prefix + place.path, "line": str(place.start.line), "endLine": str(place.end.line)}
    if place.start.line != place.end.line:  # GitHub takes columns only within one line.
        return found
    return {**found, "col": str(place.start.column), "endColumn": str(place.end.column)}


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")
