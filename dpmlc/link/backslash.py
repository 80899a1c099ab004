r"""A path written as on Windows, `role\a.md` -> help to write it with `/`.

A backslash is no character of a path (SPEC 3.3), so a path without quotes ends before it and leads to something else.
"""

from dataclasses import replace

from dpmlc.link.faults_content import backslash_in_path
from dpmlc.link.globs import is_pattern
from dpmlc.link.lead import Lead
from dpmlc.link.readings import outside, reading
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.scan.reference import Reference
from dpmlc.text.files import Entry
from dpmlc.text.paths import package_of, within
from dpmlc.text.regular import regular

_REST = regular(r"""[:.]*\\(?:\*\.)?[^\s"'`<>|*?,;()\[\]{}，。；、！？（）「」『』“”‘’]+""")
_EXTENSION = regular(r"\.\w{1,8}$")
_MOST = 4096
_MOST_AFTER = 256
_PATHS = frozenset({"file", "project"})
_CODES = frozenset({"not-found", "hot-folder"})


def helped(
    reference: Reference, faults: list[Diagnostic], document: str, after: str, around: Surroundings
) -> list[Diagnostic]:
    """`faults` of `reference` in `document`; those of its path say what to write.

    `after` are the 256 characters behind the reference.
    """
    path = _path(reference, after) if faults else ""
    if not path:
        return faults
    advice = _advice(reference, path, document, around)
    return [_advised(each, advice) if advice and each.code in _CODES else each for each in faults]


def cut_short(
    reference: Reference, lead: Lead, document: str, after: str, around: Surroundings
) -> tuple[Diagnostic, ...]:
    r"""What is wrong with a kept reference to the folder `role` where `role\a.md` was meant; nothing else says so.

    It is a hint only where no file stands there: then the backslash may belong to the text behind a folder.
    """
    path = _path(reference, after) if lead.targets and lead.targets[0].kind == "directory" else ""
    if not path or reference.quoted:
        return ()
    slashed = path.replace("\\", "/")
    meant = is_pattern(slashed) or _stands(slashed, reference, document, around)
    found = backslash_in_path(reference.path_span, reference.path, path[len(reference.path) :], slashed)
    return (found if meant else found.lowered(Severity.HINT),)


def _path(reference: Reference, after: str) -> str:
    """The path that was meant, as written; "" where no backslash stands in it, or behind it before `after` ends."""
    if reference.innermost.protocol not in _PATHS or reference.form != "prose":
        return ""
    rest = None if reference.quoted else _REST.match(after)
    path = reference.path + rest.group().rstrip(".\\") if rest else reference.path
    cut = rest is not None and len(rest.group()) == len(after) >= _MOST_AFTER
    return "" if "\\" not in path or len(path) > _MOST or cut else path


def _advised(fault: Diagnostic, advice: str) -> Diagnostic:
    # What helps with the folder at its beginning does not help with the path that is meant.
    return replace(fault, help=(advice,) if fault.code == "hot-folder" else (advice, *fault.help))


def _advice(reference: Reference, path: str, document: str, around: Surroundings) -> str:
    r"""What to write; "" for text behind a whole file name, as the `\n` of a string in a program."""
    slashed = path.replace("\\", "/")
    if outside(path):
        return f"`{path}` {outside(path).removeprefix('it ')}: write the path from the package root, with `/`"
    if _stands(slashed, reference, document, around):
        return f"folders are divided by `/`: write `{slashed}`"
    if not reference.quoted and _EXTENSION.search(reference.path):
        return ""
    return f"folders are divided by `/`, not by a backslash: `{slashed}`"


def _stands(path: str, reference: Reference, document: str, around: Surroundings) -> bool:
    package = package_of(document)
    start = within(package, "") if reference.innermost.protocol == "project" else document
    read = reading(path, start, package, around.names(package))
    return isinstance(around.stands(within(package, read.path)), Entry)
