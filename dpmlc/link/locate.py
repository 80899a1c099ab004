"""A path reference -> the files it leads to (SPEC 3.6, 3.7): `file`, `project`, `package`, and a registry's targets."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from dpmlc.link.bound import Step, Target
from dpmlc.link.faults import no_match, package_prefix
from dpmlc.link.globs import ITSELF, PatternLimit, is_pattern, matches
from dpmlc.link.lead import Lead, called, spellings
from dpmlc.link.missing import beyond_pattern, denied, missing, never, unknown_package
from dpmlc.link.readings import Reading, joined, outside, reading
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.scan.reference import Reference
from dpmlc.text.files import Entry, Refusal
from dpmlc.text.paths import package_of, within


def locate(reference: Reference, document: str, around: Surroundings) -> Lead:
    """Where the path of `reference`, which stands in `document`, leads.

    The path as written comes first, then as a pattern, then percent-decoded.
    """
    protocol = reference.innermost.protocol
    package = package_of(document)
    paths = [reference.path]
    if protocol == "package":
        asked, _, rest = reference.path.partition("/")
        chosen = _dependency(asked, package, around)
        if chosen is None:
            return unknown_package(reference, document, around)
        package, paths = chosen, [rest]
    if reference.location != reference.path and not reference.glob:
        paths.append(reference.location.partition("/")[2] if protocol == "package" else reference.location)
    return _first(reference, document, package, paths, around)


def _dependency(asked: str, package: str, around: Surroundings) -> str | None:
    """The package that `asked` names to a document of `package`: a dependency sees itself alone (SPEC 6.2)."""
    if asked and asked == (package or around.names("").name):
        return package
    return asked if not package and asked in around.options.packages and asked else None


def _first(reference: Reference, document: str, package: str, paths: list[str], around: Surroundings) -> Lead:
    protocol = reference.innermost.protocol
    for path in paths:
        why = outside(path) if protocol != "package" else ""
        if why:
            return never(reference, Reading(package, path, "root"), why, around)
        read = _ruled(protocol, path, document, package, around)
        lead = _literal(reference, path, read, around)
        if lead is None and (shorter := _without_first(protocol, path, read, around)) is not None:
            lead = _literal(reference, path, shorter, around)
        if lead is not None:
            return lead
    ruled = _ruled(protocol, paths[0], document, package, around)
    if reference.glob:
        return _glob(reference, document, ruled, around)
    return missing(reference, document, ruled, around)


def _ruled(protocol: str, path: str, document: str, package: str, around: Surroundings) -> Reading:
    """How the rule reads `path`."""
    if protocol == "package":
        return Reading(package, joined("", path), "root")
    start = within(package, "") if protocol == "project" else document
    return reading(path, start, package, around.names(package))


def _without_first(protocol: str, path: str, read: Reading, around: Surroundings) -> Reading | None:
    """How `path` reads without a first folder that does not exist; None where there is one."""
    first, slash, rest = path.partition("/")
    if read.how != "root" or protocol == "package" or not slash or not rest.strip("/") or is_pattern(first):
        return None
    if _folder_stands(read.package, first, around):
        return None
    return Reading(read.package, joined("", rest), "absent")


def _folder_stands(package: str, path: str, around: Surroundings) -> bool:
    return around.memo.has_folder(around.files, package, path) or isinstance(
        around.stands(within(package, path)), Entry
    )


def _literal(reference: Reference, path: str, read: Reading, around: Surroundings) -> Lead | None:
    """The lead where something stands at the path (also where it is denied), else None."""
    if read.leaves:
        return _beyond(reference, path, read, around)
    if "\0" in read.path or "\\" in read.path:
        return None
    location = within(read.package, read.path)
    if location in around.index.entries and around.index.entries[location].kind == "file" and path[-1] != "/":
        return _found(reference, read, _file(location, around), path)
    if not read.path or around.memo.has_folder(around.files, read.package, read.path):
        return _found(reference, read, Target(location, "directory"), path)
    if reference.glob and path == reference.path:
        return None  # Only what the inventory holds makes a pattern a plain path.
    stands = around.stands(location)
    if isinstance(stands, Refusal):
        if stands.reason == "missing":
            return None
        return denied(reference, read, stands.detail, stands.key)
    if location not in around.index.entries and not _spelled_so(read, around):
        return None
    match stands.kind:
        case "link":
            return denied(reference, read, "it is a link", "symlinks")
        case "other":
            return denied(reference, read, "it is not a regular file", "")
        case "directory":
            return _found(reference, read, Target(location, "directory"), path)
        case "file" if path.endswith("/"):
            return None
    return _found(reference, read, _file(location, around), path)


def _beyond(reference: Reference, path: str, read: Reading, around: Surroundings) -> Lead | None:
    """What leaves the root is denied, unless the policy lets the files answer for it; None where they have nothing."""
    why = "it leaves the package root"
    if read.package or "\0" in read.path:
        return denied(reference, read, why, "")
    if reference.glob and path == reference.path and isinstance(around.stands(read.path), Refusal):
        return beyond_pattern(reference, read, why)
    stands = around.stands(read.path)
    if isinstance(stands, Refusal):
        if stands.reason == "missing":
            return None
        # Below a granted folder nothing else can be granted: no dot file, no link.
        outside_all = stands.key == "read_extra"
        return denied(reference, read, why if outside_all else stands.detail, stands.key if outside_all else "")
    kind = kind_of(read.path, stands, around)
    if kind is None:
        return denied(reference, read, "it is no regular file", "")
    if path.endswith("/") and kind != "directory":
        return None
    return _found(reference, read, Target(read.path, kind), read.path)


def _spelled_so(read: Reading, around: Surroundings) -> bool:
    """False where a file system without case found it under another spelling."""
    above = ""
    for segment in read.path.split("/"):
        alike = around.memo.alike(around.files, within(read.package, above), segment)
        if alike and segment not in alike:
            return False
        above = f"{above}/{segment}" if above else segment
    return True


def kind_of(location: str, stands: Entry, around: Surroundings) -> Literal["document", "file", "directory"] | None:
    """What kind of target stands at `location`; None for a link, pipe or device."""
    match stands.kind:
        case "directory":
            return "directory"
        case "file":
            return "document" if location in around.index.documents else "file"
        case _:
            return None


def _file(location: str, around: Surroundings) -> Target:
    return Target(location, "document" if location in around.index.documents else "file")


def _found(reference: Reference, read: Reading, target: Target, path: str) -> Lead:
    spelled, kept = spellings(reference, read)
    remarks: tuple[Diagnostic, ...] = ()
    if read.how == "absent":
        remarks = (package_prefix(reference.path_span, path, read.path),)
    shown = target.location or "."
    steps = (Step(f"path `{reference.path}`", read.words), Step(f"`{shown}`", f"is a {target.kind}"))
    return Lead(spelled, "path", (target,), kept, steps=steps, remarks=remarks)


def _glob(reference: Reference, document: str, read: Reading, around: Surroundings) -> Lead:
    found = matches(read.path, read.package, around.files, around.memo, around.options.limits)
    if isinstance(found, PatternLimit):
        fault = limit(reference.path_span, found.what, found.found, found.allowed, found.key)
        return replace(called(reference, read), wanted="glob", globbed=True, fault=fault)
    targets = _targets(read, found, document, around)
    if targets:
        return _matched(reference, read, targets)
    help_ = (ITSELF,) if found else _shorter_help(reference, document, read, around)
    steps = (Step(f"pattern `{read.path}`", "matches no file"),)
    fault = no_match(reference.path_span, read.path, help_)
    return replace(called(reference, read), wanted="glob", globbed=True, steps=steps, fault=fault)


def _shorter_help(reference: Reference, document: str, read: Reading, around: Surroundings) -> tuple[str, ...]:
    """What the pattern would match without a first folder that does not exist.

    It is never read so: `nope/*.md` would take in files that nobody asked for.
    """
    shorter = _without_first(reference.innermost.protocol, reference.path, read, around)
    if shorter is None:
        return ()
    found = matches(shorter.path, shorter.package, around.files, around.memo, around.options.limits)
    others = [each for each in found if within(shorter.package, each) != document] if isinstance(found, tuple) else []
    if not others:
        return ()
    first = reference.path.partition("/")[0]
    return (
        f"there is no folder `{first}`; `{shorter.path}` matches {_counted(others)}",
        f'if `{first}` is the name of the package, say so in `dpml.toml`: `[package]` `name = "{first}"`',
    )


def _targets(read: Reading, found: tuple[str, ...], document: str, around: Surroundings) -> tuple[Target, ...]:
    """The matches as targets, without the referring document."""
    key = (read.package, read.path)
    known = around.memo.targets.get(key)
    if known is None:
        known = tuple(_file(within(read.package, path), around) for path in found)
        around.memo.targets[key] = known
        around.memo.matched[key] = frozenset(each.location for each in known)
    if document not in around.memo.matched[key]:
        return known
    around.memo.left_out.add(document)
    return tuple(each for each in known if each.location != document)


def _matched(reference: Reference, read: Reading, targets: tuple[Target, ...]) -> Lead:
    steps = (Step(f"pattern `{reference.path}`", read.words), Step(f"`{read.path}`", f"matches {_counted(targets)}"))
    spelled, kept = spellings(reference, read)
    return Lead(spelled, "glob", targets, kept, globbed=True, steps=steps)


def _counted(found: Sequence[object]) -> str:
    return "1 file" if len(found) == 1 else f"{len(found)} files"
