"""What checking says about bindings and tags in prose; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def unknown_structure(span: Span, name: str, near: tuple[str, ...], known: tuple[str, ...]) -> Diagnostic:
    """In `<A:B>` B is a structural protocol that dpmlc ships or a protocol document of the package declares.

    A may be any name: it says what the element is for, B how it is made.

    Rule: SPEC 1.10 (CORE)

    Bad:
        <store:exekution>

    Good:
        <store:execution>
    """
    help_ = f"did you mean {_named(near)}?" if near else f"known protocols: {_named(known)}"
    return Diagnostic(
        "unknown-structure", Severity.ERROR, f"`{name}` is no known structural protocol", span,
        mark="expected a protocol that implements the element", help=(help_,),
    )  # fmt: skip


def stray_tag(span: Span, name: str) -> Diagnostic:
    """A tag in a sentence that has no partner is text, even where a protocol declares its name.

    Rule: SPEC 1.7 (CORE)

    Bad:
        write your doubts into <challenge> and go on

    Good:
        write your doubts into `<challenge>` and go on
    """
    return Diagnostic(
        "stray-tag", Severity.HINT, f"`{name}` is an element of a protocol, but this tag is read as text", span,
        mark="it has no partner",
        help=("put it between backticks where it is text; give it lines of its own where it is an element",),
    )  # fmt: skip


def similar_element(span: Span, name: str, near: str, parent: str) -> Diagnostic:
    """An element that nobody declares is allowed; where its name looks like a declared one, that is most often meant.

    The parent's protocol declares such a child, or a protocol is called so but for a letter. A name that is meant as it
    stands can be declared, in a protocol document of the package.

    Rule: SPEC 1.6, 2.2 (CORE)

    Bad:
        <role>
          <persona>quiet</persona>
        </role>

    Good:
        <role>
          <personality>quiet</personality>
        </role>
    """
    declared = f"an element of `<{parent}>`" if parent else "a protocol"
    return Diagnostic(
        "similar-element", Severity.HINT, f"nobody declares `{name}`, but `{near}` is {declared}", span,
        mark="read as an element without a protocol", help=(f"did you mean `<{near}>`?",),
    )  # fmt: skip


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
