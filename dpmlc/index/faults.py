"""What can be wrong with what a package declares; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def resource_unit(span: Span, what: str, mark: str, first: Span | None, help_: str) -> Diagnostic:
    """A resource unit names its protocol and holds `<location>`, `<params>`, `<registry>` in that order.

    Each stands there at most once. Free Markdown may stand between them. The unit counts only as a root of its
    document; inside another element it is a guide's example.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        <resource protocol="herb">
          <registry>…</registry>
          <location>…</location>
        </resource>

    Good:
        <resource protocol="herb">
          <location>…</location>
          <registry>…</registry>
        </resource>
    """
    labels = (Label(first, "the first one"),) if first else ()
    return Diagnostic("resource-unit", Severity.ERROR, what, span, mark=mark, labels=labels, help=(help_,))


def unread_part(span: Span, part: str, wanted: str, instead: str = "") -> Diagnostic:
    """A `<location>` holds rules in EBNF; `<params>`, `<registry>` and an attributes document hold a table.

    Anything else in them is text for people: paths are not checked, nothing is registered, no attribute is defined.

    Rule: SPEC 2.3, 1.9 (UNIT)

    Bad:
        <registry>
          sage: @file://herbs/sage.md
        </registry>

    Good:
        <registry>
          | herb | page |
          | --- | --- |
          | sage | @file://herbs/sage.md |
        </registry>
    """
    what = f"{part} holds no {wanted}, so it defines nothing"
    shown = "write titles, then `| --- | --- |`, then rows" if wanted == "table" else "write `location ::= name://{id}`"
    mark = f"expected a {wanted}{', found ' if instead else ''}{instead}"
    return Diagnostic("unread-part", Severity.WARNING, what, span, mark=mark, help=(shown,))


def duplicate_protocol(span: Span, name: str, first: Span) -> Diagnostic:
    """A resource protocol is defined once in a package and its dependencies.

    The first definition holds; the package's own come before those of dependencies.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        two documents that each hold <resource protocol="herb"> as a root

    Good:
        one unit with both registries' rows, or two protocols with names of their own
    """
    return Diagnostic(
        "duplicate-protocol", Severity.ERROR, f"the protocol `{name}` is defined twice", span,
        mark="defined again", labels=(Label(first, "first defined here"),),
        help=("move the rows into one unit, or give one of the protocols another name",),
    )  # fmt: skip


def builtin_protocol(span: Span, name: str) -> Diagnostic:
    """The protocols that dpmlc builds in cannot be redefined.

    `file`, `package`, `project`, `http`, `https`, `ftp`, `sftp`, `ssh` and `tool` mean the same in every package. Only
    the runtime protocols `memory`, `context` and `user` may be given a unit: their registry is then resolved.

    Rule: SPEC 2.3, 2.5 (UNIT)

    Bad:
        <resource protocol="file">

    Good:
        <resource protocol="notes">
    """
    return Diagnostic(
        "builtin-protocol", Severity.ERROR, f"the protocol `{name}` is built in and cannot be redefined", span,
        mark="a built-in protocol", help=("give the protocol another name",),
    )  # fmt: skip


def duplicate_registry_id(span: Span, id_: str, first: Span) -> Diagnostic:
    """An id stands in a registry once.

    The first row holds; all other rows work.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        | sage | @file://herbs/sage.md |
        | sage | @file://herbs/old-sage.md |

    Good:
        | sage | @file://herbs/sage.md |
        | old-sage | @file://herbs/old-sage.md |
    """
    return Diagnostic(
        "duplicate-registry-id", Severity.ERROR, f"the id `{id_}` stands in the registry twice", span,
        mark="registered again", labels=(Label(first, "first registered here"),),
        help=("remove one of the rows, or give it another id",),
    )  # fmt: skip


def incomplete_registry_row(span: Span, id_: str) -> Diagnostic:
    """A registry row maps an id to a reference: the id stands in the first column, the reference in a later one.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        | sage | |

    Good:
        | sage | @file://herbs/sage.md |
    """
    what = f"the registry row of `{id_}` has no target" if id_ else "a registry row has no id"
    help_ = f"write where it leads: `| {id_} | @file://… |`" if id_ else "write the id into the first column"
    return Diagnostic(
        "incomplete-registry-row", Severity.ERROR, what, span,
        mark="expected a reference in this row" if id_ else "expected an id in the first column", help=(help_,),
    )  # fmt: skip


def unknown_placeholder(span: Span, name: str, known: tuple[str, ...], near: tuple[str, ...]) -> Diagnostic:
    """A placeholder in a registry target is a placeholder of the row's id or a declared parameter.

    Rule: SPEC 2.3, 3.8 (UNIT)

    Bad:
        | {herb} | @file://herbs/{plant}.md |

    Good:
        | {herb} | @file://herbs/{herb}.md |
    """
    if near:
        help_ = f"did you mean {_named(near)}?"
    elif known:
        help_ = f"this row knows {_named(known)}"
    else:
        help_ = f"write `{{{name}}}` into the row's id, or declare the parameter `{name}` in `<params>`"
    return Diagnostic(
        "unknown-placeholder", Severity.ERROR, f"the registry target uses `{{{name}}}`, which nothing gives a value",
        span, mark="no placeholder of the id, no parameter", help=(help_,),
    )  # fmt: skip


def duplicate_parameter(span: Span, name: str, first: Span) -> Diagnostic:
    """A parameter stands in `<params>` once.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        | season | string |
        | season | integer |

    Good:
        | season | string |
    """
    return Diagnostic(
        "duplicate-parameter", Severity.ERROR, f"the parameter `{name}` is declared twice", span,
        mark="declared again", labels=(Label(first, "first declared here"),), help=("remove one of the rows",),
    )  # fmt: skip


def parameter_name(span: Span, name: str) -> Diagnostic:
    """A parameter's name begins with an ASCII letter, and holds ASCII letters, digits, `_` and `-`.

    In a reference `?` begins a query only before such a name, so that a question mark in CJK text ends a reference.
    A parameter with any other name can never be given.

    Rule: SPEC 2.3, 3.1 (UNIT)

    Bad:
        | 季节 | string | when |

    Good:
        | season | string | 季节 |
    """
    return Diagnostic(
        "parameter-name", Severity.WARNING, f"no reference can give the parameter `{name}`", span,
        mark="expected an ASCII letter, then letters, digits, `_`, `-`",
        help=("write another name, and this one as its description",),
    )  # fmt: skip


def parameter_type(span: Span, word: str, near: tuple[str, ...]) -> Diagnostic:
    """A type in `<params>` is string, integer, number, boolean, range, or an enum's values.

    An enum is written as its values, with the bar escaped because the cell stands in a table. Any other word counts
    as string: every value is accepted.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        | season | saison |

    Good:
        | season | spring\\|summer\\|autumn |
    """
    help_ = f"did you mean {_named(near)}?" if near else (
        "known types: `string`, `integer`, `number`, `boolean`, `range`, or an enum's values `a\\|b`"
    )  # fmt: skip
    return Diagnostic(
        "parameter-type", Severity.HINT, f"`{word}` is no known type and counts as `string`", span,
        mark="unknown type", help=(help_,),
    )  # fmt: skip


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
