"""What can be wrong with how a reference is written (SPEC 3.2 to 3.4)."""

from enum import Enum

from dpmlc.report.diagnostic import Diagnostic, Fix, Severity
from dpmlc.text.span import Span

SLASHES = "folders are divided by `/`, not by a backslash: `./folder/file.md`"
"""What helps where a path is written as on Windows."""

QUOTES = 'a path stands in straight double quotes: `@file://"my notes.md"`'
"""What helps where a path is quoted in another way."""

FULL_WIDTH = "full-width letters and digits end a path: write them in ASCII, or the path in double quotes"
"""What helps where a path begins with a full-width letter."""


class Expected(Enum):
    """What a reference lacks at the place of a fault: its name, and what helps."""

    PREFIX = "`@`, `@!` or `@?`", "begin with a prefix: `@file://docs/a.md`"
    PROTOCOL = "a protocol name", "a name begins with a letter from A to Z: `@file://docs/a.md`"
    DIVIDER = "`://`", "put `://` between protocol and path: `@file://docs/a.md`"
    PATH = "a path", "name something behind `://`: `@file://docs/a.md`"
    PATH_CHARACTER = "a path character", 'put a path or a value that holds it in quotes: `@file://"my notes.md"`'
    PARAMETER = "a parameter name", "write `?name=value`, more pairs behind `&`, or leave this mark out"
    EQUALS = "`=` and a value", "write `?name=value`: `@file://code.py?line=10-20`"
    VALUE = "a value", 'write `?name=value`, or quote the value: `?section="Getting started"`'
    CLOSING_QUOTE = "a closing quote", 'close what this quote opens with another `"` in the same line'

    def __init__(self, phrase: str, help_: str) -> None:
        self.phrase = phrase
        self.help = help_


def reference_syntax(place: Span, expected: Expected, found: str) -> Diagnostic:
    """A reference is a prefix, a protocol name, `://` and a path, then perhaps a query.

    The prefix is `@`, `@!` or `@?`; a name begins with an ASCII letter; a query is `?name=value`, more pairs follow
    behind `&`. A path or a value with spaces, quotes, `<`, `>`, `|` or punctuation stands in double quotes. Where no
    reference is meant, a backslash before the `@` or backticks around it make it text.

    Rule: SPEC 3.1, 3.4 (RP, UNIT)

    Bad:
        @://document.txt
        @file://code.py?lines:10-20

    Good:
        @file://document.txt
        @file://code.py?line=10-20
    """
    seen, helps = _seen(found), expected.help
    fix = None
    match expected:
        case Expected.PATH_CHARACTER:
            seen = f"the illegal character {seen}" if found and found != " " else seen
            helps = SLASHES if found == "\\" else helps
        case Expected.CLOSING_QUOTE:
            seen = "none"
        case Expected.EQUALS if found == ":":
            fix = Fix(place, "=")
        case Expected.PARAMETER if not found:
            fix = Fix(Span(place.path, place.start - 1, place.start), "")
    return Diagnostic(
        "reference-syntax",
        Severity.ERROR,
        f"expected {expected.phrase}, found {seen}",
        place,
        f"expected {expected.phrase}",
        help=(helps,) if expected is Expected.PREFIX else (helps, "where no reference is meant, write `\\@`"),
        fix=fix,
    )


def _seen(found: str) -> str:
    """A character in words; one that cannot be seen by its number."""
    if not found:
        return "the end of the reference"
    if found == " ":
        return "a space"
    return f"`{found}`" if found.isprintable() and not found.isspace() else f"U+{ord(found):04X}"


def reference_without_a_path(span: Span, text: str, quoted: str) -> Diagnostic:
    """A reference that names nothing is text.

    In prose people write `@!thought://` when they mean the protocol itself; it stays as it is. A path that begins with
    Chinese, Japanese or Korean letters and has neither a `/` nor an extension is read so, too, unless the reference
    stands alone in its line, list item, cell or element, or is quoted.

    Rule: SPEC 3.4 (UNIT)

    Bad:
        always use @!thought:// for thinking

    Good:
        always use `@!thought://` for thinking
    """
    code = f"where the protocol itself is meant, write it as code: `` `{text.partition('://')[0]}://` ``"
    return Diagnostic(
        "reference-without-a-path",
        Severity.WARNING,
        f"`{text}` names nothing and stays text" if not quoted else f"`{text}` is read as prose and stays text",
        span,
        "no path" if not quoted else "where its name ends cannot be told",
        help=(f"where a reference is meant, quote its path: `{quoted}`", code) if quoted else (code,),
    )


def range_cut_short(span: Span, text: str, behind: str) -> Diagnostic:
    """The lines of a range are joined by a hyphen.

    A dash or a full-width sign ends the reference: only the first line is taken, and the rest stays text.

    Rule: SPEC 3.3, 3.8

    Bad:
        @file://rules.md?line=5–10

    Good:
        @file://rules.md?line=5-10
    """
    quote = '"' if text.endswith('"') else ""
    rest = f"-{behind[1:]}{quote}"
    whole = text.removesuffix(quote) + rest
    return Diagnostic(
        "range-cut-short",
        Severity.WARNING,
        f"`{text}` ends before `{behind[0]}`, so it takes one line",
        span,
        "read as one line",
        help=(f"write `{whole}` where a range is meant, or put a space behind the line",),
        fix=Fix(Span(span.path, span.end - len(quote), span.end + len(behind)), rest),
    )


def reference_placeholder(span: Span, text: str, segment: str) -> Diagnostic:
    """A path segment in braces or brackets is a placeholder, not a name.

    `{word}` without a comma, and a whole segment `[word]`, stand for something to be filled in; the reference is text.

    Rule: SPEC 3.4 (RP)

    Bad:
        its data is in @user://.promptx/toolbox/{toolId}

    Good:
        its data is in `@user://.promptx/toolbox/{toolId}`
    """
    return Diagnostic(
        "reference-placeholder",
        Severity.HINT,
        f"`{segment}` is a placeholder, so `{text}` stays text",
        span,
        "read as text",
        help=(f"write it as code: `` `{text}` ``",),
    )


def reference_glued(span: Span, text: str, before: str) -> Diagnostic:
    """An `@` directly behind an ASCII letter, digit, `_`, `.`, `/` or another `@` begins no reference.

    So that mail addresses, package versions and scopes stay text. A full reference that is refused only for that may
    lack a space.

    Rule: SPEC 3.2 (RP)

    Bad:
        see a@file://x.md

    Good:
        see a @file://x.md
    """
    return Diagnostic(
        "reference-glued",
        Severity.HINT,
        f"`{text}` is text: `@` stands directly behind `{before}`",
        span,
        "read as text",
        help=("put a space before the `@` where a reference is meant",),
        fix=Fix(Span(span.path, span.start, span.start), " "),
    )


def reference_look_alike(span: Span, text: str, plain: str) -> Diagnostic:
    """Full-width `＠`, `！`, `？`, `：` and `／` make no reference.

    An input method may write them in place of the ASCII ones; the text looks like a reference and is none.

    Rule: SPEC 3.2 (RP)

    Bad:
        ＠！thought：／／creative

    Good:
        @!thought://creative
    """
    return Diagnostic(
        "reference-look-alike",
        Severity.HINT,
        f"`{text}` is text: it is written in full-width characters",
        span,
        "full-width",
        help=(f"write `{plain}` where a reference is meant",),
        fix=Fix(span, plain),
    )
