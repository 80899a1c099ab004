"""A theme's static files -> files of the site, named by their content; stylesheets lead to these names."""

import hashlib
import posixpath
import re
from collections.abc import Mapping
from urllib.parse import unquote

from dpmlc.pages.plan.address import slugs
from dpmlc.pages.themes.theme import Theme
from dpmlc.text.artifact import Artifact
from dpmlc.text.regular import regular

_FOLDER = "assets"
_DEEPEST = 50
_LINK = regular(
    r"""url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')""", re.IGNORECASE
)
_BEHIND = regular(r"[?#].*", re.DOTALL)


def statics(theme: Theme) -> tuple[tuple[Artifact, ...], Mapping[str, str]]:
    """Static files of the whole line, the nearest of each path; a name holds eight digits of its content's hash.

    Those of a theme stand behind those that it inherits, so that its stylesheets have the last word.
    """
    found: dict[str, bytes] = {}
    for each in reversed(tuple(theme.line())):
        found.update(sorted(each.static.items()))
    naming = _Naming(found)
    made = {path: naming.made(path) for path in found}
    return tuple(made.values()), {path: each.path for path, each in made.items()}


class _Naming:
    """Names files in the order in which they are asked for, what a stylesheet leads to before itself."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        self._found = found
        self._made: dict[str, Artifact] = {}
        self._open: list[str] = []
        self._taken: set[str] = set()

    def made(self, path: str) -> Artifact:
        """The file of the site that the static file at `path` becomes."""
        if path not in self._made:
            self._open.append(path)
            content = self._linked(path) if path.endswith(".css") else self._found[path]
            self._open.pop()
            where = _address(path, hashlib.sha256(content).hexdigest(), self._taken)
            self._made[path] = Artifact(where, content)
        return self._made[path]

    def _linked(self, path: str) -> bytes:
        """A stylesheet whose `url(…)` and `@import` of static files lead to their names."""
        text = self._found[path].decode("utf-8", "surrogateescape")
        pieces: list[str] = []
        at = 0
        for found in _LINK.finditer(text):
            number = found.lastindex or 0
            leads = self._from(path, found[number])
            if leads:
                pieces += (text[at : found.start(number)], leads)
                at = found.end(number)
        return "".join((*pieces, text[at:])).encode("utf-8", "surrogateescape")

    def _from(self, path: str, link: str) -> str:
        """What `link` in the stylesheet at `path` becomes; "" for one that leads to no static file.

        Stylesheets that lead to each other in a circle keep the link that closes it.
        """
        name = _BEHIND.sub("", link)
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(name)))
        if wanted not in self._found or wanted in self._open or len(self._open) > _DEEPEST:
            return ""
        folder = posixpath.dirname(f"{_FOLDER}/{slugs(path)}")
        return posixpath.relpath(self.made(wanted).path, folder) + link[len(name) :]


def _address(path: str, digest: str, taken: set[str]) -> str:
    """An address for a static file that needs no encoding, and that no other file has on any system."""
    head, dot, ending = slugs(path).rpartition(".")
    for length in range(8, len(digest) + 1):
        name = f"{head}.{digest[:length]}.{ending}" if dot else f"{ending}.{digest[:length]}"
        if f"{_FOLDER}/{name}".casefold() not in taken:
            break
    taken.add(f"{_FOLDER}/{name}".casefold())
    return f"{_FOLDER}/{name}"
