"""What can be wrong with attributes and bindings; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def undefined_attribute(span: Span, name: str, near: tuple[str, ...]) -> Diagnostic:
    """Every attribute is defined: by dpmlc, by a protocol's grammar, by an attributes document or in `dpml.toml`.

    An attributes document is a `NAME.attributes.md` with a table of name, type, applies to, meaning. `[language]
    attributes = "warning"` in `dpml.toml` lowers this to a warning.

    Rule: SPEC 1.9 (CORE)

    Bad:
        <thought colour="blue">

    Good:
        in tea.attributes.md:

        | name | type | applies to | meaning |
        |------|------|------------|---------|
        | colour | string | * | How the thought is shown |
    """
    help_ = [f"did you mean {_named(near)}?"] if near else []
    help_.append(f"to define it, add to `dpml.toml`: `[attributes]` `{name} = {{ type = \"string\" }}`")
    return Diagnostic(
        "undefined-attribute", Severity.ERROR, f"attribute `{name}` is not defined", span,
        mark="no definition has this name", help=tuple(help_),
    )  # fmt: skip


def attribute_value(span: Span, message: str, mark: str, help_: str, definition: Span) -> Diagnostic:
    """An attribute's value fits its type and range, and its element is one that the definition applies to.

    Types are string, integer, number, boolean (`true`, `false`), enum, pattern, id (text without white space) and
    reference. An integer or number may have a range, both ends included.

    Rule: SPEC 1.9 (CORE)

    Bad:
        <recipe strength="strong">

        | strength | integer 1-5 | recipe | How strong the tea gets |

    Good:
        <recipe strength="4">
    """
    place = (Label(definition, "defined here"),)
    return Diagnostic(
        "attribute-value", Severity.ERROR, message, span, mark=mark, labels=place, help=(help_,) if help_ else ()
    )


def conflicting_attribute(span: Span, name: str, first: Span) -> Diagnostic:
    """An attribute has one meaning: two definitions of it say the same.

    Type, values, range and "applies to" count; the words of the meaning may differ. The first definition holds.

    Rule: SPEC 1.9 (CORE)

    Bad:
        | depth | integer | bed | how deep to dig |

        in dpml.toml:

        [attributes]
        depth = { type = "string" }

    Good:
        one of the two definitions
    """
    return Diagnostic(
        "conflicting-attribute", Severity.ERROR, f"attribute `{name}` is defined twice, and differently", span,
        mark="defined again", labels=(Label(first, "first defined here"),),
        help=("remove one of the definitions, or give one of the attributes another name",),
    )  # fmt: skip


def attribute_definition(span: Span, message: str, mark: str, help_: str) -> Diagnostic:
    """The definition of an attribute gives a name and a type that dpmlc knows.

    Known types: `string`, `integer`, `number`, `boolean`, `enum(a, b)`, `pattern EBNF`, `id`, `reference`; integers
    and numbers with a range where wanted: `integer 1-5`. What cannot be read counts as `string`.

    Rule: SPEC 1.9 (CORE)

    Bad:
        | depth | intger | bed | how deep to dig |

    Good:
        | depth | integer 1-9 | bed | how deep to dig |
    """
    return Diagnostic("attribute-definition", Severity.ERROR, message, span, mark=mark, help=(help_,))


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


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
