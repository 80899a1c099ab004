"""Which element carries the name of inlined content (SPEC 4.2, Envelope)."""

from collections.abc import Mapping
from typing import Literal
from urllib.parse import quote

from dpmlc.index.index import Index
from dpmlc.link.loaded import Passage
from dpmlc.link.visits import Part, path_uri
from dpmlc.link.written import value_of
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Markdown
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular


@frozen
class Envelope:
    """`own`: the document's one root carries the name; `attribute` (perhaps "") goes into its opening tag.

    `wrap`: `tag` stands around the content, with its attributes. `none`: the content needs no element.
    """

    kind: Literal["own", "wrap", "none"]
    tag: str = ""
    attribute: str = ""

    @property
    def opening(self) -> str:
        return f"<{self.tag}{self.attribute}>"

    @property
    def closing(self) -> str:
        return f"</{self.tag}>"


NONE = Envelope("none")
_SPACE = regular(r"\s")


def envelope(part: Part, index: Index, always: Literal["auto", "reference"]) -> Envelope:
    """The element for multi-line content of `part`."""
    if always == "reference" or part.clash or part.again or part.bound.globbed or part.bound.wanted != "id":
        return _reference(part)
    if not isinstance(part.loaded, Passage) or not part.loaded.whole:
        return _reference(part)
    scan = index.documents[part.loaded.path]
    return _by_roots(part, scan, index)


def root_of(scan: Scan) -> Element | None:
    """The only root element, or None."""
    roots = [node for node in scan.nodes if isinstance(node, Element)]
    return roots[0] if len(roots) == 1 else None


def prose_around(scan: Scan) -> bool:
    """Whether text stands outside of the roots."""
    return any(
        isinstance(node, Markdown) and scan.text[node.span.start : node.span.end].strip() for node in scan.nodes
    )


def same_structure(one: str, other: str, index: Index) -> bool:
    """Whether two names are one structural protocol, a synonym of it counted."""
    if one == other:
        return True
    structure = index.structures.get(one)
    return structure is not None and (other == structure.name or other in structure.synonyms)


def name_attribute(name: str) -> str:
    """`id="NAME"` without quotes, and with what an id cannot hold percent-encoded (SPEC 1.9)."""
    plain = value_of(name.replace('"', ""))
    return f' id="{_SPACE.sub(lambda found: quote(found[0]), plain)}"'


def _by_roots(part: Part, scan: Scan, index: Index) -> Envelope:
    bound = part.bound
    name, protocol = bound.resource, bound.protocol
    roots = [node for node in scan.nodes if isinstance(node, Element)]
    mine = [root for root in roots if same_structure(root.structure, protocol, index)]
    if any(each.isspace() for each in name):
        return _reference(part)  # An id holds no white space (SPEC 1.9).
    if len(roots) == 1:
        root = roots[0]
        if root.name == "reference" and _is_named(root, {"protocol": protocol, "resource": name}):
            return Envelope("own")
        closed = not prose_around(scan) if root.closing is None else root.closing.end > root.closing.start
        if mine and closed and root.attribute("id") in (None, name):
            return Envelope("own", attribute="" if root.attribute("id") else name_attribute(name))
    if not mine and _suffix_protocol(scan.path, index.suffixes) == protocol:
        return Envelope("wrap", protocol, name_attribute(name))
    return _reference(part)


def _is_named(root: Element, wanted: Mapping[str, str]) -> bool:
    return all(root.attribute(each) == value for each, value in wanted.items())


def _suffix_protocol(path: str, suffixes: Mapping[str, str]) -> str:
    name = path.rpartition("/")[2]
    return next((protocol for suffix, protocol in suffixes.items() if name.endswith(f".{suffix}")), "")


def _reference(part: Part) -> Envelope:
    bound = part.bound
    protocol, resource = bound.protocol, bound.resource
    if part.clash or bound.globbed:
        protocol, _, resource = path_uri(part.target.location).partition("://")
        resource = value_of(f"{resource}{bound.reference.query}")
    return Envelope("wrap", "reference", f' protocol="{protocol}" resource="{resource}"')
