"""What the index is made of, as this process made it or as another one left it, to be read where something asks."""

from collections.abc import Callable
from typing import Any, TypeAlias

from dpmlc.pages.search.postings import Postings
from dpmlc.pages.search.scripts import Shown

Page: TypeAlias = tuple[Shown, Postings]
"""What `indexed` makes of a page."""

Row: TypeAlias = tuple[Any, ...]
"""Plain data."""


class Kept:
    """A page as another process left it, with how many bytes its terms have; `read` gives the page."""

    __slots__ = ("read", "terms", "url")

    def __init__(self, url: str, terms: int, read: Callable[[], Page]) -> None:
        self.url = url
        self.terms = terms
        self.read = read

    def __eq__(self, other: object) -> bool:
        """One url was left once; only a page that was made anew has to be compared."""
        if isinstance(other, Kept):
            return self.url == other.url
        return isinstance(other, tuple) and url_of(other) == self.url and other == self.read()

    def __hash__(self) -> int:
        return hash(self.url)


class Held:
    """Bytes that another process left, and that stand in the output; `read` gives them."""

    __slots__ = ("read",)

    def __init__(self, read: Callable[[], bytes]) -> None:
        self.read = read


Found: TypeAlias = Page | Kept
Text: TypeAlias = bytes | Held


def url_of(found: Found) -> str:
    """Where the page stands."""
    return found.url if isinstance(found, Kept) else found[0].url


def terms_of(found: Found) -> int:
    """How many bytes its terms have."""
    return found.terms if isinstance(found, Kept) else len(found[1].terms)


def page_of(found: Found) -> Page:
    """The page itself."""
    return found.read() if isinstance(found, Kept) else found


def text_of(text: Text) -> bytes:
    """The bytes themselves."""
    return text.read() if isinstance(text, Held) else text


def packed(page: Page) -> Row:
    """A page as plain data."""
    shown, postings = page
    told = (postings.terms, postings.positions, postings.titles, postings.headings, postings.begins)
    return (shown.url, shown.values), told


def unpacked(row: Row) -> Page:
    """The page that `packed` made `row` of."""
    shown, postings = row
    return Shown(*shown), Postings(*postings)
