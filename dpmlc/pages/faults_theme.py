"""What is said about a theme as a whole; each docstring is a manual page."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def unused_template(place: Span, name: str, near: tuple[str, ...]) -> Diagnostic:
    """A theme has a template that no page is made with: it is named like none of dpmlc's, and no template uses it.

    Bad: `templates/layuot.html`. Good: `templates/layout.html`, or a name that another template of the theme extends,
    includes or imports.
    """
    help_ = f"did you mean `{near[0]}`?" if near else "docs/themes.md lists the templates that pages are made with"
    return Diagnostic(
        "unused-template", Severity.HINT, f"no page and no other template uses `{name}`", place, "unused", help=(help_,)
    )
