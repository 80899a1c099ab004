"""What a site has beside its pages: the search's index, lists for machines, and files that its links lead to."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from dpmlc.emit.screening import read_to_screen, screened_file
from dpmlc.pages.faults import picture_changed
from dpmlc.pages.figures.drawing import picture
from dpmlc.pages.plan.address import twin_of
from dpmlc.pages.plan.plan import Plan
from dpmlc.pages.search import Found, Held, SearchIndex, Text, text_of
from dpmlc.pages.written import Traits
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Copy, Output, Unchanged
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked_bytes

FOLDER = "site"
SEARCH = "search/index.js"


@frozen
class BroughtAlong:
    """Files of the package that stand in the site, and what kept others out of it. An SVG stands there without what
    could run in it.
    """

    copies: tuple[Output, ...]
    inputs: Mapping[str, Fingerprint]
    faults: tuple[Diagnostic, ...]


def file(address: str, text: str) -> Artifact:
    """A file of the site."""
    return _artifact(address, text.encode("utf-8", "replace"))


def _artifact(address: str, content: bytes) -> Artifact:
    """A file of the site. A password in an address is masked wherever it stands (SPEC 6.3)."""
    return Artifact(f"{FOLDER}/{address}", masked_bytes(content))


class SiteIndex:
    """The search's index of one site from build to build: a file that did not change is the very same artifact.

    `before` is the index of a build whose files are `standing` in the output.
    """

    def __init__(self, before: SearchIndex | None = None, standing: Mapping[str, Fingerprint] | None = None) -> None:
        self.index = before or SearchIndex()
        self._standing = standing or {}
        self._made: Mapping[str, tuple[Text, Artifact | Unchanged]] = {}

    def artifacts(self, pages: Sequence[Found]) -> Iterable[Artifact | Unchanged]:
        """The index. Its first file has one name for good: a page does not change because another page did."""
        found = self.index.of(pages)
        made: dict[str, tuple[Text, Artifact | Unchanged]] = {}
        for path, content in found.files:
            known = self._made.get(path)
            if known is None or known[0] is not content:
                known = content, self._file(SEARCH if path == found.entry else path, content)
            made[path] = known
        self._made = made
        return [artifact for _, artifact in made.values()]

    def _file(self, address: str, content: Text) -> Artifact | Unchanged:
        stands = self._standing.get(f"{FOLDER}/{address}") if isinstance(content, Held) else None
        if stands is not None:
            return Unchanged(f"{FOLDER}/{address}", stands.bytes, stands.sha256)
        return _artifact(address, text_of(content))


def brought_along(pages: Sequence[Traits], files: Files, allowed: tuple[str, ...]) -> BroughtAlong:
    """Files of the package that links lead to. One that holds a secret stays where it is (SPEC 6.6)."""
    links = [link for each in pages for link in each.links if link.target.brings]
    wanted = {link.target.brings: link.span for link in reversed(links) if link.target.brings}
    copies: list[Output] = []
    inputs, wrong = {}, list[Diagnostic]()
    for (address, path), span in sorted(wanted.items(), key=lambda each: each[0]):
        content, known = read_to_screen(path, files)
        found = screened_file(path, content, span, allowed)
        if found:
            wrong += found
        elif isinstance(known, Fingerprint):
            inputs[path] = known
            if not path.lower().endswith(".svg"):
                copies.append(Copy(f"{FOLDER}/{address}", path, known.bytes, known.sha256))
                continue
            safe = picture(content)
            if safe is None or safe.without:
                wrong.append(picture_changed(span, path, safe.without if safe else None))
            if safe is not None:
                copies.append(file(address, safe.svg))
    return BroughtAlong(tuple(copies), inputs, tuple(wrong))


def llms(pages: Sequence[Traits], plan_: Plan, title: str) -> str:
    """The pages for language models: title, address of the twin and description."""
    lines = [f"# {title}", ""]
    if plan_.options.description:
        lines += [f"> {plan_.options.description}", ""]
    by_kind: dict[str, list[str]] = {}
    for each in pages:
        if each.twin and each.kind != "part":
            note = f": {each.description}" if each.description else ""
            label = " ".join(each.title.split()).replace("[", "(").replace("]", ")")
            by_kind.setdefault(each.section, []).append(f"- [{label}]({twin_of(each.address)}){note}")
    for section, links in by_kind.items():
        lines += [f"## {section}", "", *links, ""]
    return "\n".join(lines)


def sitemap(pages: Sequence[Traits]) -> str:
    """The addresses of all pages, for search engines."""
    found = [each.whole for each in pages if each.address != "404.html"]
    urls = "".join(f"<url><loc>{escape(each)}</loc></url>\n" for each in found)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
