"""What scanning says about tags; each docstring is the page that `dpmlc explain` shows."""

from dpmlc.report.diagnostic import Diagnostic, Fix, Label, Severity
from dpmlc.text.span import Span


def unclosed_tag(span: Span, name: str, fix: Fix, inside: Span | None) -> Diagnostic:
    """A tag that stands alone on its line needs a closing tag of the same name.

    A tag inside a sentence may stand without one: it is text then. The element is taken to end before the next tag
    that is indented no deeper, or where the element around it ends.

    Rule: SPEC 1.7, 1.8 (CORE)

    Bad:
        <prompt>
          <thinking>
            Compare the offers.
        </prompt>

    Good:
        <prompt>
          <thinking>
            Compare the offers.
          </thinking>
        </prompt>
    """
    labels = (Label(inside, "the element around it ends here"),) if inside else ()
    return Diagnostic(
        "unclosed-tag",
        Severity.ERROR,
        f"tag `<{name}>` is never closed",
        span,
        f"no `</{name}>` follows",
        labels,
        (f"add `</{name}>` on a line of its own behind the content, or write `\\<{name}>` where it is text",),
        fix=fix,
    )


def mismatched_closing_tag(closing: Span, opening: Span, found: str, expected: str) -> Diagnostic:
    """A closing tag carries the name of the element that it closes.

    One that misspells the innermost open element by one or two letters is taken to close that element.

    Rule: SPEC 1.7 (e), 1.8 (CORE)

    Bad:
        <thought>
        Look from the other side.
        </thougt>

    Good:
        <thought>
        Look from the other side.
        </thought>
    """
    return Diagnostic(
        "mismatched-closing-tag",
        Severity.ERROR,
        f"expected `</{expected}>`, found `</{found}>`",
        closing,
        f"closes `<{expected}>`, but is spelt otherwise",
        (Label(opening, "the element that is open here"),),
        (f"write `</{expected}>`, or `<{found}>` where it opens",),
        fix=Fix(closing, f"</{expected}>"),
    )


def closing_tag_without_opening(span: Span, name: str, opened: Span | None) -> Diagnostic:
    """A closing tag alone on its line closes an element that is open there.

    Tags nest: an element ends before the element around it does. A closing tag inside a sentence is text.

    Rule: SPEC 1.7, 1.8 (CORE)

    Bad:
        <thought>
        <plan>
        First the roots.
        </thought>
        </plan>

    Good:
        <thought>
        <plan>
        First the roots.
        </plan>
        </thought>
    """
    labels = (Label(opened, "opened here, but the element around it ends first"),) if opened else ()
    help_ = "remove it" if opened is None else f"move it to where `<{name}>` ends"
    return Diagnostic(
        "closing-tag-without-opening",
        Severity.ERROR,
        f"closing tag `</{name}>` has no opening tag",
        span,
        f"no `<{name}>` is open here",
        labels,
        (f"{help_}, or write `\\</{name}>` where it is text",),
        fix=Fix(span, "") if opened is None else None,
    )


def attribute_without_quotes(span: Span, written: str, corrected: str) -> Diagnostic:
    """The value of an attribute stands in double quotes.

    Single quotes and typographic quotes are not enough. The value is read all the same, so that one run reports all.

    Rule: SPEC 1.5, 1.8 (CORE)

    Bad:
        <thinking type=analysis>

    Good:
        <thinking type="analysis">
    """
    return Diagnostic(
        "attribute-without-quotes",
        Severity.ERROR,
        f"attribute `{written}` has no double quotes",
        span,
        "expected a value in double quotes",
        help=(f"write `{corrected}`",) if len(corrected) <= 120 else ("put it in double quotes",),
        fix=Fix(span, corrected),
    )


def duplicate_attribute(span: Span, name: str, first: Span) -> Diagnostic:
    """A tag has each attribute once.

    Rule: SPEC 1.8 (CORE)

    Bad:
        <thought type="analysis" type="review">

    Good:
        <thought type="analysis">
    """
    return Diagnostic(
        "duplicate-attribute",
        Severity.ERROR,
        f"attribute `{name}` stands twice on one tag",
        span,
        "a second value",
        (Label(first, "the first one, which counts"),),
        ("remove one of the two",),
    )


def malformed_tag(span: Span, problem: str, help_: str, fix: Fix | None = None) -> Diagnostic:
    """A tag is `<name attribute="value">`, `</name>` or `<name/>`.

    An attribute without value, white space around `=`, a comma between attributes, a name that begins with a digit, and
    a tag alone on its line that never reaches `>` are errors. The tag stands all the same.

    Rule: SPEC 1.5, 1.8 (CORE)

    Bad:
        <rule strict>
        <plan
        First the roots.

    Good:
        <rule strict="true">
        <plan>
        First the roots.
    """
    return Diagnostic("malformed-tag", Severity.ERROR, problem, span, "", help=(help_,), fix=fix)


def closing_tag_in_backticks(span: Span, opening: Span, name: str) -> Diagnostic:
    """A closing tag is no code.

    Some formatters wrap a closing tag in backticks. Alone on its line, and with its element still open, it is read
    as the closing tag that it was.

    Rule: SPEC 1.7 (d)

    Bad:
        <plan>
        First the roots.
        `</plan>`

    Good:
        <plan>
        First the roots.
        </plan>
    """
    return Diagnostic(
        "closing-tag-in-backticks",
        Severity.WARNING,
        f"closing tag `</{name}>` stands in backticks",
        span,
        f"read as `</{name}>`",
        (Label(opening, "the element that it closes"),),
        ("remove the backticks",),
        fix=Fix(span, f"</{name}>"),
    )


def html_element(span: Span, name: str) -> Diagnostic:
    """A tag with the name of an HTML element is HTML, not an element of the language, unless a project claims the name.

    This is said where such a tag stands alone on its line with a partner, as elements do.

    Rule: SPEC 1.6

    Bad:
        <section>
        What the tool returns.
        </section>

    Good:
        <section>, with this in dpml.toml:

        [language]
        elements = ["section"]
    """
    return Diagnostic(
        "html-element",
        Severity.HINT,
        f"`<{name}>` is read as HTML, which is text to the language",
        span,
        help=(f'to make it an element, add to `[language]` in `dpml.toml`: `elements = ["{name}"]`',),
    )


def tag_look_alike(span: Span, text: str, name: str) -> Diagnostic:
    """The brackets of a tag are ASCII characters, and its name begins with a letter from A to Z.

    This is said where such a text stands alone on its line with a partner, as elements do: `<开场>` and `</开场>`.

    Rule: SPEC 1.5

    Bad:
        ＜role＞
        说话简短。
        ＜/role＞

    Good:
        <role>
        说话简短。
        </role>
    """
    if name:
        why, help_ = "it is written in full-width characters", f"write `<{name}>` where an element is meant"
    else:
        why = "the name of an element begins with a letter from A to Z"
        help_ = "where an element is meant, give it such a name: `<opening>`"
    return Diagnostic("tag-look-alike", Severity.HINT, f"`{text}` is text: {why}", span, help=(help_,))
