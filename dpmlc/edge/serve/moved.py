"""An address at which a page stood before -> where its document is shown now.

Half of a tag makes prose of a role, whose page is elsewhere, and a file that gets another name takes its page along.
The tab of whoever does so should not lose the document.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field

from dpmlc.emit.entries import BundleEntry
from dpmlc.pages.plan.address import prompt_address, prose_address, resource_address
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import folder, name


@frozen
class Shown:
    """The `documents` that have pages, by path, and those of them that are bundles; `read` says what stands in them.

    `bundles` are the documents by the addresses of all bundles that there ever were, `gone` the addresses of all pages
    that are no more, `left` what stood in documents that are no more, `moved` where documents are now that were
    elsewhere: the same text under another path.
    """

    documents: Sequence[str] = ()
    entries: Sequence[BundleEntry] = ()
    read: Mapping[str, Fingerprint] = field(default_factory=dict)
    bundles: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    left: Mapping[str, Fingerprint] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)

    def after(
        self,
        documents: Sequence[str],
        entries: Sequence[BundleEntry],
        read: Mapping[str, Fingerprint],
        gone: Collection[str],
    ) -> "Shown":
        """The same after another build, which took away the pages at `gone`."""
        bundles, left, moved = self.bundles, self.left, self.moved
        if entries != self.entries:
            bundles = {**bundles, **{prompt_address(each.id): each.path for each in entries}}
        if documents != self.documents:
            absent, came = set(self.documents).difference(documents), set(documents).difference(self.documents)
            left = {**left, **{path: self.read[path] for path in absent if path in self.read}}
            moved = {**{old: new for old, new in moved.items() if old not in came}, **_moves(left, came, read)}
            left = {path: each for path, each in left.items() if path not in came and path not in moved}
        return Shown(documents, entries, read, bundles, self.gone | frozenset(gone), left, moved)

    def instead(self, address: str) -> tuple[str, ...]:
        """Where the document may be shown whose page is gone from `address`; all are from the site's root."""
        if address not in self.gone:
            return ()
        known = self.bundles.get(address)
        paths = (*self.documents, *self.moved)
        found = [known] if known else [path for path in paths if address in _without_bundle(path)]
        now = dict.fromkeys(self._now(path) for path in found)
        return tuple(page for path in now if path in self.documents for page in self._pages(path))

    def _now(self, path: str) -> str:
        # A document that came after another moved to its path is no longer where that one was: no circle can arise.
        while path in self.moved:
            path = self.moved[path]
        return path

    def _pages(self, path: str) -> Iterator[str]:
        yield from (prompt_address(each.id) for each in self.entries if each.path == path)
        yield from _without_bundle(path)


def _moves(
    left: Mapping[str, Fingerprint], came: Collection[str], read: Mapping[str, Fingerprint]
) -> Mapping[str, str]:
    """For each document that is no more the one that came with its text; of several, one with its name or folder."""
    new: dict[Fingerprint, list[str]] = {}
    for path in came:
        if path in read:
            new.setdefault(read[path], []).append(path)

    def nearest(old: str, found: Collection[str]) -> str:
        return min(found, key=lambda path: (name(path) != name(old), folder(path) != folder(old), path))

    return {old: nearest(old, new[each]) for old, each in left.items() if each in new}


def _without_bundle(path: str) -> tuple[str, str]:
    return resource_address(path), prose_address(path)
