"""HTML as it grows: pieces, the author's tags that are still open, and the words that a search finds."""

from dataclasses import dataclass, field, replace
from typing import Literal

from dpmlc.pages.markdown.characters import escaped
from dpmlc.pages.markdown.marks import Marked
from dpmlc.pages.markdown.slugs import Ids
from dpmlc.pages.markdown.values import Block, Heading, Image, Link, MarkdownOptions

_ENDLESS = frozenset(["dd", "dt", "li", "p", "tbody", "td", "tfoot", "th", "thead", "tr"])


@dataclass(slots=True)
class Open:
    """A tag of the author that is open: its element, the piece it is, how it is written, how it is closed."""

    name: str
    piece: int
    written: str
    closing: str
    link: int = -1
    id: str = ""


@dataclass(slots=True)
class Output:
    """What one text has become so far.

    `open` holds the author's open tags, those from `base` on belong to the element that is being written,
    `places` are their indices by name. `anchors` counts the links that are open. `words` is the text of the block that
    is being written, `slug` the last heading's.
    """

    options: MarkdownOptions
    marked: Marked
    ids: Ids
    pieces: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    places: dict[str, list[int]] = field(default_factory=dict)
    base: int = 0
    anchors: int = 0
    slug: str = ""
    headings: list[Heading] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def end_block(self, kind: Literal["heading", "text"] = "text") -> str:
        """Make a block of the words so far; returns its text, white space as single spaces."""
        words = self.words
        text = " ".join(self.marked.written("".join(words) if len(words) != 1 else words[0]).split())
        words.clear()
        if text:
            self.blocks.append(Block(kind, text, self.slug))
        return text

    def enter(self) -> int:
        """Begin an element of our own; the author's tags do not reach out of it."""
        before, self.base = self.base, len(self.open)
        return before

    def leave(self, before: int) -> None:
        """End it: a tag that the author has left open in it is shown as text."""
        while len(self.open) > self.base:
            self.refuse_last()
        self.base = before

    def refuse_last(self) -> None:
        """Show the last open tag of the author as text, unless HTML lets its end be left out."""
        tag = self._pop()
        if tag.name in _ENDLESS:
            self.pieces.append(tag.closing)
            return
        self.pieces[tag.piece] = escaped(self.marked.written(tag.written))
        if tag.id:
            self.ids.release(tag.id)
        if tag.link >= 0:
            self.links[tag.link] = replace(self.links[tag.link], href=None)

    def close(self, name: str) -> bool:
        """Close the author's element `name`, whose inner ones that are still open become text; False if none is."""
        places = self.places.get(name)
        if not places or places[-1] < self.base:
            return False
        while len(self.open) > places[-1] + 1:
            self.refuse_last()
        self.pieces.append(self._pop().closing)
        return True

    def push(self, tag: Open) -> None:
        """Open an element of the author; its tag is the last piece."""
        self.places.setdefault(tag.name, []).append(len(self.open))
        self.open.append(tag)

    def _pop(self) -> Open:
        tag = self.open.pop()
        self.places[tag.name].pop()
        if tag.link >= 0:
            self.anchors -= 1
        return tag

    def place(self, offset: int) -> tuple[int, int, int]:
        """Offset, line and column for a `Link` or an `Image`."""
        return offset, *self.marked.whereabouts(offset)
