"""What linking says of a reference: protocol, nesting, target and loading; each docstring is a manual page."""

from collections.abc import Iterable

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def unknown_protocol(span: Span, name: str, near: Iterable[str], element: str) -> Diagnostic:
    """A reference names a protocol that something registers: a resource unit, a file name, dpmlc or a handler.

    Rule: SPEC 3.5 (RP)

    Bad:
        @!thougt://creative

    Good:
        @!thought://creative
    """
    help_ = tuple(f"a registered protocol has a similar name: `{other}`" for other in near)
    own = (
        f'to register it: a document with `<resource protocol="{name}">`, not inside another element',
        f'or for files called `NAME.{name}.md`, in `dpml.toml`: `[suffixes]` `"{name}.md" = "{name}"`',
    )
    notes = (f"`{name}` is an element (`<{element}>`); it can stand outside another level, `@{name}:@file://…`",)
    return Diagnostic(
        "unknown-protocol", Severity.ERROR, f"protocol `{name}` is not registered", span,
        mark=f"no resource unit or file name registers `{name}`", help=help_ or own, notes=notes if element else (),
    )  # fmt: skip


def nested_too_deep(span: Span, found: int, allowed: int) -> Diagnostic:
    """At most three protocols stand in one reference, so that people can still read it.

    Rule: SPEC 3.5 (RP)

    Bad:
        @a:@b:@c:@file://x.md

    Good:
        @a:@b:@file://x.md, or `[load] nested = 4` in dpml.toml
    """
    return Diagnostic(
        "nested-too-deep", Severity.WARNING, f"{found} protocols are nested here, expected at most {allowed}", span,
        help=(f"name the inner part in a registry, or allow it in `dpml.toml`: `[load]` `nested = {found}`",),
    )  # fmt: skip


def not_found(span: Span, what: str, mark: str = "", help_: tuple[str, ...] = ()) -> Diagnostic:
    """A reference leads to something that exists.

    Paths that begin with `./` or `../` start at the document, all others at the package root; names are compared
    character for character. An id is a registry row or a file named after it. A missing target is an error for `@!`,
    else a warning.

    Rule: SPEC 3.6, 3.12, 2.4 (RP)

    Bad:
        @!thought://creativ, @!file://Docs/a.md where the folder is called docs

    Good:
        @!thought://creative, @!file://docs/a.md, or for ids that only the runtime knows, in dpml.toml:

        [external]
        ids = ["thought://remember"]
    """
    return Diagnostic("not-found", Severity.ERROR, what, span, mark=mark, help=help_)


def no_match(span: Span, pattern: str, help_: tuple[str, ...]) -> Diagnostic:
    """A pattern matches at least one file of the package.

    `*`, `**`, `{a,b}` and `[ab]` are wildcards; only files match, never the referring document, and nothing that the
    package leaves out. No match is an error for `@!`, else a warning.

    Rule: SPEC 3.7

    Bad:
        @!file://docs/*.txt where docs holds Markdown only

    Good:
        @!file://docs/*.md
    """
    return Diagnostic("no-match", Severity.ERROR, f"no file matches `{pattern}`", span, help=help_)


def duplicate_id(span: Span, name: str, taken: str, others: tuple[str, ...]) -> Diagnostic:
    """One file claims an id; where several do, the one nearest to the document is taken, with a warning.

    Where they stand equally near, the reference is an error.

    Rule: SPEC 2.4

    Bad:
        role/a/core.thought.md and role/b/core.thought.md, @!thought://core in the root

    Good:
        role/a/a-core.thought.md and role/b/b-core.thought.md, or @!file://role/a/core.thought.md
    """
    labels = tuple(Label(Span(path, 0, 0), "claims the id too" if taken else "claims the id") for path in others)
    if taken:
        return Diagnostic(
            "duplicate-id", Severity.WARNING, f"`{name}` is claimed by {len(others) + 1} files, `{taken}` was taken",
            span, labels=(Label(Span(taken, 0, 0), "taken: it stands nearest"), *labels),
            help=("rename one of them, or name the file that is meant",),
        )  # fmt: skip
    return Diagnostic(
        "duplicate-id", Severity.ERROR, f"`{name}` could be any of {len(others)} files that stand equally near", span,
        labels=labels, help=(f"name the file: `@file://{others[0]}`, or rename all but one",),
    )  # fmt: skip


def location(span: Span, path: str, protocol: str, rule: str, expected: tuple[str, ...]) -> Diagnostic:
    """What stands behind `NAME://` fits the `<location>` of the protocol.

    Rule: SPEC 2.3 (UNIT)

    Bad:
        @!thought://1st where thought_id ::= [a-zA-Z][a-zA-Z0-9_-]*

    Good:
        @!thought://first
    """
    wanted = f"expected {' or '.join(expected)}" if expected else "the rule ends here"
    return Diagnostic(
        "location", Severity.ERROR, f"`{path}` does not fit the location of `{protocol}`", span, mark=wanted,
        notes=(f"the rule is `{rule}`",) if rule else (),
    )  # fmt: skip


def registry_cycle(span: Span, chain: tuple[tuple[str, Span | None], ...]) -> Diagnostic:
    """Registry rows lead to a file in the end, never back to themselves.

    Rule: SPEC 3.10

    Bad:
        | a | @thought://b |
        | b | @thought://a |

    Good:
        | a | @thought://b |
        | b | @file://b.thought.md |
    """
    return Diagnostic(
        "registry-cycle", Severity.ERROR, "the registry leads in a circle: " + " -> ".join(name for name, _ in chain),
        span, labels=tuple(Label(place, f"leads to `{name}`") for name, place in chain if place is not None),
        help=("let one of these rows name a file",),
    )  # fmt: skip


def no_transform(span: Span, name: str, why: str) -> Diagnostic:
    """An outer protocol is an element (`<thought>`) or a handler that transforms its input.

    Rule: SPEC 3.9 (RP)

    Bad:
        @file:@file://a.md

    Good:
        @thought:@file://a.md
    """
    return Diagnostic(
        "no-transform", Severity.ERROR, f"protocol `{name}` cannot stand outside another: {why}", span,
        help=("leave it out, or use the name of an element: `@thought:@file://…`",),
    )  # fmt: skip


def hot_folder(span: Span, path: str) -> Diagnostic:
    """A folder has no text: `@` and `@?` list it, `@!` names the files in it.

    Rule: SPEC 3.10

    Bad:
        @!file://docs/

    Good:
        @!file://docs/*
    """
    return Diagnostic(
        "hot-folder", Severity.ERROR, f"`{path or '.'}` is a folder, it has no text to put in", span,
        help=(f"name the files in it: `{path + '/' if path else ''}*`",),
    )  # fmt: skip


def not_pinned(span: Span, uri: str) -> Diagnostic:
    """A build never connects: what `@!` loads stands in the package.

    Rule: SPEC 6.3, 3.10

    Bad:
        @!https://example.com/rules.md

    Good:
        @!file://rules.md, a copy in the package; or @https://example.com/rules.md, which goes to the manifest
    """
    return Diagnostic(
        "not-pinned", Severity.ERROR, f"`{uri}` is remote and not pinned", span, mark="a build never connects",
        help=("keep a copy in the package: `@!file://…`", "or use `@`: then it is listed in the manifest"),
    )  # fmt: skip


def runtime_only(span: Span, name: str) -> Diagnostic:
    """What a runtime protocol names exists only while the prompt is used: it cannot be loaded ahead of time.

    Rule: SPEC 2.3, 2.5

    Bad:
        @!memory://system/os_info

    Good:
        @memory://system/os_info
    """
    return Diagnostic(
        "runtime-only", Severity.ERROR, f"`{name}` exists only at run time, it cannot be loaded ahead of time", span,
        help=("use `@` or `@?`: then it is listed in the manifest", "or give its resource unit a `<registry>`"),
    )  # fmt: skip


def password_in_url(span: Span, uri: str) -> Diagnostic:
    """No password stands in a document: `[auth]` names an environment variable for a host.

    Rule: SPEC 6.3

    Bad:
        @ftp://user:secret@host/path

    Good:
        @ftp://user@host/path, and in dpml.toml:

        [auth]
        "host" = "FTP_PASSWORD"
    """
    return Diagnostic(
        "password-in-url", Severity.ERROR, f"the address of `{uri}` holds a password", span,
        help=("take it out; `[auth]` in `dpml.toml` names an environment variable for the host",),
    )  # fmt: skip


def package_prefix(span: Span, written: str, read: str) -> Diagnostic:
    """A path begins with a folder that does not exist; it was read without it.

    Many packages write their checkout's name in front of every path. `[package] name` says so for good.

    Rule: SPEC 3.6

    Bad:
        @file://MyPackage/core/a.md where no folder MyPackage exists

    Good:
        [package]
        name = "MyPackage"
    """
    first = written.partition("/")[0]
    return Diagnostic(
        "package-prefix", Severity.HINT, f"there is no folder `{first}`: `{written}` was read as `{read}`", span,
        help=(f'if that is the name of the package, say so in `dpml.toml`: `[package]` `name = "{first}"`',),
    )  # fmt: skip


def time_out(span: Span, seconds: int) -> Diagnostic:
    """One chain of references takes at most 30 seconds.

    Rule: SPEC 3.12, 6.5 (RP)

    Bad:
        @!custom://x where the handler waits for a minute

    Good:
        a handler that answers, or in dpml.toml:

        [limits]
        chain_seconds = 60
    """
    return Diagnostic(
        "time-out", Severity.ERROR, f"following this reference took more than {seconds} seconds", span,
        help=(f"raise the limit in `dpml.toml`: `[limits]` `chain_seconds = {seconds * 2}`",),
    )  # fmt: skip


def handler_failed(span: Span, name: str, message: str, trace: str) -> Diagnostic:
    """A protocol handler (a Python plug-in) could not do its work.

    What it says of the reference is shown as it is; for a fault in the handler itself the notes hold the traceback.

    Rule: SPEC 2.6

    Bad:
        @!custom://x where the handler `custom` raises

    Good:
        @!custom://y, or a handler that raises HandlerFault("what the author did wrong")
    """
    return Diagnostic(
        "handler-failed", Severity.ERROR, f"handler `{name}` failed: {message}", span, notes=(trace,) if trace else ()
    )
