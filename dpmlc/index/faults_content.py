"""What can be wrong with the content of elements; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def content_model(span: Span, message: str, mark: str, allowed: str, declared: Label) -> Diagnostic:
    """An element holds the children that its structural protocol declares, in the places that it gives them.

    dpmlc ships the protocols of `role`, `thought`, `execution` and others; a project adds or overrides one with a
    document `NAME.protocol.md` or `NAME.tag.md`. A declared child in a wrong place, a missing or a repeated one is
    this error. Where the protocol allows Markdown, elements that it does not declare may stand, too.

    Rule: SPEC 2.2 (CORE)

    Bad:
        card_element ::= '<card>' leaves_element water_element '</card>'

        <card>
          <water>80 °C</water>
          <leaves>5 g</leaves>
        </card>

    Good:
        <card>
          <leaves>5 g</leaves>
          <water>80 °C</water>
        </card>
    """
    return Diagnostic(
        "content-model", Severity.ERROR, message, span, mark=mark, labels=(declared,),
        help=(f"allowed here: {allowed}",),
    )  # fmt: skip


def undeclared_element(span: Span, name: str, parent: str, allowed: str, near: tuple[str, ...]) -> Diagnostic:
    """Where a structural protocol allows no Markdown, only the elements that it declares may stand.

    It is a warning, because the element reaches the prompt all the same. Most often its name is misspelt.

    Rule: SPEC 2.2 (CORE)

    Bad:
        card_element ::= '<card>' leaves_element water_element '</card>'

        <card>
          <leafs>5 g</leafs>
          <water>80 °C</water>
        </card>

    Good:
        <card>
          <leaves>5 g</leaves>
          <water>80 °C</water>
        </card>
    """
    help_ = f"did you mean {', '.join(f'`<{each}>`' for each in near)}?" if near else f"allowed here: {allowed}"
    message = f"`<{name}>` is not declared in `<{parent}>`, and no Markdown is allowed here"
    return Diagnostic(
        "undeclared-element", Severity.WARNING, message, span, mark="undeclared element", help=(help_,)
    )  # fmt: skip


def unexpected_text(span: Span, parent: str, allowed: str, declared: Label) -> Diagnostic:
    """Where a structural protocol allows no Markdown, text between the elements has no place.

    It is a warning, because the text reaches the prompt all the same. A reference counts as text.

    Rule: SPEC 2.2 (CORE)

    Bad:
        role_element ::= '<role>' personality_element principle_element '</role>'

        <role>
          You are a gardener.
          <personality>…</personality>
          <principle>…</principle>
        </role>

    Good:
        <role>
          <personality>You are a gardener. …</personality>
          <principle>…</principle>
        </role>
    """
    return Diagnostic(
        "unexpected-text", Severity.WARNING, f"text stands in `<{parent}>` where no Markdown is allowed", span,
        mark="text between elements", labels=(declared,),
        help=(f"move the text into an element; allowed here: {allowed}",),
    )  # fmt: skip
