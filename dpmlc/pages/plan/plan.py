"""What was checked -> which pages the site has, where, and in which order people meet them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.title import title
from dpmlc.index.index import Index
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.structure import Structure
from dpmlc.pages.plan import address
from dpmlc.pages.plan.address import Claim
from dpmlc.pages.plan.opening import opening
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.plan.wording import named, plainly
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder, name, package_of, within
from dpmlc.tools.read_tool import ReadTool

BUILTIN = "dpmlc:"
"""How the paths of dpmlc's own documents begin."""

Kind: TypeAlias = Literal["guide", "prompts", "resources", "protocols", "elements", "tools"]
DOCUMENTS: tuple[Kind, ...] = ("guide", "prompts", "resources")
"""The kinds of pages whose subject is a document."""
KINDS: tuple[Kind, ...] = ("guide", "prompts", "resources", "protocols", "elements", "tools")


@frozen
class Planned:
    """A page about `subject` (a package path, or a protocol's name). `group` is its folder, for the navigation."""

    address: str
    kind: Kind
    subject: str
    label: str
    group: str
    description: str = ""


@frozen
class Plan:
    """All pages about something, in the order of the site; lookups by what they are about.

    `labels` are what people call the documents. `index` is the path of the document that stands on the first page, or
    "", `fronts` leads from each folder that has such a document to it. `structures` holds synonyms as keys of their
    own. `claims` is what each page is made of, for `collisions`.
    """

    package: str
    options: SiteOptions
    pages: tuple[Planned, ...]
    documents: Mapping[str, str]
    labels: Mapping[str, str]
    protocols: Mapping[str, str]
    structures: Mapping[str, str]
    bundles: Mapping[str, BundleEntry]
    prompts: Mapping[str, Planned]
    index: str
    fronts: Mapping[str, str]
    claims: tuple[Claim, ...]

    @property
    def drawn(self) -> tuple[object, ...]:
        """What a picture of the documents tells of the plan."""
        return self.documents, self.labels, self.bundles, self.options

    def of(self, kind: Kind) -> tuple[Planned, ...]:
        """The pages of one section, in order."""
        return tuple(each for each in self.pages if each.kind == kind)


def plan(
    package: str,
    index: Index,
    documents: Sequence[str],
    entries: Sequence[BundleEntry],
    tools: Sequence[ReadTool],
    options: SiteOptions,
) -> Plan:
    """The pages of the package. `documents` are the paths of those to show, dependencies' included."""
    by_path = {each.path: each for each in entries}
    front = _fronts(documents).get("", "")
    told = [
        _document(index.documents[path], by_path.get(path))
        for path in documents
        if path != front and path not in by_path
    ]
    asked = [_document(index.documents[each.path], each) for each in entries]
    found = sorted((*told, *asked), key=_order)
    label = _front_label(front, package, index, options)
    return arranged(package, index, found, (front, label), entries, tools, options)


def arranged(
    package: str,
    index: Index,
    found: Sequence[Planned],
    front: tuple[str, str],
    entries: Sequence[BundleEntry],
    tools: Sequence[ReadTool],
    options: SiteOptions,
) -> Plan:
    """The plan with these pages about documents, in order, where `front` is the path of the document that stands on the
    first page, with what people call it; no document is asked.
    """
    first, label = front
    protocols = [_protocol(each) for each in sorted(index.protocols.values(), key=lambda each: each.name)]
    elements = [_element(each) for each in _distinct(index.structures)]
    called = [_tool(each) for each in tools]
    pages = (*found, *protocols, *elements, *called)
    return Plan(
        package, options, pages,
        {**{each.subject: each.address for each in (*found, *called)}, **({first: "index.html"} if first else {})},
        {**{each.subject: each.label for each in (*found, *called)}, **({first: label} if label else {})},
        {each.subject: each.address for each in protocols},
        {synonym: address.element_address(each.name) for synonym, each in index.structures.items()},
        {each.path: each for each in entries}, {each.subject: each for each in found if each.kind == "prompts"}, first,
        _fronts([each.subject for each in found] + [first] * bool(first)), tuple(_claims(pages)),
    )  # fmt: skip


def replanned(before: Plan, index: Index, touched: frozenset[str]) -> Plan | None:
    """The plan where no documents but those `touched` are others, and these stand where they stood, under the same
    names: `before`, but for what describes them. None where more is another.
    """
    front = before.index
    if front in touched:
        label = _front_label(front, before.package, index, before.options)
        if label != before.labels.get(front, ""):
            return None
    old = {each for each in before.pages if each.subject in touched and each.kind in DOCUMENTS}
    new = {each: _document(index.documents[each.subject], before.bundles.get(each.subject)) for each in old}
    if all(new[each] == each for each in old):
        return before
    if any(replace(new[each], description=each.description) != each for each in old):
        return None
    pages = tuple(new.get(each, each) for each in before.pages)
    prompts = {each.subject: each for each in new.values() if each.kind == "prompts"}
    return replace(before, pages=pages, prompts={**before.prompts, **prompts})


def same_pages(one: Plan, other: Plan) -> bool:
    """Whether one plan is the other, but perhaps for what describes some pages (`replanned`)."""
    return one.documents is other.documents


def _front_label(front: str, package: str, index: Index, options: SiteOptions) -> str:
    """What people call the document on the first page: by its title, else as they call the site; "" for nothing."""
    return front and (named(title(index.documents[front])[0]) or options.title or package)


def _fronts(documents: Iterable[str]) -> Mapping[str, str]:
    """For each folder (`package://NAME/` is a dependency's own) the document that is its page, a README first."""
    found: dict[str, str] = {}
    for path in sorted(filter(address.is_front, documents), key=_rank):
        found.setdefault(within(package_of(path), folder(path)), path)
    return found


def _rank(front: str) -> tuple[bool, bool, bytes]:
    is_index = name(front).casefold().startswith("index")
    return is_index, not front.casefold().endswith(".md"), front.encode("utf-8", "surrogatepass")


def _claims(pages: Iterable[Planned]) -> Iterator[Claim]:
    """The page of each, and where a bundle is called like what stands beside another's page, that too."""
    for each in pages:
        yield Claim(each.address, each.subject)
        if each.kind == "prompts":
            yield Claim(f"{each.address.removesuffix('.html')}.source.md", each.subject)
            if each.address.endswith(".source.html"):
                yield Claim(address.twin_of(each.address), each.subject)


def _document(scan: Scan, entry: BundleEntry | None) -> Planned:
    heading, paragraph = title(scan)
    label, description = named(heading), plainly(paragraph)
    if entry is not None:
        group = entry.id.rpartition("/")[0]
        told = description or plainly(opening(scan))
        return Planned(address.prompt_address(entry.id), "prompts", scan.path, label or entry.id, group, told)
    kind: Kind = "resources" if any(isinstance(node, Element) for node in scan.nodes) or _named(scan.path) else "guide"
    where = address.prose_address(scan.path) if kind == "guide" else address.resource_address(scan.path)
    package = package_of(scan.path)
    group = f"{package}/{folder(scan.path)}".strip("/") if package else folder(scan.path)
    return Planned(where, kind, scan.path, label or name(address.stem(scan.path)), group, description)


def _named(path: str) -> bool:
    """Whether a file name says its protocol: `water.knowledge.md`."""
    return "." in name(address.stem(path))


def _protocol(each: ResourceProtocol) -> Planned:
    return Planned(address.protocol_address(each.name), "protocols", each.name, f"{each.name}://", "", each.description)


def _element(each: Structure) -> Planned:
    return Planned(address.element_address(each.name), "elements", each.name, f"<{each.name}>", "", each.description)


def _tool(each: ReadTool) -> Planned:
    description = each.metadata["description"] or ""
    return Planned(address.tool_address(each.id), "tools", each.path, each.name, "", description)


def _distinct(structures: Mapping[str, Structure]) -> Iterable[Structure]:
    return sorted({each.name: each for each in structures.values()}.values(), key=lambda each: each.name)


def _order(page: Planned) -> tuple[int, bool, str, bool, bytes]:
    """Sections in order; the package's own before its dependencies'; of a folder the README first."""
    return (
        KINDS.index(page.kind), bool(package_of(page.subject)), page.group, not address.is_front(page.subject),
        page.subject.encode("utf-8", "surrogatepass"),
    )  # fmt: skip
