"""What can be wrong with attributes; each docstring is the page that `dpmlc explain CODE` shows."""


from dpmlc.report.diagnostic import Diagnostic, Fix, Label, Severity
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

# A key that TOML takes without quotes.
_BARE = regular(r"[A-Za-z0-9_-]+")


def undefined_attribute(span: Span, name: str, element: str, near: tuple[str, ...]) -> Diagnostic:
    """Every attribute is defined somewhere.

    In an attributes document of the package (`NAME.attributes.md`, a table of name, type, applies to, meaning), in a
    structural protocol's EBNF, in `[attributes]` of `dpml.toml`, or in the core specification that dpmlc ships.
    `[language] attributes = "warning"` lowers this error.

    Rule: SPEC 1.9 (CORE)

    Bad:
        <thinking color="blue" importance="9">

    Good:
        <thinking type="analysis" priority="high">
    """
    if near:
        help_ = f"did you mean {_listed(near)}?"
    else:
        key = name if _BARE.fullmatch(name) else f'"{name}"'
        help_ = f'define it, for example in `dpml.toml`: `[attributes]` `{key} = {{ type = "string" }}`'
    return Diagnostic(
        "undefined-attribute", Severity.ERROR, f"the attribute `{name}` of `<{element}>` is not defined", span,
        mark="undefined", help=(help_,), fix=Fix(span, near[0]) if near else None,
    )  # fmt: skip


def attribute_value(span: Span, message: str, mark: str, help_: str, defined: Span) -> Diagnostic:
    """An attribute's value is of the type, and the attribute on an element, that its definition gives.

    Types are string, integer, number, boolean, id (any text without white space), reference, an enum's values, a
    range, and a pattern in EBNF. `[language] attributes = "warning"` lowers this error.

    Rule: SPEC 1.9 (CORE)

    Bad:
        <executing steps="many">

    Good:
        <executing steps="3">
    """
    return Diagnostic(
        "attribute-value", Severity.ERROR, message, span, mark=mark, labels=(Label(defined, "defined here"),),
        help=(help_,),
    )  # fmt: skip


def missing_attribute(span: Span, name: str, element: str, defined: Span) -> Diagnostic:
    """An element has the attributes that its production in the structural protocol demands.

    In a bound element `<A:B>` those of B are not demanded. `[language] attributes = "warning"` lowers this error.

    Rule: SPEC 1.9, 1.10 (CORE, UNIT)

    Bad:
        card_element ::= '<card' ' tea="' name '"' '>' markdown '</card>'

        <card>

    Good:
        <card tea="sencha">
    """
    return Diagnostic(
        "missing-attribute", Severity.ERROR, f"`<{element}>` needs the attribute `{name}`", span,
        mark=f"no `{name}`", labels=(Label(defined, "demanded here"),), help=(f'write `<{element} {name}="…">`',),
    )  # fmt: skip


def attribute_conflict(span: Span, name: str, first: Span) -> Diagnostic:
    """An attribute means the same on every element, so its definitions do not differ.

    They stand in attributes documents, in EBNF and in `dpml.toml`. The first one holds; a definition of the package
    may replace one that dpmlc ships.

    Rule: SPEC 1.9 (CORE)

    Bad:
        | season | spring\\|autumn | bed |  in one document,
        | season | integer | bed |  in another

    Good:
        | season | spring\\|autumn | bed |  once
    """
    return Diagnostic(
        "attribute-conflict", Severity.ERROR, f"the attribute `{name}` is defined again, in another way", span,
        mark="differs", labels=(Label(first, "first defined here"),), help=("keep one of the definitions",),
    )  # fmt: skip


def attribute_definition(span: Span, found: str, expected: str, help_: str) -> Diagnostic:
    """A row of an attributes document holds name, type, the elements it applies to, and the meaning.

    The type is `string`, `integer`, `number`, `boolean`, `id`, `reference`, an enum's values (the bar escaped, because
    it stands in a table), a range like `1-10` or `number 0-1`, or `pattern` with an EBNF expression. No element or
    `*` means every element.

    Rule: SPEC 1.9 (CORE)

    Bad:
        | depth | whole number | bed | how deep to dig |

    Good:
        | depth | integer | bed | how deep to dig |
    """
    return Diagnostic(
        "attribute-definition", Severity.ERROR, f"expected {expected}, found `{found}`", span,
        mark="this defines nothing", help=(help_,),
    )  # fmt: skip


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
