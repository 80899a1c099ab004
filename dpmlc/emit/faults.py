"""What can go wrong on the way into the output folder; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Label, Severity
from dpmlc.text.span import Span


def duplicate_bundle_id(span: Span, identity: str, other: Span, other_identity: str) -> Diagnostic:
    """Two documents to bundle have ids that differ at least by more than case and Unicode form.

    The id is the shortest trailing part of the path, suffixes removed, that no other entry ends with. It names a
    folder, and on some systems `Nuwa` and `nuwa` are one folder; so are `é` in one and in two characters.

    Rule: SPEC 4.1

    Bad:
        role/nuwa/nuwa.role.md and role/nuwa/nuwa.prompt.md

    Good:
        role/nuwa/nuwa.role.md and role/nuwa/nuwa-short.prompt.md
    """
    same = f"bundle id `{identity}` is taken" if identity == other_identity else (
        f"bundle ids `{identity}` and `{other_identity}` are one folder on some systems"
    )  # fmt: skip
    return Diagnostic(
        "duplicate-bundle-id", Severity.ERROR, same, span, f"would be bundle `{identity}`",
        labels=(Label(other, f"is bundle `{other_identity}`"),),
        help=(
            f"rename one of `{span.path}` and `{other.path}`",
            f"or leave one out, in dpml.toml: `[bundle]` `entries = [\"!{span.path}\"]`",
        ),
    )  # fmt: skip


def reserved_bundle_id(span: Span, identity: str, why: str) -> Diagnostic:
    """The id of a bundle is a folder name on every system.

    Windows has names for devices (`con`, `nul`, `aux`, `com1` …, whatever follows their first dot), forbids
    `< > : " | ? *` and control characters, and drops dots and spaces at the end of a name.

    Rule: SPEC 4.1

    Bad:
        role/aux/aux.role.md

    Good:
        role/auxiliary/auxiliary.role.md
    """
    return Diagnostic(
        "reserved-bundle-id", Severity.ERROR, f"bundle id `{identity}` cannot be a folder on every system: {why}",
        span, f"would be bundle `{identity}`",
        help=(
            f"rename `{span.path}`",
            f"or leave it out, in dpml.toml: `[bundle]` `entries = [\"!{span.path}\"]`",
        ),
    )  # fmt: skip


def overlapping_bundle_ids(span: Span, identity: str, other: Span, other_identity: str) -> Diagnostic:
    """The folder of a bundle is not a file that another bundle writes.

    Ids may have several segments. Where one bundle is `a`, another one cannot be `a/resources` or `a/prompt.md`.

    Rule: SPEC 4.1

    Bad:
        a.role.md, x/resources.role.md and a/resources.role.md

    Good:
        a.role.md, x/resources.role.md and a/material.role.md
    """
    return Diagnostic(
        "overlapping-bundle-ids", Severity.ERROR,
        f"bundle `{identity}` would stand where bundle `{other_identity}` writes its own files", span,
        f"would be bundle `{identity}`", labels=(Label(other, f"is bundle `{other_identity}`"),),
        help=(f"rename `{span.path}`",),
    )  # fmt: skip


def unmatched_pattern(place: Span | None, key: str, pattern: str, like: str) -> Diagnostic:
    """A pattern in `dpml.toml` matches no document, so it does nothing.

    Patterns of `[bundle] entries` and `[site] leave_out` are matched against whole paths of documents, from the package
    root: `*` stays in one folder, `**` goes through all, and a folder's name alone is none of its files.

    Rule: SPEC 4.1

    Bad:
        [site]
        leave_out = ["notes"]

    Good:
        [site]
        leave_out = ["notes/**"]
    """
    help_ = f"did you mean `{like}`?" if like else "correct the pattern, or remove it"
    return Diagnostic(
        "unmatched-pattern", Severity.HINT, f"`{key}` pattern `{pattern}` matches no document", place,
        "no document", help=(help_,),
    )  # fmt: skip


def resource_unreadable(span: Span, location: str, detail: str) -> Diagnostic:
    """A file that a kept reference leads to can be copied beside the prompt.

    A bundle is self-contained: local files that its references name are copied into its `resources` folder. A file
    that cannot be read is listed without a copy.

    Rule: SPEC 4.3

    Bad:
        @?file://data/prices.csv, where prices.csv cannot be read

    Good:
        chmod u+r data/prices.csv
    """
    return Diagnostic(
        "resource-unreadable", Severity.WARNING, f"`{location}` was not copied into the bundle: {detail}", span,
        "leads to a file that was not copied",
    )  # fmt: skip


def resource_not_copied(span: Span, location: str, size: int, allowed: int) -> Diagnostic:
    """Files above `[bundle] copy_limit` are listed in the manifest, not copied.

    The limit keeps bundles small; the default is 16 MiB. The manifest still has the size and the hash of the file.

    Rule: SPEC 4.3

    Bad:
        @?file://data/all.csv, where all.csv has 20 MB

    Good:
        in dpml.toml:

        [bundle]
        copy_limit = 33554432
    """
    return Diagnostic(
        "resource-not-copied", Severity.HINT,
        f"`{location}` has {size} bytes and is only listed, files up to {allowed} bytes are copied", span,
        "leads to a large file",
        help=(f"to copy it, in dpml.toml: `[bundle]` `copy_limit = {size}`",),
    )  # fmt: skip


def secret(span: Span, path: str, place: str, kind: str, allow: str) -> Diagnostic:
    """No token, key or private key goes into a bundle: whoever gets the prompt would have it.

    Well-known shapes are looked for in the prompt and in the text files copied beside it. What stands for a secret
    (`sk-your-key`, `…EXAMPLE`) is none. The digest in `allow_secrets` is the beginning of the secret's SHA-256:
    another secret in the same file is an error again.

    Rule: SPEC 6.6

    Bad:
        a document that holds the token with which its author called a service

    Good:
        `$SERVICE_TOKEN` in its place; or for a token that is worth nothing, in dpml.toml:

        [policy]
        allow_secrets = ["docs/api.md:0f3ad1c97b22"]
    """
    return Diagnostic(
        "secret", Severity.ERROR, f"{kind} goes into the bundle{place and f', from {place}'}", span,
        "looks like a secret" if not place else "brings it in",
        help=(
            "take it out, and have it revoked if it was ever published",
            f'if it is worth nothing, allow it in `dpml.toml`: `[policy]` `allow_secrets = ["{path}:{allow}"]`',
        ),
    )  # fmt: skip


def hidden_text(span: Span, place: str, kind: str, points: str, spells: str, more: int) -> Diagnostic:
    """What goes into a bundle can be seen by its readers.

    Unicode tag characters, controls that turn the direction of writing, zero-width and other format characters hide
    instructions from people, not from models. Where a script or an emoji needs such a character, it is left alone.

    Rule: SPEC 6.6

    Bad:
        a word with a zero-width space (U+200B) in the middle

    Good:
        the same word without it
    """
    rest = f" (and {more} more places like this in it)" if more else ""
    said = (f"as letters the tag characters say `{spells}`",) if spells else ()
    message = f"{kind} go into the bundle{place and f', from {place}'}: {points}{rest}"
    return Diagnostic(
        "hidden-text", Severity.WARNING, message, span,
        "cannot be seen here" if not place else "brings them in", help=("delete them",), notes=said,
    )  # fmt: skip


def target_failed(target: str, identity: str, notes: tuple[str, ...]) -> Diagnostic:
    """A target plug-in writes a bundle without an exception, and only into its own folder.

    Targets are found under the entry point group `dpmlc.targets` and named in `[targets]`. What one raises is
    reported here with its traceback; the other targets and the bundle itself are written all the same.

    Rule: SPEC 4.6

    Bad:
        a target that writes `../prompt.md`

    Good:
        a target that writes `ID.md`, relative to its folder
    """
    return Diagnostic(
        "target-failed", Severity.ERROR, f"target `{target}` failed for bundle `{identity}`", None,
        help=(f"report it to the author of the plug-in, or take `{target}` out of `[targets]` in `dpml.toml`",),
        notes=notes,
    )  # fmt: skip
