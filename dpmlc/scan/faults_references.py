"""What can be wrong with how a reference is written (SPEC 3.2 to 3.4)."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def reference_syntax(span: Span, text: str, offset: int, expected: str) -> Diagnostic:
    """A reference is a prefix, a protocol name, `://` and a path, then perhaps a query.

    The prefix is `@`, `@!` or `@?`; a name begins with an ASCII letter; a query is `?name=value`, more pairs follow
    behind `&`. A path or a value with spaces or quotes around it stands in double quotes.

    Rule: SPEC 3.1, 3.4 (RP, UNIT)

    Bad:
        @://document.txt
        @file://code.py?lines:10-20

    Good:
        @file://document.txt
        @file://code.py?line=10-20
    """
    found = f"`{text[offset]}`" if offset < len(text) else "the end of the reference"
    place = Span(span.path, span.start + offset, span.start + min(offset + 1, max(len(text), offset)))
    if expected.startswith("no illegal"):
        found, expected = f"the illegal character {found}", "a path character"
        help_: tuple[str, ...] = ('write a path with such characters in quotes: `@file://"my notes.md"`',)
    else:
        help_ = ("the form is `@protocol://path?name=value`; where this is no reference, write `\\@`",)
    return Diagnostic(
        "reference-syntax", Severity.ERROR, f"expected {expected}, found {found}", place, f"expected {expected}",
        help=help_,
    )  # fmt: skip


def reference_without_a_path(span: Span, text: str) -> Diagnostic:
    """A reference that names nothing is text.

    In prose people write `@!thought://` when they mean the protocol itself; it stays as it is. A path that begins with
    Chinese, Japanese or Korean letters and has neither a `/` nor an extension is read so, too, unless the reference
    stands alone in its line, list item, cell or element, or is quoted.

    Rule: SPEC 3.4

    Bad:
        always use @!thought:// for thinking

    Good:
        always use `@!thought://` for thinking
    """
    return Diagnostic(
        "reference-without-a-path", Severity.WARNING, f"`{text}` names nothing and stays text", span, "no path follows",
        help=(f"write it as code where the protocol itself is meant: `` `{text}` ``", 'or quote the path: `@!thought://"…"`'),
    )  # fmt: skip


def reference_placeholder(span: Span, text: str, segment: str) -> Diagnostic:
    """A path segment in braces or brackets is a placeholder, not a name.

    `{word}` without a comma, and a whole segment `[word]`, stand for something to be filled in; the reference is text.

    Rule: SPEC 3.4

    Bad:
        its data is in @user://.promptx/toolbox/{toolId}

    Good:
        its data is in `@user://.promptx/toolbox/{toolId}`
    """
    return Diagnostic(
        "reference-placeholder", Severity.HINT, f"`{segment}` is a placeholder, so `{text}` stays text", span,
        "read as text", help=(f"write it as code: `` `{text}` ``",),
    )  # fmt: skip


def reference_glued(span: Span, text: str, before: str) -> Diagnostic:
    """An `@` directly behind a letter, digit, `_`, `.`, `/` or another `@` begins no reference.

    So that mail addresses, package versions and scopes stay text. A full reference that is refused only for that may
    be a missing space.

    Rule: SPEC 3.2

    Bad:
        see a@file://x.md

    Good:
        see a @file://x.md
    """
    return Diagnostic(
        "reference-glued", Severity.HINT, f"`{text}` is text: `@` stands directly behind `{before}`", span,
        "read as text", help=("put a space before the `@` where a reference is meant",),
    )  # fmt: skip


def reference_look_alike(span: Span, text: str, plain: str) -> Diagnostic:
    """Full-width `＠`, `！`, `？`, `：` and `／` make no reference.

    An input method may write them in place of the ASCII ones; the text looks like a reference and is none.

    Rule: SPEC 3.2

    Bad:
        ＠！thought：／／creative

    Good:
        @!thought://creative
    """
    return Diagnostic(
        "reference-look-alike", Severity.HINT, f"`{text}` is text: it is written in full-width characters", span,
        "full-width", help=(f"write `{plain}` where a reference is meant",),
    )  # fmt: skip
