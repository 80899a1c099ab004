"""What can be wrong with putting inlined text together."""

from dpmlc.link.flat import Cycle
from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def cycle(found: Cycle) -> Diagnostic:
    """Documents that inline each other in a ring are inlined once; the references that close the ring become pointers.

    One warning for each set of documents that reach each other, with the shortest chain around. An error under
    `--strict`, or where nothing but registry rows stands in the ring.

    Rule: SPEC 3.10

    Bad:
        a.knowledge.md:  background: @!knowledge://b
        b.knowledge.md:  background: @!knowledge://a

    Good:
        b.knowledge.md:  background: `knowledge://a`
    """
    (_, span), *rest = found.chain
    names = " -> ".join(f"`{path}`" for path, _ in (*found.chain, found.chain[0]))
    return Diagnostic(
        "cycle", Severity.WARNING, f"documents inline each other: {names}", span, "here the ring begins",
        labels=tuple(Label(place, "and goes on here") for _, place in rest),
        help=("name one of them in code marks, without `@`, where the text only means to point to it",),
        notes=() if len(found.documents) == len(found.chain) else (
            f"{len(found.documents)} documents reach each other: {', '.join(found.documents)}",),
    )  # fmt: skip


def empty_resource(span: Span, location: str) -> Diagnostic:
    """An inlined file without content inlines nothing.

    The reference goes, nothing takes its place.

    Rule: SPEC 3.10

    Bad:
        @!file://empty.md

    Good:
        a file with content, or no reference
    """
    return Diagnostic(
        "empty-resource", Severity.WARNING, f"`{location}` is empty, nothing takes the reference's place", span,
        "inlines nothing", help=("write the file, or remove the reference",),
    )  # fmt: skip
