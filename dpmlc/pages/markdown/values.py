"""What goes into rendering Markdown and what comes out of it, as values."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal

from dpmlc.text.frozen import frozen

LABELS: Mapping[str, str] = MappingProxyType(
    {"code": "Code", "table": "Table", "footnotes": "Footnotes", "back": "Back"}
)


@frozen
class MarkdownOptions:
    """How one text of a page is rendered.

    `slugs` are the ids that the page has already: none is given out again. `heading_shift` is added to the level of
    each heading, 6 at most. `resolve` says what a destination without scheme (`guide.md#start`, `#start`, percent
    encoding of characters beyond ASCII undone) becomes in HTML; None or a missing key: it leads nowhere. Without
    `resolve` destinations stay. `inline` are spans (start, end, trusted HTML of phrasing content), in code points of
    the text, in order, not overlapping: what stands in their place outside code. `diagram` may turn the text of a
    `mermaid` fence into trusted HTML; it is told where that word stands in the text (-1: not known). `prefix` keeps the
    footnote ids of several texts on one page apart. `labels` are words of the interface: `code`, `table`, `footnotes`,
    `back`, and titles by kind of admonition.
    """

    slugs: Collection[str] = frozenset()
    heading_shift: int = 0
    resolve: Callable[[str], str | None] | Mapping[str, str] | None = None
    inline: tuple[tuple[int, int, str], ...] = ()
    diagram: Callable[[str, int], str | None] | None = None
    prefix: str = ""
    labels: Mapping[str, str] = field(default_factory=lambda: LABELS)


@frozen
class Heading:
    """A heading as a reader sees it; `level` is shifted, `slug` its id, unique on the page."""

    level: int
    text: str
    slug: str


@frozen
class Link:
    """A link that was written: `url` as in `MarkdownOptions.resolve`, `href` what became of it (None: no link).

    `offset` is where the destination (of a reference link: the one of its definition) stands in the text, in code
    points; `line` and `column` count from 1. All three are 0 where the place is not known.
    """

    url: str
    text: str
    href: str | None
    offset: int = -1
    line: int = 0
    column: int = 0


@frozen
class Image:
    """An image that was written, its places as in `Link`; `src` is None for one that the page does not load."""

    url: str
    alt: str
    src: str | None
    offset: int = -1
    line: int = 0
    column: int = 0


@frozen
class Block:
    """Words of one block as a reader sees them, below the heading with the id `slug` ("": before the first one).

    An `id` is what something at that place is called.
    """

    kind: Literal["heading", "text", "code", "id"]
    text: str
    slug: str


@frozen
class Rendered:
    """A text as HTML. `ids` are all ids in `html`, in order; `links` and `images` stand in the order of the HTML."""

    html: str
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    ids: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()

    @property
    def plain(self) -> str:
        """The words of all blocks, one block a line: what a search looks through."""
        return "\n".join(block.text for block in self.blocks)
