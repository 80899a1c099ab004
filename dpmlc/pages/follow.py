"""A link destination in a document -> where it leads on the site: a page, a file brought along, or nowhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from posixpath import normpath
from urllib.parse import unquote

from dpmlc.index.index import Index
from dpmlc.pages.address import file_address, href
from dpmlc.pages.plan import Plan
from dpmlc.pages.regions import Target
from dpmlc.text.paths import folder, inner, package_of, within

# What a browser shows without running anything in it.
_ASSETS = frozenset((
    *("png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "mp3", "mp4", "webm", "ogg", "wav", "woff2"),
    *("csv", "tsv", "txt", "log", "json", "yaml", "yml", "toml", "pdf", "zip"),
))  # fmt: skip
_FRONTS = ("README.md", "readme.md", "index.md")


@dataclass(frozen=True, slots=True)
class Follower:
    """Follows the links of a package."""

    index: Index
    plan: Plan

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
            return Target(None, broken=not self._is_folder(where))
        if where.rpartition(".")[2].lower() not in _ASSETS or entry.size > 16 << 20:
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
        inside = f"{path}/" if inner(path) else path
        return documents.get(path) or next(
            (documents[inside + each] for each in _FRONTS if inside + each in documents), ""
        )

    def _is_folder(self, path: str) -> bool:
        """Folders have no page; a link to one is not wrong."""
        start = f"{path}/" if inner(path) else path
        return any(each.startswith(start) for each in self.index.entries)


def neighbours_of(url: str, document: str, known: Mapping[str, object]) -> tuple[str, ...]:
    """Paths like `url`: those of the folder that it names, written as it is."""
    head, slash, _ = url.partition("#")[0].rpartition("/")
    start = normpath(f"{folder(document)}/{head}".lstrip("/")) if head or folder(document) else "."
    prefix = "" if start == "." else f"{start}/"
    names = {each[len(prefix) :].partition("/")[0] for each in known if each.startswith(prefix)}
    return tuple(sorted(head + slash + each for each in names if each))
