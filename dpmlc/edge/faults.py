"""What can be wrong with `dpml.toml` and around a package; each docstring is a page of `dpmlc explain`."""

from collections.abc import Sequence

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def toml_syntax(span: Span, why: str, help_: str = "") -> Diagnostic:
    """`dpml.toml` is a TOML 1.0 document in UTF-8. Names and texts with letters beyond A to Z stand in quotes.

    Rule: SPEC 7

    Bad:
        [package]
        name = tea-house

    Good:
        [package]
        name = "tea-house"
    """
    message = f"`{span.path}` is not TOML: {why}"
    return Diagnostic("toml-syntax", Severity.ERROR, message, span, help=(help_,) if help_ else ())


def unknown_key(span: Span, key: str, known: Sequence[str], near: Sequence[str]) -> Diagnostic:
    """Every key of `dpml.toml` is one that dpmlc knows, so that a misspelt setting is never silently without effect.

    Rule: SPEC 7

    Bad:
        [bundel]
        repeat = "once"

    Good:
        [bundle]
        repeat = "once"
    """
    help_ = f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(f'`{each}`' for each in known)}"
    return Diagnostic("unknown-key", Severity.ERROR, f"unknown key `{key}`", span, mark="not known here", help=(help_,))


def wrong_value(span: Span, key: str, expected: str, found: str) -> Diagnostic:
    """A key of `dpml.toml` has a value of its type and range.

    Rule: SPEC 7

    Bad:
        [limits]
        document = "4 MiB"

    Good:
        [limits]
        document = 4194304
    """
    message = f"`{key}` is {expected}, found {found}"
    return Diagnostic("wrong-value", Severity.ERROR, message, span, mark=f"expected {expected}")


def missing_dependency(span: Span, name: str, folder: str, why: str) -> Diagnostic:
    """A dependency is a folder that exists, given relative to the package root.

    With `--untrusted` it lies inside the package: a stranger's package cannot make dpmlc read anything else.

    Rule: SPEC 6.1, 6.2

    Bad:
        [dependencies]
        herbs = "../hebrs"

    Good:
        [dependencies]
        herbs = "../herbs"
    """
    message = f"the folder `{folder}` of dependency `{name}` cannot be read: {why}"
    return Diagnostic("missing-dependency", Severity.ERROR, message, span, mark=why)


def missing_extra(span: Span | None, folder: str, why: str) -> Diagnostic:
    """A folder beside the package that may be read, too, exists.

    It is named relative to the package root, in `dpml.toml` or in the file of `--policy`.

    Rule: SPEC 3.6

    Bad:
        [policy]
        read_extra = ["../shraed"]

    Good:
        [policy]
        read_extra = ["../shared"]
    """
    message = f"the folder `{folder}` of `[policy] read_extra` cannot be read: {why}"
    return Diagnostic("missing-extra", Severity.ERROR, message, span, mark=why if span else "")


def plug_in_failed(group: str, name: str, notes: Sequence[str]) -> Diagnostic:
    """A plug-in that is installed can be loaded.

    The traceback stands in the notes. Without the plug-in the result would be another one, so the command stops.

    Rule: SPEC 2.6, 4.6

    Bad:
        an entry point of `dpmlc.protocols` whose module raises when it is imported

    Good:
        the plug-in mended, or uninstalled
    """
    message = f"the plug-in `{name}` of `{group}` could not be loaded"
    return Diagnostic("plug-in-failed", Severity.ERROR, message, None, notes=tuple(notes))
