"""A link destination in a document -> where it leads on the site: a page, a file brought along, or nowhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from posixpath import normpath
from typing import Protocol
from urllib.parse import unquote

from dpmlc.index.index import Index
from dpmlc.pages.links.targets import Target
from dpmlc.pages.plan.address import file_address, href
from dpmlc.pages.plan.plan import Plan
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder, inner, package_of, within

# What a browser shows without running anything in it.
_ASSETS = frozenset((
    *("png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "svg", "mp3", "mp4", "webm", "ogg", "wav", "woff2"),
    *("csv", "tsv", "txt", "log", "json", "yaml", "yml", "toml", "pdf", "zip"),
))  # fmt: skip
_LARGEST = 16 << 20
# What would mean something else in a link.
_MEANT = str.maketrans({"%": "%25", "#": "%23", "?": "%3F"})


class Follows(Protocol):
    """Says where links lead."""

    def on(self, page: str, document: str) -> Callable[[str, int], Target]:
        """What follows links of `document` on the page at `page`."""

    def target(self, url: str, document: str, page: str) -> Target:
        """Where `url`, written in `document` and shown on `page`, leads."""


@frozen
class Follower:
    """Follows the links of a package. `folders` gives what they can name besides files and pages, once it is asked.

    `too_large` are the files that it does not bring along because of their size.
    """

    index: Index
    plan: Plan
    folders: Callable[[], frozenset[str]]
    too_large: frozenset[str]

    def on(self, page: str, document: str) -> Callable[[str, int], Target]:
        """What follows links of `document` on the page at `page`."""
        known: dict[str, Target] = {}

        def follow(url: str, _offset: int) -> Target:
            if url not in known:
                known[url] = self.target(url, document, page)
            return known[url]

        return follow

    def target(self, url: str, document: str, page: str) -> Target:
        """Where `url`, written in `document` and shown on `page`, leads."""
        path, _, fragment = url.partition("#")
        path = unquote(path.partition("?")[0])
        if not path:
            own = self.plan.documents.get(document, page)
            mark = f"#{fragment}" if fragment else ""
            return Target(href(page, own + mark), own, fragment)
        where = self._path(path, document)
        if where is None:
            return Target(None, broken=True)
        known = self._page(where)
        if known:
            return Target(href(page, known + (f"#{fragment}" if fragment else "")), known, fragment)
        entry = self.index.entries.get(where)
        if entry is None or entry.kind != "file":
            return Target(None, broken=where not in self.folders())
        if where.rpartition(".")[2].lower() not in _ASSETS or where in self.too_large:
            return Target(None)
        address = file_address(where)
        return Target(href(page, address), brings=(address, where))

    def _path(self, path: str, document: str) -> str | None:
        """The package path that `path` names; None where it leaves the package."""
        start = path.lstrip("/") if path.startswith("/") else f"{folder(document)}/{path}".lstrip("/")
        plain = normpath(start)
        if plain == ".." or plain.startswith("../"):
            return None
        return within(package_of(document), "" if plain == "." else plain)

    def _page(self, path: str) -> str:
        documents = self.plan.documents
        return documents.get(path) or documents.get(self.plan.fronts.get(path, ""), "")


@frozen
class Trace:
    """A follower that notes what it was asked, for one page: the page holds as long as the answers do."""

    follower: Follows
    noted: dict[tuple[str, str], Target] = field(default_factory=dict)

    def on(self, page: str, document: str) -> Callable[[str, int], Target]:
        """What follows links of `document` on the page at `page`."""
        return lambda url, _offset: self.target(url, document, page)

    def target(self, url: str, document: str, page: str) -> Target:
        """Where `url`, written in `document` and shown on `page`, leads."""
        known = self.noted.get((url, document))
        if known is None:
            known = self.noted[url, document] = self.follower.target(url, document, page)
        return known


def follower(index: Index, plan: Plan) -> Follower:
    """What follows the links of the package behind `index`."""
    folders = cache(lambda: frozenset(folders_of(index.entries)))
    return Follower(index, plan, folders, too_large(index))


def too_large(index: Index) -> frozenset[str]:
    """The files that no page brings along because of their size."""
    return frozenset(each.path for each in index.entries.values() if each.size > _LARGEST)


def folders_of(paths: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """For each folder above these files (`""` is the root, `package://NAME/` a dependency's) the names in it."""
    found: dict[str, dict[str, None]] = {}
    for path in paths:
        package, rest = package_of(path), inner(path)
        while rest:
            above, _, last = rest.rpartition("/")
            names = found.setdefault(within(package, above), {})
            if last in names:
                break
            names[last] = None
            rest = above
    return {path: tuple(names) for path, names in found.items()}


def neighbours_of(url: str, document: str, folders: Mapping[str, Sequence[str]]) -> tuple[str, tuple[str, ...]]:
    """The folder that `url`, written in `document`, looks into, and what it could name there, as a link has it."""
    head, slash, _ = url.partition("#")[0].rpartition("/")
    here = "" if url.startswith("/") else folder(document)
    plain = normpath(f"{here}/{head}".lstrip("/") or ".")
    where = within(package_of(document), "" if plain == "." else plain)
    return where, tuple(sorted(head + slash + each.translate(_MEANT) for each in folders.get(where, ())))
