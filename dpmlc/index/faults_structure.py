"""What can be wrong with structural protocols; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def duplicate_structure(span: Span, name: str, first: Span) -> Diagnostic:
    """A package says once what may stand in an element.

    The first document holds, in the order of their paths. A package may take the place of a shipped protocol or of a
    dependency's.

    Rule: SPEC 2.2 (CORE)

    Bad:
        card.protocol.md and cards.protocol.md, both with a production `card_element ::= …`

    Good:
        one production, or elements with names of their own
    """
    return Diagnostic(
        "duplicate-structure", Severity.ERROR, f"the structure of `{name}` is declared twice", span,
        mark="declared again", labels=(Label(first, "first declared here"),),
        help=("remove one of the productions, or give its element another name",),
    )  # fmt: skip


def element_production(span: Span, rule: str, tag: str) -> Diagnostic:
    """The production of an element is called `NAME_element` and goes from its opening to its closing tag.

    One that begins with `<NAME` and does not end with `</NAME>` or `/>` declares nothing, nor do rules without that
    ending of their names. Alternatives stand outermost, or in a group at either end: each from the opening to the
    closing tag, at most 64 when all groups are multiplied out.

    Rule: SPEC 2.2 (UNIT)

    Bad:
        card_element ::= '<card>' text

    Good:
        card_element ::= '<card>' text '</card>'
    """
    name = rule if rule.endswith("_element") else f"{rule}_element"
    return Diagnostic(
        "element-production", Severity.WARNING, f"`{rule}` is not read as the production of `<{tag}>`", span,
        mark="declares no element" if name == rule else f"expected a name that ends in `_element`: `{name}`",
        help=(f"write `{name} ::= '<{tag}>' … '</{tag}>'`, each of several forms from its first tag to its last",),
    )  # fmt: skip
