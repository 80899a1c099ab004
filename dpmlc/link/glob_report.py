"""A pattern -> what it matches, and for each near miss the rule that left it out; for `dpmlc glob` (SPEC 3.7, 7)."""

import re
from collections.abc import Iterator
from typing import Literal

from dpmlc.link.globs import PatternLimit, expression, is_pattern, literal_folder, literal_marks, matches, past_limits
from dpmlc.link.memo import Memo
from dpmlc.link.options import PackageNames
from dpmlc.link.readings import outside, reading
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import access_denied, limit
from dpmlc.text.files import Files, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.paths import is_hidden, is_never_read, package_of, within

Rule = Literal["hidden", "never-read", "left-out", "link", "not-a-file", "folder", "itself", "case"]

_MOST_SEEN = 20_000
_WORDS: dict[Rule, str] = {
    "hidden": "its name or a folder's begins with a dot (`[policy]` `dot_files` lets it in)",
    "never-read": "`.git`, `node_modules` and `.venv` are never part of a package",
    "left-out": "`.gitignore` holds it, or it stands in the output or cache folder",
    "link": 'it is a link (`[policy]` `symlinks = "inside"` lets it in)',
    "not-a-file": "it is not a regular file",
    "folder": "it is a folder, only files match",
    "itself": "it is the referring document",
    "case": "it differs by upper and lower case",
}


@frozen
class NearMiss:
    """A path that the pattern would match, but for `rule`; `why` says it in words."""

    path: str
    rule: Rule
    why: str


@frozen
class GlobReport:
    """Package paths that match, and near misses, each in byte order. `read` is the pattern from the package root.

    `complete` is False where the folders held too many files to look at all of them for near misses.
    """

    pattern: str
    read: str
    matches: tuple[str, ...]
    near_misses: tuple[NearMiss, ...]
    complete: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def glob_report(pattern: str, document: str, names: PackageNames, files: Files, limits: Limits) -> GlobReport:
    """What `pattern` matches as a reference in `document` (a package path; `""` stands for the root) reads it."""
    package = package_of(document)
    read = reading(pattern, document, package, names)
    why = outside(pattern) or ("it leaves the package root" if read.leaves else "")
    if why:
        return GlobReport(pattern, read.path, (), (), True, (access_denied(None, pattern, why, ""),))
    excess = past_limits(read.path, limits)
    found = matches(read.path, package, files, Memo(), limits) if excess is None else excess
    if isinstance(found, PatternLimit):
        fault = limit(None, found.what, found.found, found.allowed, found.key)
        return GlobReport(pattern, read.path, (), (), True, (fault,))
    misses, complete = _near_misses(read.path, package, document, frozenset(found), files)
    kept = tuple(place for place in (within(package, path) for path in found) if place != document)
    return GlobReport(pattern, read.path, kept, misses, complete)


def _near_misses(
    pattern: str, package: str, document: str, found: frozenset[str], files: Files
) -> tuple[tuple[NearMiss, ...], bool]:
    exact = expression(literal_marks(pattern))
    loose = expression(literal_marks(pattern), re.IGNORECASE)
    if exact is None or loose is None:
        return (), True
    inventory = frozenset(Memo().inventory(files, package))
    misses: dict[str, Rule] = {}
    for path in inventory:
        if path in found:
            if within(package, path) == document:
                misses[path] = "itself"
        elif loose.match(path):
            misses[path] = "case"
    start = literal_folder(pattern) if is_pattern(pattern) else pattern.rpartition("/")[0]
    seen = 0
    for path in _walk(start, package, inventory, files):
        seen += 1
        if seen > _MOST_SEEN:
            break
        if exact.match(path):
            misses[path] = _rule(path, package, files)
    made = tuple(NearMiss(within(package, path), rule, _WORDS[rule]) for path, rule in sorted(misses.items()))
    return made, seen <= _MOST_SEEN


def _walk(start: str, package: str, inventory: frozenset[str], files: Files) -> Iterator[str]:
    """Paths below `start` that are not in the inventory, folders included; never-read folders are not entered."""
    waiting = [start]
    while waiting:
        folder = waiting.pop()
        for name in files.listing(within(package, folder)):
            path = f"{folder}/{name}" if folder else name
            if path in inventory:
                continue
            yield path
            if not is_never_read(name):
                waiting.append(path)


def _rule(path: str, package: str, files: Files) -> Rule:
    segments = path.split("/")
    if any(map(is_never_read, segments)):
        return "never-read"
    stands = files.probe(within(package, path))
    if isinstance(stands, Refusal):
        if stands.key == "symlinks":
            return "link"
        return "hidden" if any(map(is_hidden, segments)) else "not-a-file"
    match stands.kind:
        case "directory":
            return "folder"
        case "link":
            return "link"
        case "other":
            return "not-a-file"
    return "hidden" if any(map(is_hidden, segments)) else "left-out"
