"""The value of one scanned document: everything that the later stages know of its characters."""

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Reference
from dpmlc.scan.tree import Front, Node, Opaque, StrayTag
from dpmlc.text.frozen import frozen


@frozen
class Scan:
    """One document, scanned alone.

    `nodes` cover the text behind the front matter without gap: joined, their characters are the text. `references`
    are the live ones, in text order (prose, `src` values, empty `<reference/>` elements). `opaque` regions stand in
    text order and do not overlap. `html` names HTML tags that were read as text, lower case: where a project claims
    one of them the document is scanned again. `diagnostics` are those of SPEC 1.8, 3.2 to 3.4 and limits, in order.
    """

    path: str
    text: str
    front: Front | None
    nodes: tuple[Node, ...]
    references: tuple[Reference, ...]
    opaque: tuple[Opaque, ...]
    strays: tuple[StrayTag, ...]
    html: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
