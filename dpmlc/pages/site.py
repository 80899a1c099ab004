"""A checked package -> its site. This is the door to all that makes pages, which is imported where a site begins."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.trail import Trail
from dpmlc.link.flat import Flat
from dpmlc.memory import Key, Left
from dpmlc.pages.finished import SiteOutput
from dpmlc.pages.given import SiteInput, SiteMeans
from dpmlc.pages.stays import Last
from dpmlc.pages.written import Written
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.files import Fingerprint
from dpmlc.text.spread import Spread


class Site(Protocol):
    """A site in the making: every page can be made by itself, in any order, in any process; `finish` joins them."""

    def all(self, spread: Spread) -> Iterable[Written]:
        """The pages about documents and protocols; none about bundles, and none that stand for many."""

    def prompt(self, entry: BundleEntry, flat: Flat, trail: Trail) -> Written:
        """The page of a bundle."""

    def prompt_key(self, entry: BundleEntry, documents: Sequence[str]) -> Key:
        """All that the page of a bundle shows beside the prompt, which is made of `documents`."""

    def holds(self, written: Written) -> bool:
        """Whether the links that were followed for a page lead where they led."""

    def bundle_stays(self, path: str, written: Written) -> bool:
        """Whether `written`, the page of the bundle of `path`, is known to be what it was at the build before, where
        its bundle is.
        """

    @property
    def last(self) -> Last:
        """What the next site asks of this one."""

    def finish(self, pages: Iterable[Written], diagnostics: Sequence[Diagnostic]) -> SiteOutput:
        """Everything else. `diagnostics` are those of the build, which the health page shows with the site's own."""


def site(
    given: SiteInput, means: SiteMeans, last: Last | None = None, touched: frozenset[str] = frozenset()
) -> Site:
    """Begin a site.

    `last` is what the site of the build before left; `touched` are the documents that are others since, by text or
    references.
    """
    from dpmlc.pages.making import begun  # noqa: PLC0415  70 ms that a build without a site need not pay.

    return begun(given, means, last, touched)


def site_before(
    given: SiteInput, means: SiteMeans, row: tuple[Any, ...], left: Left, standing: Mapping[str, Fingerprint]
) -> Last:
    """The site that another process made of `given`, and `left` with `row` (`site_row`); its files are `standing`."""
    from dpmlc.pages.left import site_left  # noqa: PLC0415  As above.
    from dpmlc.pages.making import begun  # noqa: PLC0415

    return begun(given, means, left=site_left(row, given, left, standing)).last


def site_row(last: Last) -> tuple[Any, ...]:
    """What a site leaves to another process beside its pages and the search, as plain data."""
    from dpmlc.pages import left  # noqa: PLC0415  As above.

    return left.site_row(last)
