"""What scanning says about code, comments and front matter; each docstring is the page that `dpmlc explain` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def unclosed_code_fence(span: Span, mark: str, behind: Span | None) -> Diagnostic:
    """A fenced code block ends with a line of the same marks, at least as many as it began with.

    Nothing stands behind the closing marks. Without them the opening line is text, so that what follows is still read.

    Rule: SPEC 1.3, 1.8

    Bad:
        ```python
        x = 1

    Good:
        ```python
        x = 1
        ```
    """
    marks = f"{len(mark)} {'backticks' if mark[0] == '`' else 'tildes'}"
    return Diagnostic(
        "unclosed-code-fence",
        Severity.ERROR,
        f"a code fence of {marks} is never closed",
        span,
        "no line closes it",
        (Label(behind, "what stands behind these marks keeps them from closing it"),) if behind else (),
        ("close it with a line that holds the same marks and nothing else",),
    )


def unclosed_comment(span: Span) -> Diagnostic:
    """A comment ends with `-->`.

    Without it `<!--` is text, and no further comment is looked for in the document.

    Rule: SPEC 1.3, 1.8

    Bad:
        <!-- to be written

    Good:
        <!-- to be written -->
    """
    return Diagnostic(
        "unclosed-comment",
        Severity.ERROR,
        "comment `<!--` is never closed",
        span,
        "no `-->` follows",
        help=("close it with `-->`, or write `\\<!--` where it is text",),
    )


def ambiguous_code_fence(span: Span, closing: Span) -> Diagnostic:
    """A fence of three backticks that holds another fence line is read as a fence around a fence, if that closes.

    Where it does not close, the first bare line of backticks ends the code, as in CommonMark. More backticks outside
    than inside make it plain.

    Rule: SPEC 1.3

    Bad:
        ```markdown
        Begin with
        ```python
        and stop.
        ```

    Good:
        ````markdown
        Begin with
        ```python
        and stop.
        ````
    """
    return Diagnostic(
        "ambiguous-code-fence",
        Severity.WARNING,
        "code fence holds a fence that is not closed",
        span,
        "which line closes it is not clear",
        (Label(closing, "taken to end here"),),
        ("write the outer fence with more backticks than any fence inside it",),
    )


def front_matter(span: Span, problem: str) -> Diagnostic:
    """Front matter is a block between `---` lines at the top that YAML reads as a mapping.

    Any other block there is content. One that begins like a mapping but is not YAML is reported and read as content.

    Rule: SPEC 1.2

    Bad:
        ---
        title: "Gardener
        ---

    Good:
        ---
        title: "Gardener"
        ---
    """
    return Diagnostic(
        "front-matter",
        Severity.WARNING,
        f"front matter is not YAML and is read as content: {problem}",
        span,
        help=("correct the YAML, or put an empty line above a `---` that is a rule",),
    )
