"""What loading says of a target's content and of parameters; each docstring is a manual page."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def bad_parameter(span: Span, what: str, mark: str = "", help_: tuple[str, ...] = ()) -> Diagnostic:
    """A parameter is one that the protocol supports, once, with a value that fits the target.

    For text: `line=5-10` (also `5`, `5-`, `-10`), `section=NAME` (heading, its slug or number; in a document also an
    element's name or id), `format=text|md|html|json`, `encoding=NAME`. A unit's `<params>` says what it supports.

    Rule: SPEC 3.8, 2.3 (RP)

    Bad:
        @file://a.md?line=10-5, @file://a.md?lines=1

    Good:
        @file://a.md?line=5-10
    """
    return Diagnostic("bad-parameter", Severity.ERROR, what, span, mark=mark, help=help_)


def binary_content(span: Span, path: str) -> Diagnostic:
    """Only text goes into a prompt; binary files are listed in the manifest and copied.

    Rule: SPEC 4.2

    Bad:
        @!file://logo.png

    Good:
        @?file://logo.png
    """
    return Diagnostic(
        "binary-content", Severity.ERROR, f"`{path}` is binary, it cannot go into a prompt", span,
        help=("use `@?`: then it is listed in the manifest and copied beside the prompt",),
    )  # fmt: skip


def git_lfs_pointer(span: Span, path: str) -> Diagnostic:
    """A git-lfs pointer stands where the file itself should be; it is not content.

    Rule: SPEC 6.2

    Bad:
        a checkout without `git lfs pull`

    Good:
        git lfs pull
    """
    return Diagnostic(
        "git-lfs-pointer", Severity.ERROR, f"`{path}` is only a git-lfs pointer", span,
        help=("fetch the content with `git lfs pull`",),
    )  # fmt: skip


def backslash_in_path(span: Span, folder: str, behind: str, slashed: str) -> Diagnostic:
    """Folders are divided by `/` in a path, on every system.

    A backslash ends a path, so the reference leads to the folder before it, and what follows is text. Where the whole
    path exists with `/`, or has a wildcard, this is a warning, else a hint.

    Rule: SPEC 3.3

    Bad:
        @file://role\\a.md

    Good:
        @file://role/a.md
    """
    return Diagnostic(
        "backslash-in-path", Severity.WARNING, f"the path ends at the folder `{folder}`, `{behind}` behind it is text",
        span, mark="a backslash ends a path", help=(f"folders are divided by `/`: write `{slashed}`",),
    )  # fmt: skip
