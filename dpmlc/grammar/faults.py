"""What can be wrong with a grammar; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span

_WIDE, _PLAIN = "‘’＇“”＂｜（）［］｛｝＊＋？；：", "'''\"\"\"|()[]{}*+?;:"
_MEANT = {
    **{wide: f"`{plain}`" for wide, plain in zip(_WIDE, _PLAIN, strict=True)},
    "=": "`::=`",
    ",": "parts of a sequence one after the other, without a comma",
    "，": "parts of a sequence one after the other, without a comma",
}
"""What a mark stands for that is none of this EBNF: typed full-width, or as in another dialect."""


def grammar_syntax(span: Span, expected: str, found: str, opened: Span | None = None) -> Diagnostic:
    """A grammar is written in the EBNF of the language.

    A production is `name ::= body`. A body holds quoted texts, names, classes `[a-z]`, choices `a | b`, groups
    `( )`, options `[ ]` or `?`, repetitions `{ }`, `*`, `+`, and comments `(* *)`; `ε` and `''` are nothing. `[`
    opens a class where its content begins with `^` or holds no space, no quote and no name of a rule.

    Rule: SPEC 2.2, 2.3 (UNIT)

    Bad:
        herb ::= 'sage | mint

    Good:
        herb ::= 'sage' | 'mint'
    """
    labels = (Label(opened, "opened here"),) if opened else ()
    meant = _MEANT.get(found.strip("`"))
    forms = "the forms are `'text'`, `name`, `[a-z]`, `a | b`, `( )`, `[ ]`, `{ }`, `*`, `+`, `?`"
    return Diagnostic(
        "grammar-syntax", Severity.ERROR, f"expected {expected}, found {found}", span,
        mark="cannot be read as EBNF from here on", labels=labels,
        help=(f"write {meant}", forms) if meant else (forms,),
    )  # fmt: skip


def duplicate_rule(span: Span, name: str, first: Span) -> Diagnostic:
    """A grammar defines each rule once.

    Rule: SPEC 2.2 (UNIT)

    Bad:
        name ::= [a-z]+
        name ::= [0-9]+

    Good:
        name ::= [a-z]+ | [0-9]+
    """
    return Diagnostic(
        "duplicate-rule", Severity.ERROR, f"the rule `{name}` is defined twice", span,
        mark="defined again", labels=(Label(first, "first defined here"),),
        help=(f"join both with `|`: `{name} ::= … | …`",),
    )  # fmt: skip


def recursive_rule(span: Span, name: str, use: Span, used: str) -> Diagnostic:
    """A rule of a location, or of an attribute's value, never leads back to itself.

    Paths are matched in linear time, which a rule that needs itself does not allow. Repetition says the same.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        path ::= segment | path '/' segment

    Good:
        path ::= segment {'/' segment}
    """
    return Diagnostic(
        "recursive-rule", Severity.ERROR, f"the rule `{name}` leads back to itself", span,
        mark="recursive", labels=(Label(use, f"through `{used}` here"),),
        help=("write a repetition in its place: `{ … }`, `( … )*` or `( … )+`",),
    )  # fmt: skip


def location_scheme(span: Span, found: str, expected: str) -> Diagnostic:
    """A location describes the paths of the protocol that its unit defines.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        <resource protocol="herb">
          <location>location ::= plant://{name}</location>

    Good:
        <resource protocol="herb">
          <location>location ::= herb://{name}</location>
    """
    return Diagnostic(
        "location-scheme", Severity.ERROR, f"the location begins with `{found}://`, expected `{expected}://`", span,
        mark="another protocol's name", help=(f"write `{expected}://`",),
    )  # fmt: skip
