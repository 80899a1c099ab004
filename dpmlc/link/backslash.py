r"""A path written as on Windows, `role\a.md` -> help to write it with `/`.

A backslash is no character of a path (SPEC 3.3), so a path without quotes ends before it and leads to something else.
"""

import re
from dataclasses import replace

from dpmlc.link.readings import outside, reading
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Reference
from dpmlc.text.files import Entry
from dpmlc.text.paths import package_of, within

_REST = re.compile(r"""[:.]*\\[^\s"'`<>|*?,;()\[\]{}，。；、！？（）「」『』“”‘’]+""")
_EXTENSION = re.compile(r"\.\w{1,8}$")
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
    if not faults or reference.innermost.protocol not in _PATHS or reference.form != "prose":
        return faults
    rest = None if reference.quoted else _REST.match(after)
    path = reference.path + rest.group().rstrip(".\\") if rest else reference.path
    if "\\" not in path or len(path) > _MOST or (rest and len(rest.group()) == len(after) >= _MOST_AFTER):
        return faults
    advice = _advice(reference, path, document, around)
    return [_advised(each, advice) if advice and each.code in _CODES else each for each in faults]


def _advised(fault: Diagnostic, advice: str) -> Diagnostic:
    # What helps with the folder at its beginning does not help with the path that is meant.
    return replace(fault, help=(advice,) if fault.code == "hot-folder" else (advice, *fault.help))


def _advice(reference: Reference, path: str, document: str, around: Surroundings) -> str:
    r"""What to write; "" for text behind a whole file name, as the `\n` of a string in a program."""
    slashed = path.replace("\\", "/")
    if outside(path):
        return f"`{path}` {outside(path).removeprefix('it ')}: write the path from the package root, with `/`"
    package = package_of(document)
    start = within(package, "") if reference.innermost.protocol == "project" else document
    read = reading(slashed, start, package, around.names(package))
    if isinstance(around.stands(within(package, read.path)), Entry):
        return f"folders are divided by `/`: write `{slashed}`"
    if not reference.quoted and _EXTENSION.search(reference.path):
        return ""
    return f"folders are divided by `/`, not by a backslash: `{slashed}`"
