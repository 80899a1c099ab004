"""A page that was made: its view, and what it leaves for the rest of the site to check and to search."""

from typing import Literal

from dpmlc.pages.links.targets import LinkFound
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.views import Head
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen


@frozen
class Made:
    """A page as values. `view` is one of `dpmlc.pages.views_pages`, `template` what shows it. A `part` goes on where
    another page ends, and is found by way of that.

    `ids` are the places in it that a link may name, `links` those that it holds. `keys` are names by which a search
    finds it first, `blocks` the words that it holds. `twin` is the page as Markdown (or ""), `texts` a script with
    the sources of a prompt (or ""). `diagrams` are the drawings on it: their addresses with their SVG. `faults` are
    what making it found in its documents.
    """

    address: str
    template: str
    head: Head
    view: object
    kind: Literal["page", "list", "part"] = "page"
    ids: frozenset[str] = frozenset()
    links: tuple[LinkFound, ...] = ()
    keys: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    twin: str = ""
    texts: str = ""
    diagrams: tuple[tuple[str, str], ...] = ()
    faults: tuple[Diagnostic, ...] = ()
