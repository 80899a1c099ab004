"""An address at which a page stood before -> where its document is shown now.

Half of a tag makes prose of a role, whose page is elsewhere. The tab of whoever types it should not lose the document.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field

from dpmlc.emit.entries import BundleEntry
from dpmlc.pages.plan.address import prompt_address, prose_address, resource_address
from dpmlc.text.frozen import frozen


@frozen
class Shown:
    """The `documents` that have pages, by path, and those of them that are bundles.

    `bundles` are the documents by the addresses of all bundles that there ever were, `gone` the addresses of all pages
    that are no more.
    """

    documents: Sequence[str] = ()
    entries: Sequence[BundleEntry] = ()
    bundles: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    def after(self, documents: Sequence[str], entries: Sequence[BundleEntry], gone: Collection[str]) -> "Shown":
        """The same after another build, which took away the pages at `gone`."""
        bundles = self.bundles
        if entries != self.entries:
            bundles = {**bundles, **{prompt_address(each.id): each.path for each in entries}}
        return Shown(documents, entries, bundles, self.gone | frozenset(gone))

    def instead(self, address: str) -> tuple[str, ...]:
        """Where the document may be shown whose page is gone from `address`; all are from the site's root."""
        if address not in self.gone:
            return ()
        known = self.bundles.get(address)
        found = [known] if known else [path for path in self.documents if address in _without_bundle(path)]
        return tuple(page for path in found if path in self.documents for page in self._pages(path))

    def _pages(self, path: str) -> Iterator[str]:
        yield from (prompt_address(each.id) for each in self.entries if each.path == path)
        yield from _without_bundle(path)


def _without_bundle(path: str) -> tuple[str, str]:
    return resource_address(path), prose_address(path)
