"""The path of a reference and the document that holds it -> the path from the root that it means (SPEC 3.6)."""

import re
from typing import Literal, assert_never

from dpmlc.link.globs import escaped, is_pattern, literal_folder
from dpmlc.link.options import PackageNames
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder
from dpmlc.text.regular import regular

_ODD = frozenset("/\\~")
_MARKED = re.compile(r"[*{\[]|//|(?:^|/)\.{1,2}(?:/|$)|^/|/$")
_DRIVE = regular(r"[A-Za-z]:(?:[\\/]|$)")

How = Literal["document", "root", "name", "mapped", "absent"]


@frozen
class Reading:
    """One way to read a path: from the root of `package`, normal. A path that leaves the root begins with `../`.

    `how`: from the `document`'s folder, from the `root`, without the package's own `name`, `mapped` by `[paths]`, or
    without an `absent` first folder.
    """

    package: str
    path: str
    how: How

    @property
    def leaves(self) -> bool:
        """Whether it leads out of the package."""
        return self.path == ".." or self.path.startswith("../")

    @property
    def words(self) -> str:
        """The way it is read, as a phrase."""
        match self.how:
            case "document":
                return "read from the folder of the document"
            case "root":
                return "read from the package root"
            case "name":
                return "read from the package root, behind the package's own name"
            case "mapped":
                return "read from the package root, its first segment replaced as `[paths]` says"
            case "absent":
                return "read from the package root, without a first folder that does not exist"
        assert_never(self.how)


def outside(path: str) -> str:
    """Why `path` can never be one of a package, as a phrase; "" where it can."""
    if path[:1] not in _ODD and path[1:2] != ":":
        return ""
    if path.startswith(("//", "\\\\")):
        return "it names another machine"
    if path.startswith(("/", "\\")):
        return "it is absolute"
    if path == "~" or re.match(r"~[^/\\]*[/\\]", path):
        return "it names a home folder"
    return "it names a drive" if _DRIVE.match(path) else ""


def reading(path: str, document: str, package: str, names: PackageNames) -> Reading:
    """How `path` in `document` is read first."""
    if is_relative(path):
        return Reading(package, joined(folder(document), path), "document")
    first, slash, rest = path.partition("/")
    if slash and first in names.paths:
        return Reading(package, joined(names.paths[first], rest), "mapped")
    if slash and first == names.name:
        return Reading(package, joined("", rest), "name")
    return Reading(package, joined("", path), "root")


def is_relative(path: str) -> bool:
    """Whether `path` is relative to its document."""
    return path.startswith(("./", "../")) or path in {".", ".."}


def joined(base: str, path: str) -> str:
    """`path` from the folder `base`, without `.`, `..` and empty segments; what leaves the root begins with `../`.

    Of a pattern only the folders before its first wildcard are followed, and `base` is made literal.
    """
    if not base and not _MARKED.search(path):
        return path
    rest = ""
    if is_pattern(path):
        start = literal_folder(path)
        rest = path[len(start) :].lstrip("/")
        base, path = escaped(base), start
    segments: list[str] = []
    for segment in [*base.split("/"), *path.split("/")]:
        if segment == ".." and segments and segments[-1] != "..":
            segments.pop()
        elif segment not in {"", "."}:
            segments.append(segment)
    return "/".join([*segments, rest] if rest else segments)
