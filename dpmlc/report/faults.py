"""The messages that more than one room has to say; each docstring is the page that `dpmlc explain CODE` shows."""

from collections.abc import Sequence

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def limit(span: Span | None, what: str, found: int | None, allowed: int, key: str) -> Diagnostic:
    """Everything dpmlc reads and writes has a limit, so that no input can make it hang, crash or cut silently.

    Past a limit there is one error and nothing is cut off in silence. `dpmlc explain limits` lists the limits with
    their defaults; `[limits]` in `dpml.toml` changes them.

    Rule: SPEC 6.5

    Bad:
        a document of 5 MiB, where the limit is 4 MiB

    Good:
        two documents that refer to each other, or in dpml.toml:

        [limits]
        document = 8388608
    """
    amount = f"more than {allowed}" if found is None else f"{found}, the limit is {allowed}"
    enough = allowed * 2 if found is None else found
    return Diagnostic(
        "limit",
        Severity.ERROR,
        f"{what} is {amount}",
        span,
        mark="past the limit",
        help=(f"where this is meant, raise the limit in `dpml.toml`: `[limits]` `{key} = {enough}`",),
    )


def no_documents(endings: Sequence[str]) -> Diagnostic:
    """A package holds a document, or a tool, at least.

    Most often dpmlc was called in another folder than was meant, and would find nothing wrong there.

    Rule: SPEC 1.1

    Bad:
        dpmlc check ~/downloads

    Good:
        dpmlc check ~/tea-house
    """
    listed = ", ".join(f"`{each}`" for each in endings)
    return Diagnostic(
        "no-documents", Severity.WARNING, "the package holds no documents", None,
        help=(f"documents end in {listed}; hidden and ignored files do not count",),
    )  # fmt: skip


def not_utf_8(path: str, offset: int, reason: str, encoding: str) -> Diagnostic:
    """A document is UTF-8 text.

    A byte order mark is dropped; CRLF and CR become LF. Bytes that are not UTF-8, UTF-16 and NUL are one error that
    names the first bad byte (counted from 0). dpmlc guesses no encoding: a wrong guess would write wrong prompts.

    Rule: SPEC 1.1 (CORE)

    Bad:
        a document saved as GB18030, CP949 or UTF-16

    Good:
        the same document, converted once:

        iconv -f GB18030 -t UTF-8 role.md > role.utf8.md
    """
    found = {"nul": "a NUL byte", "utf-16": "UTF-16"}.get(reason, "bytes that are not UTF-8")
    return Diagnostic(
        "not-utf-8",
        Severity.ERROR,
        f"expected UTF-8 text, found {found} at byte {offset}",
        Span(path, 0, 0),
        help=_conversion(path, encoding),
    )


def _conversion(path: str, encoding: str) -> tuple[str, ...]:
    if not encoding:
        return ()
    name = path.rpartition("/")[2]
    return (f"it looks like {encoding}; to convert it: `iconv -f {encoding} -t UTF-8 '{name}' > '{name}.utf8'`",)


def access_denied(span: Span | None, path: str, why: str, key: str) -> Diagnostic:
    """A file outside of what the policy allows is not read.

    A package reads regular files under its own root, without following links and without dot files. Its `dpml.toml`
    may grant more, unless dpmlc runs with `--untrusted`: then `--policy FILE` grants. Nothing grants `.git`,
    devices, pipes or absolute paths.

    Rule: SPEC 6.1, 6.2, 3.12 (RP)

    Bad:
        @!file://.notes/plan.md

    Good:
        in dpml.toml:

        [policy]
        dot_files = [".notes/plan.md"]
    """
    line = {
        "symlinks": 'symlinks = "inside"',
        "dot_files": f'dot_files = ["{path}"]',
        "read_extra": f'read_extra = ["{path.rpartition("/")[0] or path}"]',
    }.get(key, "")
    help_ = (f"to allow it, add to `[policy]` in `dpml.toml`: `{line}`",) if line else ()
    return Diagnostic("access-denied", Severity.ERROR, f"access to `{path}` is denied: {why}", span, why, help=help_)


def unreadable(path: str, detail: str) -> Diagnostic:
    """A file of the package could not be read.

    The system refused it, or something else than a regular file stands where a document was meant.

    Rule: SPEC 6.2

    Bad:
        a document without read permission

    Good:
        chmod u+r role.md, or the file named in `.gitignore`
    """
    return Diagnostic("unreadable", Severity.ERROR, f"`{path}` was not read: {detail}", Span(path, 0, 0))
