"""What stands in one document: elements, Markdown and comments, each with its exact place."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Attribute:
    """`name="value"` on an opening tag. `value` is literal text (SPEC 1.5); `value_span` leaves the quotes out."""

    name: str
    value: str
    name_span: Span
    value_span: Span


@frozen
class Element:
    """A tag that became structure (SPEC 1.7).

    `feature` is A and `implementation` B in `<A:B>`; without binding `implementation` is None. `name` is as written.
    `opening` and `closing` span the tags from `<` to `>`; `closing` is None for `<x/>`, and empty where the closing
    tag is missing (then the element ends there). `closing` may cover a backticked or misspelt tag (1.7 d, e):
    `plain_closing` tells whether it stands as `</name>`.
    """

    name: str
    feature: str
    implementation: str | None
    attributes: tuple[Attribute, ...]
    opening: Span
    closing: Span | None
    children: tuple["Node", ...]
    plain_closing: bool = True

    @property
    def structure(self) -> str:
        """The name whose content model holds: B in `<A:B>`, else the element's own (SPEC 1.10)."""
        return self.implementation or self.feature

    @property
    def span(self) -> Span:
        """The whole element, tags included."""
        end = self.opening.end if self.closing is None else self.closing.end
        return Span(self.opening.path, self.opening.start, end)

    def attribute(self, name: str) -> str | None:
        """Value of the first attribute called `name`, or None."""
        return next((each.value for each in self.attributes if each.name == name), None)


@frozen
class Markdown:
    """A run of text between tags and comments, as it stands in the source; never empty."""

    span: Span


@frozen
class Comment:
    """`<!-- … -->`, marks included: kept in the tree, not prompt content."""

    span: Span


Node: TypeAlias = Element | Markdown | Comment


def elements(nodes: Sequence[Node]) -> Iterator[Element]:
    """All elements among `nodes` and below, in text order. No recursion: depth is free."""
    waiting = [node for node in reversed(nodes) if isinstance(node, Element)]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += [node for node in reversed(element.children) if isinstance(node, Element)]


OpaqueKind = Literal["fence", "code", "comment"]


@frozen
class Opaque:
    """A region in which nothing is recognised (SPEC 1.3): from its opening mark to behind its closing mark.

    A `fence` runs from the start of its opening mark (indentation and quote marks before it left out) to the end of
    its closing mark, line end left out. `info` is a fence's info string.
    """

    kind: OpaqueKind
    start: int
    end: int
    info: str = ""


@frozen
class StrayTag:
    """A weak or edge tag that found no partner and is text; `name` is what it names (SPEC 1.7)."""

    name: str
    span: Span
    closing: bool


@frozen
class Front:
    """Front matter (SPEC 1.2): `span` runs from the first `---` to behind the closing mark's line end.

    `text` is the YAML between the marks; `data` what YAML read, as pairs in order (a mapping with string keys).
    """

    span: Span
    data: tuple[tuple[str, object], ...]
