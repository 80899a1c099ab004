"""What can be wrong with file references; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def display_path(span: Span, found: str) -> Diagnostic:
    """The path that a file token shows is not empty and holds no `>`, which would end the token.

    The file is then mentioned by its path as ordinary text.

    Rule: SPEC 5.4 (FILEREF 16.2)

    Bad:
        <@file:ref_0|notes/a>b.md>

    Good:
        <@file:ref_0|notes/a-b.md>
    """
    what = f"found `{found}`" if found else "found nothing"
    return Diagnostic(
        "display-path", Severity.ERROR, f"expected a path without `>` for a token, {what}", span,
        mark="written as text instead", help=("rename the file, or mention it in words",),
    )  # fmt: skip


def reference_id(span: Span, found: str) -> Diagnostic:
    """The id of a file token is made of the letters a to z, digits, `_` and `-`.

    The file is then mentioned by its path as ordinary text.

    Rule: SPEC 5.4 (FILEREF 16.2)

    Bad:
        <@file:파일 1|차.md>

    Good:
        <@file:ref_1|차.md>
    """
    return Diagnostic(
        "reference-id", Severity.ERROR, f"expected an id of ASCII letters, digits, `_` and `-`, found `{found}`", span,
        mark="written as text instead", help=("number the files: `ref_0`, `ref_1`",),
    )  # fmt: skip


def space_before_token(span: Span) -> Diagnostic:
    r"""Typed text that ends in a backslash is parted from a file token by one space.

    The published expression takes a token after any backslash for escaped, also after an escaped backslash. Without
    the space the picked file would be lost.

    Rule: SPEC 5.4 (FILEREF 16.2)

    Bad:
        C:\\<@file:ref_0|a.md>

    Good:
        C:\\ <@file:ref_0|a.md>
    """
    return Diagnostic(
        "space-before-token", Severity.WARNING, "one space was put between a backslash and a file token", span,
        mark="the token would not be seen after the backslash",
    )  # fmt: skip


def unusable_reference(span: Span, ref_id: str, path: str, why: str) -> Diagnostic:
    """A file that a prompt refers to is there and can be read; else its display path stands in the prompt as text.

    Rule: SPEC 5.5 (FILEREF 16.3)

    Bad:
        {"ref_id": "ref_0"}

    Good:
        {"ref_id": "ref_0", "path": "src/auth.ts"}
    """
    what = f"the file `{path}` of `{ref_id}`" if path else f"the file of `{ref_id}`"
    return Diagnostic(
        "unusable-reference", Severity.ERROR, f"{what} is not passed on: {why}", span, mark="written as text instead"
    )


def message_form(what: str, expected: str, found: str) -> Diagnostic:
    """A message has the fields that FILEREF gives it, of their types; fields it does not name are kept.

    Rule: SPEC 5.5 (FILEREF 16.1)

    Bad:
        {"type": "control.file.search", "payload": {"query": "차"}}

    Good:
        {"type": "control.file.search", "message_id": "m1",
         "payload": {"query_id": "7e57ab1e-0000-4000-8000-00000000cafe", "query": "차"}}
    """
    name = what if what.startswith("the ") else f"`{what}`"
    return Diagnostic("message-form", Severity.ERROR, f"{name} is {expected}, found {found}", None)
